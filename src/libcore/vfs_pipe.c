/*
 * Pipes and fifos: a ring of bytes with a count of ends. Reading an empty pipe
 * answers -EAGAIN while a writer is left, 0 after; writing without a reader is
 * -EPIPE.
 */
#include "libcore/vfs_internal.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { PIPE_ROOM = 65536 };

struct Pipe {
    u8 *bytes;
    size_t start, used;
    u32 readers, writers;
    bool named;                     /* a fifo's inode holds it too */
};

static Pipe *pipe_make(bool named)
{
    Pipe *pipe = xcalloc(1, sizeof *pipe);
    pipe->bytes = xmalloc(PIPE_ROOM);
    pipe->named = named;
    return pipe;
}

Pipe *pipe_new(void)
{
    return pipe_make(true);
}

static void free_unused(Pipe *pipe)
{
    if (pipe->readers || pipe->writers || pipe->named)
        return;
    free(pipe->bytes);
    free(pipe);
}

void pipe_free(Pipe *pipe)
{
    pipe->named = false;
    free_unused(pipe);
}

static i64 pipe_read(Vfs *vfs, OpenFile *file, void *bytes, size_t count)
{
    UNUSED(vfs);
    Pipe *pipe = file->state;
    if (!count)
        return 0;
    if (!pipe->used)
        return pipe->writers ? -EAGAIN : 0;
    count = MIN(count, pipe->used);
    size_t first = MIN(count, PIPE_ROOM - pipe->start);
    memcpy(bytes, pipe->bytes + pipe->start, first);
    memcpy((u8 *)bytes + first, pipe->bytes, count - first);
    pipe->start = (pipe->start + count) % PIPE_ROOM;
    pipe->used -= count;
    return (i64)count;
}

static i64 pipe_write(Vfs *vfs, OpenFile *file, const void *bytes, size_t count)
{
    UNUSED(vfs);
    Pipe *pipe = file->state;
    if (!pipe->readers)
        return -EPIPE;
    if (!count)
        return 0;
    if (pipe->used == PIPE_ROOM)
        return -EAGAIN;
    count = MIN(count, PIPE_ROOM - pipe->used);
    size_t end = (pipe->start + pipe->used) % PIPE_ROOM, first = MIN(count, PIPE_ROOM - end);
    memcpy(pipe->bytes + end, bytes, first);
    memcpy(pipe->bytes, (const u8 *)bytes + first, count - first);
    pipe->used += count;
    return (i64)count;
}

static int poll_reader(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    const Pipe *pipe = file->state;
    return (pipe->used ? POLLIN : 0) | (pipe->writers ? 0 : POLLHUP);
}

static int poll_writer(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    const Pipe *pipe = file->state;
    return (pipe->used < PIPE_ROOM ? POLLOUT : 0) | (pipe->readers ? 0 : POLLERR);
}

static int poll_both(Vfs *vfs, OpenFile *file)
{
    return poll_reader(vfs, file) | poll_writer(vfs, file);
}

static i64 pipe_available(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    return (i64)((const Pipe *)file->state)->used;
}

static void close_reader(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    Pipe *pipe = file->state;
    pipe->readers--;
    free_unused(pipe);
}

static void close_writer(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    Pipe *pipe = file->state;
    pipe->writers--;
    free_unused(pipe);
}

static void close_both(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    Pipe *pipe = file->state;
    pipe->readers--;
    pipe->writers--;
    free_unused(pipe);
}

const FileKind pipe_reader_kind = { pipe_read, NULL, poll_reader, pipe_available, close_reader, S_IFIFO };
const FileKind pipe_writer_kind = { NULL, pipe_write, poll_writer, pipe_available, close_writer, S_IFIFO };
const FileKind fifo_both_kind = { pipe_read, pipe_write, poll_both, pipe_available, close_both, S_IFIFO };

int pipe_open_end(Vfs *vfs, Pipe *pipe, int flags)
{
    int access = flags & O_ACCMODE;
    pipe->readers += access != O_WRONLY;
    pipe->writers += access != O_RDONLY;
    return vfs_install(vfs, access == O_RDONLY ? &pipe_reader_kind : access == O_WRONLY ? &pipe_writer_kind : &fifo_both_kind, pipe, flags);
}

int vfs_pipe(Vfs *vfs, int fds[2], int flags)
{
    Pipe *pipe = pipe_make(false);
    flags &= O_CLOEXEC | O_NONBLOCK;
    pipe->named = true;             /* until both ends are open */
    fds[0] = pipe_open_end(vfs, pipe, O_RDONLY | flags);
    fds[1] = fds[0] < 0 ? fds[0] : pipe_open_end(vfs, pipe, O_WRONLY | flags);
    if (fds[1] < 0 && fds[0] >= 0)
        vfs_close(vfs, fds[0]);
    pipe_free(pipe);
    return fds[1] < 0 ? fds[1] : 0;
}
