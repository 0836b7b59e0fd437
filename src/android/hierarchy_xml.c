/*
 * A hierarchy as UIAutomator's XML, and as a number by which a screen is known
 * again. See hierarchy.h.
 */
#include "android/hierarchy.h"

#include <string.h>
#include <utf8proc.h>
#include <xxhash.h>

static bool is_xml_character(utf8proc_int32_t c)
{
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) || c >= 0x10000;
}

/* As the platform's serializer writes an attribute; characters that XML has not become dots. */
static void put_attribute(Buf *out, const char *name, const char *value)
{
    buf_printf(out, " %s=\"", name);
    for (const u8 *p = (const u8 *)value; *p;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t used = utf8proc_iterate(p, -1, &c);
        if (used < 1 || !is_xml_character(c))
            buf_add_char(out, '.');
        else if (c == '&')
            buf_add_str(out, "&amp;");
        else if (c == '<')
            buf_add_str(out, "&lt;");
        else if (c == '>')
            buf_add_str(out, "&gt;");
        else if (c == '"')
            buf_add_str(out, "&quot;");
        else if (c < 0x20)
            buf_printf(out, "&#%d;", c);
        else
            buf_add(out, p, (size_t)used);
        p += used < 1 ? 1 : used;
    }
    buf_add_char(out, '"');
}

/* A password is not told; an empty text field tells its hint. */
static const char *shown_text(const HierarchyNode *n)
{
    return n->flags & VIEW_PASSWORD ? "" : *n->text ? n->text : n->hint;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* "Not accessibility friendly": can be clicked, and neither it nor anything in it has a text. */
static bool is_naf(const Hierarchy *h, i32 at)
{
    static const char *const excluded[] = { "android.widget.GridView", "android.widget.GridLayout", "android.widget.ListView", "android.widget.TableLayout" };
    const HierarchyNode *n = &h->nodes[at];
    for (size_t i = 0; i < COUNT_OF(excluded); i++)
        if (ends_with(n->class_name, excluded[i]))
            return false;
    if (!(n->flags & VIEW_CLICKABLE) || !(n->flags & VIEW_ENABLED))
        return false;
    for (i32 i = at; i < n->end; i++)
        if (*h->nodes[i].content_desc || *shown_text(&h->nodes[i]))
            return false;
    return true;
}

static void put_node(const Hierarchy *h, Buf *out, i32 at)
{
    static const struct { const char *name; u32 flag; } flags[] = {
        { "checkable", VIEW_CHECKABLE }, { "checked", VIEW_CHECKED }, { "clickable", VIEW_CLICKABLE }, { "enabled", VIEW_ENABLED },
        { "focusable", VIEW_FOCUSABLE }, { "focused", VIEW_FOCUSED }, { "scrollable", VIEW_SCROLLABLE }, { "long-clickable", VIEW_LONG_CLICKABLE },
        { "password", VIEW_PASSWORD }, { "selected", VIEW_SELECTED },
    };
    const HierarchyNode *n = &h->nodes[at];
    buf_add_str(out, "<node");
    if (is_naf(h, at))
        put_attribute(out, "NAF", "true");
    buf_printf(out, " index=\"%d\"", n->index);
    put_attribute(out, "text", shown_text(n));
    put_attribute(out, "resource-id", n->resource_id);
    put_attribute(out, "class", n->class_name);
    put_attribute(out, "package", n->package);
    put_attribute(out, "content-desc", n->content_desc);
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        buf_printf(out, " %s=\"%s\"", flags[i].name, n->flags & flags[i].flag ? "true" : "false");
    buf_printf(out, " bounds=\"[%d,%d][%d,%d]\"", n->bounds.left, n->bounds.top, n->bounds.right, n->bounds.bottom);
    i32 child = at + 1;
    while (child < n->end && !(h->nodes[child].flags & VIEW_VISIBLE))
        child = h->nodes[child].end;
    if (child >= n->end) {
        buf_add_str(out, " />");
        return;
    }
    buf_add_char(out, '>');
    for (; child < n->end; child = h->nodes[child].end)
        if (h->nodes[child].flags & VIEW_VISIBLE)
            put_node(h, out, child);
    buf_add_str(out, "</node>");
}

void hierarchy_write_xml(const Hierarchy *h, Buf *out, bool all_windows)
{
    buf_printf(out, "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"%d\">", h->rotation);
    for (i32 at = 0; at < (i32)h->count; at = h->nodes[at].end)
        if (all_windows || at == h->active)
            put_node(h, out, at);
    buf_add_str(out, "</hierarchy>");
}

/* ---- the number ------------------------------------------------------------------------------------ */

static u64 add_text(u64 hash, const char *text)
{
    return XXH64(text, strlen(text) + 1, hash);
}

u64 hierarchy_hash(const Hierarchy *h, bool with_texts)
{
    const u32 passing = VIEW_FOCUSED | VIEW_SELECTED;       /* where the person just was is no other screen */
    u64 hash = (u64)h->rotation;
    for (i32 at = 0; at < (i32)h->count;) {
        const HierarchyNode *n = &h->nodes[at];
        if (!(n->flags & VIEW_VISIBLE)) {
            at = n->end;
            continue;
        }
        const i32 shape[] = { (i32)(n->flags & ~passing), n->parent < 0 ? -1 : at - n->parent, n->input_type };
        hash = XXH64(shape, sizeof shape, hash);
        hash = add_text(add_text(hash, n->class_name), n->resource_id);
        if (with_texts)
            hash = add_text(add_text(hash, shown_text(n)), n->content_desc);
        at++;
    }
    return hash;
}
