#include "explore/world.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

static void *fork_device(void *phone)
{
    Device *copy;
    return device_fork(phone, &copy) ? NULL : copy;
}

static int begin(void *phone, const Event *event)
{
    return device_begin(phone, event);
}

static int finish(void *phone, Event *event, Screen *out)
{
    return device_finish(phone, event, out);
}

static int descriptor(void *phone)
{
    return device_descriptor(phone);
}

static void kill_device(void *phone)
{
    device_kill(phone);
}

static void close_device(void *phone)
{
    device_close(phone);
}

const World world_of_devices = { fork_device, begin, finish, descriptor, kill_device, close_device };

double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int world_do(const World *world, void *phone, Event *event, Screen *out, double seconds)
{
    int status = world->begin(phone, event);
    if (status)
        return status;
    struct pollfd wait = { .fd = world->descriptor(phone), .events = POLLIN };
    double end = now_seconds() + seconds;
    while (wait.fd >= 0 && poll(&wait, 1, (int)((end - now_seconds()) * 1000) + 1) == 0)
        if (now_seconds() >= end) {
            world->kill(phone);
            return error_set(ERR_LIMIT, "the phone was busy with one event for more than %.0f seconds", seconds);
        }
    return world->finish(phone, event, out);
}
