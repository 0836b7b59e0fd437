/*
 * The tokenizer: one pass, each character looked at a bounded number of times.
 * Closing quotes are searched for at most MAX_QUOTE bytes ahead.
 */
#include "text/token.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

enum { MAX_QUOTE = 120 };

char *lower_case(Arena *arena, const char *text, size_t length)
{
    char *out = arena_strndup(arena, text, length);
    for (size_t i = 0; i < length;) {
        u8 c = (u8)out[i];
        if (c < 0x80) {
            out[i++] = (char)tolower(c);
        } else {
            utf8proc_int32_t code;
            utf8proc_ssize_t n = utf8proc_iterate((const u8 *)out + i, (utf8proc_ssize_t)(length - i), &code);
            if (n <= 0) {
                i++;
                continue;
            }
            u8 bytes[4];
            utf8proc_ssize_t m = utf8proc_encode_char(utf8proc_tolower(code), bytes);
            if (m == n)
                memcpy(out + i, bytes, (size_t)n);
            i += (size_t)n;
        }
    }
    return out;
}

/* The quotes: opening mark and what closes it. */
static const struct { const char *open, *close; } quotes[] = {
    { "\"", "\"" }, { "`", "`" }, { "\xe2\x80\x9c", "\xe2\x80\x9d" }, { "\xe2\x80\x9e", "\xe2\x80\x9c" }, { "\xe2\x80\x9c", "\"" },
    { "\"", "\xe2\x80\x9d" }, { "\xe2\x80\x9e", "\"" }, { "\xe2\x80\x98", "\xe2\x80\x99" }, { "\xc2\xab", "\xc2\xbb" },
    { "\xe3\x80\x8c", "\xe3\x80\x8d" }, { "''", "''" }, { "\"", "'" }, { "'", "'" }, { "\xe2\x80\x98", "'" },
};

static bool word_char(const char *p, const char *end)
{
    if (p >= end)
        return false;
    u8 c = (u8)*p;
    if (c < 0x80)
        return isalnum(c) || c == '_';
    utf8proc_int32_t code;
    if (utf8proc_iterate((const u8 *)p, end - p, &code) <= 0)
        return false;
    utf8proc_category_t kind = utf8proc_category(code);
    return kind <= UTF8PROC_CATEGORY_NO && kind >= UTF8PROC_CATEGORY_LU;
}

static size_t char_length(const char *p, const char *end)
{
    u8 c = (u8)*p;
    size_t n = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    return MIN(n, (size_t)(end - p));
}

static bool starts(const char *p, const char *end, const char *prefix)
{
    size_t n = strlen(prefix);
    return (size_t)(end - p) >= n && !memcmp(p, prefix, n);
}

/* The length of the quoted label at p, quotes included; 0 when it is none. */
static size_t quoted_length(const char *text, const char *p, const char *end, size_t *open_length, size_t *close_length)
{
    bool inside_word = p > text && (isalnum((u8)p[-1]) || (u8)p[-1] >= 0x80);
    for (size_t i = 0; i < COUNT_OF(quotes); i++) {
        const char *open = quotes[i].open, *close = quotes[i].close;
        if (!starts(p, end, open) || (inside_word && open[0] == '\''))
            continue;
        size_t n = strlen(open), m = strlen(close);
        for (const char *q = p + n; q + m <= end && q - p < MAX_QUOTE && *q != '\n'; q++) {
            if (memcmp(q, close, m) || q == p + n)
                continue;
            /* a closing ' is no apostrophe: nothing of a word follows it, and no blank stands before it */
            bool apostrophe = close[0] == '\'' && (word_char(q + m, end) || q[-1] == ' ');
            bool mixed = open[0] == '"' && close[0] == '\'' && (memchr(p + n, '"', MIN((size_t)(end - p) - n, MAX_QUOTE)) || p[n] == ' ');
            if (apostrophe || mixed || (open[0] == '"' && m == 3 && memchr(p + n, '"', (size_t)(q - p) - n)))
                continue;
            *open_length = n, *close_length = m;
            return (size_t)(q + m - p);
        }
    }
    return 0;
}

static size_t arrow_length(const char *text, const char *p, const char *end)
{
    static const char *const arrows[] = {
        "-->", "->", "=>", "==>", "\xe2\x86\x92", "\xe2\x9e\xa1", "\xe2\x87\x92", "\xe2\x9e\x94", "\xe2\x80\xba", "\xc2\xbb",
        ">>", "\xe2\x96\xb6", "\xe2\x96\xb8", "\xe2\x9e\x9c",
    };
    for (size_t i = 0; i < COUNT_OF(arrows); i++)
        if (starts(p, end, arrows[i]))
            return strlen(arrows[i]);
    /* '>' chains taps unless it compares: ">= 5", "> 5" */
    if (*p == '>') {
        const char *q = p + 1;
        while (q < end && *q == ' ')
            q++;
        bool number = q < end && (isdigit((u8)*q) || *q == '=');
        return number && p > text ? 0 : 1;
    }
    return 0;
}

/* Addresses, paths and e-mails are one token. */
static size_t url_length(const char *p, const char *end)
{
    const char *q = p;
    while (q < end && !isspace((u8)*q) && *q != '"' && *q != '<' && *q != '>' && q - p < 500)
        q++;
    size_t n = (size_t)(q - p);
    while (n && strchr(".,;:!?)'\"", p[n - 1]))
        n--;
    bool scheme = starts(p, end, "http://") || starts(p, end, "https://") || starts(p, end, "www.") || starts(p, end, "ftp://")
               || starts(p, end, "file://") || starts(p, end, "content://") || starts(p, end, "smb://");
    bool path = n > 2 && p[0] == '/' && (isalpha((u8)p[1]) || p[1] == '.') && !isspace((u8)p[1]);
    const char *at = memchr(p, '@', n);
    bool mail = at && at > p && isalnum((u8)p[0]) && memchr(at, '.', n - (size_t)(at - p));
    return scheme || path || mail ? n : 0;
}

/* The end of the word at p: letters, digits, and marks that stand inside words. */
static const char *word_end(const char *p, const char *end)
{
    const char *q = p;
    while (q < end) {
        if (word_char(q, end)) {
            q += char_length(q, end);
            continue;
        }
        bool joined = q > p && (*q == '-' || *q == '\'' || *q == '.' || *q == '/' || *q == '&' || *q == ':' || *q == ','
            || starts(q, end, "\xe2\x80\x99"));
        size_t n = starts(q, end, "\xe2\x80\x99") ? 3 : 1;
        if (!joined || !word_char(q + n, end))
            break;
        bool digits = isdigit((u8)q[-1]) && isdigit((u8)q[n]);
        if ((*q == ',' || *q == ':') && !digits)
            break;
        /* "e.g", "1.2.3", "file.txt", "Long.MAX_VALUE"; but "app.Then" is two sentences' words */
        if (*q == '.' && !digits && isupper((u8)q[1]) && islower((u8)q[-1]) && q + 2 < end && islower((u8)q[2]) && q - p > 1
            && !memchr(p, '.', (size_t)(q - p)))
            break;
        q += n;
    }
    return q;
}

typedef struct Builder {
    Arena *arena;
    const char *text;
    Token *tokens;
    int count;
} Builder;

static void add(Builder *b, TokenKind kind, const char *from, const char *to, const char *inner, size_t inner_length)
{
    if (b->count >= MAX_TOKENS)
        return;
    Token *t = &b->tokens[b->count++];
    t->kind = kind;
    t->start = (u32)(from - b->text), t->end = (u32)(to - b->text);
    t->text = arena_strndup(b->arena, inner, inner_length);
    t->lower = lower_case(b->arena, inner, inner_length);
    t->stem = t->lower;
    t->capital = isupper((u8)*t->text);
    t->blank_before = from > b->text && isspace((u8)from[-1]);
}

static void add_plain(Builder *b, TokenKind kind, const char *from, const char *to)
{
    add(b, kind, from, to, from, (size_t)(to - from));
}

/* A word, parted at its contraction if it has one. */
static void add_word(Builder *b, const char *from, const char *to)
{
    bool number = isdigit((u8)*from);
    size_t n = (size_t)(to - from);
    static const char *const tails[] = { "n't", "n\xe2\x80\x99t", "'s", "\xe2\x80\x99s", "'m", "\xe2\x80\x99m", "'re", "\xe2\x80\x99re",
                                         "'ve", "\xe2\x80\x99ve", "'ll", "\xe2\x80\x99ll", "'d", "\xe2\x80\x99" "d" };
    for (size_t i = 0; i < COUNT_OF(tails) && !number; i++) {
        size_t m = strlen(tails[i]);
        if (n > m && !strncasecmp(to - m, tails[i], m)) {
            add_plain(b, TOKEN_WORD, from, to - m);
            add_plain(b, TOKEN_WORD, to - m, to);
            return;
        }
    }
    if (n == 6 && !strncasecmp(from, "cannot", 6)) {
        add_plain(b, TOKEN_WORD, from, from + 3);
        add_plain(b, TOKEN_WORD, from + 3, to);
        return;
    }
    add_plain(b, number ? TOKEN_NUMBER : TOKEN_WORD, from, to);
}

TokenList tokenize(Arena *arena, const char *text, size_t length)
{
    const char *p = text, *end = text + length;
    size_t room = MIN(length + 1, MAX_TOKENS);
    Builder b = { .arena = arena, .text = text, .tokens = ARENA_ARRAY(arena, Token, room) };
    while (p < end && b.count < (int)room) {
        if (isspace((u8)*p)) {
            p++;
            continue;
        }
        size_t open, close, n = quoted_length(text, p, end, &open, &close);
        if (n) {
            const char *inner = p + open;
            size_t inner_length = n - open - close;
            while (inner_length && isspace((u8)*inner))
                inner++, inner_length--;
            while (inner_length && isspace((u8)inner[inner_length - 1]))
                inner_length--;
            if (inner_length) {
                add(&b, TOKEN_QUOTED, p, p + n, inner, inner_length);
                p += n;
                continue;
            }
        }
        /* a quote that is never closed runs to the end of a short sentence */
        if (*p == '"' && (p == text || isspace((u8)p[-1])) && end - p > 3 && end - p < MAX_QUOTE && !isspace((u8)p[1])
            && !memchr(p + 1, '"', (size_t)(end - p - 1)) && !memchr(p, '\n', (size_t)(end - p))) {
            size_t inner = (size_t)(end - p - 1);
            while (inner && strchr(".,;!? ", p[inner]))
                inner--;
            add(&b, TOKEN_QUOTED, p, p + 1 + inner, p + 1, inner);
            p += 1 + inner;
            continue;
        }
        if ((n = url_length(p, end))) {
            add_plain(&b, TOKEN_URL, p, p + n);
            p += n;
        } else if ((n = arrow_length(text, p, end))) {
            add_plain(&b, TOKEN_ARROW, p, p + n);
            p += n;
        } else if (*p == '.' && word_char(p + 1, end) && (p == text || isspace((u8)p[-1]))) {
            const char *q = word_end(p + 1, end);   /* ".zim", ".m3u" */
            add_plain(&b, TOKEN_WORD, p, q);
            p = q;
        } else if (word_char(p, end)) {
            const char *q = word_end(p, end);
            add_word(&b, p, q);
            p = q;
        } else if (*p == '.' && p + 1 < end && p[1] == '.') {
            const char *q = p;
            while (q < end && *q == '.')
                q++;
            add_plain(&b, TOKEN_PUNCT, p, q);
            p = q;
        } else {
            n = char_length(p, end);
            bool symbol = (u8)*p >= 0x80 ? !starts(p, end, "\xe2\x80") : strchr("+=*#$%^&@~|<>", *p) != NULL;
            add_plain(&b, symbol ? TOKEN_SYMBOL : TOKEN_PUNCT, p, p + n);
            p += n;
        }
    }
    return (TokenList){ b.tokens, b.count };
}

void tokens_stem(TokenList *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->tokens[i].kind == TOKEN_WORD)
            list->tokens[i].stem = stem_word(list->tokens[i].lower);
}
