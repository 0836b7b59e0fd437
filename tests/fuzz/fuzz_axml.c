/* Any bytes: opened as binary XML, printed, read as a manifest, and every tag's attributes asked for as views do. */
#include "apk/manifest.h"
#include "apk/theme.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t size)
{
    Axml xml;
    Manifest *manifest;
    if (axml_open(&xml, "input", bytes, size))
        return 0;
    Buf text = { 0 };
    axml_print(&text, &xml);
    buf_free(&text);
    if (!manifest_read_bytes(&manifest, "input", bytes, size, NULL)) {
        manifest_launcher(manifest);
        manifest_free(manifest);
    }
    Resources *res = resources_new();
    Theme *theme = theme_new(res);
    AxmlCursor cursor = axml_begin(&xml);
    AxmlEvent event;
    while ((event = axml_next_visible(&cursor)) != AXML_END_DOCUMENT && event != AXML_BAD) {
        if (event != AXML_START_TAG)
            continue;
        i32 attributes[8], out[8 * STYLE_SIZE], indices[9];
        u32 count = MIN(cursor.attribute_count, 8);
        for (u32 i = 0; i < count; i++)
            attributes[i] = (i32)axml_attribute(&cursor, i).id;
        theme_style(theme, 0, 0, &cursor, attributes, count, out, indices);
        if (indices[0] < 0 || (u32)indices[0] > count)
            abort();
        resources_xml_attributes(res, &cursor, attributes, count, out, indices);
        axml_find(&cursor, "http://schemas.android.com/apk/res/android", 42, "name", 4);
        axml_find(&cursor, NULL, 0, "style", 5);
    }
    theme_free(theme);
    resources_free(res);
    return 0;
}
