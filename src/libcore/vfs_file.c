/*
 * The content of files: bytes in memory, or read through from a mounted host
 * file until the first write makes a copy of it.
 *
 * Small files grow by realloc. From MAPPED_ROOM on the bytes are a mapping of
 * their own, whose untouched pages cost nothing, so a file with a hole is cheap.
 * A file that the program maps (vfs_map_shared) gets a mapping with room to
 * grow and stays where it is: reads, writes and the program's pointers then see
 * the same bytes, as they do with mmap.
 */
#define _GNU_SOURCE
#include "libcore/vfs_internal.h"

#include "base/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAPPED_ROOM = 1 << 20, PAGE = 4096 };
#define PINNED_SLACK (64ull << 20)

static void *map_room(u64 room)
{
    return pages_map(room, 0);
}

static void free_room(u8 *data, u64 room)
{
    if (room >= MAPPED_ROOM)
        pages_unmap(data, room);
    else
        free(data);
}

/* Makes room for size bytes; the new ones are zero. */
static int reserve(Inode *inode, u64 size)
{
    if (size <= inode->room)
        return 0;
    if (inode->pinned)
        return -ENOSPC;
    u64 room = MAX(size, inode->room + inode->room / 2);
    u8 *data;
    if (room < MAPPED_ROOM) {
        room = ALIGN_UP(MAX(room, 64u), 64);
        data = xrealloc(inode->data, room);
        memset(data + inode->room, 0, room - inode->room);
    } else if (inode->room >= MAPPED_ROOM) {
        room = ALIGN_UP(room, PAGE);
        data = mremap(inode->data, inode->room, room, MREMAP_MAYMOVE);
        if (data == MAP_FAILED)
            return -ENOSPC;
    } else {
        room = ALIGN_UP(MAX(room, (u64)MAPPED_ROOM), PAGE);
        if (!(data = map_room(room)))
            return -ENOSPC;
        if (inode->size)
            memcpy(data, inode->data, inode->size);
        free(inode->data);
    }
    inode->data = data;
    inode->room = room;
    return 0;
}

/* Sets the size of a file in memory; what is added reads as zero. */
static int set_size(Vfs *vfs, Inode *inode, u64 size)
{
    if (size > inode->size) {
        if (size - inode->size > vfs->limit - MIN(vfs->used, vfs->limit))
            return -ENOSPC;
        int status = reserve(inode, size);
        if (status)
            return status;
        vfs->used += size - inode->size;
    } else {
        if (inode->room >= MAPPED_ROOM) {
            /* Give whole pages back, clear the rest. */
            u64 keep = ALIGN_UP(size, PAGE);
            memset(inode->data + size, 0, MIN(keep, inode->size) - size);
            if (keep < inode->size)
                pages_discard(inode->data + keep, inode->room - keep);
        } else if (inode->size > size) {
            memset(inode->data + size, 0, inode->size - size);
        }
        vfs->used -= inode->size - size;
    }
    inode->size = size;
    return 0;
}

void inode_free_content(Vfs *vfs, Inode *inode)
{
    if (!inode->data)
        return;
    free_room(inode->data, inode->room);
    vfs->used -= inode->size;
    inode->data = NULL;
    inode->size = inode->room = 0;
    inode->pinned = false;
}

int inode_copy_up(Vfs *vfs, Inode *inode)
{
    if (!inode->host)
        return 0;
    if (S_ISDIR(inode->mode)) {
        inode->own_facts = true;
        return 0;
    }
    if (S_ISREG(inode->mode)) {
        int fd = host_open(inode, false);
        if (fd < 0)
            return fd;
        host_refresh(inode);
        u64 size = inode->size;
        inode->size = 0;
        int status = set_size(vfs, inode, size);
        for (u64 at = 0; !status && at < size;) {
            pages_touch(inode->data + at, size - at);
            ssize_t got = pread(fd, inode->data + at, size - at, (off_t)at);
            if (got < 0)
                status = -errno;
            if (got <= 0)
                break;
            at += (u64)got;
        }
        if (status) {
            inode_free_content(vfs, inode);
            return status;
        }
        host_close(inode);
    }
    free(inode->host);
    inode->host = NULL;
    return 0;
}

static i64 read_device(Vfs *vfs, const Inode *inode, u8 *bytes, size_t count)
{
    if (inode->device == DEVICE_NULL)
        return 0;
    if (inode->device != DEVICE_RANDOM) {
        memset(bytes, 0, count);
        return (i64)count;
    }
    for (size_t i = 0; i < count; i += 4) {
        u32 word = (u32)(vfs_next_random(vfs) >> 16);
        memcpy(bytes + i, &word, MIN(count - i, sizeof word));
    }
    return (i64)count;
}

i64 inode_read(Vfs *vfs, Inode *inode, void *bytes, size_t count, i64 at)
{
    if (inode->device)
        return read_device(vfs, inode, bytes, count);
    if (inode->host) {
        int fd = host_open(inode, false);
        if (fd < 0)
            return fd;
        pages_touch(bytes, count);
        ssize_t got = pread(fd, bytes, count, at);
        return got < 0 ? -errno : got;
    }
    if ((u64)at >= inode->size)
        return 0;
    count = MIN(count, inode->size - (u64)at);
    memcpy(bytes, inode->data + at, count);
    return (i64)count;
}

i64 inode_write(Vfs *vfs, Inode *inode, const void *bytes, size_t count, i64 at)
{
    if (inode->device)
        return inode->device == DEVICE_FULL ? -ENOSPC : (i64)count;
    bool on_host;
    int status = host_may_change(inode, &on_host);
    if (status)
        return status;
    if (on_host && inode->host) {
        int fd = host_open(inode, true);
        if (fd < 0)
            return fd;
        ssize_t put = pwrite(fd, bytes, count, at);
        return put < 0 ? -errno : put;
    }
    if (inode->host && (status = inode_copy_up(vfs, inode)))
        return status;
    if (!count)
        return 0;
    if ((u64)at + count > (u64)1 << 40)
        return -EFBIG;
    if ((u64)at + count > inode->size) {
        status = set_size(vfs, inode, (u64)at + count);
        if (status)
            return status;
    }
    memcpy(inode->data + at, bytes, count);
    inode->mtime = inode->ctime = vfs_now(vfs);
    return (i64)count;
}

int inode_truncate(Vfs *vfs, Inode *inode, i64 size)
{
    bool on_host;
    if (S_ISDIR(inode->mode))
        return -EISDIR;
    if (size < 0 || !S_ISREG(inode->mode))
        return -EINVAL;
    int status = host_may_change(inode, &on_host);
    if (status)
        return status;
    if (on_host && inode->host) {
        int fd = host_open(inode, true);
        return fd < 0 ? fd : ftruncate(fd, size) ? -errno : 0;
    }
    if (inode->host && (status = inode_copy_up(vfs, inode)))
        return status;
    if ((u64)size > (u64)1 << 40)
        return -EFBIG;
    status = set_size(vfs, inode, (u64)size);
    inode->mtime = inode->ctime = vfs_now(vfs);
    return status;
}

/* ---- mapping ---------------------------------------------------------------------- */

static int pin(Inode *inode, u64 needed)
{
    if (inode->pinned && needed <= inode->room)
        return 0;
    if (inode->pinned)
        return -ENOMEM;
    u64 room = ALIGN_UP(MAX(needed, inode->size) + PINNED_SLACK, PAGE);
    u8 *data = map_room(room);
    if (!data)
        return -ENOMEM;
    if (inode->size)
        memcpy(data, inode->data, inode->size);
    if (inode->data)
        free_room(inode->data, inode->room);
    inode->data = data;
    inode->room = room;
    inode->pinned = true;
    return 0;
}

int vfs_map_shared(Vfs *vfs, int fd, i64 offset, size_t length, void **out)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    Inode *inode = file->inode;
    if (!inode || !S_ISREG(inode->mode))
        return -ENODEV;
    if (offset < 0 || !length || (u64)offset + length > (u64)1 << 40)
        return -EINVAL;
    u8 *address;
    if (inode->host && inode->mount->mode == MOUNT_WRITABLE) {
        int host = host_open(inode, (file->flags & O_ACCMODE) != O_RDONLY);
        if (host < 0)
            return host;
        u64 start = (u64)offset & ~(u64)(PAGE - 1);
        int protection = (file->flags & O_ACCMODE) != O_RDONLY ? PROT_READ | PROT_WRITE : PROT_READ;
        address = mmap(NULL, length + ((u64)offset - start), protection, MAP_SHARED, host, (off_t)start);
        if (address == MAP_FAILED)
            return -errno;
        address += (u64)offset - start;
    } else {
        int status = inode_copy_up(vfs, inode);
        if (!status)
            status = pin(inode, (u64)offset + length);
        if (status)
            return status;
        address = inode->data + offset;
    }
    Mapping *mapping = xmalloc(sizeof *mapping);
    *mapping = (Mapping){ address, inode, vfs->mappings };
    vfs->mappings = mapping;
    inode->uses++;
    *out = address;
    return 0;
}

int vfs_unmap(Vfs *vfs, void *address)
{
    for (Mapping **link = &vfs->mappings; *link; link = &(*link)->next) {
        Mapping *mapping = *link;
        if (mapping->address != address)
            continue;
        *link = mapping->next;
        Inode *inode = mapping->inode;
        free(mapping);
        inode->uses--;
        inode_drop(vfs, inode);
        return 0;
    }
    return -EINVAL;
}
