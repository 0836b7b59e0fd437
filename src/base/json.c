/* The JSON writer. Bytes that are not UTF-8 are written as U+FFFD. */
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

Json json_begin(Buf *out)
{
    return (Json){ .out = out, .first = true };
}

static void newline(Json *json)
{
    buf_add_char(json->out, '\n');
    for (int i = 0; i < json->depth; i++)
        buf_add_str(json->out, "  ");
}

static void before_value(Json *json)
{
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    if (!json->first)
        buf_add_char(json->out, ',');
    if (json->depth)
        newline(json);
    json->first = false;
}

static void open(Json *json, char bracket)
{
    before_value(json);
    buf_add_char(json->out, bracket);
    json->depth++;
    json->first = true;
}

static void close(Json *json, char bracket)
{
    json->depth--;
    if (!json->first)
        newline(json);
    buf_add_char(json->out, bracket);
    json->first = false;
    if (!json->depth)
        buf_add_char(json->out, '\n');
}

void json_begin_object(Json *json) { open(json, '{'); }
void json_end_object(Json *json) { close(json, '}'); }
void json_begin_array(Json *json) { open(json, '['); }
void json_end_array(Json *json) { close(json, ']'); }

/* The length of the well-formed UTF-8 sequence at p, or 0. */
static int utf8_length(const u8 *p, size_t room)
{
    int n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3 : p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : 0;
    if (!n || (size_t)n > room)
        return 0;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))
        return 0;
    return n;
}

static void quoted(Json *json, const char *text, size_t length)
{
    Buf *out = json->out;
    buf_add_char(out, '"');
    for (size_t i = 0; i < length;) {
        u8 c = (u8)text[i];
        int n = utf8_length((const u8 *)text + i, length - i);
        if (n == 0) {
            buf_add_str(out, "\xef\xbf\xbd");
            i++;
            continue;
        }
        if (c == '"' || c == '\\') {
            buf_add_char(out, '\\');
            buf_add_char(out, (char)c);
        } else if (c == '\n') {
            buf_add_str(out, "\\n");
        } else if (c == '\t') {
            buf_add_str(out, "\\t");
        } else if (c == '\r') {
            buf_add_str(out, "\\r");
        } else if (c < 0x20 || c == 0x7f) {
            buf_printf(out, "\\u%04x", c);
        } else {
            buf_add(out, text + i, (size_t)n);
        }
        i += (size_t)n;
    }
    buf_add_char(out, '"');
}

void json_key(Json *json, const char *key)
{
    before_value(json);
    quoted(json, key, strlen(key));
    buf_add_str(json->out, ": ");
    json->after_key = true;
}

void json_add_string_n(Json *json, const char *text, size_t length)
{
    before_value(json);
    quoted(json, text, length);
}

void json_add_string(Json *json, const char *text)
{
    if (text)
        json_add_string_n(json, text, strlen(text));
    else
        json_add_null(json);
}

void json_add_int(Json *json, i64 value)
{
    before_value(json);
    buf_printf(json->out, "%lld", (long long)value);
}

void json_add_double(Json *json, double value)
{
    before_value(json);
    if (isfinite(value))
        buf_printf(json->out, "%.6g", value);
    else
        buf_add_str(json->out, "null");
}

void json_add_bool(Json *json, bool value)
{
    before_value(json);
    buf_add_str(json->out, value ? "true" : "false");
}

void json_add_null(Json *json)
{
    before_value(json);
    buf_add_str(json->out, "null");
}

void json_put_string(Json *json, const char *key, const char *text)
{
    json_key(json, key);
    json_add_string(json, text);
}

void json_put_int(Json *json, const char *key, i64 value)
{
    json_key(json, key);
    json_add_int(json, value);
}

void json_put_double(Json *json, const char *key, double value)
{
    json_key(json, key);
    json_add_double(json, value);
}

void json_put_bool(Json *json, const char *key, bool value)
{
    json_key(json, key);
    json_add_bool(json, value);
}
