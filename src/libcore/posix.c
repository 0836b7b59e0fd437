/* The shared part of the system calls: see posix.h. */
#include "libcore/net.h"
#include "libcore/posix.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Lies on the C stack of the thread that waits. */
struct Waiter {
    Vfs *vfs;
    OpenFile *file;
    int fd, events;
    bool signalled;
    Waiter *next;
};

/* ---- the world outside ------------------------------------------------------------------ */

/* Sockets of the host are looked at every millisecond; a terminal wakes us by itself. */
static i64 wait_outside(Vm *vm, i64 nanos)
{
    const PosixState *state = posix_state(vm);
    bool typing = false, sockets = net_host_sockets(state->vfs) > 0;
    for (const Waiter *w = state->waiters; w; w = w->next)
        typing |= file_is_terminal_input(w->file);
    if (!typing && !sockets)
        return 0;
    vfs_flush(state->vfs);
    struct pollfd terminal = { 0, POLLIN, 0 };
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    poll(&terminal, typing, sockets ? 1 : nanos < 0 ? -1 : (int)MIN(nanos / 1000000 + 1, INT32_MAX));
    clock_gettime(CLOCK_MONOTONIC, &after);
    i64 passed = (after.tv_sec - before.tv_sec) * 1000000000ll + (after.tv_nsec - before.tv_nsec);
    return MAX(1, nanos < 0 ? passed : MIN(passed, nanos));
}

/* ---- the state -------------------------------------------------------------------- */

static i64 machine_millis(void *vm)
{
    return vm_millis(vm);
}

static u64 machine_random(void *vm)
{
    return vm_random(vm);
}

static const char *const constants[] = {
    "ANDROID_ROOT", "/system", "ANDROID_DATA", "/data", "ANDROID_STORAGE", "/storage", "EXTERNAL_STORAGE", "/sdcard",
    "PATH", "/system/bin", "TMPDIR", "/tmp",
};

PosixState *posix_state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_FILES);
    if (!*slot) {
        PosixState *state = *slot = xcalloc(1, sizeof *state);
        state->vfs = vfs_new(&(VfsHost){ machine_millis, machine_random, vm });
        vm_on_wait(vm, wait_outside);
        for (size_t i = 0; i < COUNT_OF(constants); i += 2)
            map_put(&state->environment, constants[i], xstrdup(constants[i + 1]));
    }
    return *slot;
}

Vfs *vfs_of(Vm *vm)
{
    return posix_state(vm)->vfs;
}

void posix_add_host(Vm *vm, const char *name, const char *address)
{
    void **slot = map_slot(&posix_state(vm)->hosts, name);
    free(*slot);
    *slot = xstrdup(address);
}

void libcore_set_environment(Vm *vm, const char *name, const char *value)
{
    void **slot = map_slot(&posix_state(vm)->environment, name);
    free(*slot);
    *slot = xstrdup(value);
}

/* ---- errors ------------------------------------------------------------------------- */

void posix_throw(Thread *t, const char *function, i64 error)
{
    Object *name = vm_string_utf8(t, function);
    Class *c = vm_boot_class(t, "android/system/ErrnoException");
    Object *e = c ? vm_new(t, c, "(Ljava/lang/String;I)V", name, (int)(error < 0 ? -error : error)) : NULL;
    if (e)
        vm_throw_object(t, e);
}

bool posix_check(Thread *t, const char *function, i64 status)
{
    if (status < 0)
        posix_throw(t, function, status);
    return status >= 0;
}

/* ---- arguments ------------------------------------------------------------------------ */

static FieldRef descriptor_field = FIELD("java/io/FileDescriptor", "descriptor", "I");

int posix_fd(Thread *t, Object *descriptor)
{
    return descriptor ? GET_INT(t, descriptor, &descriptor_field) : -1;
}

void posix_set_fd(Thread *t, Object *descriptor, int fd)
{
    SET_INT(t, descriptor, &descriptor_field, fd);
}

Object *posix_new_fd(Thread *t, int fd)
{
    Object *o = vm_new(t, vm_boot_class(t, "java/io/FileDescriptor"), "()V");
    if (o)
        posix_set_fd(t, o, fd);
    return o;
}

char *posix_path(Thread *t, const Object *string)
{
    if (!string)
        return vm_throw_null(t, "path == null");
    Buf raw = { 0 }, path = { 0 };
    vm_string_append_utf8(&raw, string);
    for (size_t i = 0; i < raw.size; i++) {
        if (raw.data[i])
            buf_add_char(&path, raw.data[i]);
        else
            buf_add(&path, "\xc0\x80", 2);
    }
    buf_free(&raw);
    buf_reserve(&path, 1);
    return buf_take(&path);
}

u8 *posix_bytes(Thread *t, Object *buffer, i32 offset, i32 count)
{
    static FieldRef address = FIELD("java/nio/Buffer", "effectiveDirectAddress", "J");
    static FieldRef capacity = FIELD("java/nio/Buffer", "capacity", "I");
    if (!buffer)
        return vm_throw_null(t, "buffer == null");
    bool is_array = class_is_array(object_class(buffer));
    i32 length = is_array ? ARRAY_LENGTH(buffer) : GET_INT(t, buffer, &capacity);
    if (offset < 0 || count < 0 || offset > length - count)
        return vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "length=%d; regionStart=%d; regionLength=%d", length, offset, count);
    if (is_array)
        return (u8 *)ARRAY_I8(buffer) + offset;
    return (u8 *)(uintptr_t)GET_LONG(t, buffer, &address) + offset;
}

/* ---- waiting ---------------------------------------------------------------------------- */

static bool is_ready(void *context)
{
    Waiter *w = context;
    return w->signalled || file_poll(w->vfs, w->file) & (w->events | POLLERR | POLLHUP);
}

int posix_wait(Thread *t, int fd, int events, i64 deadline)
{
    PosixState *state = posix_state(t->vm);
    OpenFile *file = vfs_file(state->vfs, fd);
    if (!file)
        return -EBADF;
    Waiter w = { state->vfs, file_retain(file), fd, events, false, state->waiters };
    state->waiters = &w;
    BlockResult result = vm_block(t, is_ready, &w, deadline, false);
    Waiter **link = &state->waiters;
    while (*link != &w)
        link = &(*link)->next;
    *link = w.next;
    file_release(state->vfs, file);
    return w.signalled ? -EINTR : result == BLOCK_TIMEOUT ? -ETIMEDOUT : 0;
}

void posix_signal(Thread *t, int fd)
{
    for (Waiter *w = posix_state(t->vm)->waiters; w; w = w->next)
        if (w->fd == fd)
            w->signalled = true;
}

i64 posix_deadline(const Thread *t, i64 millis)
{
    return millis < 0 ? -1 : vm_nanos(t->vm) + millis * 1000000;
}
