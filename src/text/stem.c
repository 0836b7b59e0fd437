/* Snowball's English stemmer behind a cache: reports repeat their words. */
#include "base/map.h"
#include "text/token.h"

#include <libstemmer.h>
#include <string.h>

/* The cache is emptied when a hostile text fills it. */
enum { MAX_CACHED = 20000, MAX_WORD = 40 };

const char *stem_word(const char *lower)
{
    static struct sb_stemmer *stemmer;
    static Map cache;
    size_t length = strlen(lower);
    if (length > MAX_WORD || length < 3)
        return lower;
    char *known = map_get_n(&cache, lower, length);
    if (known)
        return known;
    if (!stemmer)
        stemmer = sb_stemmer_new("english", NULL);
    if (!stemmer || cache.live >= MAX_CACHED)
        return lower;
    const sb_symbol *stem = sb_stemmer_stem(stemmer, (const sb_symbol *)lower, (int)length);
    char *copy = stem ? xstrndup((const char *)stem, (size_t)sb_stemmer_length(stemmer)) : xstrdup(lower);
    map_put(&cache, lower, copy);
    return copy;
}
