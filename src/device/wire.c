#include "device/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* Packets of a socket have a limit of size; a message is a head and as many pieces as it takes. */
enum { PIECE = 64 << 10, LARGEST = 256 << 20 };

typedef struct Head {
    u32 size;
    char code;
} Head;

static int send_piece(int socket, const void *data, size_t size)
{
    while (send(socket, data, size, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            return error_set(ERR_IO, "the phone's process has gone: %s", strerror(errno));
    return OK;
}

static int receive_piece(int socket, void *data, size_t size)
{
    ssize_t n;
    do
        n = recv(socket, data, size, 0);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)size ? OK : error_set(ERR_IO, "the phone's process has ended");
}

int wire_send(int socket, char code, const void *data, size_t size)
{
    Head head = { (u32)size, code };
    int status = send_piece(socket, &head, sizeof head);
    for (size_t done = 0; !status && done < size; done += PIECE)
        status = send_piece(socket, (const char *)data + done, MIN(size - done, (size_t)PIECE));
    return status;
}

int wire_receive(int socket, char *code, Buf *data)
{
    Head head;
    buf_clear(data);
    int status = receive_piece(socket, &head, sizeof head);
    if (!status && head.size > LARGEST)
        return error_set(ERR_IO, "the phone's process sent nonsense");
    if (status)
        return status;
    *code = head.code;
    buf_reserve(data, head.size);
    for (size_t done = 0; !status && done < head.size; done += PIECE) {
        size_t part = MIN(head.size - done, (size_t)PIECE);
        status = receive_piece(socket, data->data + done, part);
        data->size = done + part;
    }
    if (data->data)
        data->data[data->size] = 0;
    return status;
}
