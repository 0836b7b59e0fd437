/*
 * All native classes of the phone. To add a method: write it in the file of its
 * class, put its row into that file's table; a new class gets a row here.
 */
#include "android/natives.h"

/*    class                                 table */
#define ANDROID_CLASSES(X)                                                          \
    X("android/os/SystemClock",             android_os_SystemClock)

#define X(name, table) extern const NativeMethod natives_##table[];
ANDROID_CLASSES(X)
#undef X

static const NativeClass classes[] = {
#define X(name, table) { name, natives_##table },
    ANDROID_CLASSES(X)
#undef X
    { 0 },
};

void android_register(Vm *vm)
{
    vm_register_natives(vm, classes);
}
