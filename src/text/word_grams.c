/* The letters' features of a word: 3- and 4-grams, affixes, shape. */
#include "text/parser_format.h"

#include <ctype.h>
#include <string.h>

void normal_form(const char *word, char *out, size_t room)
{
    size_t n = 0;
    for (; *word && n + 1 < room; word++)
        out[n++] = isdigit((u8)*word) ? '0' : (char)tolower((u8)*word);
    out[n] = 0;
}

static u32 bucket(char kind, const char *text, size_t length)
{
    u32 h = 2166136261u ^ (u8)kind;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (u8)text[i]) * 16777619u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    return h % GRAM_BUCKETS;
}

int word_grams(const char *word, u32 *out)
{
    char text[40];
    text[0] = '<';
    normal_form(word, text + 1, sizeof text - 2);
    size_t n = strlen(text);
    text[n++] = '>';
    text[n] = 0;
    int count = 0;
    for (size_t k = 1; k <= 4; k++) {
        if (n > k + 1) {
            out[count++] = bucket('s', text + n - k - 1, k + 1);
            if (k <= 3)
                out[count++] = bucket('p', text, k + 1);
        }
    }
    for (size_t k = 3; k <= 4; k++)
        for (size_t i = 0; i + k <= n && count < MAX_GRAMS - 2; i++)
            out[count++] = bucket('g', text + i, k);
    /* shape: capitals, digits, marks, each run once */
    char shape[12];
    size_t m = 0;
    for (const char *p = word; *p && m < sizeof shape; p++) {
        char c = isupper((u8)*p) ? 'X' : islower((u8)*p) ? 'x' : isdigit((u8)*p) ? '0' : (u8)*p >= 0x80 ? 'u' : *p;
        if (!m || shape[m - 1] != c)
            shape[m++] = c;
    }
    out[count++] = bucket('h', shape, m);
    out[count++] = bucket('l', shape, isupper((u8)*word) ? 1 : 0);
    return count;
}
