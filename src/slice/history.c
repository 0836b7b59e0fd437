#define _GNU_SOURCE
#include "slice/history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A link takes up to five bytes and two bits: six. */
enum { BUFFER = 1 << 20, MOST_BYTES = 6 * (MOST_LINKS + 3) };

struct History {
    int file;
    u8 *buffer;
    u32 used;                   /* of the buffer */
    u64 written;                /* bytes before the buffer */
    u64 nodes;
    u64 most;                   /* bytes that it may grow to */
    bool full;
    const u8 *map;              /* once closed */
};

int history_open(History **out, u64 most_bytes)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = "/tmp";
    char *path = xasprintf("%s/reenact-history-XXXXXX", folder);
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    int status = file < 0 ? error_set(ERR_IO, "no place for the history of the run in %s: %s", folder, strerror(errno)) : OK;
    free(path);
    if (status)
        return status;
    History *h = xcalloc(1, sizeof *h);
    h->file = file;
    h->most = MIN(most_bytes, (u64)UINT32_MAX) - MIN(most_bytes / 2, 2 * (u64)BUFFER);
    h->buffer = xmalloc(BUFFER);
    h->buffer[h->used++] = 0;           /* node 0 means none */
    *out = h;
    return OK;
}

void history_free(History *h)
{
    if (!h)
        return;
    if (h->map)
        munmap((void *)h->map, h->written);
    close(h->file);
    free(h->buffer);
    free(h);
}

static bool flush(History *h)
{
    for (u32 done = 0; done < h->used;) {
        ssize_t n = write(h->file, h->buffer + done, h->used - done);
        if (n <= 0) {
            h->full = true;
            return false;
        }
        done += (u32)n;
    }
    h->written += h->used;
    h->used = 0;
    return true;
}

void history_clear(History *h)
{
    if (lseek(h->file, 0, SEEK_SET) == 0 && ftruncate(h->file, 0) == 0)
        h->full = false;
    h->written = h->nodes = 0;
    h->used = 1;
}

static inline u8 *put_number(u8 *p, u64 n)
{
    for (; n >= 0x80; n >>= 7)
        *p++ = (u8)(n | 0x80);
    *p++ = (u8)n;
    return p;
}

Node history_end(const History *h)
{
    return (Node)(h->written + h->used);
}

Node history_add(History *h, u32 place, Node control, const Link *links, u32 count)
{
    if (UNLIKELY(h->used > BUFFER - MOST_BYTES) && !h->full)
        h->full = !flush(h) || h->written > h->most;
    if (UNLIKELY(h->used > BUFFER - MOST_BYTES))
        return 0;               /* the disk is full */
    Node node = history_end(h);
    u8 *start = h->buffer + h->used, *p = put_number(start, place);
    p = put_number(p, control ? node - control : 0);
    u32 kept = 0;
    for (u32 i = 0; i < count; i++)
        kept += links[i].to != 0;
    p = put_number(p, kept);
    for (u32 i = 0; i < count; i++)
        if (links[i].to)
            p = put_number(p, (u64)(node - links[i].to) << 2 | links[i].kind);
    h->used += (u32)(p - start);
    h->nodes++;
    return node;
}

u64 history_nodes(const History *h)
{
    return h->nodes;
}

bool history_is_full(const History *h)
{
    return h->full;
}

int history_close(History *h)
{
    if (h->map)
        return OK;
    if (h->used && !flush(h))
        return error_set(ERR_IO, "the history of the run could not be written: %s", strerror(errno));
    void *map = mmap(NULL, h->written, PROT_READ, MAP_SHARED, h->file, 0);
    if (map == MAP_FAILED)
        return error_set(ERR_IO, "the history of the run could not be read: %s", strerror(errno));
    h->map = map;
    return OK;
}

static inline const u8 *get_number(const u8 *p, u64 *out)
{
    u64 n = 0;
    int shift = 0;
    for (; *p & 0x80; p++, shift += 7)
        n |= (u64)(*p & 0x7f) << shift;
    *out = n | (u64)*p << shift;
    return p + 1;
}

Node history_read(const History *h, Node node, NodeView *out)
{
    u64 n;
    const u8 *p = get_number(h->map + node, &n);
    out->place = (u32)n;
    p = get_number(p, &n);
    out->control = n ? node - (Node)n : 0;
    p = get_number(p, &n);
    out->link_count = (u32)n;
    for (u32 i = 0; i < out->link_count; i++) {
        p = get_number(p, &n);
        out->links[i] = (Link){ node - (Node)(n >> 2), n & 3 };
    }
    return (Node)(p - h->map);
}
