/*
 * Reads the head of a sound file.
 *
 *   ID3v2   0  3 "ID3"   3  2 version   5  1 flags   6  4 size, 7 bits a byte   10 frames:
 *           0  4 name    4  4 size (7 bits a byte from version 4 on)   8  2 flags   10 encoding, text
 *   MPEG    11 bits set, version, layer, bit rate and sampling rate as indexes
 *   WAV     "RIFF" size "WAVE", chunks: "fmt " has bytes per second at 8, "data" the samples
 */
#include "android/media_metadata.h"

#include "base/buf.h"
#include "base/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Input {
    const u8 *bytes;
    size_t count;
    u64 file_size;
} Input;

static void put(MediaMetadata *m, int key, const char *text)
{
    free(m->values[key]);
    m->values[key] = xstrdup(text);
}

static void put_number(MediaMetadata *m, int key, u64 number)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    put(m, key, text);
}

/* ---- texts of tags ------------------------------------------------------------------------ */

static void add_code_point(Buf *out, u32 c)
{
    if (c < 0x80) {
        buf_add_char(out, (char)c);
    } else if (c < 0x800) {
        buf_add_char(out, (char)(0xc0 | c >> 6));
        buf_add_char(out, (char)(0x80 | (c & 63)));
    } else {
        buf_add_char(out, (char)(0xe0 | c >> 12));
        buf_add_char(out, (char)(0x80 | (c >> 6 & 63)));
        buf_add_char(out, (char)(0x80 | (c & 63)));
    }
}

static void add_utf16(Buf *out, const u8 *p, size_t count, bool big)
{
    if (count >= 2 && ((p[0] == 0xff && p[1] == 0xfe) || (p[0] == 0xfe && p[1] == 0xff))) {
        big = p[0] == 0xfe;
        p += 2;
        count -= 2;
    }
    for (size_t i = 0; i + 1 < count; i += 2) {
        u32 c = big ? (u32)p[i] << 8 | p[i + 1] : (u32)p[i + 1] << 8 | p[i];
        if (!c)
            return;
        add_code_point(out, c);
    }
}

/* The text of a frame, in the encoding that its first byte names. */
static void add_text(Buf *out, const u8 *p, size_t count)
{
    enum { LATIN_1, UTF_16, UTF_16_BIG, UTF_8 };
    int encoding = count ? p[0] : LATIN_1;
    if (count && (encoding == UTF_16 || encoding == UTF_16_BIG)) {
        add_utf16(out, p + 1, count - 1, encoding == UTF_16_BIG);
        return;
    }
    for (size_t i = 1; i < count && p[i]; i++) {
        if (encoding == UTF_8)
            buf_add_char(out, (char)p[i]);
        else
            add_code_point(out, p[i]);
    }
}

static int key_of_frame(const u8 *name)
{
    static const struct { const char *name; int key; } frames[] = {
        { "TIT2", META_TITLE }, { "TPE1", META_ARTIST }, { "TALB", META_ALBUM }, { "TPE2", META_ALBUM_ARTIST }, { "TCOM", META_COMPOSER }, { "TCON", META_GENRE },
        { "TRCK", META_TRACK }, { "TPOS", META_DISC }, { "TYER", META_YEAR }, { "TDRC", META_YEAR }, { "TEXT", META_WRITER },
    };
    for (size_t i = 0; i < COUNT_OF(frames); i++)
        if (!memcmp(frames[i].name, name, 4))
            return frames[i].key;
    return -1;
}

static u32 seven_bits(const u8 *p)
{
    return (u32)(p[0] & 127) << 21 | (u32)(p[1] & 127) << 14 | (u32)(p[2] & 127) << 7 | (p[3] & 127);
}

/* Returns where the tag ends; 0: there is none. */
static size_t read_id3(MediaMetadata *m, const Input *in)
{
    if (in->count < 10 || memcmp(in->bytes, "ID3", 3))
        return 0;
    int version = in->bytes[3];
    size_t end = 10 + (size_t)seven_bits(in->bytes + 6), limit = MIN(end, in->count);
    for (size_t at = 10; version >= 3 && at + 10 <= limit && in->bytes[at];) {
        const u8 *frame = in->bytes + at;
        size_t size = version >= 4 ? seven_bits(frame + 4) : be32(frame + 4);
        if (size > limit - at - 10)
            break;
        int key = key_of_frame(frame);
        Buf text = { 0 };
        add_text(&text, frame + 10, size);
        if (key >= 0 && text.size)
            put(m, key, buf_str(&text));
        buf_free(&text);
        at += 10 + size;
    }
    return end;
}

/* ---- sound --------------------------------------------------------------------------------- */

static void put_sound(MediaMetadata *m, const char *mime, u64 bits_per_second, u64 size)
{
    put(m, META_MIME, mime);
    put(m, META_HAS_AUDIO, "yes");
    put_number(m, META_BITRATE, bits_per_second);
    put_number(m, META_DURATION, size * 8000 / bits_per_second);
}

static bool read_mpeg(MediaMetadata *m, const Input *in, size_t from)
{
    static const u16 kilobits_1[16] = { 0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0 };
    static const u16 kilobits_2[16] = { 0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0 };
    for (size_t i = from; i + 4 <= in->count; i++) {
        const u8 *p = in->bytes + i;
        int version = p[1] >> 3 & 3, layer = p[1] >> 1 & 3, rate = p[2] >> 4, sampling = p[2] >> 2 & 3;
        u32 kilobits = version == 3 ? kilobits_1[rate] : kilobits_2[rate];
        if (p[0] != 0xff || (p[1] & 0xe0) != 0xe0 || version == 1 || layer != 1 || sampling == 3 || !kilobits)
            continue;
        put_sound(m, "audio/mpeg", kilobits * 1000, in->file_size - MIN(in->file_size, i));
        return true;
    }
    return false;
}

static bool read_wav(MediaMetadata *m, const Input *in)
{
    if (in->count < 12 || memcmp(in->bytes, "RIFF", 4) || memcmp(in->bytes + 8, "WAVE", 4))
        return false;
    u32 bytes_per_second = 0;
    for (size_t at = 12; at + 8 <= in->count;) {
        const u8 *chunk = in->bytes + at;
        u32 size = le32(chunk + 4);
        if (!memcmp(chunk, "fmt ", 4) && size >= 16 && at + 24 <= in->count)
            bytes_per_second = le32(chunk + 16);
        if (!memcmp(chunk, "data", 4) && bytes_per_second) {
            put_sound(m, "audio/x-wav", (u64)bytes_per_second * 8, size);
            return true;
        }
        if (size > in->count - at - 8)
            break;
        at += 8 + size + (size & 1);
    }
    return false;
}

bool media_metadata_read(MediaMetadata *out, const u8 *bytes, size_t count, u64 file_size)
{
    *out = (MediaMetadata){ 0 };
    Input in = { bytes, count, file_size };
    if (read_wav(out, &in))
        return true;
    size_t tag = read_id3(out, &in);
    bool plain = count >= 2 && bytes[0] == 0xff && (bytes[1] & 0xe0) == 0xe0;
    if ((tag || plain) && read_mpeg(out, &in, tag))
        return true;
    media_metadata_free(out);
    return false;
}

void media_metadata_free(MediaMetadata *m)
{
    for (int i = 0; i < META_KEYS; i++)
        free(m->values[i]);
    *m = (MediaMetadata){ 0 };
}
