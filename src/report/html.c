/*
 * HTML: saved tracker pages to a Document (the paper's section 3.1.1).
 *
 * Each tracker marks its title, its authors and its posts by classes or ids of
 * its own: the table below holds them, a new tracker is a few more rows. A
 * page of no known tracker is read as one post: what its body says outside of
 * navigation.
 *
 *   page ─ html_slim ─ gumbo tree ─ walk: role of each element?
 *        TITLE  -> document title          AUTHOR -> the next post's author
 *        POST   -> blocks: p, li, pre, blockquote, tr, h1…h6
 */
#define _GNU_SOURCE
#include "report/document.h"
#include "report/html_slim.h"

#include <gumbo.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum Role { ROLE_NONE, ROLE_TITLE, ROLE_AUTHOR, ROLE_POST, ROLE_SKIP } Role;

typedef struct Selector {
    const char *site;
    Role role;
    const char *attribute, *word;   /* an element whose attribute holds word */
} Selector;

static const Selector selectors[] = {
    { "github", ROLE_TITLE, "class", "js-issue-title" },
    { "github", ROLE_TITLE, "data-testid", "issue-title" },
    { "github", ROLE_AUTHOR, "class", "author" },
    { "github", ROLE_AUTHOR, "data-testid", "issue-body-header-author" },
    { "github", ROLE_AUTHOR, "data-testid", "avatar-link" },
    { "github", ROLE_SKIP, "class", "js-preview-body" },
    { "github", ROLE_POST, "class", "js-comment-body" },
    { "github", ROLE_POST, "data-testid", "markdown-body" },
    { "gitlab", ROLE_TITLE, "data-testid", "issue-title" },
    { "gitlab", ROLE_TITLE, "data-testid", "work-item-title" },
    { "gitlab", ROLE_TITLE, "class", "title" },
    { "gitlab", ROLE_AUTHOR, "class", "author" },
    { "gitlab", ROLE_AUTHOR, "class", "note-header-author-name" },
    { "gitlab", ROLE_AUTHOR, "class", "author-name-link" },
    { "gitlab", ROLE_SKIP, "class", "system-note" },
    { "gitlab", ROLE_POST, "class", "md" },
    { "googlecode", ROLE_TITLE, "id", "issueheader" },
    { "googlecode", ROLE_TITLE, "id", "gca-project-header" },
    { "googlecode", ROLE_AUTHOR, "class", "userlink" },
    { "googlecode", ROLE_AUTHOR, "class", "author" },
    { "googlecode", ROLE_SKIP, "class", "attachments" },
    { "googlecode", ROLE_SKIP, "class", "updates" },
    { "googlecode", ROLE_POST, "class", "issuedescription" },
    { "googlecode", ROLE_POST, "class", "issuecomment" },
    { "bugzilla", ROLE_TITLE, "id", "short_desc_nonedit_display" },
    { "bugzilla", ROLE_TITLE, "id", "field-value-short_desc" },
    { "bugzilla", ROLE_AUTHOR, "class", "fn" },
    { "bugzilla", ROLE_AUTHOR, "class", "fna" },
    { "bugzilla", ROLE_POST, "class", "bz_comment_text" },
    { "bugzilla", ROLE_POST, "class", "comment-text" },
    { "bitbucket", ROLE_TITLE, "id", "issue-title" },
    { "bitbucket", ROLE_AUTHOR, "class", "author" },
    { "bitbucket", ROLE_POST, "class", "issue-description" },
    { "bitbucket", ROLE_POST, "class", "comment-content" },
};

/* What betrays the tracker, anywhere in the page; the first that is there decides. */
static const struct { const char *site, *mark; } site_marks[] = {
    { "bugzilla", "bz_comment_text" },
    { "bugzilla", "field-value-short_desc" },
    { "github", "js-issue-title" },
    { "github", "js-comment-body" },
    { "github", "issue-body-header-author" },
    { "github", "content=\"github.com\"" },    /* any other page of it holds no report */
    { "googlecode", "issuedescription" },
    { "googlecode", "gca-project-header" },
    { "gitlab", "GitLab" },
    { "bitbucket", "bitbucket" },
};

static const char *const quoted_reply_class = "email-quoted-reply";

typedef struct Walk {
    Document *doc;
    Buf author;
    Buf text;           /* the block being collected */
    Buf page_title;     /* <title>, in case nothing better comes */
    BlockKind kind;
    int number, depth;
    int in_post;
    int quote;
    bool plain_title;   /* the title came from <title> or <h1> only */
} Walk;

static const char *attribute(const GumboElement *element, const char *name)
{
    const GumboAttribute *found = gumbo_get_attribute(&element->attributes, name);
    return found ? found->value : "";
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = strstr(list, word); p; p = strstr(p + 1, word)) {
        bool starts = p == list || p[-1] == ' ' || p[-1] == '\n';
        if (starts && (!p[length] || p[length] == ' ' || p[length] == '\n'))
            return true;
    }
    return false;
}

static Role role_of(const Walk *walk, const GumboElement *element)
{
    if (!element->attributes.length)
        return ROLE_NONE;
    for (size_t i = 0; i < COUNT_OF(selectors); i++) {
        const Selector *s = &selectors[i];
        if (!strcmp(s->site, walk->doc->site) && has_word(attribute(element, s->attribute), s->word))
            return s->role;
    }
    return ROLE_NONE;
}

static bool has_word_n(const char *list, size_t length, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = list; (p = memmem(p, length - (size_t)(p - list), word, n)); p++) {
        bool starts = p == list || p[-1] == ' ' || p[-1] == '\n';
        if (starts && (p + n == list + length || p[n] == ' ' || p[n] == '\n'))
            return true;
    }
    return false;
}

/* Only attributes that a selector asks for survive the slimming. */
static bool keep_attribute(const char *name, size_t name_length, const char *value, size_t value_length)
{
    if (name_length == 5 && !strncasecmp(name, "start", 5))
        return true;
    for (size_t i = 0; i < COUNT_OF(selectors); i++)
        if (strlen(selectors[i].attribute) == name_length && !strncasecmp(selectors[i].attribute, name, name_length)
            && has_word_n(value, value_length, selectors[i].word))
            return true;
    return name_length == 5 && value_length >= 18 && has_word_n(value, value_length, quoted_reply_class);
}

static void add_collapsed(Buf *out, const char *text)
{
    for (; *text; text++) {
        bool blank = *text == ' ' || *text == '\n' || *text == '\t' || *text == '\r';
        if (!blank)
            buf_add_char(out, *text);
        else if (out->size && out->data[out->size - 1] != ' ' && out->data[out->size - 1] != '\n')
            buf_add_char(out, ' ');
    }
}

/* All text below node, as written or collapsed. */
static void text_of(Buf *out, const GumboNode *node, bool collapse)
{
    if (node->type == GUMBO_NODE_ELEMENT) {
        if (node->v.element.tag == GUMBO_TAG_BR)
            buf_add_char(out, '\n');
        const GumboVector *children = &node->v.element.children;
        for (unsigned i = 0; i < children->length; i++)
            text_of(out, children->data[i], collapse);
    } else if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE || node->type == GUMBO_NODE_CDATA) {
        if (collapse)
            add_collapsed(out, node->v.text.text);
        else
            buf_add_str(out, node->v.text.text);
    }
}

static void end_block(Walk *walk)
{
    BlockKind kind = walk->quote ? BLOCK_QUOTE : walk->kind;
    document_add_block(walk->doc, kind, walk->number, walk->depth, buf_str(&walk->text), walk->text.size);
    buf_clear(&walk->text);
    if (walk->kind == BLOCK_HEADING)
        walk->kind = BLOCK_TEXT;
}

static void walk_node(Walk *walk, const GumboNode *node);

static void walk_children(Walk *walk, const GumboNode *node)
{
    const GumboVector *children = &node->v.element.children;
    for (unsigned i = 0; i < children->length; i++)
        walk_node(walk, children->data[i]);
}

static void walk_list(Walk *walk, const GumboNode *list)
{
    BlockKind kind = walk->kind;
    int number = walk->number;
    end_block(walk);
    bool ordered = list->v.element.tag == GUMBO_TAG_OL;
    int next = ordered ? atoi(attribute(&list->v.element, "start")) : 0;
    if (ordered && next < 1)
        next = 1;
    walk->depth++;
    const GumboVector *children = &list->v.element.children;
    for (unsigned i = 0; i < children->length; i++) {
        walk->kind = BLOCK_ITEM;
        walk->number = next;
        const GumboNode *child = children->data[i];
        if (child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == GUMBO_TAG_LI) {
            walk_children(walk, child);
            if (ordered && next < 100000)
                next++;
        } else {
            walk_node(walk, child);
        }
        end_block(walk);
    }
    walk->depth--;
    walk->kind = kind, walk->number = number;
}

/* A paragraph that is nothing but short bold text is a heading in all but name. */
static bool is_bold_paragraph(const GumboNode *node)
{
    const GumboVector *children = &node->v.element.children;
    bool bold = false;
    for (unsigned i = 0; i < children->length; i++) {
        const GumboNode *child = children->data[i];
        if (child->type == GUMBO_NODE_WHITESPACE)
            continue;
        if (child->type != GUMBO_NODE_ELEMENT)
            return child->type == GUMBO_NODE_TEXT && bold && !strcmp(child->v.text.text, ":");
        GumboTag tag = child->v.element.tag;
        if (tag == GUMBO_TAG_BR && bold)
            continue;
        if (tag != GUMBO_TAG_STRONG && tag != GUMBO_TAG_B)
            return false;
        bold = true;
    }
    return bold;
}

static void walk_table_row(Walk *walk, const GumboNode *row)
{
    end_block(walk);
    const GumboVector *cells = &row->v.element.children;
    Buf line = { 0 };
    for (unsigned i = 0; i < cells->length; i++) {
        const GumboNode *cell = cells->data[i];
        if (cell->type != GUMBO_NODE_ELEMENT)
            continue;
        if (line.size)
            buf_add_str(&line, " | ");
        text_of(&line, cell, true);
    }
    document_add_block(walk->doc, BLOCK_TABLE, 0, 0, buf_str(&line), line.size);
    buf_free(&line);
}

static void walk_element_in_post(Walk *walk, const GumboNode *node)
{
    const GumboElement *element = &node->v.element;
    switch (element->tag) {
    case GUMBO_TAG_OL: case GUMBO_TAG_UL: case GUMBO_TAG_DL:
        walk_list(walk, node);
        return;
    case GUMBO_TAG_PRE: {
        BlockKind outer = walk->kind;
        end_block(walk);
        Buf code = { 0 };
        text_of(&code, node, false);
        document_add_block(walk->doc, walk->quote ? BLOCK_QUOTE : BLOCK_CODE, walk->number, walk->depth, buf_str(&code), code.size);
        buf_free(&code);
        walk->kind = outer;
        return;
    }
    case GUMBO_TAG_BLOCKQUOTE:
        end_block(walk);
        walk->quote++;
        walk_children(walk, node);
        end_block(walk);
        walk->quote--;
        return;
    case GUMBO_TAG_H1: case GUMBO_TAG_H2: case GUMBO_TAG_H3: case GUMBO_TAG_H4: case GUMBO_TAG_H5: case GUMBO_TAG_H6:
    case GUMBO_TAG_SUMMARY: {
        end_block(walk);
        BlockKind outer = walk->kind;
        walk->kind = BLOCK_HEADING;
        walk_children(walk, node);
        end_block(walk);
        walk->kind = outer;
        return;
    }
    case GUMBO_TAG_TR:
        if (walk->in_post && strcmp(walk->doc->site, "")) {
            walk_table_row(walk, node);
            return;
        }
        break;
    case GUMBO_TAG_CODE: case GUMBO_TAG_TT: case GUMBO_TAG_KBD: case GUMBO_TAG_SAMP: {
        Buf code = { 0 };
        text_of(&code, node, true);
        buf_printf(&walk->text, "`%s`", buf_str(&code));
        buf_free(&code);
        return;
    }
    case GUMBO_TAG_BR:
        buf_add_char(&walk->text, '\n');
        return;
    case GUMBO_TAG_IMG:
        if (walk->doc->post_count)
            walk->doc->posts[walk->doc->post_count - 1].images++;
        return;
    case GUMBO_TAG_A:
        if (walk->doc->post_count)
            walk->doc->posts[walk->doc->post_count - 1].links++;
        walk_children(walk, node);
        return;
    case GUMBO_TAG_P: case GUMBO_TAG_DIV: case GUMBO_TAG_SECTION: case GUMBO_TAG_ARTICLE: case GUMBO_TAG_HR:
    case GUMBO_TAG_DETAILS: case GUMBO_TAG_TABLE: case GUMBO_TAG_DD: case GUMBO_TAG_DT: case GUMBO_TAG_TD: {
        bool hidden_reply = has_word(attribute(element, "class"), quoted_reply_class);
        end_block(walk);
        walk->quote += hidden_reply;
        BlockKind outer = walk->kind;
        if (element->tag == GUMBO_TAG_P && walk->kind == BLOCK_TEXT && is_bold_paragraph(node))
            walk->kind = BLOCK_HEADING;
        walk_children(walk, node);
        end_block(walk);
        walk->kind = outer;
        walk->quote -= hidden_reply;
        return;
    }
    default:
        break;
    }
    walk_children(walk, node);
}

static void begin_post(Walk *walk, const GumboNode *node)
{
    walk->text.size = 0;
    document_begin_post(walk->doc, buf_str(&walk->author));
    walk->in_post++;
    walk->kind = BLOCK_TEXT;
    if (node->v.element.tag == GUMBO_TAG_PRE || node->v.element.tag == GUMBO_TAG_TD) {
        /* Google Code and Bugzilla keep a post in one <pre>: its lines are plain text. */
        if (node->v.element.tag == GUMBO_TAG_PRE) {
            Buf plain = { 0 };
            text_of(&plain, node, false);
            read_plain(walk->doc, buf_str(&plain), plain.size);
            buf_free(&plain);
        } else {
            walk_children(walk, node);
        }
    } else if (!strcmp(walk->doc->site, "googlecode")) {
        Buf plain = { 0 };
        text_of(&plain, node, false);
        read_plain(walk->doc, buf_str(&plain), plain.size);
        buf_free(&plain);
    } else {
        walk_children(walk, node);
    }
    end_block(walk);
    walk->in_post--;
}

static void walk_node(Walk *walk, const GumboNode *node)
{
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE || node->type == GUMBO_NODE_CDATA) {
        if (walk->in_post)
            add_collapsed(&walk->text, node->v.text.text);
        return;
    }
    if (node->type != GUMBO_NODE_ELEMENT)
        return;
    const GumboElement *element = &node->v.element;
    if (element->tag == GUMBO_TAG_TITLE && !walk->page_title.size) {
        text_of(&walk->page_title, node, true);
        return;
    }
    Role role = role_of(walk, element);
    if (role == ROLE_SKIP)
        return;
    if (walk->in_post) {
        walk_element_in_post(walk, node);
        return;
    }
    if (role == ROLE_TITLE) {
        Buf title = { 0 };
        text_of(&title, node, true);
        if (title.size && !*walk->doc->title)
            document_set_title(walk->doc, title.data, title.size);
        buf_free(&title);
    } else if (role == ROLE_AUTHOR) {
        Buf author = { 0 };
        text_of(&author, node, true);
        while (author.size && author.data[author.size - 1] == ' ')
            author.data[--author.size] = 0;
        if (author.size) {
            buf_free(&walk->author);
            walk->author = author;
        } else {
            buf_free(&author);
        }
    } else if (role == ROLE_POST) {
        begin_post(walk, node);
    } else {
        walk_children(walk, node);
    }
}

/* "Crash on start · Issue #28 · owner/project" names more than the title. */
static void title_from_page(Walk *walk)
{
    char *title = walk->page_title.data;
    if (!title)
        return;
    char *cut = strstr(title, " \xc2\xb7 ");    /* GitHub's and GitLab's middle dot */
    if (cut)
        *cut = 0;
    size_t length = strlen(title);
    char *number = length ? strrchr(title, '(') : NULL;     /* GitLab: "title (#12)" */
    if (number && number > title && number[1] == '#' && title[length - 1] == ')')
        *number = 0;
    char *dash = strstr(title, " \xe2\x80\x93 ");   /* Bugzilla: "1234 – title" */
    if (dash && strspn(title, "0123456789") == (size_t)(dash - title))
        title = dash + 5;
    document_set_title(walk->doc, title, strlen(title));
}

/* "… · Issue #28 · owner/project": the last part */
static void find_project(Walk *walk)
{
    const char *last = NULL;
    for (const char *p = buf_str(&walk->page_title); (p = strstr(p, " \xc2\xb7 ")); p += 4)
        last = p + 4;
    if (last && strchr(last, '/'))
        walk->doc->project = arena_strdup(&walk->doc->arena, last);
}

static const char *find_site(const char *text, size_t length)
{
    for (size_t i = 0; i < COUNT_OF(site_marks); i++)
        if (memmem(text, length, site_marks[i].mark, strlen(site_marks[i].mark)))
            return site_marks[i].site;
    return "";
}

static bool skipped_on_plain_page(const GumboNode *node)
{
    if (node->type != GUMBO_NODE_ELEMENT)
        return false;
    GumboTag tag = node->v.element.tag;
    return tag == GUMBO_TAG_NAV || tag == GUMBO_TAG_FOOTER || tag == GUMBO_TAG_HEAD || tag == GUMBO_TAG_ASIDE;
}

static void walk_plain_page(Walk *walk, const GumboNode *root)
{
    const GumboVector *children = &root->v.element.children;
    for (unsigned i = 0; i < children->length; i++) {
        const GumboNode *child = children->data[i];
        if (skipped_on_plain_page(child))
            continue;
        if (child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == GUMBO_TAG_H1 && !*walk->doc->title) {
            Buf title = { 0 };
            text_of(&title, child, true);
            document_set_title(walk->doc, buf_str(&title), title.size);
            buf_free(&title);
        } else if (child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == GUMBO_TAG_BODY) {
            walk_plain_page(walk, child);
        } else {
            walk_node(walk, child);
        }
    }
    end_block(walk);
}

/* The parser does not look whether it was given memory. */
static void *memory_for_parser(void *unused, size_t size)
{
    UNUSED(unused);
    return xmalloc(size);
}

void read_html(Document *doc, const char *text, size_t length)
{
    Buf slim = { 0 };
    doc->format = "html";
    doc->cut = html_slim(&slim, text, length, keep_attribute);
    doc->site = find_site(text, length);

    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    options.allocator = memory_for_parser;
    GumboOutput *tree = gumbo_parse_with_options(&options, buf_str(&slim), slim.size);
    Walk walk = { .doc = doc };
    walk_node(&walk, tree->root);
    /* a page that only mentions a tracker is read as any page; GitHub's own lists hold no report */
    if (!doc->post_count && strcmp(doc->site, "github")) {
        doc->site = "";
        walk.in_post = 1;
        walk_plain_page(&walk, tree->root);
    }
    find_project(&walk);
    /* GitLab's page title is surer than its classes, which its frame uses too */
    bool gitlab_title = !strcmp(doc->site, "gitlab") && walk.page_title.size && strstr(walk.page_title.data, " (#");
    if (!*doc->title || gitlab_title)
        title_from_page(&walk);
    gumbo_destroy_output(&options, tree);
    buf_free(&slim);
    buf_free(&walk.author);
    buf_free(&walk.text);
    buf_free(&walk.page_title);
}
