/* What net.c and net_host.c share. */
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

Network *network_of(Vfs *vfs);
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
