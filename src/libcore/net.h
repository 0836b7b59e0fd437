/*
 * The network of a run: TCP and UDP between sockets of the same machine, over
 * 127.0.0.0/8 and ::1, in memory. Other addresses are ENETUNREACH unless the user
 * opened the host's network (net_open_host); then such a socket becomes one of
 * the host's, in non-blocking mode.
 *
 * As with vfs.h nothing blocks: -EAGAIN (or -EINPROGRESS from net_connect) tells
 * the caller to wait for vfs_poll. Results are -errno when negative.
 */
#ifndef LIBCORE_NET_H
#define LIBCORE_NET_H

#include "libcore/vfs.h"

/* IPv4 addresses are kept in their IPv4-mapped form, ::ffff:a.b.c.d. */
typedef struct NetAddress {
    u8 bytes[16];
    u16 port;
    u32 scope;
} NetAddress;

bool net_is_v4(const NetAddress *address);
bool net_is_any(const NetAddress *address);
bool net_is_loopback(const NetAddress *address);
bool net_is_multicast(const NetAddress *address);

/* Lets sockets reach the host's network from now on. */
void net_open_host(Vfs *vfs);
bool net_host_is_open(Vfs *vfs);
/* Sockets of the host that are open: somebody outside may wake a thread. */
u32 net_host_sockets(Vfs *vfs);

int net_socket(Vfs *vfs, int family, int type, int flags);
int net_pair(Vfs *vfs, int type, int fds[2]);
int net_bind(Vfs *vfs, int fd, const NetAddress *address);
int net_listen(Vfs *vfs, int fd, int backlog);
int net_accept(Vfs *vfs, int fd, NetAddress *peer);
int net_connect(Vfs *vfs, int fd, const NetAddress *address);
/* Takes back a datagram socket's connection. */
int net_disconnect(Vfs *vfs, int fd);
i64 net_send(Vfs *vfs, int fd, const void *bytes, size_t count, int flags, const NetAddress *to);
i64 net_receive(Vfs *vfs, int fd, void *bytes, size_t count, int flags, NetAddress *from);
int net_shutdown(Vfs *vfs, int fd, int how);
int net_local(Vfs *vfs, int fd, NetAddress *out);
int net_remote(Vfs *vfs, int fd, NetAddress *out);
int net_family(Vfs *vfs, int fd);

/* Options are numbers; SO_ERROR is read and cleared, SO_LINGER is seconds or -1, timeouts are milliseconds. */
int net_get_option(Vfs *vfs, int fd, int level, int name, i32 *value);
int net_set_option(Vfs *vfs, int fd, int level, int name, i32 value);
int net_join(Vfs *vfs, int fd, const NetAddress *group);
int net_leave(Vfs *vfs, int fd, const NetAddress *group);

#endif
