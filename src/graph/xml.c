/*
 * The app's resources: names and texts, and its layouts, menus and preference
 * screens as lists of widgets. Attributes are known by the platform's resource
 * ids; those of libraries by their names. What a phone of our profile would
 * choose is read, other configurations are not.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    ATTR_ICON = 0x01010002, ATTR_NAME = 0x01010003, ATTR_ACTION = 0x0101002d, ATTR_TARGET_CLASS = 0x0101002f, ATTR_ID = 0x010100d0,
    ATTR_BACKGROUND = 0x010100d4, ATTR_LAYOUT = 0x010100f2, ATTR_SRC = 0x01010119, ATTR_TEXT = 0x0101014f, ATTR_HINT = 0x01010150,
    ATTR_DRAWABLE_LEFT = 0x0101016f, ATTR_TITLE = 0x010101e1, ATTR_KEY = 0x010101e8, ATTR_ON_CLICK = 0x0101026f, ATTR_DESCRIPTION = 0x01010273,
    ATTR_SHOW_AS_ACTION = 0x010102d9, ATTR_FRAGMENT = 0x010102e3,
};
enum { DEEPEST_INCLUDE = 8, MOST_FILES = 200, SHOW_ALWAYS_OR_IF_ROOM = 3 };

/* ---- the tables ----------------------------------------------------------------------- */

int resources_of_app(Graph *g)
{
    const ZipEntry *entry = zip_find(g->zip, "resources.arsc");
    g->resources = resources_new();
    if (!source_resource(g->framework, "resources.arsc", &g->framework_table)
        && !arsc_open(&g->framework_arsc, "the framework's resources.arsc", g->framework_table.data, g->framework_table.size))
        resources_add(g->resources, g->framework_arsc);
    if (entry) {
        int status = zip_read(g->zip, entry, &g->app_table);
        if (!status)
            status = arsc_open(&g->app_arsc, "resources.arsc", g->app_table.data, g->app_table.size);
        if (status)
            return status;
        resources_add(g->resources, g->app_arsc);
    }
    resources_configure(g->resources, &(ResConfig){ .language = "en", .region = "US", .orientation = 1, .density = 320, .sdk_version = 23,
                                                    .smallest_width_dp = 360, .width_dp = 360, .height_dp = 592, .screen_layout = 0x62 });
    return OK;
}

static ResourceKind kind_named(const PoolText *type)
{
    static const struct { const char *name; ResourceKind kind; } kinds[] = {
        { "layout", RES_LAYOUT }, { "menu", RES_MENU }, { "xml", RES_XML }, { "id", RES_ID }, { "string", RES_STRING }, { "array", RES_ARRAY },
    };
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (pool_text_is(type, kinds[i].name, strlen(kinds[i].name)))
            return kinds[i].kind;
    return RES_OTHER;
}

ResourceKind resource_kind(Graph *g, u32 id)
{
    u8 *known = &g->resource_kinds[id >> 16];
    ResName name;
    if (*known)
        return *known - 1;
    if (!resources_name(g->resources, id, &name))
        return RES_OTHER;
    *known = (u8)(kind_named(&name.type) + 1);
    return *known - 1;
}

const char *resource_entry_name(Graph *g, u32 id)
{
    ResName name;
    Buf text = { 0 };
    if (!id || !resources_name(g->resources, id, &name))
        return NULL;
    pool_text_append(&text, &name.entry);
    const char *kept = arena_strdup(&g->arena, buf_str(&text));
    buf_free(&text);
    return kept;
}

static const char *value_text(Graph *g, const ResValue *value, const StringPool *pool)
{
    Buf text = { 0 };
    if (value->type != VALUE_STRING || !pool || !string_pool_append(&text, pool, value->data) || !text.size) {
        buf_free(&text);
        return NULL;
    }
    const char *kept = arena_strdup(&g->arena, buf_str(&text));
    buf_free(&text);
    return kept;
}

static const char *resolved_text(Graph *g, ResValue value, i32 block)
{
    block = resources_resolve(g->resources, &value, block, NULL, NULL, NULL);
    return block < 0 ? NULL : value_text(g, &value, resources_strings(g->resources, (u32)block));
}

static const char *array_text(Graph *g, u32 id)
{
    enum { SHOWN_ITEMS = 8 };
    const BagEntry *entries;
    Buf text = { 0 };
    i32 count = resources_bag(g->resources, id, &entries, NULL);
    for (i32 i = 0; i < count && i < SHOWN_ITEMS; i++) {
        const char *item = resolved_text(g, entries[i].value, entries[i].block);
        if (item)
            buf_printf(&text, "%s%s", text.size ? " / " : "", item);
    }
    const char *kept = text.size ? arena_strdup(&g->arena, buf_str(&text)) : NULL;
    buf_free(&text);
    return kept;
}

const char *resource_text(Graph *g, u32 id)
{
    ResValue value;
    if (resource_kind(g, id) == RES_ARRAY)
        return array_text(g, id);
    i32 block = resources_get(g->resources, id, 0, &value, NULL, NULL);
    return block < 0 ? NULL : resolved_text(g, value, block);
}

/* ---- attributes --------------------------------------------------------------------------- */

typedef struct XmlReader {
    Graph *g;
    XmlScreen *screen;
    Axml xml;
    const char *file;
    u32 includes;
} XmlReader;

static const char *attribute_text(const XmlReader *r, const AxmlAttribute *a)
{
    if (a->value.type == VALUE_REFERENCE)
        return resource_text(r->g, a->value.data);
    return value_text(r->g, &a->value, &r->xml.strings);
}

static const char *text_by_id(const XmlReader *r, const AxmlCursor *c, u32 id)
{
    AxmlAttribute a;
    return axml_find_id(c, id, &a) ? attribute_text(r, &a) : NULL;
}

/* A reference, by the attribute's resource id or, for a library's attribute, by its name. */
static u32 reference(const XmlReader *r, const AxmlCursor *c, u32 id, const char *name)
{
    AxmlAttribute a;
    if (id && axml_find_id(c, id, &a))
        return a.value.type == VALUE_REFERENCE ? a.value.data : 0;
    for (u32 i = 0; name && i < c->attribute_count; i++) {
        PoolText text;
        a = axml_attribute(c, i);
        if (a.value.type == VALUE_REFERENCE && string_pool_text(&r->xml.strings, a.name, &text) && pool_text_is(&text, name, strlen(name)))
            return a.value.data;
    }
    return 0;
}

static bool shown_on_bar(const XmlReader *r, const AxmlCursor *c)
{
    AxmlAttribute a;
    for (u32 i = 0; i < c->attribute_count; i++) {
        PoolText text;
        a = axml_attribute(c, i);
        if (string_pool_text(&r->xml.strings, a.name, &text) && pool_text_is(&text, "showAsAction", 12))
            return a.value.data & SHOW_ALWAYS_OR_IF_ROOM;
    }
    return false;
}

static const char *tag_name(const XmlReader *r, const AxmlCursor *c)
{
    Buf text = { 0 };
    string_pool_append(&text, &r->xml.strings, c->name);
    if (!strcmp(buf_str(&text), "view") && c->class_index) {
        buf_clear(&text);
        string_pool_append(&text, &r->xml.strings, axml_attribute(c, c->class_index - 1u).raw);
    }
    const char *kept = arena_strdup(&r->g->arena, buf_str(&text));
    buf_free(&text);
    return kept;
}

static const char *icon_name(const XmlReader *r, const AxmlCursor *c)
{
    static const u32 attributes[] = { ATTR_ICON, ATTR_SRC, ATTR_DRAWABLE_LEFT, ATTR_BACKGROUND };
    u32 id = reference(r, c, 0, "srcCompat");
    for (size_t i = 0; !id && i < COUNT_OF(attributes); i++)
        id = reference(r, c, attributes[i], NULL);
    return id >> 24 == 0x7f ? resource_entry_name(r->g, id) : NULL;
}

/* ---- elements --------------------------------------------------------------------------------- */

static void read_file(XmlReader *r, u32 id);

static bool is_plain(const XmlReader *r, const XmlWidget *w)
{
    static const char *const operable[] = { "Button", "EditText", "CheckBox", "Switch", "Spinner", "ListView", "GridView", "Bar", "TextView", "Picker",
                                            "WebView", "RecyclerView", "ViewPager", "TabHost", "SearchView", "Box", "Chooser", "SurfaceView" };
    const char *dot = strrchr(w->tag, '.');
    if (w->text || w->description || w->hint || w->on_click || w->fragment || w->menu || (w->icon && w->id))
        return false;
    if (dot) {
        ClassInfo *c = class_text(r->g, w->tag);
        if (c->in_app && !c->library)
            return false;
    }
    size_t length = strlen(w->tag);
    for (size_t i = 0; i < COUNT_OF(operable); i++) {
        size_t n = strlen(operable[i]);
        if (length >= n && !strcmp(w->tag + length - n, operable[i]))
            return false;
    }
    return true;
}

/* <view class="…">, <fragment class="…" android:name="…"> */
static const char *fragment_class(const XmlReader *r, const AxmlCursor *c, const char *tag)
{
    if (r->screen->origin == WIDGET_PREFERENCE)
        return text_by_id(r, c, ATTR_FRAGMENT);
    if (strcmp(tag, "fragment") && !strstr(tag, "FragmentContainerView"))
        return NULL;
    const char *name = text_by_id(r, c, ATTR_NAME);
    if (!name && c->class_index) {
        Buf text = { 0 };
        string_pool_append(&text, &r->xml.strings, axml_attribute(c, c->class_index - 1u).raw);
        name = arena_strdup(&r->g->arena, buf_str(&text));
        buf_free(&text);
    }
    return name;
}

static void add_element(XmlReader *r, const AxmlCursor *c)
{
    bool menu = r->screen->origin == WIDGET_MENU, preference = r->screen->origin == WIDGET_PREFERENCE;
    XmlWidget w = { .tag = tag_name(r, c), .file = r->file, .id = reference(r, c, ATTR_ID, NULL) };
    w.text = text_by_id(r, c, menu || preference ? ATTR_TITLE : ATTR_TEXT);
    w.id_name = preference ? text_by_id(r, c, ATTR_KEY) : resource_entry_name(r->g, w.id);
    w.description = text_by_id(r, c, ATTR_DESCRIPTION);
    w.hint = text_by_id(r, c, ATTR_HINT);
    w.icon = icon_name(r, c);
    w.on_click = text_by_id(r, c, ATTR_ON_CLICK);
    w.fragment = fragment_class(r, c, w.tag);
    w.menu = menu ? 0 : reference(r, c, 0, "menu");
    w.on_bar = menu && shown_on_bar(r, c);
    w.plain = !menu && !preference && is_plain(r, &w);
    *list_add(&r->screen->widgets) = w;
}

/* Elements that shape the tree and are no widgets. */
static bool is_structure(const XmlReader *r, const char *tag)
{
    if (r->screen->origin == WIDGET_MENU)
        return strcmp(tag, "item") != 0;
    if (r->screen->origin == WIDGET_PREFERENCE)
        return name_in("PreferenceCategory extra preference-headers", tag);
    return name_in("merge requestFocus tag data variable import layout", tag);
}

static void start_element(XmlReader *r, const AxmlCursor *c, u32 depth)
{
    const char *tag = tag_name(r, c);
    XmlWidget *last = r->screen->widgets.count ? &r->screen->widgets.items[r->screen->widgets.count - 1] : NULL;
    if (!strcmp(tag, "include") || !strcmp(tag, "ViewStub")) {
        u32 layout = reference(r, c, ATTR_LAYOUT, "layout");
        if (layout && r->includes < DEEPEST_INCLUDE)
            read_file(&(XmlReader){ .g = r->g, .screen = r->screen, .includes = r->includes + 1 }, layout);
    } else if (r->screen->origin == WIDGET_PREFERENCE && !strcmp(tag, "intent")) {
        if (last) {
            last->target_class = text_by_id(r, c, ATTR_TARGET_CLASS);
            last->target_action = text_by_id(r, c, ATTR_ACTION);
        }
    } else if (!is_structure(r, tag) && !(depth == 1 && r->screen->origin == WIDGET_PREFERENCE)) {
        add_element(r, c);
    }
}

/* Is it a screen of preferences? Other things lie in res/xml, too. */
static bool is_preferences(const AxmlCursor *c)
{
    return axml_name_is(c, "PreferenceScreen") || axml_name_is(c, "preference-headers") || axml_name_is(c, "android.support.v7.preference.PreferenceScreen")
        || axml_name_is(c, "androidx.preference.PreferenceScreen");
}

static void walk(XmlReader *r, bool preferences)
{
    AxmlCursor c = axml_begin(&r->xml);
    AxmlEvent event;
    u32 depth = 0;
    while ((event = axml_next_visible(&c)) != AXML_END_DOCUMENT && event != AXML_BAD) {
        if (event == AXML_END_TAG && depth)
            depth--;
        if (event != AXML_START_TAG)
            continue;
        if (!depth && preferences && !is_preferences(&c))
            return;
        start_element(r, &c, ++depth);
    }
    if (event == AXML_BAD)
        graph_add_note(r->g, "%s: %s", r->file, error_text());
}

static void read_file(XmlReader *r, u32 id)
{
    const char *path = resource_text(r->g, id);
    const ZipEntry *entry = path && id >> 24 == 0x7f ? zip_find(r->g->zip, path) : NULL;
    Buf bytes = { 0 };
    if (!entry || r->screen->files++ >= MOST_FILES)     /* includes of includes may multiply */
        return;
    r->file = path;
    if (zip_read(r->g->zip, entry, &bytes) || axml_open(&r->xml, path, bytes.data, bytes.size))
        graph_add_note(r->g, "%s: %s", path, error_text());
    else
        walk(r, r->screen->origin == WIDGET_PREFERENCE);
    buf_free(&bytes);
}

const XmlScreen *xml_screen(Graph *g, u32 id)
{
    static const WidgetOrigin origins[] = { [RES_LAYOUT] = WIDGET_LAYOUT, [RES_MENU] = WIDGET_MENU, [RES_XML] = WIDGET_PREFERENCE };
    ResourceKind kind = resource_kind(g, id);
    if (kind != RES_LAYOUT && kind != RES_MENU && kind != RES_XML)
        return NULL;
    void **slot = map_slot_n(&g->screens, (const char *)&id, sizeof id);
    if (*slot)
        return *slot;
    XmlScreen *screen = *slot = xcalloc(1, sizeof *screen);
    screen->origin = origins[kind];
    read_file(&(XmlReader){ .g = g, .screen = screen }, id);
    return screen;
}
