/*
 * libcore.io.Posix, the part about sockets (net.h). A call that would block parks
 * the thread, for as long as SO_RCVTIMEO or SO_SNDTIMEO say; a socket that another
 * thread closes meanwhile gives SocketException "Socket closed".
 */
#include "libcore/net_java.h"

#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

/* ---- waiting -------------------------------------------------------------------------- */

/*
 * After a call answered -EAGAIN: true to try again. Otherwise the error was
 * thrown, EAGAIN itself for a non-blocking socket and after a timeout.
 */
static bool wait_for(Thread *t, const char *function, int fd, int events, int timeout_option)
{
    Vfs *vfs = posix_files(t);
    OpenFile *file = vfs_file(vfs, fd);
    i32 millis = 0;
    if (!file || file_nonblocking(file)) {
        posix_throw(t, function, EAGAIN);
        return false;
    }
    if (timeout_option)
        net_get_option(vfs, fd, SOL_SOCKET, timeout_option, &millis);
    int status = posix_wait(t, fd, events, millis > 0 ? posix_deadline(t, millis) : -1);
    if (status == -EINTR)
        vm_throw(t, "java/net/SocketException", "Socket closed");
    else if (status == -ETIMEDOUT)
        posix_throw(t, function, EAGAIN);
    else if (status)
        posix_throw(t, function, status);
    return !status;
}

static bool is_closed(Thread *t, int fd)
{
    if (fd >= 0)
        return false;
    vm_throw(t, "java/net/SocketException", "Socket closed");
    return true;
}

/* ---- connections ------------------------------------------------------------------------ */

static void socket_(Thread *t, const Slot *args, Slot *result)
{
    int fd = net_socket(posix_files(t), args[1].i, args[2].i & 0xf, args[2].i & (SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (posix_check(t, "socket", fd))
        result->l = posix_new_fd(t, fd);
}

/* void socketpair(int domain, int type, int protocol, FileDescriptor one, FileDescriptor two) */
static void socketpair_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    int fds[2];
    if (!args[4].l || !args[5].l) {
        vm_throw_null(t, "fd == null");
        return;
    }
    if (!posix_check(t, "socketpair", net_pair(posix_files(t), args[2].i & 0xf, fds)))
        return;
    posix_set_fd(t, args[4].l, fds[0]);
    posix_set_fd(t, args[5].l, fds[1]);
}

static void bind_to(Thread *t, int fd, const NetAddress *a)
{
    posix_check(t, "bind", net_bind(posix_files(t), fd, a));
}

/* void bind(FileDescriptor fd, InetAddress address, int port) */
static void bindInet(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NetAddress a;
    bool unspecified;
    int fd = posix_fd(t, args[1].l);
    if (!is_closed(t, fd) && inet_address_read(t, args[2].l, args[3].i, &a, &unspecified))
        bind_to(t, fd, &a);
}

static void bindSocketAddress(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NetAddress a;
    int fd = posix_fd(t, args[1].l);
    if (!is_closed(t, fd) && socket_address_read(t, args[2].l, &a))
        bind_to(t, fd, &a);
}

static void listen_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_check(t, "listen", net_listen(posix_files(t), posix_fd(t, args[1].l), args[2].i));
}

/* Only a socket of the host takes its time; the result is then in SO_ERROR. */
static void connect_to(Thread *t, int fd, const NetAddress *a)
{
    Vfs *vfs = posix_files(t);
    int status = net_connect(vfs, fd, a);
    OpenFile *file = vfs_file(vfs, fd);
    if (status == -EINPROGRESS && file && !file_nonblocking(file)) {
        if (!wait_for(t, "connect", fd, POLLOUT, SO_SNDTIMEO))
            return;
        i32 error = 0;
        net_get_option(vfs, fd, SOL_SOCKET, SO_ERROR, &error);
        status = -error;
    }
    posix_check(t, "connect", status);
}

static void connectInet(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NetAddress a;
    bool unspecified;
    int fd = posix_fd(t, args[1].l);
    if (is_closed(t, fd))
        return;
    if (inet_address_read(t, args[2].l, args[3].i, &a, &unspecified))
        connect_to(t, fd, &a);
    else if (unspecified)
        posix_check(t, "connect", net_disconnect(posix_files(t), fd));
}

static void connectSocketAddress(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NetAddress a;
    int fd = posix_fd(t, args[1].l);
    if (!is_closed(t, fd) && socket_address_read(t, args[2].l, &a))
        connect_to(t, fd, &a);
}

/* FileDescriptor accept(FileDescriptor fd, InetSocketAddress peer) */
static void accept_(Thread *t, const Slot *args, Slot *result)
{
    int fd = posix_fd(t, args[1].l);
    NetAddress peer;
    if (is_closed(t, fd))
        return;
    int accepted;
    while ((accepted = net_accept(posix_files(t), fd, &peer)) == -EAGAIN)
        if (!wait_for(t, "accept", fd, POLLIN, SO_RCVTIMEO))
            return;
    if (!posix_check(t, "accept", accepted))
        return;
    if (args[2].l)
        socket_address_fill(t, args[2].l, &peer);
    result->l = posix_new_fd(t, accepted);
}

static void shutdown_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_check(t, "shutdown", net_shutdown(posix_files(t), posix_fd(t, args[1].l), args[2].i));
}

static Object *name_of(Thread *t, const char *function, int status, const NetAddress *a)
{
    return posix_check(t, function, status) ? socket_address_new(t, a) : NULL;
}

static void getsockname_(Thread *t, const Slot *args, Slot *result)
{
    NetAddress a;
    int status = net_local(posix_files(t), posix_fd(t, args[1].l), &a);
    result->l = name_of(t, "getsockname", status, &a);
}

static void getpeername_(Thread *t, const Slot *args, Slot *result)
{
    NetAddress a;
    int status = net_remote(posix_files(t), posix_fd(t, args[1].l), &a);
    result->l = name_of(t, "getpeername", status, &a);
}

/* ---- data --------------------------------------------------------------------------------- */

/* int recvfromBytes(FileDescriptor fd, Object buffer, int offset, int count, int flags, InetSocketAddress from) */
static void recvfromBytes(Thread *t, const Slot *args, Slot *result)
{
    result->i = -1;
    int fd = posix_fd(t, args[1].l);
    u8 *bytes = posix_bytes(t, args[2].l, args[3].i, args[4].i);
    if (!bytes || is_closed(t, fd))
        return;
    NetAddress from = { 0 };
    i64 got;
    while ((got = net_receive(posix_files(t), fd, bytes, (size_t)args[4].i, args[5].i, &from)) == -EAGAIN)
        if (!wait_for(t, "recvfrom", fd, POLLIN, SO_RCVTIMEO))
            return;
    if (!posix_check(t, "recvfrom", got))
        return;
    if (args[6].l && from.port)
        socket_address_fill(t, args[6].l, &from);
    result->i = (i32)got;
}

static void send_bytes(Thread *t, const Slot *args, Slot *result, int fd, const NetAddress *to)
{
    u8 *bytes = posix_bytes(t, args[2].l, args[3].i, args[4].i);
    result->i = -1;
    if (!bytes)
        return;
    i64 put;
    while ((put = net_send(posix_files(t), fd, bytes, (size_t)args[4].i, args[5].i, to)) == -EAGAIN)
        if (!wait_for(t, "sendto", fd, POLLOUT, SO_SNDTIMEO))
            return;
    if (posix_check(t, "sendto", put))
        result->i = (i32)put;
}

/* int sendtoBytes(FileDescriptor fd, Object buffer, int offset, int count, int flags, InetAddress to, int port) */
static void sendtoInet(Thread *t, const Slot *args, Slot *result)
{
    NetAddress to;
    bool unspecified;
    int fd = posix_fd(t, args[1].l);
    if (is_closed(t, fd))
        return;
    if (!args[6].l)
        send_bytes(t, args, result, fd, NULL);
    else if (inet_address_read(t, args[6].l, args[7].i, &to, &unspecified))
        send_bytes(t, args, result, fd, &to);
}

static void sendtoSocketAddress(Thread *t, const Slot *args, Slot *result)
{
    NetAddress to;
    int fd = posix_fd(t, args[1].l);
    if (is_closed(t, fd))
        return;
    if (!args[6].l)
        send_bytes(t, args, result, fd, NULL);
    else if (socket_address_read(t, args[6].l, &to))
        send_bytes(t, args, result, fd, &to);
}

/* ---- options --------------------------------------------------------------------------------- */

static bool get_option(Thread *t, const Slot *args, i32 *value)
{
    return posix_check(t, "getsockopt", net_get_option(posix_files(t), posix_fd(t, args[1].l), args[2].i, args[3].i, value));
}

static void set_option(Thread *t, const Slot *args, i32 value)
{
    posix_check(t, "setsockopt", net_set_option(posix_files(t), posix_fd(t, args[1].l), args[2].i, args[3].i, value));
}

/* int getsockoptInt(FileDescriptor fd, int level, int option) */
static void getsockoptInt(Thread *t, const Slot *args, Slot *result)
{
    i32 value = 0;
    get_option(t, args, &value);
    result->i = value;
}

static void setsockoptInt(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    set_option(t, args, args[4].i);
}

static void getsockoptLinger(Thread *t, const Slot *args, Slot *result)
{
    i32 value = -1;
    if (get_option(t, args, &value))
        result->l = vm_new(t, vm_boot_class(t, "android/system/StructLinger"), "(II)V", value >= 0, MAX(value, 0));
}

static void setsockoptLinger(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static FieldRef on = FIELD("android/system/StructLinger", "l_onoff", "I");
    static FieldRef seconds = FIELD("android/system/StructLinger", "l_linger", "I");
    if (args[4].l)
        set_option(t, args, GET_INT(t, args[4].l, &on) ? GET_INT(t, args[4].l, &seconds) : -1);
}

static void getsockoptTimeval(Thread *t, const Slot *args, Slot *result)
{
    i32 millis = 0;
    if (get_option(t, args, &millis))
        result->l = vm_call_static(t, "android/system/StructTimeval", "fromMillis", "(J)Landroid/system/StructTimeval;", (i64)millis).l;
}

static void setsockoptTimeval(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static FieldRef seconds = FIELD("android/system/StructTimeval", "tv_sec", "J");
    static FieldRef micros = FIELD("android/system/StructTimeval", "tv_usec", "J");
    if (!args[4].l)
        return;
    i64 millis = GET_LONG(t, args[4].l, &seconds) * 1000 + GET_LONG(t, args[4].l, &micros) / 1000;
    set_option(t, args, (i32)MIN(millis, INT32_MAX));
}

static void getsockoptInAddr(Thread *t, const Slot *args, Slot *result)
{
    i32 value;
    if (get_option(t, args, &value))
        result->l = inet_address_new(t, &(NetAddress){ .bytes = { [10] = 0xff, [11] = 0xff } });
}

static void getsockoptUcred(Thread *t, const Slot *args, Slot *result)
{
    Vfs *vfs = posix_files(t);
    i32 value;
    if (get_option(t, args, &value))
        result->l = vm_new(t, vm_boot_class(t, "android/system/StructUcred"), "(III)V", 1000, (int)vfs_uid(vfs), (int)vfs_gid(vfs));
}

/* void setsockoptGroupReq(FileDescriptor fd, int level, int option, StructGroupReq group) */
static void setsockoptGroupReq(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static FieldRef group_field = FIELD("android/system/StructGroupReq", "gr_group", "Ljava/net/InetAddress;");
    NetAddress group;
    bool unspecified;
    if (!args[4].l || !inet_address_read(t, GET_REF(t, args[4].l, &group_field), 0, &group, &unspecified))
        return;
    int fd = posix_fd(t, args[1].l);
    posix_check(t, "setsockopt", args[3].i == MCAST_JOIN_GROUP ? net_join(posix_files(t), fd, &group) : net_leave(posix_files(t), fd, &group));
}

const NativeMethod natives_libcore_io_Posix_sockets[] = {
    { "accept", NULL, accept_ },
    { "bind", "(Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)V", bindInet },
    { "bind", "(Ljava/io/FileDescriptor;Ljava/net/SocketAddress;)V", bindSocketAddress },
    { "connect", "(Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)V", connectInet },
    { "connect", "(Ljava/io/FileDescriptor;Ljava/net/SocketAddress;)V", connectSocketAddress },
    { "getpeername", NULL, getpeername_ },
    { "getsockname", NULL, getsockname_ },
    { "getsockoptByte", NULL, getsockoptInt },
    { "getsockoptInAddr", NULL, getsockoptInAddr },
    { "getsockoptInt", NULL, getsockoptInt },
    { "getsockoptLinger", NULL, getsockoptLinger },
    { "getsockoptTimeval", NULL, getsockoptTimeval },
    { "getsockoptUcred", NULL, getsockoptUcred },
    { "listen", NULL, listen_ },
    { "recvfromBytes", NULL, recvfromBytes },
    { "sendtoBytes", "(Ljava/io/FileDescriptor;Ljava/lang/Object;IIILjava/net/InetAddress;I)I", sendtoInet },
    { "sendtoBytes", "(Ljava/io/FileDescriptor;Ljava/lang/Object;IIILjava/net/SocketAddress;)I", sendtoSocketAddress },
    { "setsockoptByte", NULL, setsockoptInt },
    { "setsockoptGroupReq", NULL, setsockoptGroupReq },
    { "setsockoptGroupSourceReq", NULL, native_nothing },
    { "setsockoptIfreq", NULL, native_nothing },
    { "setsockoptInt", NULL, setsockoptInt },
    { "setsockoptIpMreqn", NULL, setsockoptInt },
    { "setsockoptLinger", NULL, setsockoptLinger },
    { "setsockoptTimeval", NULL, setsockoptTimeval },
    { "shutdown", NULL, shutdown_ },
    { "socket", NULL, socket_ },
    { "socketpair", NULL, socketpair_ },
    { 0 },
};
