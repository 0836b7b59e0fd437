/*
 * The JSON writer against a parser of another hand: whatever bytes a string
 * has, what we write must parse (jansson), with the same number of members.
 */
#include "base/json.h"

#include <jansson.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    Buf out = { 0 };
    Json json = json_begin(&out);
    json_error_t error;
    json_t *parsed;
    size_t count = 0;

    json_set_alloc_funcs(xmalloc, free);
    json_begin_array(&json);
    while (size) {
        size_t length = MIN(size, (size_t)1 + data[0] % 64);
        json_add_string_n(&json, (const char *)data, length);
        data += length;
        size -= length;
        count++;
    }
    json_end_array(&json);

    parsed = json_loadb(out.data, out.size, JSON_ALLOW_NUL, &error);
    if (!parsed || json_array_size(parsed) != count)
        abort();
    json_decref(parsed);
    buf_free(&out);
    return 0;
}
