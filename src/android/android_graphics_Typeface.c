/*
 * android.graphics.Typeface and FontFamily. Typeface.init, which reads fonts.xml
 * on a phone, is done here: the families that Android 6 names, all in Roboto, the
 * one font that is there.
 */
#include "android/graphics_java.h"
#include "android/graphics_streams.h"
#include "android/graphics_text.h"

#include "base/file.h"
#include "libcore/vfs.h"

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define ROBOTO "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/"

static const struct { const char *file; i32 weight; bool italic; } roboto[] = {
    { "Roboto-Thin.ttf", 100, false }, { "Roboto-ThinItalic.ttf", 100, true }, { "Roboto-Light.ttf", 300, false },
    { "Roboto-LightItalic.ttf", 300, true }, { "Roboto-Regular.ttf", 400, false }, { "Roboto-Italic.ttf", 400, true },
    { "Roboto-Medium.ttf", 500, false }, { "Roboto-MediumItalic.ttf", 500, true }, { "Roboto-Bold.ttf", 700, false },
    { "Roboto-BoldItalic.ttf", 700, true }, { "Roboto-Black.ttf", 900, false }, { "Roboto-BlackItalic.ttf", 900, true },
};

/* Names of the system's fonts. Condensed, serif and monospace designs are not there: they are set in Roboto too. */
static const struct { const char *name; i32 weight; } names[] = {
    { "sans-serif", 400 }, { "sans-serif-thin", 100 }, { "sans-serif-light", 300 }, { "sans-serif-medium", 500 },
    { "sans-serif-black", 900 }, { "arial", 400 }, { "helvetica", 400 }, { "tahoma", 400 }, { "verdana", 400 },
    { "sans-serif-condensed", 400 }, { "sans-serif-condensed-light", 300 }, { "serif", 400 }, { "times", 400 },
    { "times new roman", 400 }, { "palatino", 400 }, { "georgia", 400 }, { "baskerville", 400 }, { "goudy", 400 },
    { "fantasy", 400 }, { "ITC Stone Serif", 400 }, { "monospace", 400 }, { "droid sans mono", 400 },
    { "sans-serif-monospace", 400 }, { "serif-monospace", 400 }, { "courier", 400 }, { "courier new", 400 },
    { "monaco", 400 }, { "casual", 400 }, { "cursive", 400 }, { "sans-serif-smallcaps", 400 },
};

static Object *new_typeface(Thread *t, Typeface *made)
{
    return vm_new(t, vm_boot_class(t, "android/graphics/Typeface"), "(J)V", handle(made));
}

NATIVE(init)
{
    static FieldRef family_peer = FIELD("android/graphics/FontFamily", "mNativePtr", "J"),
                    fallback = FIELD("android/graphics/Typeface", "sFallbackFonts", "[Landroid/graphics/FontFamily;"),
                    map_field = FIELD("android/graphics/Typeface", "sSystemFontMap", "Ljava/util/Map;"),
                    default_field = FIELD("android/graphics/Typeface", "sDefaultTypeface", "Landroid/graphics/Typeface;");
    UNUSED(args), UNUSED(result);
    Class *family_class = vm_boot_class(t, "android/graphics/FontFamily"), *map_class = vm_boot_class(t, "java/util/HashMap");
    if (!family_class || !map_class || !vm_initialize_class(t, family_class) || !vm_initialize_class(t, map_class))
        return;
    Object *family = vm_new(t, family_class, "()V"), *map = vm_new(t, map_class, "()V");
    Object *families = family ? vm_new_object_array(t, "android/graphics/FontFamily", 1) : NULL;
    if (!families || !map)
        return;
    FontFamily *f = peer(GET_LONG(t, family, &family_peer));
    for (size_t i = 0; i < COUNT_OF(roboto); i++) {
        char path[160];
        snprintf(path, sizeof path, ROBOTO "%s", roboto[i].file);
        family_add_file(f, path, roboto[i].weight, roboto[i].italic);
    }
    if (!file_exists(ROBOTO "Roboto-Regular.ttf"))
        vm_note_gap(t, "fonts: " ROBOTO " is missing (package fonts-roboto-unhinted); text has sizes but no glyphs");
    ARRAY_REF(families)[0] = object_ref(family);
    *(ObjectRef *)field_address(t, &fallback) = object_ref(families);
    *(ObjectRef *)field_address(t, &map_field) = object_ref(map);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        Typeface *made = typeface_new(&f, 1, 0, names[i].weight);
        Object *typeface = new_typeface(t, made), *name = vm_string_utf8(t, names[i].name);
        if (!typeface || !name)
            return;
        if (i == 0) {
            typeface_set_default(t->vm, made);
            *(ObjectRef *)field_address(t, &default_field) = object_ref(typeface);
        }
        vm_call_method(t, map, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", name, typeface);
    }
}

static Typeface *or_default(Thread *t, i64 native)
{
    return native ? peer(native) : typeface_default(t->vm);
}

NATIVE(createFromTypeface)
{
    Typeface *from = or_default(t, args[0].j);
    if (from)
        result->j = handle(typeface_derive(from, args[2].i, -1));
}

NATIVE(createWeightAlias)
{
    Typeface *from = or_default(t, args[0].j);
    if (from)
        result->j = handle(typeface_derive(from, 0, args[2].i));
}

NATIVE(nativeUnref)
{
    if (peer(args[0].j) != typeface_default(t->vm))
        typeface_release(peer(args[0].j));
}

NATIVE(nativeGetStyle) { result->i = typeface_style(peer(args[0].j)); }

NATIVE(createFromArray)
{
    i32 count = args[0].l ? ARRAY_LENGTH(args[0].l) : 0;
    FontFamily **families = xcalloc((size_t)count + 1, sizeof *families);
    for (i32 i = 0; i < count; i++)
        families[i] = peer(ARRAY_I64(args[0].l)[i]);
    result->j = handle(typeface_new(families, (u32)count, 0, 400));
    free(families);
}

NATIVE(nativeSetDefault) { typeface_set_default(t->vm, peer(args[0].j)); }

const NativeMethod natives_android_graphics_Typeface[] = {
    { "init", "()V", init }, { "nativeCreateFromTypeface", NULL, createFromTypeface }, { "nativeCreateWeightAlias", NULL, createWeightAlias },
    { "nativeUnref", NULL, nativeUnref }, { "nativeGetStyle", NULL, nativeGetStyle }, { "nativeCreateFromArray", NULL, createFromArray },
    { "nativeSetDefault", NULL, nativeSetDefault },
    { 0 },
};

/* ---- FontFamily -------------------------------------------------------------------------------------------- */

NATIVE(nCreateFamily) { result->j = handle(family_new()); }
NATIVE(nUnrefFamily) { family_release(peer(args[0].j)); }

/* The phone's font files: any name of ours, Roboto-Regular for all others. */
static bool system_font(FontFamily *f, const char *path, i32 weight, bool italic)
{
    static const char folder[] = "/system/fonts/";
    if (strncmp(path, folder, sizeof folder - 1))
        return false;
    const char *name = path + sizeof folder - 1;
    for (size_t i = 0; i < COUNT_OF(roboto); i++)
        if (!strcmp(name, roboto[i].file)) {
            char host[160];
            snprintf(host, sizeof host, ROBOTO "%s", name);
            family_add_file(f, host, weight < 0 ? roboto[i].weight : weight, weight < 0 ? roboto[i].italic : italic);
            return true;
        }
    return false;
}

static bool add_file(Thread *t, FontFamily *f, const Object *name, i32 weight, bool italic)
{
    char *path = vm_string_to_utf8(name);
    if (!path)
        return vm_throw_null(t, "path");
    bool added = system_font(f, path, weight, italic);
    Buf bytes = { 0 };
    if (!added && vfs_read_file(vfs_of(t->vm), path, &bytes) == 0)
        added = family_add_bytes(f, bytes);
    else
        buf_free(&bytes);
    free(path);
    return added;
}

NATIVE(nAddFont) { result->i = add_file(t, peer(args[0].j), args[2].l, -1, false); }
NATIVE(nAddFontWeightStyle) { result->i = add_file(t, peer(args[0].j), args[2].l, args[3].i, args[4].i); }

NATIVE(nAddFontFromAsset)
{
    Object *manager = args[2].l, *stream = NULL;
    if (manager && args[3].l)
        stream = vm_call_method(t, manager, "open", "(Ljava/lang/String;)Ljava/io/InputStream;", args[3].l).l;
    Buf bytes = { 0 };
    if (!t->exception && stream && stream_read(t, stream, &bytes, SIZE_MAX))
        result->i = family_add_bytes(peer(args[0].j), bytes);
    else
        vm_take_exception(t);   /* Java says that the font was not found */
}

const NativeMethod natives_android_graphics_FontFamily[] = {
    { "nCreateFamily", NULL, nCreateFamily }, { "nUnrefFamily", NULL, nUnrefFamily }, { "nAddFont", NULL, nAddFont },
    { "nAddFontWeightStyle", NULL, nAddFontWeightStyle }, { "nAddFontFromAsset", NULL, nAddFontFromAsset },
    { 0 },
};
