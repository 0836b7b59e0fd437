/* Messages over a socket between the controller and a phone: a code and bytes. */
#ifndef DEVICE_WIRE_H
#define DEVICE_WIRE_H

#include "base/base.h"
#include "base/buf.h"

int wire_send(int socket, char code, const void *data, size_t size);
/* ERR_IO: the other side has gone. *data is replaced. */
int wire_receive(int socket, char *code, Buf *data);

#endif
