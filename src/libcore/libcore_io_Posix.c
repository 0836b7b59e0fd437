/* libcore.io.Posix: the system calls. */
#include "libcore/natives.h"

#include <unistd.h>

static void writeBytes(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef descriptor = FIELD("java/io/FileDescriptor", "descriptor", "I");
    int fd = GET_INT(t, args[1].l, &descriptor);
    result->i = (i32)write(fd, ARRAY_I8(args[2].l) + args[3].i, (size_t)args[4].i);
}

const NativeMethod natives_libcore_io_Posix[] = {
    { "writeBytes", NULL, writeBytes },
    { 0 },
};
