/*
 * Sockets of the host, for a run whose user opened the network. They are always
 * non-blocking; a thread that waits is looked at by the scheduler (posix.c).
 */
#define _GNU_SOURCE
#include "libcore/net_internal.h"

#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int host_socket_open(Vfs *vfs, Socket *s)
{
    if (s->family == AF_UNIX || s->listening)
        return -ENETUNREACH;
    /* A v6 socket that also speaks v4; on a host without IPv6 one that speaks v4 only. */
    int fd = socket(AF_INET6, s->type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 && (fd = socket(AF_INET, s->type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) < 0)
        return -errno;
    s->host_fd = fd;
    network_of(vfs)->host_sockets++;
    for (u32 i = 0; i < s->option_count; i++)
        host_socket_option(s, s->options[i].level, s->options[i].name, s->options[i].value);
    return 0;
}

void host_socket_close(Vfs *vfs, Socket *s)
{
    if (s->host_fd < 0)
        return;
    close(s->host_fd);
    s->host_fd = -1;
    network_of(vfs)->host_sockets--;
}

static bool is_v6(const Socket *s)
{
    int domain = AF_INET6;
    socklen_t length = sizeof domain;
    getsockopt(s->host_fd, SOL_SOCKET, SO_DOMAIN, &domain, &length);
    return domain == AF_INET6;
}

static socklen_t to_host(const Socket *s, const NetAddress *a, struct sockaddr_storage *out)
{
    memset(out, 0, sizeof *out);
    if (is_v6(s)) {
        struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)out;
        in6->sin6_family = AF_INET6;
        in6->sin6_port = htons(a->port);
        in6->sin6_scope_id = a->scope;
        memcpy(&in6->sin6_addr, a->bytes, 16);
        return sizeof *in6;
    }
    struct sockaddr_in *in = (struct sockaddr_in *)out;
    in->sin_family = AF_INET;
    in->sin_port = htons(a->port);
    memcpy(&in->sin_addr, a->bytes + 12, 4);
    return sizeof *in;
}

static void from_host(const struct sockaddr_storage *in, NetAddress *out)
{
    memset(out, 0, sizeof *out);
    if (in->ss_family == AF_INET6) {
        const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)in;
        memcpy(out->bytes, &in6->sin6_addr, 16);
        out->port = ntohs(in6->sin6_port);
        out->scope = in6->sin6_scope_id;
    } else {
        const struct sockaddr_in *in4 = (const struct sockaddr_in *)in;
        out->bytes[10] = out->bytes[11] = 0xff;
        memcpy(out->bytes + 12, &in4->sin_addr, 4);
        out->port = ntohs(in4->sin_port);
    }
}

int host_socket_connect(Socket *s, const NetAddress *address)
{
    struct sockaddr_storage a;
    socklen_t length = to_host(s, address, &a);
    return connect(s->host_fd, (struct sockaddr *)&a, length) ? -errno : 0;
}

i64 host_socket_send(Socket *s, const void *bytes, size_t count, int flags, const NetAddress *to)
{
    struct sockaddr_storage a;
    socklen_t length = to ? to_host(s, to, &a) : 0;
    ssize_t n = sendto(s->host_fd, bytes, count, flags | MSG_NOSIGNAL, to ? (struct sockaddr *)&a : NULL, length);
    return n < 0 ? -errno : n;
}

i64 host_socket_receive(Socket *s, void *bytes, size_t count, int flags, NetAddress *from)
{
    struct sockaddr_storage a;
    socklen_t length = sizeof a;
    ssize_t n = recvfrom(s->host_fd, bytes, count, flags, (struct sockaddr *)&a, &length);
    if (n < 0)
        return -errno;
    if (from && length && s->type == SOCK_DGRAM)
        from_host(&a, from);
    return n;
}

int host_socket_poll(Socket *s)
{
    struct pollfd p = { s->host_fd, POLLIN | POLLOUT, 0 };
    return poll(&p, 1, 0) > 0 ? p.revents : 0;
}

int host_socket_shutdown(Socket *s, int how)
{
    return shutdown(s->host_fd, how) ? -errno : 0;
}

int host_socket_address(Socket *s, bool remote, NetAddress *out)
{
    struct sockaddr_storage a;
    socklen_t length = sizeof a;
    if (remote ? getpeername(s->host_fd, (struct sockaddr *)&a, &length) : getsockname(s->host_fd, (struct sockaddr *)&a, &length))
        return -errno;
    from_host(&a, out);
    return 0;
}

/* Timeouts are ours (virtual time); the rest is passed on as far as the host takes it. */
int host_socket_option(Socket *s, int level, int name, i32 value)
{
    if (level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO || name == SO_LINGER))
        return 0;
    return setsockopt(s->host_fd, level, name, &value, sizeof value) ? -errno : 0;
}

int host_socket_error(Socket *s)
{
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(s->host_fd, SOL_SOCKET, SO_ERROR, &error, &length);
    return error;
}

i64 host_socket_available(Socket *s)
{
    int n = 0;
    return ioctl(s->host_fd, FIONREAD, &n) ? -errno : n;
}
