/*
 * Sockets in memory. A stream connection is two Sockets that know each other;
 * sending appends to the other's `in`. A connection is made by connect() at once:
 * the server's end waits in the listener's `pending` until accept() gives it a
 * descriptor. How bytes travel is in net_data.c.
 */
#include "libcore/net_internal.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { FIRST_PORT = 40000, PENDING_MAX = 1024 };

/* ---- addresses ----------------------------------------------------------------------- */

static const u8 mapped_prefix[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

bool net_is_v4(const NetAddress *a)
{
    return !memcmp(a->bytes, mapped_prefix, 12);
}

bool net_is_any(const NetAddress *a)
{
    static const u8 zero[16];
    return net_is_v4(a) ? !memcmp(a->bytes + 12, zero, 4) : !memcmp(a->bytes, zero, 16);
}

bool net_is_loopback(const NetAddress *a)
{
    static const u8 one[16] = { [15] = 1 };
    return net_is_v4(a) ? a->bytes[12] == 127 : !memcmp(a->bytes, one, 16);
}

bool net_is_multicast(const NetAddress *a)
{
    return net_is_v4(a) ? (a->bytes[12] & 0xf0) == 0xe0 : a->bytes[0] == 0xff;
}

NetAddress address_loopback(bool v4, u16 port)
{
    NetAddress a = { .port = port };
    if (v4) {
        memcpy(a.bytes, mapped_prefix, 12);
        a.bytes[12] = 127;
    }
    a.bytes[15] = 1;
    return a;
}

NetAddress address_target(const NetAddress *to)
{
    return net_is_any(to) ? address_loopback(net_is_v4(to), to->port) : *to;
}

bool address_same_host(const NetAddress *a, const NetAddress *b)
{
    return !memcmp(a->bytes, b->bytes, 16);
}

bool address_covers(const NetAddress *local, const NetAddress *to)
{
    if (local->port != to->port)
        return false;
    return address_same_host(local, to) || (net_is_any(local) && (!net_is_v4(local) || net_is_v4(to)));
}

/* ---- sockets ----------------------------------------------------------------------------- */

Network *network_of(Vfs *vfs)
{
    void **slot = vfs_network(vfs);
    if (!*slot) {
        Network *n = *slot = xcalloc(1, sizeof *n);
        n->next_port = FIRST_PORT;
    }
    return *slot;
}

void net_open_host(Vfs *vfs)
{
    network_of(vfs)->host_open = true;
}

bool net_host_is_open(Vfs *vfs)
{
    return network_of(vfs)->host_open;
}

u32 net_host_sockets(Vfs *vfs)
{
    return network_of(vfs)->host_sockets;
}

static Socket *socket_new(Vfs *vfs, int family, int type)
{
    Network *n = network_of(vfs);
    Socket *s = xcalloc(1, sizeof *s);
    s->family = family;
    s->type = type;
    s->host_fd = -1;
    if (family == AF_INET)
        memcpy(s->local.bytes, mapped_prefix, 12), memcpy(s->remote.bytes, mapped_prefix, 12);
    s->next = n->sockets;
    n->sockets = s;
    return s;
}

Socket *socket_at(Vfs *vfs, int fd, int *error)
{
    OpenFile *file = vfs_file(vfs, fd);
    Socket *s = file_state(file, &socket_kind);
    *error = s ? 0 : file ? -ENOTSOCK : -EBADF;
    return s;
}

static void hang_up(Socket *s)
{
    Socket *peer = s->peer;
    if (!peer)
        return;
    peer->peer = NULL;
    peer->peer_done = true;
    peer->reset = true;
    /* Bytes that nobody will read make the other side's connection fail, as a reset does. */
    if (s->in.size > s->in_start)
        peer->error = ECONNRESET;
    s->peer = NULL;
}

void socket_free(Vfs *vfs, Socket *s)
{
    for (Socket **link = &network_of(vfs)->sockets; *link; link = &(*link)->next) {
        if (*link == s) {
            *link = s->next;
            break;
        }
    }
    hang_up(s);
    for (u32 i = 0; i < s->pending_count; i++)
        socket_free(vfs, s->pending[i]);
    for (Datagram *d = s->first, *next; d; d = next) {
        next = d->next;
        free(d);
    }
    host_socket_close(vfs, s);
    free(s->pending);
    buf_free(&s->in);
    free(s);
}

int net_socket(Vfs *vfs, int family, int type, int flags)
{
    if (family != AF_INET && family != AF_INET6 && family != AF_UNIX)
        return -EAFNOSUPPORT;
    if (type != SOCK_STREAM && type != SOCK_DGRAM)
        return type == SOCK_RAW ? -EPERM : -EPROTONOSUPPORT;
    return vfs_install(vfs, &socket_kind, socket_new(vfs, family, type), O_RDWR | flags);
}

static void join_ends(Socket *a, Socket *b)
{
    a->peer = b;
    b->peer = a;
    a->connected = b->connected = true;
}

int net_pair(Vfs *vfs, int type, int fds[2])
{
    for (int i = 0; i < 2; i++) {
        fds[i] = net_socket(vfs, AF_UNIX, type, 0);
        if (fds[i] < 0) {
            if (i)
                vfs_close(vfs, fds[0]);
            return fds[i];
        }
    }
    int error;
    join_ends(socket_at(vfs, fds[0], &error), socket_at(vfs, fds[1], &error));
    return 0;
}

int net_family(Vfs *vfs, int fd)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    return s ? s->family : error;
}

/* ---- ports --------------------------------------------------------------------------------- */

static bool port_is_taken(Network *n, const Socket *asking, const NetAddress *address)
{
    i32 reuse = 0;
    for (u32 i = 0; i < asking->option_count; i++)
        if (asking->options[i].level == SOL_SOCKET && asking->options[i].name == SO_REUSEADDR)
            reuse = asking->options[i].value;
    for (const Socket *s = n->sockets; s; s = s->next) {
        if (s == asking || !s->bound || s->type != asking->type || s->local.port != address->port)
            continue;
        /* An accepted connection shares its listener's port. */
        if (s->type == SOCK_STREAM && !s->listening && s->connected)
            continue;
        if (reuse && (s->type == SOCK_DGRAM || !s->listening))
            continue;
        if (address_same_host(&s->local, address) || net_is_any(&s->local) || net_is_any(address))
            return true;
    }
    return false;
}

static int bind_socket(Vfs *vfs, Socket *s, const NetAddress *address)
{
    Network *n = network_of(vfs);
    NetAddress wanted = *address;
    if (wanted.port) {
        if (port_is_taken(n, s, &wanted))
            return -EADDRINUSE;
    } else {
        for (int tries = 0;; tries++) {
            if (tries > 20000)
                return -EADDRINUSE;
            wanted.port = n->next_port++;
            if (n->next_port >= 60000)
                n->next_port = FIRST_PORT;
            if (!port_is_taken(n, s, &wanted))
                break;
        }
    }
    s->local = wanted;
    s->bound = true;
    return 0;
}

int net_bind(Vfs *vfs, int fd, const NetAddress *address)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (s->bound)
        return -EINVAL;
    if (!net_is_any(address) && !net_is_loopback(address) && !net_is_multicast(address))
        return -EADDRNOTAVAIL;
    return bind_socket(vfs, s, address);
}

/* Before the first use of a socket that was not bound. */
int socket_bind_any(Vfs *vfs, Socket *s, const NetAddress *towards)
{
    if (s->bound)
        return 0;
    NetAddress any = { 0 };
    if (net_is_v4(towards) || s->family == AF_INET)
        memcpy(any.bytes, mapped_prefix, 12);
    return bind_socket(vfs, s, &any);
}

/* ---- connections ------------------------------------------------------------------------------ */

int net_listen(Vfs *vfs, int fd, int backlog)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (s->type != SOCK_STREAM)
        return -EOPNOTSUPP;
    if (s->connected)
        return -EINVAL;
    error = socket_bind_any(vfs, s, &s->local);
    if (error)
        return error;
    s->listening = true;
    s->backlog = (u32)MIN(MAX(backlog, 1), PENDING_MAX);
    return 0;
}

int socket_use_host(Vfs *vfs, Socket *s)
{
    if (s->host_fd >= 0)
        return 0;
    return network_of(vfs)->host_open ? host_socket_open(vfs, s) : -ENETUNREACH;
}

static int connect_stream(Vfs *vfs, Socket *s, const NetAddress *to)
{
    Socket *listener = network_of(vfs)->sockets;
    while (listener && !(listener->listening && address_covers(&listener->local, to)))
        listener = listener->next;
    if (!listener || listener->pending_count >= PENDING_MAX)
        return -ECONNREFUSED;
    int error = socket_bind_any(vfs, s, to);
    if (error)
        return error;
    if (net_is_any(&s->local))
        s->local = address_loopback(net_is_v4(to), s->local.port);
    s->remote = *to;
    Socket *server = socket_new(vfs, listener->family, SOCK_STREAM);
    server->bound = true;
    server->local = *to;
    server->remote = s->local;
    join_ends(s, server);
    listener->pending = xrealloc(listener->pending, (listener->pending_count + 1) * sizeof *listener->pending);
    listener->pending[listener->pending_count++] = server;
    return 0;
}

int net_connect(Vfs *vfs, int fd, const NetAddress *address)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (s->listening || (s->connected && s->type == SOCK_STREAM))
        return -EISCONN;
    NetAddress to = address_target(address);
    if (!net_is_loopback(&to) && !(s->type == SOCK_DGRAM && net_is_multicast(&to))) {
        error = socket_use_host(vfs, s);
        return error ? error : host_socket_connect(s, &to);
    }
    if (s->host_fd >= 0)
        return -ENETUNREACH;
    if (s->type == SOCK_STREAM)
        return connect_stream(vfs, s, &to);
    error = socket_bind_any(vfs, s, &to);
    if (error)
        return error;
    if (net_is_any(&s->local))
        s->local = address_loopback(net_is_v4(&to), s->local.port);
    s->remote = to;
    s->connected = true;
    return 0;
}

int net_disconnect(Vfs *vfs, int fd)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (s->type != SOCK_DGRAM)
        return -EINVAL;
    s->connected = false;
    s->error = 0;
    return 0;
}

int net_accept(Vfs *vfs, int fd, NetAddress *peer)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (!s->listening || s->in_shut)
        return -EINVAL;
    if (!s->pending_count)
        return -EAGAIN;
    Socket *server = s->pending[0];
    memmove(s->pending, s->pending + 1, --s->pending_count * sizeof *s->pending);
    *peer = server->remote;
    return vfs_install(vfs, &socket_kind, server, O_RDWR);
}

int net_shutdown(Vfs *vfs, int fd, int how)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (s->host_fd >= 0)
        return host_socket_shutdown(s, how);
    if (s->listening) {
        s->in_shut = true;
        return 0;
    }
    if (!s->connected)
        return -ENOTCONN;
    if (how != SHUT_WR)
        s->in_shut = true;
    if (how != SHUT_RD) {
        s->out_shut = true;
        if (s->peer)
            s->peer->peer_done = true;
    }
    return 0;
}

/* ---- facts and options ----------------------------------------------------------------------------------- */

int net_local(Vfs *vfs, int fd, NetAddress *out)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (s && s->host_fd >= 0)
        return host_socket_address(s, false, out);
    if (s)
        *out = s->local;
    return error;
}

int net_remote(Vfs *vfs, int fd, NetAddress *out)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (s && s->host_fd >= 0)
        return host_socket_address(s, true, out);
    if (s && !s->connected)
        return -ENOTCONN;
    if (s)
        *out = s->remote;
    return error;
}

static i32 default_option(const Socket *s, int level, int name)
{
    if (level == SOL_SOCKET)
        return name == SO_RCVBUF || name == SO_SNDBUF ? 131072 : name == SO_TYPE ? s->type : name == SO_LINGER ? -1 : 0;
    if ((level == IPPROTO_IP && name == IP_TTL) || (level == IPPROTO_IPV6 && name == IPV6_UNICAST_HOPS))
        return 64;
    if ((level == IPPROTO_IP && (name == IP_MULTICAST_TTL || name == IP_MULTICAST_LOOP))
        || (level == IPPROTO_IPV6 && (name == IPV6_MULTICAST_HOPS || name == IPV6_MULTICAST_LOOP)))
        return 1;
    return 0;
}

int net_get_option(Vfs *vfs, int fd, int level, int name, i32 *value)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (level == SOL_SOCKET && name == SO_ERROR) {
        *value = s->host_fd >= 0 ? host_socket_error(s) : s->error;
        s->error = 0;
        return 0;
    }
    *value = default_option(s, level, name);
    for (u32 i = 0; i < s->option_count; i++)
        if (s->options[i].level == level && s->options[i].name == name)
            *value = s->options[i].value;
    return 0;
}

int net_set_option(Vfs *vfs, int fd, int level, int name, i32 value)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (s->host_fd >= 0)
        host_socket_option(s, level, name, value);
    for (u32 i = 0; i < s->option_count; i++) {
        if (s->options[i].level == level && s->options[i].name == name) {
            s->options[i].value = value;
            return 0;
        }
    }
    if (s->option_count == OPTION_LIMIT)
        return -ENOBUFS;
    s->options[s->option_count++] = (SocketOption){ level, name, value };
    return 0;
}

bool socket_wants_group(const Socket *s, const NetAddress *group)
{
    for (u32 i = 0; i < s->group_count; i++)
        if (address_same_host(&s->groups[i], group))
            return true;
    return false;
}

int net_join(Vfs *vfs, int fd, const NetAddress *group)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    if (!net_is_multicast(group))
        return -EINVAL;
    if (socket_wants_group(s, group))
        return -EADDRINUSE;
    if (s->group_count == GROUP_LIMIT)
        return -ENOBUFS;
    s->groups[s->group_count++] = *group;
    return 0;
}

int net_leave(Vfs *vfs, int fd, const NetAddress *group)
{
    int error;
    Socket *s = socket_at(vfs, fd, &error);
    if (!s)
        return error;
    for (u32 i = 0; i < s->group_count; i++) {
        if (address_same_host(&s->groups[i], group)) {
            s->groups[i] = s->groups[--s->group_count];
            return 0;
        }
    }
    return -EADDRNOTAVAIL;
}
