/*
 * Reading views from the heap: fields of android.view.View and of the widgets, by
 * name, as the framework's own accessibility code would report them. See hierarchy.h.
 */
#include "android/hierarchy.h"

#include "android/asset_files.h"
#include "android/hierarchy_icon.h"
#include "android/input_method.h"
#include "android/natives.h"
#include "android/package.h"
#include "android/render_node.h"
#include "android/screen.h"
#include "android/webview.h"
#include "android/window.h"

#define VIEW "android/view/View"
#define TEXT_VIEW "android/widget/TextView"

enum {
    VISIBILITY_MASK = 0xc, FOCUSABLE = 0x1, DISABLED = 0x20, CLICKABLE = 0x4000, LONG_CLICKABLE = 0x200000,     /* mViewFlags */
    PRIVATE_FOCUSED = 0x2, PRIVATE_SELECTED = 0x4,
    MOST_NODES = 20000, MOST_DEPTH = 500,
};
#define TEXTS_SIZE ((size_t)256 << 20)       /* addresses, not memory */

static FieldRef left = FIELD(VIEW, "mLeft", "I"), top = FIELD(VIEW, "mTop", "I"), right = FIELD(VIEW, "mRight", "I"), bottom = FIELD(VIEW, "mBottom", "I");
static FieldRef scroll_x = FIELD(VIEW, "mScrollX", "I"), scroll_y = FIELD(VIEW, "mScrollY", "I");
static FieldRef view_flags = FIELD(VIEW, "mViewFlags", "I"), private_flags = FIELD(VIEW, "mPrivateFlags", "I");
static FieldRef children_field = FIELD("android/view/ViewGroup", "mChildren", NULL), children_count = FIELD("android/view/ViewGroup", "mChildrenCount", "I");

typedef struct Reader {
    Thread *t;
    Hierarchy *h;
    u32 room;
    const Window *window;
    const char *package;
    const Object *manager;          /* the last AssetManager that named an id */
    Resources *resources;
    Icons icons;
    Buf text;
} Reader;

/* The way from a view to the screen. */
typedef struct Way {
    const struct Way *up;
    const Object *view;             /* the parent */
    Matrix matrix;
    bool plain, shown;              /* no matrix; nothing above is transparent */
} Way;

/* ---- texts ----------------------------------------------------------------------------------------- */

/* Without making a string of it: looking must not change the heap. */
static void append_utf16(Buf *out, const u16 *chars, i32 count)
{
    if (count > 0)
        pool_text_append(out, &(PoolText){ (const u8 *)chars, (u32)count, false });
}

static void append_builder(Thread *t, Buf *out, const Object *o)
{
    static FieldRef text = FIELD("android/text/SpannableStringBuilder", "mText", NULL);
    static FieldRef gap_start = FIELD("android/text/SpannableStringBuilder", "mGapStart", "I"), gap_length = FIELD("android/text/SpannableStringBuilder", "mGapLength", "I");
    const Object *chars = GET_REF(t, o, &text);
    i32 start = GET_INT(t, o, &gap_start), after = start + GET_INT(t, o, &gap_length);
    if (!chars || start < 0 || after < start || after > ARRAY_LENGTH(chars))
        return;
    append_utf16(out, ARRAY_U16(chars), start);
    append_utf16(out, ARRAY_U16(chars) + after, ARRAY_LENGTH(chars) - after);
}

static void append_string_builder(Thread *t, Buf *out, const Object *o)
{
    static FieldRef value = FIELD("java/lang/AbstractStringBuilder", "value", "[C"), count = FIELD("java/lang/AbstractStringBuilder", "count", "I");
    const Object *chars = GET_REF(t, o, &value);
    if (chars)
        append_utf16(out, ARRAY_U16(chars), MIN(GET_INT(t, o, &count), ARRAY_LENGTH(chars)));
}

static bool has_ancestor(const Class *c, const char *name)
{
    for (; c; c = c->super)
        if (!strcmp(c->name->text, name))
            return true;
    return false;
}

/* A CharSequence of the library; one of the app's own cannot be read without running it. */
static const char *text_of(Reader *r, const Object *o)
{
    static FieldRef inner = FIELD("android/text/SpannableStringInternal", "mText", NULL);
    if (!o)
        return "";
    buf_clear(&r->text);
    const Class *c = object_class(o);
    if (!strcmp(c->name->text, "java/lang/String"))
        vm_string_append_utf8(&r->text, o);
    else if (has_ancestor(c, "android/text/SpannableStringInternal"))
        vm_string_append_utf8(&r->text, GET_REF(r->t, o, &inner));
    else if (has_ancestor(c, "android/text/SpannableStringBuilder"))
        append_builder(r->t, &r->text, o);
    else if (has_ancestor(c, "java/lang/AbstractStringBuilder"))
        append_string_builder(r->t, &r->text, o);
    return r->text.size ? arena_strndup(&r->h->texts, buf_str(&r->text), r->text.size) : "";
}

static const Object *java_resources(Thread *t, const Object *view)
{
    static FieldRef resources = FIELD(VIEW, "mResources", NULL);
    return GET_REF(t, view, &resources);
}

static Resources *resources_of_view(Reader *r, const Object *view)
{
    static FieldRef assets = FIELD("android/content/res/Resources", "mAssets", NULL);
    static FieldRef native_manager = FIELD("android/content/res/AssetManager", "mObject", "J");
    const Object *java = java_resources(r->t, view), *manager = java ? GET_REF(r->t, java, &assets) : NULL;
    if (manager != r->manager) {
        const AssetManager *native = manager ? peer(GET_LONG(r->t, manager, &native_manager)) : NULL;
        r->manager = manager;
        r->resources = native ? native->res : NULL;
    }
    return r->resources;
}

/* "package:type/entry"; "" for a number that is no resource. */
static const char *resource_name(Reader *r, const Object *view, u32 id)
{
    ResName name;
    Resources *res = id >> 24 ? resources_of_view(r, view) : NULL;
    if (!res || !resources_name(res, id, &name))
        return "";
    buf_clear(&r->text);
    buf_add_str(&r->text, name.package);
    buf_add_char(&r->text, ':');
    pool_text_append(&r->text, &name.type);
    buf_add_char(&r->text, '/');
    pool_text_append(&r->text, &name.entry);
    return arena_strndup(&r->h->texts, buf_str(&r->text), r->text.size);
}

static const char *image_name(Reader *r, const Object *view)
{
    static FieldRef id = FIELD("android/widget/ImageView", "mResource", "I"), drawable = FIELD("android/widget/ImageView", "mDrawable", NULL);
    if (GET_INT(r->t, view, &id))
        return resource_name(r, view, (u32)GET_INT(r->t, view, &id));
    const Object *shown = GET_REF(r->t, view, &drawable), *java = java_resources(r->t, view);
    Resources *res = shown && java ? resources_of_view(r, view) : NULL;
    buf_clear(&r->text);
    return res && icon_name(r->t, &r->icons, java, res, shown, &r->text) ? arena_strndup(&r->h->texts, buf_str(&r->text), r->text.size) : "";
}

/* ---- bounds ----------------------------------------------------------------------------------------------- */

static Matrix matrix_of_view(Thread *t, const Object *view)
{
    static FieldRef node = FIELD(VIEW, "mRenderNode", NULL), native_node = FIELD("android/view/RenderNode", "mNativeRenderNode", "J");
    const Object *n = GET_REF(t, view, &node);
    return n ? render_node_matrix(GET_LONG(t, n, &native_node)) : matrix_identity;
}

static i32 width_of(Thread *t, const Object *view)
{
    return GET_INT(t, view, &right) - GET_INT(t, view, &left);
}

static i32 height_of(Thread *t, const Object *view)
{
    return GET_INT(t, view, &bottom) - GET_INT(t, view, &top);
}

static void offset(RectF *f, float x, float y)
{
    f->left += x;
    f->right += x;
    f->top += y;
    f->bottom += y;
}

/* Cut by every ancestor on the way to the screen, as View.getBoundsOnScreen does. */
static RectF bounds_on_screen(Reader *r, const Object *view, const Way *way, float scrolled)
{
    Thread *t = r->t;
    RectF f = { 0, 0, (float)width_of(t, view), (float)height_of(t, view) };
    Matrix own = matrix_of_view(t, view);
    if (!matrix_is_identity(&own))
        f = matrix_map_rect(&own, f);
    offset(&f, (float)GET_INT(t, view, &left), (float)GET_INT(t, view, &top));
    for (; way; way = way->up) {
        offset(&f, -(float)GET_INT(t, way->view, &scroll_x), -(float)GET_INT(t, way->view, &scroll_y));
        f.left = MAX(f.left, 0);
        f.top = MAX(f.top, 0);
        f.right = MIN(f.right, (float)width_of(t, way->view));
        f.bottom = MIN(f.bottom, (float)height_of(t, way->view));
        if (!way->plain)
            f = matrix_map_rect(&way->matrix, f);
        offset(&f, (float)GET_INT(t, way->view, &left), (float)GET_INT(t, way->view, &top));
    }
    offset(&f, (float)r->window->frames.frame.left, (float)r->window->frames.frame.top - scrolled);
    return f;
}

static i32 rounded(float f)
{
    return (i32)(f + 0.5f);
}

static bool is_transparent(Thread *t, const Object *view)
{
    static FieldRef info = FIELD(VIEW, "mTransformationInfo", NULL);
    static FieldRef alpha = FIELD(VIEW "$TransformationInfo", "mAlpha", "F"), transition = FIELD(VIEW "$TransformationInfo", "mTransitionAlpha", "F");
    const Object *i = GET_REF(t, view, &info);
    return i && (GET_FLOAT(t, i, &alpha) <= 0 || GET_FLOAT(t, i, &transition) <= 0);
}

/* ---- what a view can do ---------------------------------------------------------------------------------------- */

static const Object *child_at(Thread *t, const Object *group, i32 i)
{
    const Object *all = GET_REF(t, group, &children_field);
    return all && i >= 0 && i < GET_INT(t, group, &children_count) && i < ARRAY_LENGTH(all) ? ref_object(ARRAY_REF(all)[i]) : NULL;
}

static bool list_scrolls(Thread *t, const Object *view)
{
    static FieldRef first = FIELD("android/widget/AdapterView", "mFirstPosition", "I"), items = FIELD("android/widget/AdapterView", "mItemCount", "I");
    i32 count = GET_INT(t, view, &children_count), from = GET_INT(t, view, &first);
    if (from > 0 || from + count < GET_INT(t, view, &items))
        return true;
    const Object *highest = child_at(t, view, 0), *lowest = child_at(t, view, count - 1);
    return highest && lowest && (GET_INT(t, highest, &top) < 0 || GET_INT(t, lowest, &bottom) > height_of(t, view));
}

/* Does any child reach over the edge? */
static bool children_overflow(Thread *t, const Object *view, bool across)
{
    i32 room = across ? width_of(t, view) : height_of(t, view), count = GET_INT(t, view, &children_count);
    for (i32 i = 0; i < count; i++) {
        const Object *c = child_at(t, view, i);
        if (c && (GET_INT(t, c, across ? &left : &top) < 0 || GET_INT(t, c, across ? &right : &bottom) > room))
            return true;
    }
    return false;
}

static bool scrolls(Thread *t, const Object *view, u32 kinds)
{
    if (kinds & KIND_LIST)
        return list_scrolls(t, view);
    if (kinds & KIND_SCROLL)
        return children_overflow(t, view, false);
    if (kinds & KIND_SCROLL_ACROSS)
        return children_overflow(t, view, true);
    if (kinds & KIND_RECYCLER)
        return children_overflow(t, view, false) || children_overflow(t, view, true);
    return kinds & KIND_PAGER && GET_INT(t, view, &children_count) > 1;
}

static u8 get_bool(Thread *t, const Object *o, FieldRef *field)
{
    return FIELD_AT(o, u8, field_offset(t, field));
}

static u32 flags_of(Thread *t, const Object *view, const ViewClass *c)
{
    static FieldRef compound_checked = FIELD("android/widget/CompoundButton", "mChecked", "Z"), text_checked = FIELD("android/widget/CheckedTextView", "mChecked", "Z");
    i32 own = GET_INT(t, view, &view_flags), private = GET_INT(t, view, &private_flags);
    u32 flags = 0;
    flags |= own & DISABLED ? 0 : VIEW_ENABLED;
    flags |= own & CLICKABLE ? VIEW_CLICKABLE : 0;
    flags |= own & LONG_CLICKABLE ? VIEW_LONG_CLICKABLE : 0;
    flags |= own & FOCUSABLE ? VIEW_FOCUSABLE : 0;
    flags |= private & PRIVATE_FOCUSED ? VIEW_FOCUSED : 0;
    flags |= private & PRIVATE_SELECTED ? VIEW_SELECTED : 0;
    if (c->kinds & (KIND_COMPOUND | KIND_CHECKED_TEXT))
        flags |= VIEW_CHECKABLE | (get_bool(t, view, c->kinds & KIND_COMPOUND ? &compound_checked : &text_checked) ? VIEW_CHECKED : 0);
    if (flags & VIEW_ENABLED && scrolls(t, view, c->kinds))
        flags |= VIEW_SCROLLABLE;
    return flags;
}

/* A row of a list is clicked through the list. */
static void add_list_item(Thread *t, HierarchyNode *node, const Object *view, const Object *list)
{
    static FieldRef params = FIELD(VIEW, "mLayoutParams", NULL), enabled = FIELD("android/widget/AbsListView$LayoutParams", "isEnabled", "Z");
    const Object *p = GET_REF(t, view, &params);
    if (!p || !has_ancestor(object_class(p), "android/widget/AbsListView$LayoutParams"))
        return;
    i32 flags = GET_INT(t, list, &view_flags);
    if (flags & DISABLED || !get_bool(t, p, &enabled)) {
        node->flags &= ~(u32)VIEW_ENABLED;
        return;
    }
    node->flags |= flags & CLICKABLE ? VIEW_CLICKABLE : 0;
    node->flags |= flags & LONG_CLICKABLE ? VIEW_LONG_CLICKABLE : 0;
}

static void add_text(Reader *r, HierarchyNode *node, const Object *view)
{
    static FieldRef text = FIELD(TEXT_VIEW, "mText", NULL), hint = FIELD(TEXT_VIEW, "mHint", NULL), editor = FIELD(TEXT_VIEW, "mEditor", NULL);
    static FieldRef transformation = FIELD(TEXT_VIEW, "mTransformation", NULL), type = FIELD("android/widget/Editor", "mInputType", "I");
    static FieldRef listener = FIELD("android/widget/Editor", "mKeyListener", NULL);
    Thread *t = r->t;
    const Object *method = GET_REF(t, view, &transformation), *e = GET_REF(t, view, &editor);
    node->text = text_of(r, GET_REF(t, view, &text));
    node->hint = text_of(r, GET_REF(t, view, &hint));
    if (method && has_ancestor(object_class(method), "android/text/method/PasswordTransformationMethod"))
        node->flags |= VIEW_PASSWORD;
    if (e) {
        node->input_type = GET_INT(t, e, &type);
        node->flags |= GET_REF(t, e, &listener) ? VIEW_EDITABLE : 0;
    }
}

/* ---- the order of siblings ------------------------------------------------------------------------------------------ */

typedef struct Sibling {
    const Object *view;
    RectI at;
} Sibling;

/* Above, then left, as ViewGroup's ViewLocationHolder compares them. */
static i32 compare(const Sibling *a, const Sibling *b)
{
    if (a->at.bottom <= b->at.top)
        return -1;
    if (a->at.top >= b->at.bottom)
        return 1;
    if (a->at.left != b->at.left)
        return a->at.left - b->at.left;
    if (a->at.top != b->at.top)
        return a->at.top - b->at.top;
    i32 height = (b->at.bottom - b->at.top) - (a->at.bottom - a->at.top);
    return height ? height : (b->at.right - b->at.left) - (a->at.right - a->at.left);
}

/* Binary insertion, which is what the platform's sort does with so few; the order is none that is transitive. */
static void sort(Sibling *s, i32 count)
{
    for (i32 i = 1; i < count; i++) {
        Sibling pivot = s[i];
        i32 low = 0, high = i;
        while (low < high) {
            i32 middle = (low + high) / 2;
            if (compare(&pivot, &s[middle]) < 0)
                high = middle;
            else
                low = middle + 1;
        }
        memmove(s + low + 1, s + low, (size_t)(i - low) * sizeof *s);
        s[low] = pivot;
    }
}

static i32 visible_children(Reader *r, const Object *group, Sibling **out)
{
    Thread *t = r->t;
    i32 count = GET_INT(t, group, &children_count), found = 0;
    *out = count > 0 ? xcalloc((size_t)count, sizeof **out) : NULL;
    for (i32 i = 0; i < count; i++) {
        const Object *c = child_at(t, group, i);
        if (c && !(GET_INT(t, c, &view_flags) & VISIBILITY_MASK))
            (*out)[found++] = (Sibling){ c, { GET_INT(t, c, &left), GET_INT(t, c, &top), GET_INT(t, c, &right), GET_INT(t, c, &bottom) } };
    }
    if (found > 1)
        sort(*out, found);
    return found;
}

/* ---- the tree ------------------------------------------------------------------------------------------------------------ */

static RectI on_screen(Reader *r, RectF f, bool *visible)
{
    RectI b = { rounded(f.left), rounded(f.top), rounded(f.right), rounded(f.bottom) };
    RectI cut = { MAX(b.left, 0), MAX(b.top, 0), MIN(b.right, screen_app_width(r->t->vm)), MIN(b.bottom, screen_app_height(r->t->vm)) };
    *visible = cut.left < cut.right && cut.top < cut.bottom;
    return *visible ? cut : b;
}

static HierarchyNode *new_node(Reader *r)
{
    Hierarchy *h = r->h;
    if (h->count == r->room) {
        r->room = r->room ? r->room * 2 : 128;
        h->nodes = xrealloc(h->nodes, r->room * sizeof *h->nodes);
    }
    HierarchyNode *node = &h->nodes[h->count++];
    *node = (HierarchyNode){ .text = "", .hint = "", .icon = "", .content_desc = "", .resource_id = "" };
    return node;
}

static void fill(Reader *r, HierarchyNode *node, const Object *view, const ViewClass *c, const Way *way, float scrolled)
{
    static FieldRef id = FIELD(VIEW, "mID", "I"), description = FIELD(VIEW, "mContentDescription", NULL);
    Thread *t = r->t;
    bool visible;
    node->window = r->window;
    node->identity = object_ref(view);
    node->package = r->package;
    node->class_name = c->name;
    node->real_class = c->real_name;
    node->flags = flags_of(t, view, c);
    node->bounds = on_screen(r, bounds_on_screen(r, view, way, scrolled), &visible);
    node->flags |= visible && (!way || way->shown) && !is_transparent(t, view) ? VIEW_VISIBLE : 0;
    if (GET_INT(t, view, &id) != -1)
        node->resource_id = resource_name(r, view, (u32)GET_INT(t, view, &id));
    node->content_desc = text_of(r, GET_REF(t, view, &description));
    if (c->kinds & KIND_TEXT)
        add_text(r, node, view);
    if (c->kinds & KIND_IMAGE)
        node->icon = image_name(r, view);
}

/* What a web page shows: nodes as UIAutomator has them for WebView, cut by the view. */
static void read_page(Reader *r, const Object *view, i32 self)
{
    const WebPart *parts;
    u32 count = webview_parts_of(r->t, view, &parts);
    for (u32 i = 0; i < count && r->h->count < MOST_NODES; i++) {
        HierarchyNode *node = new_node(r);
        const HierarchyNode *web = &r->h->nodes[self];
        i32 x = web->bounds.left - GET_INT(r->t, view, &scroll_x), y = web->bounds.top - GET_INT(r->t, view, &scroll_y);
        RectI cut = { MAX(x + parts[i].left, web->bounds.left), MAX(y + parts[i].top, web->bounds.top), MIN(x + parts[i].right, web->bounds.right),
                      MIN(y + parts[i].bottom, web->bounds.bottom) };
        bool visible = web->flags & VIEW_VISIBLE && cut.left < cut.right && cut.top < cut.bottom;
        node->window = r->window;
        node->identity = object_ref(view) + i + 1;
        node->parent = self;
        node->index = (i32)i;
        node->end = (i32)r->h->count;
        node->package = r->package;
        node->class_name = node->real_class = "android.view.View";
        node->content_desc = arena_strdup(&r->h->texts, parts[i].text);
        node->bounds = cut;
        node->flags = VIEW_ENABLED | (visible ? VIEW_VISIBLE : 0) | (parts[i].is_link ? VIEW_CLICKABLE : 0);
    }
}

static void read_view(Reader *r, const Object *view, i32 parent, i32 index, const Way *way, float scrolled, u32 depth)
{
    if (r->h->count >= MOST_NODES || depth > MOST_DEPTH)
        return;
    const ViewClass *c = hierarchy_class(r->t->vm, object_class(view));
    i32 self = (i32)r->h->count;
    HierarchyNode *node = new_node(r);
    node->parent = parent;
    node->index = index;
    fill(r, node, view, c, way, scrolled);
    if (way && hierarchy_class(r->t->vm, object_class(way->view))->kinds & KIND_LIST)
        add_list_item(r->t, node, view, way->view);
    if (c->kinds & KIND_GROUP) {
        Way down = { .up = way, .view = view, .matrix = matrix_of_view(r->t, view), .shown = (!way || way->shown) && !is_transparent(r->t, view) };
        down.plain = matrix_is_identity(&down.matrix);
        Sibling *children;
        i32 count = visible_children(r, view, &children);
        for (i32 i = 0; i < count; i++)
            read_view(r, children[i].view, self, i, &down, scrolled, depth + 1);
        free(children);
        read_page(r, view, self);
    }
    r->h->nodes[self].end = (i32)r->h->count;
}

static void read_window(Reader *r, const Window *w)
{
    static FieldRef root = FIELD("android/view/ViewRootImpl$W", "mViewAncestor", NULL), referent = FIELD("java/lang/ref/Reference", "referent", NULL);
    static FieldRef view = FIELD("android/view/ViewRootImpl", "mView", NULL), scrolled = FIELD("android/view/ViewRootImpl", "mCurScrollY", "I");
    const Object *client = w->client ? ref_object(*w->client) : NULL;
    if (!client || strcmp(object_class(client)->name->text, "android/view/ViewRootImpl$W"))
        return;
    const Object *weak = GET_REF(r->t, client, &root), *impl = weak ? GET_REF(r->t, weak, &referent) : NULL, *top_view = impl ? GET_REF(r->t, impl, &view) : NULL;
    if (!top_view)
        return;
    r->window = w;
    if (w == window_focused(r->t->vm))
        r->h->active = (i32)r->h->count;
    read_view(r, top_view, -1, 0, NULL, (float)GET_INT(r->t, impl, &scrolled), 0);
}

Hierarchy *hierarchy_read(Thread *t)
{
    Hierarchy *h = xcalloc(1, sizeof *h);
    h->active = -1;
    h->rotation = screen_rotation(t->vm);
    if (arena_open(&h->texts, TEXTS_SIZE, 0)) {
        free(h);
        return NULL;
    }
    Reader r = { .t = t, .h = h, .package = arena_strdup(&h->texts, package_name(t->vm)) };
    for (const Window *w = window_bottom(t->vm); w; w = w->next)
        if (window_is_shown(w))
            read_window(&r, w);
    buf_free(&r.text);
    icons_free(&r.icons);
    return h;
}

void hierarchy_free(Hierarchy *h)
{
    if (!h)
        return;
    arena_close(&h->texts);
    free(h->nodes);
    free(h);
}
