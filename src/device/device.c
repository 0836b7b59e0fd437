/* The controller's side: a device is the process of an embedded phone and a socket to it. */
#define _GNU_SOURCE
#include "device/device.h"

#include "device/phone.h"
#include "device/wire.h"
#include "vm/snapshot.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct Device {
    Worker worker;
    bool is_child;                  /* of this process: it must be waited for */
    bool busy;                      /* doing what device_begin asked */
    Buf answer;
};

static Device *new_device(Worker worker, bool is_child)
{
    Device *d = xcalloc(1, sizeof *d);
    d->worker = worker;
    d->is_child = is_child;
    return d;
}

/* Waits for the answer, which is in d->answer. */
static int hear(Device *d)
{
    char answer;
    int status = wire_receive(d->worker.channel, &answer, &d->answer);
    if (status || answer == ANSWER)
        return status;
    int code_of_failure;
    memcpy(&code_of_failure, d->answer.data, sizeof code_of_failure);
    return error_set(code_of_failure, "%s", d->answer.data + sizeof code_of_failure);
}

static int ask(Device *d, char code, const void *data, size_t size)
{
    int status = wire_send(d->worker.channel, code, data, size);
    return status ? status : hear(d);
}

int device_open(Device **out, const Environment *environment)
{
    Worker worker;
    int status = snapshot_spawn(&worker, phone_serve, (void *)environment);
    if (status)
        return status;
    *out = new_device(worker, true);
    status = ask(*out, ASK_LOOK, NULL, 0);      /* it answers as soon as it has booted */
    if (status) {
        device_close(*out);
        *out = NULL;
    }
    return status;
}

int device_fork(Device *d, Device **out)
{
    Snapshot copy;
    int status = wire_send(d->worker.channel, ASK_FORK, NULL, 0);
    if (!status)
        status = snapshot_receive(&d->worker, &copy);
    if (!status)
        *out = new_device((Worker){ copy.pid, copy.control }, false);
    return status;
}

void device_close(Device *d)
{
    if (!d)
        return;
    if (d->is_child) {
        worker_stop(&d->worker);
    } else {
        Snapshot copy = { d->worker.pid, d->worker.channel };
        if (d->busy)
            kill(d->worker.pid, SIGKILL);
        snapshot_drop(&copy);       /* it reads the end and exits */
    }
    buf_free(&d->answer);
    free(d);
}

static int ask_screen(Device *d, char code, const char *text, Screen *out)
{
    int status = ask(d, code, text, text ? strlen(text) + 1 : 0);
    return status ? status : screen_read(out, d->answer.data, d->answer.size);
}

int device_start(Device *d, const char *apk, Screen *out)
{
    return ask_screen(d, ASK_START, apk, out);
}

int device_look(Device *d, Screen *out)
{
    return ask_screen(d, ASK_LOOK, NULL, out);
}

int device_begin_start(Device *d, const char *apk)
{
    return wire_send(d->worker.channel, ASK_START, apk, strlen(apk) + 1);
}

int device_finish_start(Device *d, Screen *out)
{
    int status = hear(d);
    return status ? status : screen_read(out, d->answer.data, d->answer.size);
}

int device_begin(Device *d, const Event *event)
{
    Buf text = { 0 };
    event_print(&text, event);
    int status = wire_send(d->worker.channel, ASK_EVENT, buf_str(&text), text.size + 1);
    buf_free(&text);
    return status;
}

int device_descriptor(const Device *d)
{
    return d->worker.channel;
}

void device_kill(Device *d)
{
    kill(d->worker.pid, SIGKILL);
}

int device_finish(Device *d, Event *event, Screen *out)
{
    int status = hear(d);
    if (status)
        return status;
    size_t head = strlen(d->answer.data) + 1;
    Event done;
    if (!event_parse(&done, d->answer.data, NULL)) {
        event_free(event);
        *event = done;
    }
    return screen_read(out, d->answer.data + head, d->answer.size - head);
}

int device_begin_all(Device *d, const Event *events, u32 count)
{
    Buf text = { 0 };
    for (u32 i = 0; i < count; i++) {
        event_print(&text, &events[i]);
        buf_add_char(&text, '\n');
    }
    int status = wire_send(d->worker.channel, ASK_EVENTS, buf_str(&text), text.size + 1);
    buf_free(&text);
    d->busy = !status;
    return status;
}

int device_end_all(Device *d, u32 *done, Screen *out)
{
    int status = hear(d);
    d->busy = false;
    if (status)
        return status;
    size_t head = strlen(d->answer.data) + 1;
    *done = (u32)strtoul(d->answer.data, NULL, 10);
    return screen_read(out, d->answer.data + head, d->answer.size - head);
}

u32 device_any_ready(Device *const *devices, u32 count)
{
    struct pollfd *wait = xcalloc(count, sizeof *wait);
    for (u32 i = 0; i < count; i++)
        wait[i] = (struct pollfd){ .fd = devices[i]->worker.channel, .events = POLLIN };
    u32 ready = 0;
    while (poll(wait, count, -1) < 0 && errno == EINTR)
        ;
    while (ready < count - 1 && !wait[ready].revents)
        ready++;
    free(wait);
    return ready;
}

int device_do_all(Device *d, const Event *events, u32 count, u32 *done, Screen *out)
{
    int status = device_begin_all(d, events, count);
    return status ? status : device_end_all(d, done, out);
}

int device_do(Device *d, Event *event, Screen *out)
{
    int status = device_begin(d, event);
    return status ? status : device_finish(d, event, out);
}

int device_screenshot(Device *d, const char *path)
{
    return ask(d, ASK_SCREENSHOT, path, strlen(path) + 1);
}

static int ask_text(Device *d, char code, char **out)
{
    int status = ask(d, code, NULL, 0);
    if (!status)
        *out = xstrndup(d->answer.data ? d->answer.data : "", d->answer.size);
    return status;
}

int device_log(Device *d, char **out)
{
    return ask_text(d, ASK_LOG, out);
}

int device_dump(Device *d, char **out)
{
    return ask_text(d, ASK_DUMP, out);
}

int device_gaps(Device *d, char **out)
{
    return ask_text(d, ASK_GAPS, out);
}

int device_ask_tool(Device *d, const char *question, char **out)
{
    int status = ask(d, ASK_TOOL, question, strlen(question) + 1);
    if (!status)
        *out = xstrndup(d->answer.data ? d->answer.data : "", d->answer.size);
    return status;
}

u64 device_private_bytes(const Device *d)
{
    return snapshot_private_bytes(d->worker.pid);
}
