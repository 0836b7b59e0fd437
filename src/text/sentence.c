/*
 * The splitter looks at every '.', '!', '?' and line end, and asks whether a
 * sentence can end there:
 *
 *   '.'   not after an abbreviation (e.g., i.e., vs., approx.), not inside a
 *         number, version, file name or ellipsis that goes on in lower case
 *   \n    ends a sentence, unless the line was wrapped: it is long, ends
 *         without a mark, and the next one goes on in lower case
 *
 * "->" and ">" chains stay in one sentence; so do quotes and brackets.
 */
#include "text/sentence.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { WRAPPED_LINE = 55, MAX_SENTENCE = 1500 };

static const char *const abbreviations[] = {
    "e.g", "i.e", "eg", "ie", "vs", "etc", "approx", "incl", "resp", "ver", "v", "no", "nr", "fig", "ca", "cf", "mr", "mrs", "dr",
    "st", "min", "max", "dept", "e. g", "i. e", "ex", "ref", "tel", "hrs", "mins", "secs", "z.b", "p.s", "a.k.a", "aka",
};

static bool is_abbreviation(const char *text, size_t from, size_t dot)
{
    size_t start = dot;
    while (start > from && (isalpha((u8)text[start - 1]) || text[start - 1] == '.') && dot - start < 8)
        start--;
    size_t n = dot - start;
    if (n == 0)
        return false;
    if (n == 1 && isalpha((u8)text[start]) && start > from && text[start - 1] == ' ' && isupper((u8)text[start]) && text[start] != 'I')
        return true;    /* an initial */
    for (size_t i = 0; i < COUNT_OF(abbreviations); i++)
        if (!strncasecmp(abbreviations[i], text + start, n) && !abbreviations[i][n])
            return true;
    return false;
}

static bool is_closing(char c)
{
    return c == '"' || c == '\'' || c == ')' || c == ']' || c == '*' || c == '`';
}

/* May a sentence end after the mark at text[at]? *end is set past marks and closing quotes. */
static bool ends_here(const char *text, size_t length, size_t from, size_t at, size_t *end)
{
    char c = text[at];
    size_t after = at + 1;
    while (after < length && (text[after] == '.' || text[after] == '!' || text[after] == '?'))
        after++;
    bool dots = c == '.' && after - at > 1;
    while (after < length && is_closing(text[after]))
        after++;
    *end = after;
    if (after >= length || text[after] == '\n')
        return true;
    if (text[after] != ' ' && text[after] != '\t') {
        /* "the app.Then it": a forgotten blank between lower and upper case */
        return c == '.' && after == at + 1 && at > from + 2 && islower((u8)text[at - 1]) && islower((u8)text[at - 2]) && isupper((u8)text[after])
            && after + 1 < length && islower((u8)text[after + 1])
            && (after + 2 >= length || text[after + 2] != '.');
    }
    size_t next = after;
    while (next < length && (text[next] == ' ' || text[next] == '\t'))
        next++;
    if (next >= length)
        return true;
    if (text[next] == '-' || text[next] == '>' || text[next] == ')' || text[next] == ',')
        return false;       /* "etc. -> crash" */
    if (c == '.' && !dots && is_abbreviation(text, from, at))
        return isupper((u8)text[next]) && at >= from + 3
            && !strncasecmp(text + at - 3, "etc", 3);
    if (dots && (islower((u8)text[next]) || text[next] == '>' ))
        return false;       /* "wait … then go on" */
    if (c == '.' && at > from && isdigit((u8)text[at - 1])) {
        /* "1. Open": a number at the start of a sentence is its mark */
        size_t digits = at;
        while (digits > from && isdigit((u8)text[digits - 1]))
            digits--;
        size_t before = digits;
        while (before > from && text[before - 1] == ' ')
            before--;
        if (before == from)
            return false;
    }
    return true;
}

/* Does the line end at text[at] part two sentences? */
static bool line_parts(const char *text, size_t length, size_t from, size_t at)
{
    size_t next = at + 1;
    while (next < length && (text[next] == ' ' || text[next] == '\t'))
        next++;
    if (next >= length || text[next] == '\n')
        return true;
    size_t line = at;
    while (line > from && text[line - 1] != '\n')
        line--;
    size_t width = at - line;
    char last = at > from ? text[at - 1] : 0;
    if (last == ',' && islower((u8)text[next]))
        return false;
    bool lower_follows = islower((u8)text[next]) || text[next] == '(' ;
    return !(width >= WRAPPED_LINE && lower_follows && isalnum((u8)last));
}

bool next_sentence(const char *text, size_t length, size_t *at, Span *out)
{
    size_t from = *at;
    while (from < length && isspace((u8)text[from]))
        from++;
    if (from >= length)
        return false;
    size_t end = length;
    int brackets = 0;
    for (size_t i = from; i < length; i++) {
        char c = text[i];
        size_t stop;
        if (c == '(')
            brackets++;
        else if (c == ')' && brackets)
            brackets--;
        if (c == '\n' && line_parts(text, length, from, i)) {
            end = i;
            break;
        }
        if (c == ';' && i + 1 < length && text[i + 1] == ' ' && i - from > 60 && !brackets) {
            end = i + 1;    /* a long chain of clauses */
            break;
        }
        if ((c == '.' || c == '!' || c == '?') && (!brackets || i - from > 300) && ends_here(text, length, from, i, &stop)) {
            end = stop;
            break;
        }
        if (i - from >= MAX_SENTENCE && (isspace((u8)c) || (i - from >= 4 * MAX_SENTENCE && ((u8)c & 0xc0) != 0x80))) {
            end = i;
            break;
        }
    }
    *at = end;
    while (end > from && isspace((u8)text[end - 1]))
        end--;
    *out = (Span){ (u32)from, (u32)end };
    return true;
}
