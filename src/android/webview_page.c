/*
 * A page as text: the tree that gumbo makes of the HTML, walked once. Blocks are set
 * apart by line breaks, links become URLSpans, headings and emphasis get styles.
 */
#include "android/webview.h"

#include "android/natives.h"

#include <gumbo.h>

typedef enum SpanKind { SPAN_LINK, SPAN_HEADING, SPAN_BOLD, SPAN_ITALIC } SpanKind;

typedef struct PageSpan {
    SpanKind kind;
    size_t start, end;              /* bytes of the text */
    const char *link;               /* borrowed from the tree */
    int level;                      /* of a heading */
} PageSpan;

typedef struct Page {
    Buf text;
    PageSpan *spans;
    u32 count, room;
    char *title;
    bool space_due, preformatted, has_script;
    int depth;
} Page;

enum { DEEPEST = 400 };             /* a page nested deeper is cut off there */

/* ---- text ------------------------------------------------------------------------------- */

static void end_line(Page *page, int empty_lines)
{
    page->space_due = false;
    if (!page->text.size)
        return;
    int there = 0;
    while ((size_t)there < page->text.size && page->text.data[page->text.size - 1 - (size_t)there] == '\n')
        there++;
    for (; there <= empty_lines; there++)
        buf_add_char(&page->text, '\n');
}

static bool at_line_start(const Page *page)
{
    return !page->text.size || page->text.data[page->text.size - 1] == '\n';
}

static void add_text(Page *page, const char *text)
{
    if (page->preformatted) {
        buf_add_str(&page->text, text);
        return;
    }
    for (const char *c = text; *c; c++) {
        if (strchr(" \t\r\n\f", *c)) {
            page->space_due = true;
            continue;
        }
        if (page->space_due && !at_line_start(page))
            buf_add_char(&page->text, ' ');
        page->space_due = false;
        buf_add_char(&page->text, *c);
    }
}

static void add_span(Page *page, PageSpan span)
{
    if (span.start >= span.end)
        return;
    if (page->count == page->room) {
        page->room = page->room ? page->room * 2 : 32;
        page->spans = xrealloc(page->spans, page->room * sizeof *page->spans);
    }
    page->spans[page->count++] = span;
}

/* ---- elements ---------------------------------------------------------------------------- */

static bool is_hidden(GumboTag tag)
{
    return tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE || tag == GUMBO_TAG_TEMPLATE || tag == GUMBO_TAG_TITLE || tag == GUMBO_TAG_OPTION
           || tag == GUMBO_TAG_IFRAME || tag == GUMBO_TAG_OBJECT;
}

/* How many empty lines surround the element; -1: it is no block. */
static int block_space(GumboTag tag)
{
    switch (tag) {
    case GUMBO_TAG_P: case GUMBO_TAG_H1: case GUMBO_TAG_H2: case GUMBO_TAG_H3: case GUMBO_TAG_H4: case GUMBO_TAG_H5: case GUMBO_TAG_H6:
    case GUMBO_TAG_UL: case GUMBO_TAG_OL: case GUMBO_TAG_PRE: case GUMBO_TAG_BLOCKQUOTE: case GUMBO_TAG_TABLE: case GUMBO_TAG_DL:
        return 1;
    case GUMBO_TAG_DIV: case GUMBO_TAG_LI: case GUMBO_TAG_TR: case GUMBO_TAG_FORM: case GUMBO_TAG_SECTION: case GUMBO_TAG_ARTICLE: case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER: case GUMBO_TAG_HR: case GUMBO_TAG_DT: case GUMBO_TAG_DD: case GUMBO_TAG_CENTER: case GUMBO_TAG_NAV: case GUMBO_TAG_MAIN:
        return 0;
    default:
        return -1;
    }
}

static const char *attribute(const GumboElement *element, const char *name)
{
    const GumboAttribute *found = gumbo_get_attribute(&element->attributes, name);
    return found ? found->value : NULL;
}

/* What an element shows besides its children. */
static void add_marker(Page *page, const GumboElement *element)
{
    const char *value = NULL;
    if (element->tag == GUMBO_TAG_BR)
        buf_add_char(&page->text, '\n');
    else if (element->tag == GUMBO_TAG_LI)
        buf_add_str(&page->text, "\xe2\x80\xa2 ");
    else if (element->tag == GUMBO_TAG_IMG)
        value = attribute(element, "alt");
    else if (element->tag == GUMBO_TAG_INPUT && (!attribute(element, "type") || strcmp(attribute(element, "type"), "hidden")))
        value = attribute(element, "value") ? attribute(element, "value") : attribute(element, "placeholder");
    if (value && *value) {
        add_text(page, value);
        page->space_due = true;
    }
}

static void note_span(Page *page, const GumboElement *element, size_t start)
{
    PageSpan span = { .start = start, .end = page->text.size };
    switch (element->tag) {
    case GUMBO_TAG_A:
        span.kind = SPAN_LINK;
        span.link = attribute(element, "href");
        if (!span.link)
            return;
        break;
    case GUMBO_TAG_H1: case GUMBO_TAG_H2: case GUMBO_TAG_H3: case GUMBO_TAG_H4: case GUMBO_TAG_H5: case GUMBO_TAG_H6:
        span.kind = SPAN_HEADING;
        span.level = (int)(element->tag - GUMBO_TAG_H1) + 1;
        break;
    case GUMBO_TAG_B: case GUMBO_TAG_STRONG: case GUMBO_TAG_TH:
        span.kind = SPAN_BOLD;
        break;
    case GUMBO_TAG_I: case GUMBO_TAG_EM:
        span.kind = SPAN_ITALIC;
        break;
    default:
        return;
    }
    add_span(page, span);
}

static void walk(Page *page, const GumboNode *node);

static void walk_element(Page *page, const GumboElement *element)
{
    page->has_script |= element->tag == GUMBO_TAG_SCRIPT;
    if (element->tag == GUMBO_TAG_TITLE && !page->title && element->children.length) {
        const GumboNode *text = element->children.data[0];
        if (text->type == GUMBO_NODE_TEXT)
            page->title = xstrdup(text->v.text.text);
    }
    if (is_hidden(element->tag))
        return;
    int space = block_space(element->tag);
    if (space >= 0)
        end_line(page, space);
    bool was_preformatted = page->preformatted;
    page->preformatted |= element->tag == GUMBO_TAG_PRE || element->tag == GUMBO_TAG_TEXTAREA;
    size_t start = page->text.size + (page->space_due && !at_line_start(page));
    add_marker(page, element);
    for (unsigned i = 0; i < element->children.length; i++)
        walk(page, element->children.data[i]);
    page->preformatted = was_preformatted;
    note_span(page, element, start);
    if (element->tag == GUMBO_TAG_TD || element->tag == GUMBO_TAG_TH)
        page->space_due = true;
    if (space >= 0)
        end_line(page, space);
}

static void walk(Page *page, const GumboNode *node)
{
    if (page->depth >= DEEPEST)
        return;
    page->depth++;
    if (node->type == GUMBO_NODE_ELEMENT)
        walk_element(page, &node->v.element);
    else if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE || node->type == GUMBO_NODE_CDATA)
        add_text(page, node->v.text.text);
    page->depth--;
}

/* ---- as Java ------------------------------------------------------------------------------- */

static i32 utf16_length(const char *text, size_t bytes)
{
    i32 length = 0;
    for (size_t i = 0; i < bytes; i++)
        length += ((u8)text[i] & 0xc0) != 0x80 ? ((u8)text[i] >= 0xf0 ? 2 : 1) : 0;
    return length;
}

static void set_span(Thread *t, Object *builder, const Page *page, const PageSpan *span, Object *what)
{
    enum { EXCLUSIVE_EXCLUSIVE = 33 };
    i32 start = utf16_length(page->text.data, span->start), end = utf16_length(page->text.data, MIN(span->end, page->text.size));
    if (what && start < end)
        vm_call_method(t, builder, "setSpan", "(Ljava/lang/Object;III)V", what, start, end, EXCLUSIVE_EXCLUSIVE);
}

static void add_java_span(Thread *t, Object *builder, const Page *page, const PageSpan *span)
{
    static const double heading_sizes[] = { 2, 1.5, 1.17, 1, 0.83, 0.67 };
    enum { BOLD = 1, ITALIC = 2 };
    if (span->kind == SPAN_LINK)
        set_span(t, builder, page, span, vm_new(t, vm_boot_class(t, "android/text/style/URLSpan"), "(Ljava/lang/String;)V", vm_string_utf8(t, span->link)));
    else
        set_span(t, builder, page, span, vm_new(t, vm_boot_class(t, "android/text/style/StyleSpan"), "(I)V", span->kind == SPAN_ITALIC ? ITALIC : BOLD));
    if (span->kind == SPAN_HEADING && !t->exception)
        set_span(t, builder, page, span, vm_new(t, vm_boot_class(t, "android/text/style/RelativeSizeSpan"), "(F)V", heading_sizes[span->level - 1]));
}

Object *webview_page_text(Thread *t, const char *html, size_t size, char **title, bool *has_script)
{
    Page page = { 0 };
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, html, size);
    walk(&page, output->document->v.document.children.length ? output->root : output->document);
    while (page.text.size && page.text.data[page.text.size - 1] == '\n')
        page.text.size--;
    Object *string = vm_string_utf8_n(t, page.text.data ? page.text.data : "", page.text.size);
    Object *builder = string ? vm_new(t, vm_boot_class(t, "android/text/SpannableStringBuilder"), "(Ljava/lang/CharSequence;)V", string) : NULL;
    for (u32 i = 0; builder && i < page.count && !t->exception; i++)
        add_java_span(t, builder, &page, &page.spans[i]);
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    buf_free(&page.text);
    free(page.spans);
    *title = page.title;
    *has_script = page.has_script;
    return builder;
}
