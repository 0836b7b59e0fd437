/*
 * android.content.res.AssetManager: resources of the framework and of apps for
 * one configuration, and themes. The peer holds the files in the order of their
 * cookies; the framework is always the first. Files: android_content_res_assets.c.
 */
#include "android/asset_files.h"
#include "android/natives.h"

static FieldRef manager_peer = FIELD("android/content/res/AssetManager", "mObject", "J");

AssetManager *asset_manager(Thread *t, Object *java_manager)
{
    AssetManager *manager = peer(GET_LONG(t, java_manager, &manager_peer));
    return manager ? manager : vm_throw(t, "java/lang/IllegalStateException", "AssetManager has been finalized!");
}

static Resources *resources_of(Thread *t, Object *java_manager)
{
    AssetManager *manager = asset_manager(t, java_manager);
    return manager ? manager->res : NULL;
}

/* ---- files and configuration ---------------------------------------------------------------- */

/* The cookie; 0: there is no such file. A file is added once. */
static i32 add_file(Vm *vm, AssetManager *manager, const char *path)
{
    for (u32 i = 0; i < manager->file_count; i++)
        if (!strcmp(manager->files[i]->path, path))
            return (i32)i + 1;
    AssetFile *file = asset_file(vm, path);
    if (!file)
        return 0;
    manager->files = xrealloc(manager->files, (manager->file_count + 1) * sizeof *manager->files);
    manager->files[manager->file_count++] = file;
    resources_add(manager->res, file->arsc);
    return (i32)manager->file_count;
}

/* void init(boolean isSystem) */
static void init(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    AssetManager *manager = xcalloc(1, sizeof *manager);
    manager->res = resources_new();
    add_file(t->vm, manager, FRAMEWORK_APK);
    SET_LONG(t, args[0].l, &manager_peer, handle(manager));
}

/* void destroy() */
static void destroy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    AssetManager *manager = peer(GET_LONG(t, args[0].l, &manager_peer));
    if (!manager)
        return;
    SET_LONG(t, args[0].l, &manager_peer, 0);
    resources_free(manager->res);
    free(manager->files);
    free(manager->locale);
    free(manager);
}

/* int addAssetPathNative(String path) */
static void addAssetPathNative(Thread *t, const Slot *args, Slot *result)
{
    AssetManager *manager = asset_manager(t, args[0].l);
    char *path = manager && args[1].l ? vm_string_to_utf8(args[1].l) : NULL;
    if (path)
        result->i = add_file(t->vm, manager, path);
    else if (manager)
        vm_throw_null(t, "path");
    free(path);
}

/* int addOverlayPathNative(String idmapPath): there are no overlays */
static void addOverlayPathNative(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 0;
}

static void isUpToDate(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

static void configure(AssetManager *manager)
{
    if (manager->locale)
        res_config_set_locale(&manager->config, manager->locale);
    resources_configure(manager->res, &manager->config);
}

/* void setLocale(String locale) */
static void setLocale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    AssetManager *manager = asset_manager(t, args[0].l);
    if (!manager || !args[1].l)
        return;
    free(manager->locale);
    manager->locale = vm_string_to_utf8(args[1].l);
    configure(manager);
}

/*
 * void setConfiguration(int mcc, int mnc, String locale, int orientation, int touchscreen, int density, int keyboard,
 *     int keyboardHidden, int navigation, int screenWidth, int screenHeight, int smallestScreenWidthDp, int screenWidthDp,
 *     int screenHeightDp, int screenLayout, int uiMode, int majorVersion)
 */
static void setConfiguration(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    AssetManager *manager = asset_manager(t, args[0].l);
    if (!manager)
        return;
    manager->config = (ResConfig){
        .mcc = (u16)args[1].i, .mnc = (u16)args[2].i,
        .orientation = (u8)args[4].i, .touchscreen = (u8)args[5].i, .density = (u16)args[6].i,
        .keyboard = (u8)args[7].i, .input_flags = (u8)args[8].i, .navigation = (u8)args[9].i,
        .screen_width = (u16)args[10].i, .screen_height = (u16)args[11].i,
        .smallest_width_dp = (u16)args[12].i, .width_dp = (u16)args[13].i, .height_dp = (u16)args[14].i,
        .screen_layout = (u8)args[15].i, .screen_layout2 = (u8)(args[15].i >> 8 & 3),
        .ui_mode = (u8)args[16].i, .sdk_version = (u16)args[17].i,
    };
    /* without one the language stays as it is */
    if (args[3].l) {
        free(manager->locale);
        manager->locale = vm_string_to_utf8(args[3].l);
    }
    configure(manager);
}

static void note_locale(void *context, const ResConfig *config)
{
    Buf text = { 0 };
    res_config_append_locale(&text, config);
    map_slot(context, buf_str(&text));
    buf_free(&text);
}

/* String[] getLocales() */
static void getLocales(Thread *t, const Slot *args, Slot *result)
{
    const Resources *res = resources_of(t, args[0].l);
    Map locales = { 0 };
    i32 count = 0;
    for (u32 i = 0; res && i < resources_block_count(res); i++)
        resources_each_config(res, i, note_locale, &locales);
    Object *array = res ? vm_new_object_array(t, "java/lang/String", (i32)locales.live) : NULL;
    MAP_EACH(&locales, entry)
        if (array)
            ARRAY_REF(array)[count++] = object_ref(vm_string_utf8(t, entry->key));
    result->l = array;
    map_free(&locales);
}

/* ---- names ---------------------------------------------------------------------------------- */

/* int getResourceIdentifier(String name, String defType, String defPackage) */
static void getResourceIdentifier(Thread *t, const Slot *args, Slot *result)
{
    Resources *res = resources_of(t, args[0].l);
    if (!res || !args[1].l)
        return;
    char *name = vm_string_to_utf8(args[1].l), *type = vm_string_to_utf8(args[2].l), *package = vm_string_to_utf8(args[3].l);
    result->i = (i32)resources_find(res, name, type, package);
    free(name);
    free(type);
    free(package);
}

static bool name_of(Thread *t, const Slot *args, ResName *out)
{
    const Resources *res = resources_of(t, args[0].l);
    return res && resources_name(res, (u32)args[1].i, out);
}

/* String getResourceName(int id): "package:type/entry" */
static void getResourceName(Thread *t, const Slot *args, Slot *result)
{
    ResName name;
    if (!name_of(t, args, &name))
        return;
    Buf text = { 0 };
    if (*name.package)
        buf_printf(&text, "%s:", name.package);
    pool_text_append(&text, &name.type);
    buf_add_char(&text, '/');
    pool_text_append(&text, &name.entry);
    result->l = vm_string_utf8(t, buf_str(&text));
    buf_free(&text);
}

static void getResourcePackageName(Thread *t, const Slot *args, Slot *result)
{
    ResName name;
    result->l = name_of(t, args, &name) ? vm_string_utf8(t, name.package) : NULL;
}

static void getResourceTypeName(Thread *t, const Slot *args, Slot *result)
{
    ResName name;
    result->l = name_of(t, args, &name) ? pool_text_string(t, &name.type) : NULL;
}

static void getResourceEntryName(Thread *t, const Slot *args, Slot *result)
{
    ResName name;
    result->l = name_of(t, args, &name) ? pool_text_string(t, &name.entry) : NULL;
}

static void getStringBlockCount(Thread *t, const Slot *args, Slot *result)
{
    const Resources *res = resources_of(t, args[0].l);
    result->i = res ? (i32)resources_block_count(res) : 0;
}

/* long getNativeStringBlock(int block): lives as long as its file */
static void getNativeStringBlock(Thread *t, const Slot *args, Slot *result)
{
    static const StringPool empty;
    const Resources *res = resources_of(t, args[0].l);
    const StringPool *pool = res ? resources_strings(res, (u32)args[1].i) : NULL;
    result->j = res ? handle(pool ? pool : &empty) : 0;
}

/* String getCookieName(int cookie): the file's path */
static void getCookieName(Thread *t, const Slot *args, Slot *result)
{
    const AssetManager *manager = asset_manager(t, args[0].l);
    u32 index = (u32)args[1].i - 1;
    if (!manager)
        return;
    result->l = index < manager->file_count ? vm_string_utf8(t, manager->files[index]->path)
                                            : vm_throw(t, "java/lang/IndexOutOfBoundsException", "Empty cookie name");
}

/* SparseArray<String> getAssignedPackageIdentifiers() */
static void getAssignedPackageIdentifiers(Thread *t, const Slot *args, Slot *result)
{
    const Resources *res = resources_of(t, args[0].l);
    Class *c = res ? vm_boot_class(t, "android/util/SparseArray") : NULL;
    Object *array = c ? vm_new(t, c, "()V") : NULL;
    for (u32 i = 0; array && !t->exception && i < resources_package_count(res); i++)
        vm_call_method(t, array, "put", "(ILjava/lang/Object;)V", (int)resources_package_id(res, i), vm_string_utf8(t, resources_package_name(res, i)));
    result->l = array;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Fills a TypedValue; its string is read in Java. density < 0: stays. Returns the block. */
static i32 put_value(Thread *t, Object *out, const ResValue *value, u32 id, i32 block, u32 flags, i32 density)
{
    static FieldRef fields[] = {
        FIELD("android/util/TypedValue", "type", "I"), FIELD("android/util/TypedValue", "assetCookie", "I"),
        FIELD("android/util/TypedValue", "data", "I"), FIELD("android/util/TypedValue", "resourceId", "I"),
        FIELD("android/util/TypedValue", "changingConfigurations", "I"), FIELD("android/util/TypedValue", "density", "I"),
    };
    static FieldRef string = FIELD("android/util/TypedValue", "string", "Ljava/lang/CharSequence;");
    SET_INT(t, out, &fields[0], value->type);
    SET_INT(t, out, &fields[1], block + 1);
    SET_INT(t, out, &fields[2], (i32)value->data);
    SET_INT(t, out, &fields[3], (i32)id);
    SET_INT(t, out, &fields[4], (i32)flags);
    if (density >= 0)
        SET_INT(t, out, &fields[5], density);
    SET_REF(t, out, &string, NULL);
    return block;
}

/* The line that the platform's own library writes into the log when there is no value. */
static void warn_no_value(Thread *t, const Resources *res, u32 id, i32 error)
{
    char *text;
    if (resources_package_index(res, id) < 0)
        text = xasprintf("No known package when getting value for resource number 0x%08x", id);
    else if (error == RES_BAD_VALUE)
        text = xasprintf("Requesting resource 0x%08x failed because it is complex", id);
    else
        text = xasprintf("Failure getting entry for 0x%08x (t=%d e=%u) (error %d)", id, (int)(id >> 16 & 0xff) - 1, id & 0xffff, error);
    vm_call_static(t, "android/util/Log", "w", "(Ljava/lang/String;Ljava/lang/String;)I", vm_string_utf8(t, "ResourceType"), vm_string_utf8(t, text));
    free(text);
}

/* int loadResourceValue(int ident, short density, TypedValue outValue, boolean resolve) */
static void loadResourceValue(Thread *t, const Slot *args, Slot *result)
{
    Resources *res = resources_of(t, args[0].l);
    Object *out = args[3].l;
    u32 id = (u32)args[1].i, flags = 0;
    u16 density = 0;
    ResValue value;
    if (!res)
        return;
    if (!out) {
        vm_throw_null(t, "outValue");
        return;
    }
    i32 block = resources_get(res, id, (u16)args[2].i, &value, &flags, &density);
    if (block < 0)
        warn_no_value(t, res, id, block);
    if (block >= 0 && args[4].i)
        block = resources_resolve(res, &value, block, &id, &flags, &density);
    result->i = block >= 0 ? put_value(t, out, &value, id, block, flags, density) : block;
}

/* int loadResourceBagValue(int ident, int bagEntryId, TypedValue outValue, boolean resolve) */
static void loadResourceBagValue(Thread *t, const Slot *args, Slot *result)
{
    Resources *res = resources_of(t, args[0].l);
    u32 id = (u32)args[1].i, flags = 0;
    const BagEntry *bag = NULL;
    ResValue value;
    i32 block = -1;
    if (!res)
        return;
    i32 count = resources_bag(res, id, &bag, &flags);
    for (i32 i = 0; i < count; i++)
        if (bag[i].name == (u32)args[2].i) {
            block = bag[i].block;
            value = bag[i].value;
        }
    if (block >= 0 && args[4].i)
        block = resources_resolve(res, &value, block, &id, &flags, NULL);
    result->i = block >= 0 ? put_value(t, args[3].l, &value, id, block, flags, -1) : block;
}

/* ---- arrays ------------------------------------------------------------------------------------ */

static i32 bag_of(Thread *t, const Slot *args, Resources **res, const BagEntry **bag)
{
    *res = resources_of(t, args[0].l);
    return *res ? resources_bag(*res, (u32)args[1].i, bag, NULL) : -1;
}

static void getArraySize(Thread *t, const Slot *args, Slot *result)
{
    Resources *res;
    const BagEntry *bag;
    result->i = bag_of(t, args, &res, &bag);
}

/* int retrieveArray(int resource, int[] outValues) */
static void retrieveArray(Thread *t, const Slot *args, Slot *result)
{
    Resources *res = resources_of(t, args[0].l);
    if (res && !args[2].l)
        vm_throw_null(t, "out values");
    else if (res)
        result->i = resources_array(res, (u32)args[1].i, ARRAY_I32(args[2].l), (u32)ARRAY_LENGTH(args[2].l) / STYLE_SIZE);
}

/* int[] getArrayStringInfo(int arrayRes): block and index of each string; -1: no string */
static void getArrayStringInfo(Thread *t, const Slot *args, Slot *result)
{
    Resources *res;
    const BagEntry *bag;
    i32 count = bag_of(t, args, &res, &bag);
    Object *array = count >= 0 ? vm_new_primitive_array(t, 'I', 2 * count) : NULL;
    for (i32 i = 0; array && i < count; i++) {
        ResValue value = bag[i].value;
        ARRAY_I32(array)[2 * i] = resources_resolve(res, &value, bag[i].block, NULL, NULL, NULL);
        ARRAY_I32(array)[2 * i + 1] = value.type == VALUE_STRING ? (i32)value.data : -1;
    }
    result->l = array;
}

/* String[] getArrayStringResource(int arrayRes) */
static void getArrayStringResource(Thread *t, const Slot *args, Slot *result)
{
    Resources *res;
    const BagEntry *bag;
    i32 count = bag_of(t, args, &res, &bag);
    Object *array = count >= 0 ? vm_new_object_array(t, "java/lang/String", count) : NULL;
    for (i32 i = 0; array && i < count; i++) {
        ResValue value = bag[i].value;
        i32 block = resources_resolve(res, &value, bag[i].block, NULL, NULL, NULL);
        if (value.type == VALUE_STRING)
            ARRAY_REF(array)[i] = object_ref(pool_string(t, resources_strings(res, (u32)block), value.data));
    }
    result->l = array;
}

/* int[] getArrayIntResource(int arrayRes) */
static void getArrayIntResource(Thread *t, const Slot *args, Slot *result)
{
    Resources *res;
    const BagEntry *bag;
    i32 count = bag_of(t, args, &res, &bag);
    Object *array = count >= 0 ? vm_new_primitive_array(t, 'I', count) : NULL;
    for (i32 i = 0; array && i < count; i++) {
        ResValue value = bag[i].value;
        resources_resolve(res, &value, bag[i].block, NULL, NULL, NULL);
        if (value.type >= VALUE_INT_DEC && value.type <= VALUE_LAST_INT)
            ARRAY_I32(array)[i] = (i32)value.data;
    }
    result->l = array;
}

/* int[] getStyleAttributes(int themeRes) */
static void getStyleAttributes(Thread *t, const Slot *args, Slot *result)
{
    Resources *res;
    const BagEntry *bag;
    i32 count = bag_of(t, args, &res, &bag);
    Object *array = count >= 0 ? vm_new_primitive_array(t, 'I', count) : NULL;
    for (i32 i = 0; array && i < count; i++)
        ARRAY_I32(array)[i] = (i32)bag[i].name;
    result->l = array;
}

/* ---- themes -------------------------------------------------------------------------------------- */

static void newTheme(Thread *t, const Slot *args, Slot *result)
{
    Resources *res = resources_of(t, args[0].l);
    result->j = res ? handle(theme_new(res)) : 0;
}

static void deleteTheme(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    theme_free(peer(args[1].j));
}

/* static void applyThemeStyle(long theme, int styleRes, boolean force) */
static void applyThemeStyle(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    theme_apply(peer(args[0].j), (u32)args[2].i, args[3].i);
}

/* static void copyTheme(long dest, long source) */
static void copyTheme(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    theme_copy(peer(args[0].j), peer(args[2].j));
}

static void clearTheme(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    theme_clear(peer(args[0].j));
}

/* static int loadThemeAttributeValue(long theme, int ident, TypedValue outValue, boolean resolve) */
static void loadThemeAttributeValue(Thread *t, const Slot *args, Slot *result)
{
    const Theme *theme = peer(args[0].j);
    u32 id = 0, flags = 0;
    ResValue value;
    i32 block = theme_get(theme, (u32)args[2].i, &value, &flags);
    if (block >= 0 && args[4].i)
        block = resources_resolve(theme_resources(theme), &value, block, &id, &flags, NULL);
    result->i = block >= 0 ? put_value(t, args[3].l, &value, id, block, flags, -1) : block;
}

static void getThemeChangingConfigurations(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)theme_flags(peer(args[0].j));
}

/* static void dumpTheme(long theme, int priority, String tag, String prefix) */
static void dumpTheme(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Buf text = { 0 };
    theme_print(&text, peer(args[0].j));
    vm_call_static(t, "android/util/Log", "println", "(ILjava/lang/String;Ljava/lang/String;)I", args[2].i, args[3].l, vm_string_utf8(t, buf_str(&text)));
    buf_free(&text);
}

/* What the three below have in common; false: thrown. */
static bool check_arrays(Thread *t, i64 token, const char *what, const Object *attributes, const Object *out)
{
    const char *missing = !token ? what : !attributes ? "attrs" : !out ? "out values" : NULL;
    if (missing)
        vm_throw_null(t, missing);
    else if (ARRAY_LENGTH(out) / STYLE_SIZE < ARRAY_LENGTH(attributes))
        vm_throw(t, "java/lang/IndexOutOfBoundsException", "out values too small");
    return !t->exception;
}

static i32 *indices_of(const Object *attributes, Object *indices)
{
    return indices && ARRAY_LENGTH(indices) > ARRAY_LENGTH(attributes) ? ARRAY_I32(indices) : NULL;
}

/* static boolean applyStyle(long theme, int defStyleAttr, int defStyleRes, long xmlParser, int[] inAttrs, int[] outValues, int[] outIndices) */
static void applyStyle(Thread *t, const Slot *args, Slot *result)
{
    Object *attributes = args[6].l, *out = args[7].l;
    if (!check_arrays(t, args[0].j, "theme token", attributes, out))
        return;
    theme_style(peer(args[0].j), (u32)args[2].i, (u32)args[3].i, peer(args[4].j), ARRAY_I32(attributes), (u32)ARRAY_LENGTH(attributes), ARRAY_I32(out),
                indices_of(attributes, args[8].l));
    result->i = 1;
}

/* static boolean resolveAttrs(long theme, int defStyleAttr, int defStyleRes, int[] inValues, int[] inAttrs, int[] outValues, int[] outIndices) */
static void resolveAttrs(Thread *t, const Slot *args, Slot *result)
{
    Object *values = args[4].l, *attributes = args[5].l, *out = args[6].l;
    if (!check_arrays(t, args[0].j, "theme token", attributes, out))
        return;
    bool usable = values && ARRAY_LENGTH(values) >= ARRAY_LENGTH(attributes);
    theme_attributes(peer(args[0].j), (u32)args[2].i, (u32)args[3].i, usable ? ARRAY_I32(values) : NULL, ARRAY_I32(attributes),
                     (u32)ARRAY_LENGTH(attributes), ARRAY_I32(out), indices_of(attributes, args[7].l));
    result->i = 1;
}

/* boolean retrieveAttributes(long xmlParser, int[] inAttrs, int[] outValues, int[] outIndices) */
static void retrieveAttributes(Thread *t, const Slot *args, Slot *result)
{
    Object *attributes = args[3].l, *out = args[4].l;
    Resources *res = resources_of(t, args[0].l);
    if (!res || !check_arrays(t, args[1].j, "xmlParserToken", attributes, out))
        return;
    resources_xml_attributes(res, peer(args[1].j), ARRAY_I32(attributes), (u32)ARRAY_LENGTH(attributes), ARRAY_I32(out),
                             indices_of(attributes, args[5].l));
    result->i = 1;
}

/* static int getGlobalAssetCount(), getGlobalAssetManagerCount(): for statistics that nobody reads here */
static void none(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->j = 0;
}

const NativeMethod natives_android_content_res_AssetManager[] = {
    { "init", "(Z)V", init },
    { "destroy", "()V", destroy },
    { "addAssetPathNative", NULL, addAssetPathNative },
    { "addOverlayPathNative", NULL, addOverlayPathNative },
    { "isUpToDate", "()Z", isUpToDate },
    { "setLocale", NULL, setLocale },
    { "setConfiguration", "(IILjava/lang/String;IIIIIIIIIIIIII)V", setConfiguration },
    { "getLocales", "()[Ljava/lang/String;", getLocales },
    { "getResourceIdentifier", NULL, getResourceIdentifier },
    { "getResourceName", "(I)Ljava/lang/String;", getResourceName },
    { "getResourcePackageName", "(I)Ljava/lang/String;", getResourcePackageName },
    { "getResourceTypeName", "(I)Ljava/lang/String;", getResourceTypeName },
    { "getResourceEntryName", "(I)Ljava/lang/String;", getResourceEntryName },
    { "getStringBlockCount", "()I", getStringBlockCount },
    { "getNativeStringBlock", "(I)J", getNativeStringBlock },
    { "getCookieName", "(I)Ljava/lang/String;", getCookieName },
    { "getAssignedPackageIdentifiers", NULL, getAssignedPackageIdentifiers },
    { "loadResourceValue", "(ISLandroid/util/TypedValue;Z)I", loadResourceValue },
    { "loadResourceBagValue", "(IILandroid/util/TypedValue;Z)I", loadResourceBagValue },
    { "getArraySize", "(I)I", getArraySize },
    { "retrieveArray", "(I[I)I", retrieveArray },
    { "getArrayStringInfo", "(I)[I", getArrayStringInfo },
    { "getArrayStringResource", "(I)[Ljava/lang/String;", getArrayStringResource },
    { "getArrayIntResource", "(I)[I", getArrayIntResource },
    { "getStyleAttributes", "(I)[I", getStyleAttributes },
    { "newTheme", "()J", newTheme },
    { "deleteTheme", "(J)V", deleteTheme },
    { "applyThemeStyle", "(JIZ)V", applyThemeStyle },
    { "copyTheme", "(JJ)V", copyTheme },
    { "clearTheme", "(J)V", clearTheme },
    { "loadThemeAttributeValue", "(JILandroid/util/TypedValue;Z)I", loadThemeAttributeValue },
    { "getThemeChangingConfigurations", "(J)I", getThemeChangingConfigurations },
    { "dumpTheme", NULL, dumpTheme },
    { "applyStyle", "(JIIJ[I[I[I)Z", applyStyle },
    { "resolveAttrs", "(JII[I[I[I[I)Z", resolveAttrs },
    { "retrieveAttributes", "(J[I[I[I)Z", retrieveAttributes },
    { "getGlobalAssetCount", "()I", none },
    { "getGlobalAssetManagerCount", "()I", none },
    { "getAssetAllocations", NULL, none },
    { 0 },
};
