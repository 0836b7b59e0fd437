/*
 * Bytes to UTF-8. A byte-order mark decides; without one, a file where every
 * second byte is 0 is UTF-16; otherwise well-formed UTF-8 is kept and each
 * other byte is read as Windows-1252, which is what old trackers sent.
 */
#include "report/document.h"

/* Windows-1252 between 0x80 and 0x9f; 0 is unassigned. */
static const u16 windows_1252[32] = {
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
    0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
};

/* The length of the well-formed sequence at p, or 0. */
static int sequence_length(const u8 *p, const u8 *end)
{
    int n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : (p[0] & 0xf0) == 0xe0 ? 3 : p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : 0;
    if (!n || end - p < n)
        return 0;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))
        return 0;
    return n;
}

static void add_code_point(Buf *out, u32 c)
{
    if (c == 0xfeff || c == 0x200b || c == 0x200d || c == 0x200e || c == 0x200f)
        return; /* marks that have no width */
    if (c == 0xa0 || c == 0x202f || c == 0x2028 || (c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f)
        c = ' ';
    buf_add_utf8(out, c);
}

static void decode_utf16(Buf *out, const u8 *p, const u8 *end, bool little)
{
    for (; end - p >= 2; p += 2) {
        u32 c = little ? (u32)(p[0] | p[1] << 8) : (u32)(p[1] | p[0] << 8);
        if (c >= 0xd800 && c < 0xdc00 && end - p >= 4) {
            u32 low = little ? (u32)(p[2] | p[3] << 8) : (u32)(p[3] | p[2] << 8);
            if (low >= 0xdc00 && low < 0xe000) {
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
                p += 2;
            }
        }
        if (c >= 0xd800 && c < 0xe000)
            c = 0xfffd;
        add_code_point(out, c);
    }
}

void decode_text(Buf *out, const char *bytes, size_t size)
{
    const u8 *p = (const u8 *)bytes, *end = p + size;
    buf_reserve(out, size + size / 8);
    if (size >= 2 && ((p[0] == 0xff && p[1] == 0xfe) || (p[0] == 0xfe && p[1] == 0xff))) {
        decode_utf16(out, p + 2, end, p[0] == 0xff);
        return;
    }
    size_t zeros[2] = { 0, 0 }, probe = MIN(size, 4096);
    for (size_t i = 0; i < probe; i++)
        zeros[i & 1] += p[i] == 0;
    if (probe >= 8 && MAX(zeros[0], zeros[1]) > probe * 2 / 5) {
        decode_utf16(out, p, end, zeros[1] > zeros[0]);
        return;
    }
    while (p < end) {
        const u8 *run = p;
        while (p < end && *p < 0x7f && (*p >= 0x20 || *p == '\n' || *p == '\t'))
            p++;
        buf_add(out, run, (size_t)(p - run));
        if (p == end)
            break;
        if (*p == '\r') { /* line ends are \n from here on */
            if (p + 1 == end || p[1] != '\n')
                buf_add_char(out, '\n');
            p++;
            continue;
        }
        int n = sequence_length(p, end);
        u32 c = n == 2 ? (u32)(p[0] & 31) << 6 | (p[1] & 63)
              : n == 3 ? (u32)(p[0] & 15) << 12 | (u32)(p[1] & 63) << 6 | (p[2] & 63)
              : n == 4 ? (u32)(p[0] & 7) << 18 | (u32)(p[1] & 63) << 12 | (u32)(p[2] & 63) << 6 | (p[3] & 63)
              : n == 1 ? p[0] : p[0] < 0xa0 ? windows_1252[p[0] - 0x80] : p[0];
        add_code_point(out, c ? c : 0xfffd);
        p += n ? n : 1;
    }
}
