/*
 * Logcat prefixes: a cursor walks over date, time, process ids and tag; each
 * format is a different order of the same few pieces.
 */
#include "report/logline.h"

#include <ctype.h>
#include <string.h>

typedef struct Cursor {
    const char *text;
    size_t at, length;
} Cursor;

static char peek(const Cursor *c)
{
    return c->at < c->length ? c->text[c->at] : 0;
}

static void blanks(Cursor *c)
{
    while (peek(c) == ' ' || peek(c) == '\t')
        c->at++;
}

static int number(Cursor *c, int *digits)
{
    int value = 0;
    *digits = 0;
    while (isdigit((u8)peek(c)) && *digits < 9) {
        value = value * 10 + (peek(c) - '0');
        c->at++, (*digits)++;
    }
    return value;
}

static bool skip_char(Cursor *c, char expected)
{
    if (peek(c) != expected)
        return false;
    c->at++;
    return true;
}

/* "05-22 18:22:23.222" or with the year before it */
static bool date_time(Cursor *c)
{
    Cursor start = *c;
    int digits;
    number(c, &digits);
    if (digits == 4 && (skip_char(c, '-') || skip_char(c, '/')))
        number(c, &digits);
    if (digits == 2 && (skip_char(c, '-') || skip_char(c, '/'))) {
        number(c, &digits);
        if (digits == 2) {
            if (peek(c) == 'T')
                c->at++;
            blanks(c);
            number(c, &digits);
            if (digits == 2 && skip_char(c, ':') && (number(c, &digits), digits == 2) && skip_char(c, ':') && (number(c, &digits), digits == 2)) {
                if (skip_char(c, '.') || skip_char(c, ','))
                    number(c, &digits);
                return true;
            }
        }
    }
    *c = start;
    return false;
}

static bool is_priority(char c)
{
    return c && strchr("VDIWEFA", c);
}

/* "AndroidRuntime: " or "AndroidRuntime(24873): " after "E/" or "E " */
static bool tag_and_colon(Cursor *c, int *pid)
{
    size_t limit = MIN(c->length, c->at + 80);
    for (size_t i = c->at; i < limit; i++) {
        char ch = c->text[i];
        if (ch == '(') {
            Cursor p = { c->text, i + 1, c->length };
            int digits;
            blanks(&p);
            int value = number(&p, &digits);
            if (digits && skip_char(&p, ')') && skip_char(&p, ':')) {
                *pid = value;
                c->at = p.at;
                return true;
            }
        } else if (ch == ':' && (i + 1 == c->length || c->text[i + 1] == ' ' || c->text[i + 1] == '\t')) {
            c->at = i + 1;
            return true;
        } else if (ch == ' ' && i + 1 < limit && c->text[i + 1] != ':' && c->text[i + 1] != ' ' && i - c->at > 40) {
            return false;
        }
    }
    return false;
}

/* "E AndroidRuntime: …" without a date: only tags that crashes are logged under */
static bool is_lone_tag(const char *text, size_t at, size_t length)
{
    static const char *const tags[] = { "AndroidRuntime:", "AndroidRuntime(", "System.err:", "DEBUG   :", "libc    :", "libc:", "DEBUG:" };
    for (size_t i = 0; i < COUNT_OF(tags); i++)
        if (length - at > strlen(tags[i]) && !strncmp(text + at, tags[i], strlen(tags[i])))
            return true;
    return false;
}

LogLine log_line(const char *text, size_t length)
{
    LogLine none = { 0 }, line = { 0 };
    Cursor c = { text, 0, length };
    int digits;
    blanks(&c);
    bool bracket = skip_char(&c, '[');
    blanks(&c);
    bool dated = date_time(&c);
    if (bracket && !dated)
        return none;
    blanks(&c);
    if (dated) {
        size_t before = c.at;
        int pid = number(&c, &digits);
        if (digits && (peek(&c) == ' ' || peek(&c) == '-' || peek(&c) == ':')) {
            line.pid = pid;
            c.at++;
            blanks(&c);
            number(&c, &digits);
            if (peek(&c) == '/' || peek(&c) == '?') {   /* studio: "/the.app" */
                while (peek(&c) && peek(&c) != ' ')
                    c.at++;
            }
            blanks(&c);
        } else {
            c.at = before;
        }
    }
    char priority = peek(&c);
    char after = c.at + 1 < length ? text[c.at + 1] : 0;
    if (!is_priority(priority)) {
        if (dated && c.at < length && line.pid == 0)
            return none;    /* "05-22 18:22:23 it crashed": prose with a date */
        if (!dated)
            return none;
    } else if (after == '(' && !dated) {    /* process format */
        c.at += 2;
        blanks(&c);
        line.pid = number(&c, &digits);
        if (!digits || !skip_char(&c, ')'))
            return none;
        line.priority = priority;
    } else if (after == '/' || (after == ' ' && (dated || is_lone_tag(text, c.at + 2, length)))) {
        c.at += 2;
        if (bracket) {
            line.priority = priority;
            line.message = length;
            return line;
        }
        if (!tag_and_colon(&c, &line.pid))
            return none;
        line.priority = priority;
    } else {
        return none;
    }
    blanks(&c);
    line.message = MAX(c.at, 1);
    return line;
}
