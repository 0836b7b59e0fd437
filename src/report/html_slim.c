/*
 * One sweep over the page's bytes:
 *   comments, doctype, processing instructions     dropped
 *   script, style, svg, template, textarea …       dropped with their content
 *   attributes                                     only those that the reader selects by
 *   runs of blanks outside <pre>                   one blank
 *   nesting past MAX_DEPTH                         the tags are dropped, the text stays
 * Everything else is copied as it is; the tree's own rules repair it.
 */
#define _GNU_SOURCE
#include "report/html_slim.h"

#include <string.h>
#include <strings.h>

enum {
    MAX_DEPTH = 200,            /* real pages stay below 60 */
    MAX_ELEMENTS = 300000,
    MAX_OUTPUT = 24 << 20,
};

static const char *const dropped_with_content[] = {
    "script", "style", "svg", "template", "textarea", "select", "button", "noscript", "iframe", "object",
    "math", "audio", "video", "canvas", "include-fragment", "details-menu", "dialog", "footer", "nav",
};
/* Elements that HTML closes by itself: they cannot pile up. */
static const char *const not_nesting[] = {
    "p", "li", "td", "th", "tr", "dd", "dt", "tbody", "thead", "br", "hr", "img", "input", "meta", "link", "wbr",
    "source", "col", "area", "base", "embed", "param", "track", "html", "body", "head",
};
/* Formatting elements lose every attribute: the tree merges equal ones. */
static const char *const formatting[] = {
    "b", "i", "u", "s", "em", "strong", "code", "tt", "big", "small", "strike", "font", "nobr",
};

typedef struct Slim {
    Buf *out;
    const char *p, *end;
    u32 never_closed;   /* bit per dropped_with_content: no end tag in the rest of the page */
    int depth, elements;
    int pre;            /* open <pre> elements */
    KeepAttribute *keep;
} Slim;

static bool in_list(const char *const *list, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (!strncasecmp(list[i], name, length) && !list[i][length])
            return true;
    return false;
}
#define IN(list, name, length) in_list(list, COUNT_OF(list), name, length)

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':';
}

/* Goes past the end tag of the element that `name` opened; false when there is none. */
static bool skip_content(Slim *s, size_t kind, const char *name, size_t length)
{
    if (s->never_closed >> kind & 1)
        return false;
    for (const char *q = s->p; (q = memchr(q, '<', (size_t)(s->end - q))); q++) {
        if ((size_t)(s->end - q) < length + 3)
            break;
        if (q[1] == '/' && !strncasecmp(q + 2, name, length) && !is_name_char(q[2 + length])) {
            const char *close = memchr(q, '>', (size_t)(s->end - q));
            s->p = close ? close + 1 : s->end;
            return true;
        }
    }
    s->never_closed |= 1u << kind;
    return false;
}

static void skip_blanks(Slim *s)
{
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\n' || *s->p == '\t' || *s->p == '\r' || *s->p == '/'))
        s->p++;
}

/* Copies the attributes that matter, up to and with the '>'. */
static void copy_attributes(Slim *s, bool keep)
{
    int kept = 0;
    for (;;) {
        skip_blanks(s);
        if (s->p >= s->end)
            return;
        if (*s->p == '>') {
            s->p++;
            return;
        }
        const char *name = s->p;
        while (s->p < s->end && *s->p != '=' && *s->p != '>' && *s->p != ' ' && *s->p != '\n' && *s->p != '\t' && *s->p != '/')
            s->p++;
        size_t name_length = (size_t)(s->p - name);
        if (!name_length)
            s->p++; /* a stray '=' */
        while (s->p < s->end && (*s->p == ' ' || *s->p == '\n'))
            s->p++;
        const char *value = NULL, *value_end = NULL;
        if (s->p < s->end && *s->p == '=') {
            s->p++;
            while (s->p < s->end && (*s->p == ' ' || *s->p == '\n'))
                s->p++;
            char quote = s->p < s->end && (*s->p == '"' || *s->p == '\'') ? *s->p : 0;
            if (quote) {
                value = ++s->p;
                value_end = memchr(s->p, quote, (size_t)(s->end - s->p));
                if (!value_end)
                    value_end = s->end;
                s->p = MIN(value_end + 1, s->end);
            } else {
                value = s->p;
                while (s->p < s->end && *s->p != '>' && *s->p != ' ' && *s->p != '\n')
                    s->p++;
                value_end = s->p;
            }
        }
        if (keep && name_length && value && kept < 4 && s->keep(name, name_length, value, (size_t)(value_end - value))) {
            kept++;
            buf_add_char(s->out, ' ');
            buf_add(s->out, name, name_length);
            bool double_quote = !memchr(value, '"', (size_t)(value_end - value));
            buf_add_str(s->out, double_quote ? "=\"" : "='");
            buf_add(s->out, value, (size_t)(value_end - value));
            buf_add_char(s->out, double_quote ? '"' : '\'');
        }
    }
}

static void skip_declaration(Slim *s)
{
    if (s->end - s->p >= 4 && !memcmp(s->p, "<!--", 4)) {
        const char *close = memmem(s->p + 4, (size_t)(s->end - s->p - 4), "-->", 3);
        if (close) {
            s->p = close + 3;
            return;
        }
        s->p += 4; /* never closed: what follows is read as text */
        return;
    }
    const char *close = memchr(s->p, '>', (size_t)(s->end - s->p));
    s->p = close ? close + 1 : s->end;
}

static void tag(Slim *s)
{
    bool closing = s->p[1] == '/';
    const char *name = s->p + 1 + closing;
    const char *q = name;
    while (q < s->end && is_name_char(*q))
        q++;
    size_t length = (size_t)(q - name);
    s->p = q;
    if (!closing) {
        for (size_t i = 0; i < COUNT_OF(dropped_with_content); i++) {
            const char *dropped = dropped_with_content[i];
            if (strlen(dropped) == length && !strncasecmp(dropped, name, length)) {
                copy_attributes(s, false); /* goes to the '>' */
                skip_content(s, i, name, length);
                return;
            }
        }
    } else if (IN(dropped_with_content, name, length)) {
        copy_attributes(s, false);
        return;
    }
    bool counts = !IN(not_nesting, name, length);
    if (counts) {
        if (closing ? s->depth == 0 : s->depth >= MAX_DEPTH) {
            copy_attributes(s, false);
            return;
        }
        s->depth += closing ? -1 : 1;
    }
    s->elements += !closing;
    if (length == 3 && !strncasecmp(name, "pre", 3))
        s->pre = closing ? MAX(s->pre - 1, 0) : s->pre + 1;
    buf_add_char(s->out, '<');
    if (closing)
        buf_add_char(s->out, '/');
    buf_add(s->out, name, length);
    copy_attributes(s, !closing && !IN(formatting, name, length));
    buf_add_char(s->out, '>');
}

static void copy_text(Slim *s, const char *from, const char *to)
{
    if (s->pre) {
        buf_add(s->out, from, (size_t)(to - from));
        return;
    }
    while (from < to) {
        const char *run = from;
        while (from < to && *from != '\n' && !(*from == ' ' && from + 1 < to && (from[1] == ' ' || from[1] == '\n')))
            from++;
        buf_add(s->out, run, (size_t)(from - run));
        if (from < to) {
            buf_add_char(s->out, ' ');
            while (from < to && (*from == ' ' || *from == '\n' || *from == '\t'))
                from++;
        }
    }
}

bool html_slim(Buf *out, const char *text, size_t length, KeepAttribute *keep)
{
    Slim s = { .out = out, .p = text, .end = text + length, .keep = keep };
    bool comments_close = true;
    while (s.p < s.end) {
        if (s.elements > MAX_ELEMENTS || out->size > MAX_OUTPUT)
            return true;
        const char *open = memchr(s.p, '<', (size_t)(s.end - s.p));
        if (!open)
            open = s.end;
        copy_text(&s, s.p, open);
        s.p = open;
        if (s.end - s.p < 2) {
            break;
        } else if (s.p[1] == '!' || s.p[1] == '?') {
            if (!comments_close) {
                s.p += 2;
                continue;
            }
            const char *before = s.p;
            skip_declaration(&s);
            comments_close = s.p - before != 4;
        } else if (is_name_char(s.p[1]) || (s.p[1] == '/' && s.end - s.p > 2 && is_name_char(s.p[2]))) {
            tag(&s);
        } else {
            buf_add_str(out, "&lt;");
            s.p++;
        }
    }
    return false;
}
