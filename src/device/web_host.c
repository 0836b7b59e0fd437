/*
 * A web server inside the phone: all hosts are one address of the loopback, and the
 * request's Host header tells them apart. It runs on a thread of ours beside the
 * app's and serves one request after the other.
 */
#define _GNU_SOURCE
#include "device/web_host.h"

#include "base/map.h"
#include "libcore/net.h"
#include "libcore/posix.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

static const char address_text[] = "127.0.1.1";
static const NetAddress address = { .bytes = { [10] = 0xff, [11] = 0xff, [12] = 127, [14] = 1, [15] = 1 }, .port = 80 };

static struct {
    Map texts;                      /* host → what it answers */
    bool runs;
} web;

/* The value of the Host header without its port; the caller frees. NULL: none. */
static char *host_of(const char *request)
{
    const char *at = strcasestr(request, "\nhost:");
    if (!at)
        return NULL;
    at += 6 + strspn(at + 6, " ");
    return xstrndup(at, strcspn(at, ":\r\n"));
}

/* Reads up to the empty line behind the headers. False: the client went away. */
static bool read_request(Thread *t, int fd, Buf *request)
{
    char part[4096];
    while (!strstr(buf_str(request), "\r\n\r\n")) {
        if (posix_wait(t, fd, POLLIN, -1) < 0)
            return false;
        i64 got = net_receive(posix_files(t), fd, part, sizeof part, 0, NULL);
        if (got <= 0 && got != -EAGAIN)
            return false;
        if (got > 0)
            buf_add(request, part, (size_t)got);
    }
    return true;
}

static void send_all(Thread *t, int fd, const char *bytes, size_t size)
{
    while (size) {
        i64 sent = net_send(posix_files(t), fd, bytes, size, 0, NULL);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (sent != -EAGAIN || posix_wait(t, fd, POLLOUT, -1) < 0) {
            return;
        }
    }
}

static void answer(Thread *t, int fd)
{
    Buf request = { 0 }, reply = { 0 };
    if (read_request(t, fd, &request)) {
        char *host = host_of(buf_str(&request));
        const char *text = host ? map_get(&web.texts, host) : NULL;
        buf_printf(&reply, "HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                   text ? "200 OK" : "404 Not Found", text ? strlen(text) : 0, text ? text : "");
        send_all(t, fd, reply.data, reply.size);
        free(host);
    }
    buf_free(&request);
    buf_free(&reply);
}

static void serve(Thread *t)
{
    Vfs *vfs = posix_files(t);
    int listener = net_socket(vfs, AF_INET, SOCK_STREAM, SOCK_NONBLOCK);
    if (listener < 0 || net_bind(vfs, listener, &address) < 0 || net_listen(vfs, listener, 16) < 0)
        return;
    for (;;) {
        if (posix_wait(t, listener, POLLIN, -1) < 0)
            return;
        NetAddress client;
        int fd = net_accept(vfs, listener, &client);
        if (fd < 0)
            continue;
        answer(t, fd);
        vfs_close(vfs, fd);
    }
}

void web_host_add(Thread *t, const char *host, const char *text)
{
    posix_add_host(t->vm, host, address_text);
    free(map_remove(&web.texts, host));
    map_put(&web.texts, host, xstrdup(text));
    if (!web.runs)
        vm_start_thread(t->vm, NULL, true, serve);
    web.runs = true;
}
