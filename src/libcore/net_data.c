/*
 * Sending and receiving between sockets in memory: streams append to the other
 * end's buffer, datagrams queue at every socket that they are meant for.
 */
#include "libcore/net_internal.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { STREAM_ROOM = 1 << 20, DATAGRAM_ROOM = 1 << 20, DATAGRAM_MAX = 65507 };

/* ---- streams ------------------------------------------------------------------------------------ */

static i64 send_stream(Socket *s, const void *bytes, size_t count)
{
    if (s->out_shut)
        return -EPIPE;
    if (!s->connected)
        return s->family == AF_UNIX ? -ENOTCONN : -EPIPE;
    if (s->error) {
        int error = s->error;
        s->error = 0;
        return -error;
    }
    Socket *peer = s->peer;
    if (!peer) {
        /* TCP learns of it from the answer to what it sends first. */
        if (s->discarding || s->family == AF_UNIX)
            return -EPIPE;
        s->discarding = true;
        s->error = s->in.size > s->in_start ? 0 : ECONNRESET;
        return (i64)count;
    }
    if (peer->in_shut)
        return (i64)count;
    size_t waiting = peer->in.size - peer->in_start;
    if (count && waiting >= STREAM_ROOM)
        return -EAGAIN;
    count = MIN(count, STREAM_ROOM - waiting);
    if (peer->in_start > STREAM_ROOM / 2) {
        memmove(peer->in.data, peer->in.data + peer->in_start, waiting);
        peer->in.size = waiting;
        peer->in_start = 0;
    }
    buf_add(&peer->in, bytes, count);
    return (i64)count;
}

static i64 receive_stream(Socket *s, void *bytes, size_t count, int flags)
{
    size_t waiting = s->in.size - s->in_start;
    if (waiting && !s->in_shut) {
        count = MIN(count, waiting);
        memcpy(bytes, s->in.data + s->in_start, count);
        if (!(flags & MSG_PEEK))
            s->in_start += count;
        if (s->in_start == s->in.size)
            s->in.size = s->in_start = 0;
        return (i64)count;
    }
    if (s->error) {
        int error = s->error;
        s->error = 0;
        return -error;
    }
    if (!s->connected)
        return -ENOTCONN;
    return s->peer_done || s->in_shut || !count ? 0 : -EAGAIN;
}

/* ---- datagrams ------------------------------------------------------------------------------------ */

static void deliver(Socket *to, const Socket *from, bool v4, const void *bytes, size_t count)
{
    if (to->queued + count > DATAGRAM_ROOM)
        return;
    Datagram *d = xmalloc(sizeof *d + count);
    *d = (Datagram){ .from = from->local, .size = count };
    if (net_is_any(&d->from))
        d->from = address_loopback(v4, from->local.port);
    memcpy(d->bytes, bytes, count);
    if (to->last)
        to->last->next = d;
    else
        to->first = d;
    to->last = d;
    to->queued += count;
}

static i64 send_datagram(Vfs *vfs, Socket *s, const void *bytes, size_t count, const NetAddress *to_address)
{
    if (s->peer) {
        deliver(s->peer, s, false, bytes, count);
        return (i64)count;
    }
    if (!to_address && !s->connected)
        return -EDESTADDRREQ;
    if (count > DATAGRAM_MAX)
        return -EMSGSIZE;
    if (s->error) {
        int error = s->error;
        s->error = 0;
        return -error;
    }
    NetAddress to = to_address ? address_target(to_address) : s->remote;
    bool multicast = net_is_multicast(&to), found = false;
    if (!net_is_loopback(&to) && !multicast) {
        int error = socket_use_host(vfs, s);
        return error ? error : host_socket_send(s, bytes, count, 0, &to);
    }
    int error = socket_bind_any(vfs, s, &to);
    if (error)
        return error;
    for (Socket *r = network_of(vfs)->sockets; r; r = r->next) {
        if (r->type != SOCK_DGRAM || !r->bound || r->host_fd >= 0)
            continue;
        bool fits = multicast ? r->local.port == to.port && socket_wants_group(r, &to) : address_covers(&r->local, &to);
        if (!fits || (r->connected && r->remote.port != s->local.port))
            continue;
        deliver(r, s, net_is_v4(&to), bytes, count);
        found = true;
        if (!multicast)
            break;
    }
    if (!found && s->connected && !multicast)
        s->error = ECONNREFUSED;
    return (i64)count;
}

static i64 receive_datagram(Socket *s, void *bytes, size_t count, int flags, NetAddress *from)
{
    Datagram *d = s->first;
    if (!d) {
        int error = s->error;
        s->error = 0;
        if (error)
            return -error;
        return s->in_shut || (s->family == AF_UNIX && s->peer_done) ? 0 : -EAGAIN;
    }
    size_t got = MIN(count, d->size);
    memcpy(bytes, d->bytes, got);
    if (from)
        *from = d->from;
    if (!(flags & MSG_PEEK)) {
        s->queued -= d->size;
        s->first = d->next;
        if (!s->first)
            s->last = NULL;
        free(d);
    }
    return (i64)got;
}

i64 net_send(Vfs *vfs, int fd, const void *bytes, size_t count, int flags, const NetAddress *to)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (s->host_fd >= 0)
        return host_socket_send(s, bytes, count, flags, to);
    return s->type == SOCK_STREAM ? send_stream(s, bytes, count) : send_datagram(vfs, s, bytes, count, to);
}

i64 net_receive(Vfs *vfs, int fd, void *bytes, size_t count, int flags, NetAddress *from)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (from)
        *from = s->remote;
    if (s->host_fd >= 0)
        return host_socket_receive(s, bytes, count, flags, from);
    return s->type == SOCK_STREAM ? receive_stream(s, bytes, count, flags) : receive_datagram(s, bytes, count, flags, from);
}

/* ---- as open files ------------------------------------------------------------------------------------ */

static i64 file_read(Vfs *vfs, OpenFile *file, void *bytes, size_t count)
{
    UNUSED(vfs);
    Socket *s = file_state(file, &socket_kind);
    if (s->host_fd >= 0)
        return host_socket_receive(s, bytes, count, 0, NULL);
    return s->type == SOCK_STREAM ? receive_stream(s, bytes, count, 0) : receive_datagram(s, bytes, count, 0, NULL);
}

static i64 file_write(Vfs *vfs, OpenFile *file, const void *bytes, size_t count)
{
    Socket *s = file_state(file, &socket_kind);
    if (s->host_fd >= 0)
        return host_socket_send(s, bytes, count, 0, NULL);
    return s->type == SOCK_STREAM ? send_stream(s, bytes, count) : send_datagram(vfs, s, bytes, count, NULL);
}

static int poll_socket(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    Socket *s = file_state(file, &socket_kind);
    if (s->host_fd >= 0)
        return host_socket_poll(s);
    int events = s->error ? POLLERR | POLLIN : 0;
    if (s->listening)
        return events | (s->pending_count || s->in_shut ? POLLIN : 0);
    if (s->type == SOCK_DGRAM)
        return events | POLLOUT | (s->first || s->in_shut ? POLLIN : 0);
    if (!s->connected)
        return events | POLLOUT | POLLHUP;
    if (s->in.size > s->in_start || s->peer_done || s->in_shut)
        events |= POLLIN;
    if (!s->peer || s->peer->in.size - s->peer->in_start < STREAM_ROOM)
        events |= POLLOUT;
    if ((s->peer_done || s->in_shut) && s->out_shut)
        events |= POLLHUP;
    return events;
}

static i64 available(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    Socket *s = file_state(file, &socket_kind);
    if (s->host_fd >= 0)
        return host_socket_available(s);
    return s->type == SOCK_STREAM ? (i64)(s->in.size - s->in_start) : s->first ? (i64)s->first->size : 0;
}

static void close_socket(Vfs *vfs, OpenFile *file)
{
    socket_free(vfs, file_state(file, &socket_kind));
}

const FileKind socket_kind = { file_read, file_write, poll_socket, available, close_socket, S_IFSOCK };
