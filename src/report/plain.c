/*
 * Plain text: a mail, a text file, the content of an old tracker's <pre>.
 *
 * Writers of plain text still mark things the way Markdown came from: numbers
 * and dashes before list items, "> " before quotes, "Steps:" alone on a line,
 * fences around code. Each line is judged by itself; lines that belong together
 * become one block.
 */
#define _GNU_SOURCE
#include "report/document.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct Line {
    const char *text;   /* without blanks at its ends */
    size_t length;
    size_t indent;
} Line;

/* Takes the next line from *p. */
static Line next_line(const char **p, const char *end)
{
    const char *start = *p;
    const char *stop = memchr(start, '\n', (size_t)(end - start));
    *p = stop ? stop + 1 : end;
    if (!stop)
        stop = end;
    Line line = { start, 0, 0 };
    while (line.text < stop && (*line.text == ' ' || *line.text == '\t'))
        line.text++;
    line.indent = (size_t)(line.text - start);
    while (stop > line.text && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r'))
        stop--;
    line.length = (size_t)(stop - line.text);
    return line;
}

/*
 * The length of a list mark at the start of the line: "1.", "2)", "(3)", "-",
 * "*", "•", "step 4:", "#5". 0 when there is none. *number is 0 for bullets.
 */
static size_t list_mark(Line line, int *number)
{
    const char *t = line.text;
    size_t n = line.length, i = 0;
    *number = 0;
    if (n >= 2 && (t[0] == '-' || t[0] == '*' || t[0] == '+') && (t[1] == ' ' || t[1] == '\t'))
        return 2;
    if (n >= 4 && (!memcmp(t, "\xe2\x80\xa2", 3) || !memcmp(t, "\xe2\x97\xa6", 3) || !memcmp(t, "\xe2\x80\xa3", 3)))
        return 3;
    bool step_word = n > 5 && !strncasecmp(t, "step", 4) && (t[4] == ' ' || isdigit((u8)t[4]));
    if (step_word)
        i = 4 + (t[4] == ' ');
    else if (t[0] == '(' || t[0] == '[' || t[0] == '#')
        i = 1;
    size_t digits = i;
    int value = 0;
    while (i < n && isdigit((u8)t[i]) && i - digits < 3)
        value = value * 10 + (t[i++] - '0');
    if (i == digits) {
        /* "a) open", "b. press" */
        if (!step_word && digits == 0 && n > 3 && isalpha((u8)t[0]) && t[1] == ')' && t[2] == ' ') {
            *number = tolower((u8)t[0]) - 'a' + 1;
            return 3;
        }
        return 0;
    }
    if (i >= n)
        return 0;
    char mark = t[i];
    if (t[0] == '#' && mark != ' ' && mark != ':' && mark != '.')
        return 0;
    if (t[0] == '#' && digits == 1 && mark == ' ')
        return 0; /* "#145 was closed": a reference */
    if ((t[0] == '(' && mark != ')') || (t[0] == '[' && mark != ']'))
        return 0;
    if (mark == '.' || mark == ')' || mark == ']' || mark == ':' || (mark == '-' && i + 1 < n && t[i + 1] != '-' && !isdigit((u8)t[i + 1]))
        || (step_word && (mark == ' ' || mark == '-'))) {
        i++;
        /* "2.5.7 from F-Droid" is a version, "10:30" a time; "1.Open" is an item */
        if (i < n && isdigit((u8)t[i]) && mark != ')' && mark != ']')
            return 0;
        if (i < n && mark == '-' && t[i] != ' ' && !isalpha((u8)t[i]))
            return 0;
        if (i < n && t[i] == ')')
            i++;
        while (i < n && (t[i] == ' ' || t[i] == '-' || t[i] == ':') && !(t[i] == '-' && i + 1 < n && t[i + 1] == '>'))
            i++;
        *number = value;
        return i;
    }
    return 0;
}

static bool all_of(Line line, const char *set)
{
    for (size_t i = 0; i < line.length; i++)
        if (!strchr(set, line.text[i]))
            return false;
    return line.length > 0;
}

static bool is_comment_separator(Line line)
{
    if (line.length < 7 || line.length > 60 || !memchr("-=#", line.text[0], 3))
        return false;
    size_t i = 0;
    while (i < line.length && strchr("-=# ", line.text[i]))
        i++;
    return line.length - i >= 7 && !strncasecmp(line.text + i, "comment", 7);
}

typedef struct Collector {
    Document *doc;
    Buf text;
    BlockKind kind;
    int number, depth;
} Collector;

static void flush(Collector *c)
{
    document_add_block(c->doc, c->kind, c->number, c->depth, buf_str(&c->text), c->text.size);
    buf_clear(&c->text);
    c->kind = BLOCK_TEXT;
    c->number = 0, c->depth = 0;
}

static void add_line(Collector *c, const char *text, size_t length)
{
    if (c->text.size)
        buf_add_char(&c->text, '\n');
    /* "Tap **Save**": stars for bold say nothing here */
    const char *end = text + length;
    while (text < end) {
        const char *stars = c->kind == BLOCK_CODE ? NULL : memmem(text, (size_t)(end - text), "**", 2);
        buf_add(&c->text, text, (size_t)((stars ? stars : end) - text));
        text = stars ? stars + 2 : end;
    }
}

static bool is_heading(Line line, const char **text, size_t *length)
{
    size_t marks = 0;
    while (marks < line.length && line.text[marks] == '#')
        marks++;
    if (marks && marks <= 6 && marks < line.length && line.text[marks] == ' ') {
        *text = line.text + marks, *length = line.length - marks;
        while (*length && (*text)[*length - 1] == '#')
            (*length)--;
        return true;
    }
    if (line.length > 4 && line.length < 80 && !memcmp(line.text, "**", 2)) {
        size_t end = line.length;
        if (line.text[end - 1] == ':')
            end--;
        if (end > 4 && !memcmp(line.text + end - 2, "**", 2) && !memmem(line.text + 2, end - 4, "**", 2)) {
            *text = line.text + 2, *length = end - 4;
            return true;
        }
    }
    return false;
}

static bool starts_with(Line line, const char *prefix)
{
    size_t n = strlen(prefix);
    return line.length >= n && !strncasecmp(line.text, prefix, n);
}

/*
 * The title of a text file: "Title: …", or a first line that stands alone, is
 * short, and is followed by something that is more than one line.
 */
static const char *take_title(Document *doc, const char *p, const char *end)
{
    const char *q = p;
    Line first = { 0 };
    while (q < end && !first.length)
        first = next_line(&q, end);
    if (!first.length)
        return p;
    static const char *const prefixes[] = { "title:", "summary:", "subject:" };
    for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
        size_t n = strlen(prefixes[i]);
        if (starts_with(first, prefixes[i]) && first.length > n) {
            document_set_title(doc, first.text + n, first.length - n);
            return q;
        }
    }
    const char *issue = memmem(first.text, first.length, " \xc2\xb7 Issue #", 10);
    if (issue) {
        document_set_title(doc, first.text, (size_t)(issue - first.text));
        return q;
    }
    const char *heading;
    size_t heading_length;
    if (first.text[0] == '#' && first.length > 2 && first.text[1] == ' ' && is_heading(first, &heading, &heading_length)) {
        document_set_title(doc, heading, heading_length);
        return q;
    }
    int number;
    const char *after = q;
    Line second = next_line(&after, end);
    bool more = after < end;
    if (!second.length && more && first.length < 140 && first.text[first.length - 1] != ':' && !list_mark(first, &number)
        && first.text[first.length - 1] != '.' && !memmem(first.text, first.length, "->", 2)) {
        document_set_title(doc, first.text, first.length);
        return q;
    }
    return p;
}

void read_plain(Document *doc, const char *text, size_t length)
{
    const char *p = text, *end = text + length;
    Collector c = { .doc = doc, .kind = BLOCK_TEXT };
    if (!doc->post_count && !*doc->title)
        p = take_title(doc, p, end);
    bool fenced = false;
    char fence = 0;
    while (p < end) {
        const char *raw = p;
        Line line = next_line(&p, end);
        const char *heading;
        size_t heading_length;
        int number;
        if (line.length >= 3 && (!memcmp(line.text, "```", 3) || !memcmp(line.text, "~~~", 3)) && (!fenced || line.text[0] == fence)) {
            flush(&c);
            fenced = !fenced;
            fence = line.text[0];
            if (fenced)
                c.kind = BLOCK_CODE;
            continue;
        }
        if (fenced) {
            add_line(&c, raw, (size_t)(line.text + line.length - raw));
            continue;
        }
        if (!line.length || all_of(line, "-=_*~ ")) {
            flush(&c);
            continue;
        }
        if (is_comment_separator(line)) {
            flush(&c);
            document_begin_post(doc, "");
            continue;
        }
        if (line.text[0] == '>' && line.length > 1 && line.text[1] != '=') {
            if (c.kind != BLOCK_QUOTE)
                flush(&c);
            c.kind = BLOCK_QUOTE;
            add_line(&c, line.text + 1, line.length - 1);
            continue;
        }
        if (is_heading(line, &heading, &heading_length)) {
            flush(&c);
            document_add_block(doc, BLOCK_HEADING, 0, 0, heading, heading_length);
            continue;
        }
        size_t mark = list_mark(line, &number);
        if (mark) {
            flush(&c);
            c.kind = BLOCK_ITEM;
            c.number = number;
            c.depth = 1 + (int)MIN(line.indent / 2, 6);
            add_line(&c, line.text + mark, line.length - mark);
            continue;
        }
        if (c.kind == BLOCK_QUOTE || (c.kind == BLOCK_ITEM && !line.indent && c.text.size > 0))
            flush(&c);
        add_line(&c, line.text, line.length);
    }
    if (fenced)
        c.kind = BLOCK_CODE;
    flush(&c);
    buf_free(&c.text);
}
