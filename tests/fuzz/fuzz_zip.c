/* Any bytes: opened as an archive, every entry found by its name and unpacked. */
#include "apk/zip.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t size)
{
    Zip *zip;
    if (zip_open_bytes(&zip, "input", bytes, size))
        return 0;
    Buf content = { 0 };
    for (u32 i = 0; i < zip_count(zip); i++) {
        const ZipEntry *entry = zip_entry(zip, i);
        const ZipEntry *found = zip_find(zip, entry->name);
        if (!found || (found != entry && !entry->hidden))
            abort();
        if (entry->size > 1 << 20)
            continue;
        buf_clear(&content);
        if (!zip_read(zip, entry, &content) && content.size != entry->size)
            abort();
    }
    buf_free(&content);
    zip_close(zip);
    return 0;
}
