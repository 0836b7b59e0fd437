/* java.net addresses between Java and C. */
#ifndef LIBCORE_NET_JAVA_H
#define LIBCORE_NET_JAVA_H

#include "libcore/net.h"
#include "libcore/posix.h"

/* An Inet4Address or Inet6Address. */
Object *inet_address_new(Thread *t, const NetAddress *address);
/* False: thrown (null), or an address of no family (*unspecified). */
bool inet_address_read(Thread *t, Object *inet_address, int port, NetAddress *out, bool *unspecified);
/* An InetSocketAddress. */
Object *socket_address_new(Thread *t, const NetAddress *address);
bool socket_address_read(Thread *t, Object *socket_address, NetAddress *out);
/* Puts an address into an InetSocketAddress that the caller supplied. */
void socket_address_fill(Thread *t, Object *socket_address, const NetAddress *address);

#endif
