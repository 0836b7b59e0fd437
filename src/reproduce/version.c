#include "reproduce/reproduce.h"

#include "apk/manifest.h"

#include <stdlib.h>
#include <string.h>

/* The first number with dots in a text: "Pantry v1.2 (3)" is 1.2. */
static char *version_in(const char *text)
{
    while (*text && !(*text >= '0' && *text <= '9'))
        text++;
    size_t n = strspn(text, "0123456789.");
    while (n && text[n - 1] == '.')
        n--;
    return xstrndup(text, n);
}

/* A report about another version may tell of a crash that this one has not. */
char *version_notes(const ReproduceOptions *options)
{
    Zip *zip;
    Manifest *manifest = NULL;
    if (zip_open(&zip, options->apk))
        return NULL;
    Buf notes = { 0 };
    if (!manifest_read(&manifest, zip)) {
        char *have = version_in(manifest->version_name ? manifest->version_name : "");
        for (int i = 0; i < options->report_count; i++) {
            const char *fact = environment_get(&options->reports[i]->environment, "app version");
            char *said = version_in(fact ? fact : "");
            if (*said && *have && strcmp(said, have))
                buf_printf(&notes, "The report is about version %s; this app is version %s.\n", said, have);
            free(said);
        }
        free(have);
        manifest_free(manifest);
    }
    zip_close(zip);
    return notes.size ? buf_take(&notes) : NULL;
}
