/*
 * One pass over the manifest's tags. Attributes are known by their resource ids,
 * as the platform knows them; their names may be anything.
 */
#include "apk/manifest.h"

#include "apk/axml.h"
#include "apk/resources.h"

#include <stdlib.h>

enum {
    ATTR_LABEL = 0x01010001, ATTR_NAME = 0x01010003, ATTR_ENABLED = 0x0101000e, ATTR_MIN_SDK = 0x0101020c, ATTR_VERSION_CODE = 0x0101021b,
    ATTR_VERSION_NAME = 0x0101021c, ATTR_TARGET_ACTIVITY = 0x01010202, ATTR_TARGET_SDK = 0x01010270,
};

typedef struct Reader {
    Manifest *manifest;
    Axml xml;
    Resources *resources;
    Component *component;   /* the one that is open */
    bool has_main, has_launcher;    /* of the open filter */
} Reader;

/* The value with its references followed; the pool that a string of it lies in. */
static bool attribute(const Reader *r, const AxmlCursor *cursor, u32 id, ResValue *value, const StringPool **pool)
{
    AxmlAttribute a;
    if (!axml_find_id(cursor, id, &a))
        return false;
    *value = a.value;
    *pool = &r->xml.strings;
    if (value->type == VALUE_REFERENCE && r->resources) {
        i32 block = resources_resolve(r->resources, value, 0, NULL, NULL, NULL);
        *pool = block >= 0 ? resources_strings(r->resources, (u32)block) : NULL;
    }
    return true;
}

/* As text; NULL: absent. The caller frees. */
static char *text_attribute(const Reader *r, const AxmlCursor *cursor, u32 id)
{
    ResValue value;
    const StringPool *pool;
    Buf text = { 0 };
    if (!attribute(r, cursor, id, &value, &pool))
        return NULL;
    if (value.type == VALUE_STRING) {
        if (!pool || !string_pool_append(&text, pool, value.data))
            return NULL;
        buf_reserve(&text, 0);
        return buf_take(&text);
    }
    if (value.type >= VALUE_INT_DEC && value.type <= VALUE_LAST_INT)
        buf_printf(&text, "%d", (i32)value.data);
    else
        buf_printf(&text, "%s0x%08x", value.type == VALUE_REFERENCE ? "@" : "", value.data);
    return buf_take(&text);
}

static bool int_attribute(const Reader *r, const AxmlCursor *cursor, u32 id, i32 *out)
{
    ResValue value;
    const StringPool *pool;
    if (!attribute(r, cursor, id, &value, &pool) || value.type < VALUE_INT_DEC || value.type > VALUE_LAST_INT)
        return false;
    *out = (i32)value.data;
    return true;
}

/* ".Main" and "Main" are in the app's package. */
static char *class_name(const Manifest *manifest, char *name)
{
    if (!name || (strchr(name, '.') && name[0] != '.'))
        return name;
    char *full = xasprintf("%s%s%s", manifest->package ? manifest->package : "", name[0] == '.' ? "" : ".", name);
    free(name);
    return full;
}

static void begin_component(Reader *r, const AxmlCursor *cursor, ComponentKind kind)
{
    Manifest *m = r->manifest;
    i32 enabled = 1;
    m->components = xrealloc(m->components, (m->component_count + 1) * sizeof *m->components);
    r->component = &m->components[m->component_count++];
    int_attribute(r, cursor, ATTR_ENABLED, &enabled);
    *r->component = (Component){ .kind = kind, .disabled = !enabled, .label = text_attribute(r, cursor, ATTR_LABEL) };
    r->component->name = class_name(m, text_attribute(r, cursor, ATTR_NAME));
    if (!r->component->name)
        r->component->name = xstrdup("");
    if (kind == COMPONENT_ALIAS)
        r->component->target = class_name(m, text_attribute(r, cursor, ATTR_TARGET_ACTIVITY));
}

static void add_action(Component *component, char *name)
{
    if (!name || !component) {
        free(name);
        return;
    }
    component->actions = xrealloc(component->actions, (component->action_count + 1) * sizeof *component->actions);
    component->actions[component->action_count++] = name;
}

static void read_root(Reader *r, const AxmlCursor *cursor)
{
    Manifest *m = r->manifest;
    Buf package = { 0 };
    i32 code = 0, index = axml_find(cursor, NULL, 0, "package", 7);
    if (m->package)
        return;
    if (index >= 0)
        string_pool_append(&package, &r->xml.strings, axml_attribute(cursor, (u32)index).raw);
    buf_reserve(&package, 0);
    m->package = buf_take(&package);
    int_attribute(r, cursor, ATTR_VERSION_CODE, &code);
    m->version_code = code;
    m->version_name = text_attribute(r, cursor, ATTR_VERSION_NAME);
}

static void read_sdk(Reader *r, const AxmlCursor *cursor)
{
    Manifest *m = r->manifest;
    if (!int_attribute(r, cursor, ATTR_MIN_SDK, &m->min_sdk) && !m->min_sdk_name)
        m->min_sdk_name = text_attribute(r, cursor, ATTR_MIN_SDK);
    if (!int_attribute(r, cursor, ATTR_TARGET_SDK, &m->target_sdk))
        m->target_sdk = m->min_sdk;
}

static void add_permission(Reader *r, const AxmlCursor *cursor)
{
    Manifest *m = r->manifest;
    char *name = text_attribute(r, cursor, ATTR_NAME);
    if (!name)
        return;
    m->permissions = xrealloc(m->permissions, (m->permission_count + 1) * sizeof *m->permissions);
    m->permissions[m->permission_count++] = name;
}

static bool name_is(const Reader *r, const AxmlCursor *cursor, const char *wanted)
{
    char *name = text_attribute(r, cursor, ATTR_NAME);
    bool same = name && !strcmp(name, wanted);
    free(name);
    return same;
}

static void start_tag(Reader *r, const AxmlCursor *cursor, u32 depth)
{
    static const struct { const char *tag; ComponentKind kind; } components[] = {
        { "activity", COMPONENT_ACTIVITY }, { "activity-alias", COMPONENT_ALIAS }, { "service", COMPONENT_SERVICE },
        { "receiver", COMPONENT_RECEIVER }, { "provider", COMPONENT_PROVIDER },
    };
    if (depth == 1) {
        read_root(r, cursor);
    } else if (depth == 2 && axml_name_is(cursor, "uses-sdk")) {
        read_sdk(r, cursor);
    } else if (depth == 2 && (axml_name_is(cursor, "uses-permission") || axml_name_is(cursor, "uses-permission-sdk-23"))) {
        add_permission(r, cursor);
    } else if (depth == 2 && axml_name_is(cursor, "application") && !r->manifest->label && !r->manifest->application) {
        r->manifest->label = text_attribute(r, cursor, ATTR_LABEL);
        r->manifest->application = class_name(r->manifest, text_attribute(r, cursor, ATTR_NAME));
    } else if (depth == 3) {
        r->component = NULL;
        for (size_t i = 0; i < COUNT_OF(components); i++)
            if (axml_name_is(cursor, components[i].tag))
                begin_component(r, cursor, components[i].kind);
    } else if (depth == 4 && axml_name_is(cursor, "intent-filter")) {
        r->has_main = r->has_launcher = false;
    } else if (depth == 5 && axml_name_is(cursor, "action")) {
        r->has_main |= name_is(r, cursor, "android.intent.action.MAIN");
        add_action(r->component, text_attribute(r, cursor, ATTR_NAME));
    } else if (depth == 5 && axml_name_is(cursor, "category")) {
        r->has_launcher |= name_is(r, cursor, "android.intent.category.LAUNCHER");
    }
}

static void end_tag(Reader *r, u32 depth)
{
    if (depth != 4)
        return;
    if (r->component && r->component->kind <= COMPONENT_ALIAS && r->has_main && r->has_launcher)
        r->component->launcher = true;
    r->has_main = r->has_launcher = false;
}

int manifest_read_bytes(Manifest **out, const char *name, const void *bytes, size_t size, Resources *resources)
{
    Reader r = { .resources = resources };
    int status = axml_open(&r.xml, name, bytes, size);
    if (status)
        return status;
    r.manifest = xcalloc(1, sizeof *r.manifest);
    r.manifest->min_sdk = r.manifest->target_sdk = 1;
    AxmlCursor cursor = axml_begin(&r.xml);
    AxmlEvent event;
    u32 depth = 0;
    while ((event = axml_next_visible(&cursor)) != AXML_END_DOCUMENT && event != AXML_BAD) {
        if (event == AXML_START_TAG)
            start_tag(&r, &cursor, ++depth);
        else if (event == AXML_END_TAG && depth)
            end_tag(&r, depth--);
    }
    if (event == AXML_BAD)
        status = ERR_INPUT;
    else if (!r.manifest->package || !r.manifest->package[0])
        status = error_set(ERR_INPUT, "%s: the manifest names no package", name);
    if (status) {
        manifest_free(r.manifest);
        return status;
    }
    *out = r.manifest;
    return OK;
}

int manifest_read(Manifest **out, Zip *zip)
{
    const ZipEntry *entry = zip_find(zip, "AndroidManifest.xml"), *table = zip_find(zip, "resources.arsc");
    if (!entry)
        return error_set(ERR_INPUT, "%s: there is no AndroidManifest.xml in it, so this is no app", zip_path(zip));
    Buf xml = { 0 }, table_bytes = { 0 };
    Arsc *arsc = NULL;
    Resources *resources = NULL;
    int status = zip_read(zip, entry, &xml);
    if (!status && table && !zip_read(zip, table, &table_bytes) && !arsc_open(&arsc, "resources.arsc", table_bytes.data, table_bytes.size)) {
        resources = resources_new();
        resources_add(resources, arsc);
        resources_configure(resources, &(ResConfig){ .language = "en", .region = "US", .density = 320, .sdk_version = 23 });
    }
    if (!status)
        status = manifest_read_bytes(out, "AndroidManifest.xml", xml.data, xml.size, resources);
    resources_free(resources);
    arsc_free(arsc);
    buf_free(&table_bytes);
    buf_free(&xml);
    return status;
}

void manifest_free(Manifest *manifest)
{
    if (!manifest)
        return;
    for (u32 i = 0; i < manifest->permission_count; i++)
        free(manifest->permissions[i]);
    for (u32 i = 0; i < manifest->component_count; i++) {
        free(manifest->components[i].name);
        free(manifest->components[i].label);
        free(manifest->components[i].target);
        for (u32 k = 0; k < manifest->components[i].action_count; k++)
            free(manifest->components[i].actions[k]);
        free(manifest->components[i].actions);
    }
    free(manifest->permissions);
    free(manifest->components);
    free(manifest->package);
    free(manifest->version_name);
    free(manifest->min_sdk_name);
    free(manifest->label);
    free(manifest->application);
    free(manifest);
}

const Component *manifest_launcher(const Manifest *manifest)
{
    for (u32 i = 0; i < manifest->component_count; i++)
        if (manifest->components[i].launcher && !manifest->components[i].disabled)
            return &manifest->components[i];
    return NULL;
}

const char *component_kind_name(ComponentKind kind)
{
    static const char *const names[] = { "activity", "alias", "service", "receiver", "provider" };
    return names[kind];
}
