/*
 * A JSON writer that streams into a Buf: no tree is built, commas and quoting
 * are its business. Pretty-printed with two blanks, since people read it too.
 * The names stay clear of jansson's, which reads JSON for us in the same program.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"

typedef struct Json {
    Buf *out;
    int depth;
    bool first;     /* nothing was written yet at this depth */
    bool after_key;
} Json;

Json json_begin(Buf *out);
void json_begin_object(Json *json);
void json_end_object(Json *json);
void json_begin_array(Json *json);
void json_end_array(Json *json);
void json_key(Json *json, const char *key);
void json_add_string(Json *json, const char *text);     /* NULL writes null */
void json_add_string_n(Json *json, const char *text, size_t length);
void json_add_int(Json *json, i64 value);
void json_add_double(Json *json, double value);
void json_add_bool(Json *json, bool value);
void json_add_null(Json *json);

/* key and value in one call */
void json_put_string(Json *json, const char *key, const char *text);
void json_put_int(Json *json, const char *key, i64 value);
void json_put_double(Json *json, const char *key, double value);
void json_put_bool(Json *json, const char *key, bool value);

#endif
