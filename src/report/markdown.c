/*
 * GitHub Markdown to a Document, over cmark-gfm's tree. A level-1 heading that
 * opens the text is the title; everything is one post, since a Markdown file
 * holds what one person wrote.
 */
#include "report/document.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    Document *doc;
    Buf text;
} Reader;

/* cmark's delimiter stack and block nesting are bounded by cutting the input here. */
enum { MAX_MARKDOWN = 8 << 20, MAX_NESTING = 100 };

static void inline_text(Reader *reader, cmark_node *node, int nesting)
{
    for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child)) {
        const char *literal = cmark_node_get_literal(child);
        switch (cmark_node_get_type(child)) {
        case CMARK_NODE_TEXT:
            buf_add_str(&reader->text, literal ? literal : "");
            break;
        case CMARK_NODE_CODE:
            buf_printf(&reader->text, "`%s`", literal ? literal : "");
            break;
        case CMARK_NODE_SOFTBREAK: case CMARK_NODE_LINEBREAK:
            buf_add_char(&reader->text, '\n');
            break;
        case CMARK_NODE_HTML_INLINE:
            if (literal && !strncmp(literal, "<br", 3))
                buf_add_char(&reader->text, '\n');
            break;
        case CMARK_NODE_IMAGE:
            if (reader->doc->post_count)
                reader->doc->posts[reader->doc->post_count - 1].images++;
            break;
        case CMARK_NODE_LINK:
            if (reader->doc->post_count)
                reader->doc->posts[reader->doc->post_count - 1].links++;
            if (nesting < MAX_NESTING)
                inline_text(reader, child, nesting + 1);
            break; /* a link reads as its text */
        default:
            if (nesting < MAX_NESTING)
                inline_text(reader, child, nesting + 1);
        }
    }
}

static void take_block(Reader *reader, cmark_node *node, BlockKind kind, int number, int depth)
{
    buf_clear(&reader->text);
    inline_text(reader, node, 0);
    document_add_block(reader->doc, kind, number, depth, buf_str(&reader->text), reader->text.size);
}

static bool is_bold_paragraph(cmark_node *node)
{
    cmark_node *child = cmark_node_first_child(node);
    if (!child || cmark_node_get_type(child) != CMARK_NODE_STRONG)
        return false;
    cmark_node *next = cmark_node_next(child);
    return !next || (!cmark_node_next(next) && cmark_node_get_literal(next) && !strcmp(cmark_node_get_literal(next), ":"));
}

static void take_html(Reader *reader, const char *html)
{
    /* <details> and <summary> around a log are the common case: the tags go, the text stays. */
    buf_clear(&reader->text);
    bool inside = false, comment = false;
    for (const char *p = html; *p; p++) {
        if (!inside && !comment && !strncmp(p, "<!--", 4))
            comment = true;
        if (comment) {
            if (!strncmp(p, "-->", 3))
                comment = false, p += 2;
        } else if (*p == '<') {
            inside = true;
        } else if (*p == '>' && inside) {
            inside = false;
        } else if (!inside) {
            buf_add_char(&reader->text, *p);
        }
    }
    document_add_block(reader->doc, BLOCK_TEXT, 0, 0, buf_str(&reader->text), reader->text.size);
}

static void walk(Reader *reader, cmark_node *node, bool quote, int number, int depth, int nesting)
{
    if (nesting > MAX_NESTING)
        return;
    for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child)) {
        const char *type = cmark_node_get_type_string(child);
        const char *literal;
        switch (cmark_node_get_type(child)) {
        case CMARK_NODE_HEADING:
            if (!*reader->doc->title && !reader->doc->block_count && cmark_node_get_heading_level(child) == 1) {
                buf_clear(&reader->text);
                inline_text(reader, child, 0);
                document_set_title(reader->doc, buf_str(&reader->text), reader->text.size);
            } else {
                take_block(reader, child, BLOCK_HEADING, 0, 0);
            }
            break;
        case CMARK_NODE_PARAGRAPH:
            take_block(reader, child, quote ? BLOCK_QUOTE : number >= 0 ? BLOCK_ITEM : is_bold_paragraph(child) ? BLOCK_HEADING : BLOCK_TEXT,
                       MAX(number, 0), depth);
            break;
        case CMARK_NODE_CODE_BLOCK:
            literal = cmark_node_get_literal(child);
            document_add_block(reader->doc, quote ? BLOCK_QUOTE : BLOCK_CODE, 0, depth, literal ? literal : "", literal ? strlen(literal) : 0);
            break;
        case CMARK_NODE_HTML_BLOCK:
            literal = cmark_node_get_literal(child);
            take_html(reader, literal ? literal : "");
            break;
        case CMARK_NODE_BLOCK_QUOTE:
            walk(reader, child, true, number, depth, nesting + 1);
            break;
        case CMARK_NODE_LIST: {
            bool ordered = cmark_node_get_list_type(child) == CMARK_ORDERED_LIST;
            int next = ordered ? cmark_node_get_list_start(child) : 0;
            for (cmark_node *item = cmark_node_first_child(child); item; item = cmark_node_next(item)) {
                walk(reader, item, quote, ordered ? next++ : 0, depth + 1, nesting + 1);
            }
            break;
        }
        default:
            if (!strcmp(type, "table_row") || !strcmp(type, "table_header")) {
                Buf row = { 0 };
                for (cmark_node *cell = cmark_node_first_child(child); cell; cell = cmark_node_next(cell)) {
                    buf_clear(&reader->text);
                    inline_text(reader, cell, 0);
                    buf_printf(&row, "%s%s", row.size ? " | " : "", buf_str(&reader->text));
                }
                document_add_block(reader->doc, BLOCK_TABLE, 0, 0, buf_str(&row), row.size);
                buf_free(&row);
            } else {
                walk(reader, child, quote, number, depth, nesting + 1);
            }
        }
    }
}

/* Without these the parser aborts when there is no memory. */
static cmark_mem memory_for_parser = { .calloc = xcalloc, .realloc = xrealloc, .free = free };

void read_markdown(Document *doc, const char *text, size_t length)
{
    static bool registered;
    if (!registered) {
        cmark_gfm_core_extensions_ensure_registered();
        registered = true;
    }
    doc->format = "markdown";
    if (length > MAX_MARKDOWN) {
        length = MAX_MARKDOWN;
        doc->cut = true;
    }
    cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory_for_parser);
    static const char *const extensions[] = { "table", "strikethrough", "tasklist" };
    for (size_t i = 0; i < COUNT_OF(extensions); i++) {
        cmark_syntax_extension *extension = cmark_find_syntax_extension(extensions[i]);
        if (extension)
            cmark_parser_attach_syntax_extension(parser, extension);
    }
    cmark_parser_feed(parser, text, length);
    cmark_node *root = cmark_parser_finish(parser);
    document_begin_post(doc, "");
    Reader reader = { .doc = doc };
    walk(&reader, root, false, -1, 0, 0);
    cmark_node_free(root);
    cmark_parser_free(parser);
    buf_free(&reader.text);
}
