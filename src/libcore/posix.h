/*
 * What the natives of libcore.io.Posix and their neighbours share: the machine's
 * file system, file descriptors as Java holds them, waiting, and errors.
 */
#ifndef LIBCORE_POSIX_H
#define LIBCORE_POSIX_H

#include "base/map.h"
#include "libcore/natives.h"
#include "libcore/vfs.h"

typedef struct Waiter Waiter;

/* Memory that mmap gave and that is no file's. */
typedef struct PrivateMapping {
    void *address;
    size_t length;
    struct PrivateMapping *next;
} PrivateMapping;

/* Hangs on the machine as EXT_FILES. */
typedef struct PosixState {
    Vfs *vfs;
    Waiter *waiters;                /* threads that wait for a descriptor */
    PrivateMapping *mappings;
    Map environment;                /* name → malloc'd value */
    Map hosts;                      /* names that are known without a name server → address as text */
    i64 lookup_millis;              /* how long the name server takes for others */
} PosixState;

/* Makes a host's name known. */
void posix_add_host(Vm *vm, const char *name, const char *address);

PosixState *posix_state(Vm *vm);
static inline Vfs *posix_files(Thread *t) { return posix_state(t->vm)->vfs; }

/* Throws android.system.ErrnoException; error may be negative, as vfs functions return it. */
void posix_throw(Thread *t, const char *function, i64 error);
/* The same for a function's result: throws when it is negative; true when it was not. */
bool posix_check(Thread *t, const char *function, i64 status);

/* java.io.FileDescriptor. -1 for null. */
int posix_fd(Thread *t, Object *descriptor);
void posix_set_fd(Thread *t, Object *descriptor, int fd);
Object *posix_new_fd(Thread *t, int fd);

/* UTF-8 for a system call (a NUL inside is C0 80, as on the platform). NULL: null was thrown at. The caller frees. */
char *posix_path(Thread *t, const Object *string);

/* The bytes of a byte[] or a direct ByteBuffer from offset on. NULL: thrown. */
u8 *posix_bytes(Thread *t, Object *buffer, i32 offset, i32 count);

/*
 * Waits until one of the poll events holds for the descriptor, or the deadline
 * (virtual nanos, -1: none) has passed. 0, -ETIMEDOUT, or -EINTR when another
 * thread closed the descriptor (AsynchronousCloseMonitor).
 */
int posix_wait(Thread *t, int fd, int events, i64 deadline);
/* Wakes those who wait for this descriptor. */
void posix_signal(Thread *t, int fd);
/* Milliseconds from now as a deadline; negative: none. */
i64 posix_deadline(const Thread *t, i64 millis);

#endif
