/* What net.c, net_data.c and net_host.c share. */
#ifndef LIBCORE_NET_INTERNAL_H
#define LIBCORE_NET_INTERNAL_H

#include "libcore/net.h"

typedef struct Datagram {
    struct Datagram *next;
    NetAddress from;
    size_t size;
    u8 bytes[];
} Datagram;

typedef struct SocketOption {
    int level, name;
    i32 value;
} SocketOption;

enum { OPTION_LIMIT = 32, GROUP_LIMIT = 16 };

typedef struct Socket {
    int family, type;
    bool bound, listening, connected;
    bool in_shut, out_shut;         /* shutdown() of our own side */
    bool peer_done;                 /* the other side will send nothing more */
    bool reset;                     /* the other side is gone for good */
    bool discarding;                /* one write to a closed peer succeeded; the next fails */
    int error;                      /* SO_ERROR */
    NetAddress local, remote;
    struct Socket *peer;
    Buf in;                         /* stream: what was received */
    size_t in_start;
    Datagram *first, *last;         /* datagrams: what was received */
    size_t queued;
    struct Socket **pending;        /* listening: connections to accept */
    u32 pending_count, backlog;
    SocketOption options[OPTION_LIMIT];
    u32 option_count;
    NetAddress groups[GROUP_LIMIT];
    u32 group_count;
    int host_fd;                    /* ≥ 0: a socket of the host */
    struct Socket *next;            /* all sockets */
} Socket;

typedef struct Network {
    Socket *sockets;
    u16 next_port;
    bool host_open;
    u32 host_sockets;
} Network;

extern const FileKind socket_kind;

Network *network_of(Vfs *vfs);
/* The socket of a descriptor; NULL, and *error is -EBADF or -ENOTSOCK. */
Socket *socket_at(Vfs *vfs, int fd, int *error);
void socket_free(Vfs *vfs, Socket *s);
/* Gives a socket that was not bound a port, before its first use. */
int socket_bind_any(Vfs *vfs, Socket *s, const NetAddress *towards);
/* Makes it a socket of the host, or says that the network is closed. */
int socket_use_host(Vfs *vfs, Socket *s);
bool socket_wants_group(const Socket *s, const NetAddress *group);

NetAddress address_loopback(bool v4, u16 port);
/* Reaching "any address" of this machine is reaching its loopback. */
NetAddress address_target(const NetAddress *to);
bool address_same_host(const NetAddress *a, const NetAddress *b);
/* Does a socket bound to `local` receive what is sent to `to`? */
bool address_covers(const NetAddress *local, const NetAddress *to);

/* Turns a socket without a peer into one of the host's. */
int host_socket_open(Vfs *vfs, Socket *s);
void host_socket_close(Vfs *vfs, Socket *s);
int host_socket_connect(Socket *s, const NetAddress *address);
i64 host_socket_send(Socket *s, const void *bytes, size_t count, int flags, const NetAddress *to);
i64 host_socket_receive(Socket *s, void *bytes, size_t count, int flags, NetAddress *from);
int host_socket_poll(Socket *s);
int host_socket_shutdown(Socket *s, int how);
int host_socket_address(Socket *s, bool remote, NetAddress *out);
int host_socket_option(Socket *s, int level, int name, i32 value);
int host_socket_error(Socket *s);
i64 host_socket_available(Socket *s);

#endif
