/*
 * Names and addresses: java.net addresses as Java holds them, and the calls of
 * libcore.io.Posix that turn text into addresses. Offline there are numbers and
 * localhost; other names do not resolve unless the user opened the network.
 */
#define _GNU_SOURCE
#include "libcore/net_java.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

/* ---- java.net addresses ------------------------------------------------------------- */

Object *inet_address_new(Thread *t, const NetAddress *a)
{
    bool v4 = net_is_v4(a);
    Object *bytes = vm_new_primitive_array(t, 'B', v4 ? 4 : 16);
    if (!bytes)
        return NULL;
    memcpy(ARRAY_I8(bytes), v4 ? a->bytes + 12 : a->bytes, v4 ? 4 : 16);
    if (v4)
        return vm_new(t, vm_boot_class(t, "java/net/Inet4Address"), "([BLjava/lang/String;)V", bytes, NULL);
    return vm_new(t, vm_boot_class(t, "java/net/Inet6Address"), "([BLjava/lang/String;I)V", bytes, NULL, (int)a->scope);
}

bool inet_address_read(Thread *t, Object *o, int port, NetAddress *out, bool *unspecified)
{
    static FieldRef ipaddress = FIELD("java/net/InetAddress", "ipaddress", "[B");
    static FieldRef family = FIELD("java/net/InetAddress", "family", "I");
    static FieldRef scope = FIELD("java/net/Inet6Address", "scope_id", "I");
    *unspecified = false;
    *out = (NetAddress){ .port = (u16)port };
    if (!o) {
        vm_throw_null(t, "address == null");
        return false;
    }
    if (GET_INT(t, o, &family) == AF_UNSPEC) {
        *unspecified = true;
        return false;
    }
    const Object *bytes = GET_REF(t, o, &ipaddress);
    i32 length = bytes ? ARRAY_LENGTH(bytes) : 0;
    if (length == 4) {
        out->bytes[10] = out->bytes[11] = 0xff;
        memcpy(out->bytes + 12, ARRAY_I8(bytes), 4);
    } else if (length == 16) {
        memcpy(out->bytes, ARRAY_I8(bytes), 16);
        out->scope = (u32)GET_INT(t, o, &scope);
    } else {
        posix_throw(t, "sockaddr", EAFNOSUPPORT);
        return false;
    }
    return true;
}

static FieldRef socket_addr = FIELD("java/net/InetSocketAddress", "addr", "Ljava/net/InetAddress;");
static FieldRef socket_port = FIELD("java/net/InetSocketAddress", "port", "I");

Object *socket_address_new(Thread *t, const NetAddress *a)
{
    Object *address = inet_address_new(t, a);
    return address ? vm_new(t, vm_boot_class(t, "java/net/InetSocketAddress"), "(Ljava/net/InetAddress;I)V", address, (int)a->port) : NULL;
}

bool socket_address_read(Thread *t, Object *o, NetAddress *out)
{
    bool unspecified;
    if (!o) {
        vm_throw_null(t, "socketAddress == null");
        return false;
    }
    if (!vm_instance_of(o, vm_boot_class(t, "java/net/InetSocketAddress"))) {
        posix_throw(t, "sockaddr", EAFNOSUPPORT);
        return false;
    }
    if (inet_address_read(t, GET_REF(t, o, &socket_addr), GET_INT(t, o, &socket_port), out, &unspecified))
        return true;
    if (unspecified)
        posix_throw(t, "sockaddr", EAFNOSUPPORT);
    return false;
}

void socket_address_fill(Thread *t, Object *o, const NetAddress *a)
{
    Object *address = inet_address_new(t, a);
    if (!address)
        return;
    SET_REF(t, o, &socket_addr, address);
    SET_INT(t, o, &socket_port, a->port);
}

/* ---- resolving -------------------------------------------------------------------------- */

static void throw_gai(Thread *t, const char *function, int error)
{
    Object *e = vm_new(t, vm_boot_class(t, "android/system/GaiException"), "(Ljava/lang/String;I)V", vm_string_utf8(t, function), error);
    if (e)
        vm_throw_object(t, e);
}

static bool from_sockaddr(const struct sockaddr *in, NetAddress *out)
{
    *out = (NetAddress){ 0 };
    if (in->sa_family == AF_INET) {
        out->bytes[10] = out->bytes[11] = 0xff;
        memcpy(out->bytes + 12, &((const struct sockaddr_in *)in)->sin_addr, 4);
        return true;
    }
    if (in->sa_family != AF_INET6)
        return false;
    memcpy(out->bytes, &((const struct sockaddr_in6 *)in)->sin6_addr, 16);
    out->scope = ((const struct sockaddr_in6 *)in)->sin6_scope_id;
    return true;
}

enum { ADDRESS_MAX = 32 };

/* Through the C library: numbers only, unless the network is open. Returns a gai error. */
static int look_up(const char *node, int family, int flags, NetAddress *out, int *count)
{
    struct addrinfo hints = { .ai_family = family, .ai_flags = flags, .ai_socktype = SOCK_STREAM }, *list = NULL;
    int error = getaddrinfo(node, NULL, &hints, &list);
    if (error)
        return error;
    for (struct addrinfo *i = list; i && *count < ADDRESS_MAX; i = i->ai_next)
        *count += from_sockaddr(i->ai_addr, &out[*count]);
    freeaddrinfo(list);
    return *count ? 0 : EAI_NODATA;
}

static bool never(void *context)
{
    UNUSED(context);
    return false;
}

static void wait_for_name_server(Thread *t)
{
    i64 millis = posix_state(t->vm)->lookup_millis;
    if (millis)
        vm_block(t, never, NULL, vm_nanos(t->vm) + millis * 1000000, false);
}

static int resolve(Thread *t, const char *node, int family, int flags, NetAddress *out, int *count)
{
    if (!look_up(node, family, AI_NUMERICHOST, out, count))
        return 0;
    if (flags & AI_NUMERICHOST)
        return EAI_NONAME;
    if (!strcasecmp(node, "localhost"))
        return look_up(family == AF_INET6 ? "::1" : "127.0.0.1", family, AI_NUMERICHOST, out, count);
    if (!strcasecmp(node, "ip6-localhost"))
        return look_up("::1", family, AI_NUMERICHOST, out, count);
    const char *known = map_get(&posix_state(t->vm)->hosts, node);
    if (known)
        return look_up(known, family, AI_NUMERICHOST, out, count);
    wait_for_name_server(t);
    return net_host_is_open(posix_files(t)) ? look_up(node, family, 0, out, count) : EAI_NODATA;
}

/* InetAddress[] android_getaddrinfo(String node, StructAddrinfo hints, int netId) */
static void android_getaddrinfo(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef flags = FIELD("android/system/StructAddrinfo", "ai_flags", "I");
    static FieldRef family = FIELD("android/system/StructAddrinfo", "ai_family", "I");
    char *node = posix_path(t, args[1].l);
    if (!node)
        return;
    NetAddress found[ADDRESS_MAX];
    int count = 0;
    int error = resolve(t, node, args[2].l ? GET_INT(t, args[2].l, &family) : AF_UNSPEC, args[2].l ? GET_INT(t, args[2].l, &flags) : 0, found, &count);
    free(node);
    if (error) {
        throw_gai(t, "android_getaddrinfo", error);
        return;
    }
    Object *array = vm_new_object_array(t, "java/net/InetAddress", count);
    for (int i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(inet_address_new(t, &found[i]));
    result->l = array;
}

static void address_text(const NetAddress *a, char text[INET6_ADDRSTRLEN + 16])
{
    if (net_is_v4(a)) {
        inet_ntop(AF_INET, a->bytes + 12, text, INET6_ADDRSTRLEN);
        return;
    }
    inet_ntop(AF_INET6, a->bytes, text, INET6_ADDRSTRLEN);
    if (a->scope)
        snprintf(text + strlen(text), 16, "%%%u", a->scope);
}

/* String getnameinfo(InetAddress address, int flags) */
static void getnameinfo_(Thread *t, const Slot *args, Slot *result)
{
    NetAddress a;
    bool unspecified;
    if (!inet_address_read(t, args[1].l, 0, &a, &unspecified))
        return;
    char text[INET6_ADDRSTRLEN + 16];
    address_text(&a, text);
    if (args[2].i & NI_NUMERICHOST) {
        result->l = vm_string_utf8(t, text);
    } else if (net_is_loopback(&a)) {
        result->l = vm_string_utf8(t, net_is_v4(&a) ? "localhost" : "ip6-localhost");
    } else if (args[2].i & NI_NAMEREQD) {
        throw_gai(t, "getnameinfo", EAI_NONAME);
    } else {
        result->l = vm_string_utf8(t, text);
    }
}

/* InetAddress inet_pton(int family, String address): null when it is none */
static void inet_pton_(Thread *t, const Slot *args, Slot *result)
{
    char *text = posix_path(t, args[2].l);
    if (!text)
        return;
    NetAddress a = { 0 };
    int ok = 0;
    if (args[1].i == AF_INET) {
        a.bytes[10] = a.bytes[11] = 0xff;
        ok = inet_pton(AF_INET, text, a.bytes + 12);
    } else if (args[1].i == AF_INET6) {
        ok = inet_pton(AF_INET6, text, a.bytes);
    }
    free(text);
    if (ok == 1)
        result->l = inet_address_new(t, &a);
}

static void if_indextoname_(Thread *t, const Slot *args, Slot *result)
{
    if (args[1].i == 1)
        result->l = vm_string_utf8(t, "lo");
}

/* InetAddress ioctlInetAddress(FileDescriptor fd, int cmd, String interface): of the loopback */
static void ioctlInetAddress(Thread *t, const Slot *args, Slot *result)
{
    NetAddress a = { .bytes = { [10] = 0xff, [11] = 0xff } };
    if (!vm_string_is(args[3].l, "lo")) {
        posix_throw(t, "ioctl", ENODEV);
        return;
    }
    switch (args[2].i) {
    case SIOCGIFADDR: a.bytes[12] = 127, a.bytes[15] = 1; break;
    case SIOCGIFNETMASK: a.bytes[12] = 255; break;
    case SIOCGIFBRDADDR:
    case SIOCGIFDSTADDR: break;
    default: posix_throw(t, "ioctl", EINVAL); return;
    }
    result->l = inet_address_new(t, &a);
}

const NativeMethod natives_libcore_io_Posix_names[] = {
    { "android_getaddrinfo", NULL, android_getaddrinfo },
    { "getnameinfo", NULL, getnameinfo_ },
    { "if_indextoname", NULL, if_indextoname_ },
    { "inet_pton", NULL, inet_pton_ },
    { "ioctlInetAddress", NULL, ioctlInetAddress },
    { 0 },
};
