/* The native methods of the core library: java.*, libcore.*, sun.*, dalvik.*. */
#ifndef LIBCORE_LIBCORE_H
#define LIBCORE_LIBCORE_H

#include "vm/vm.h"

/* Opens a machine with the boot files of the cache, natives bound and core classes loaded. */
int libcore_open(Vm **out, const VmOptions *options);
/* The same, with more native methods: those of the layers above. */
int libcore_open_with(Vm **out, const VmOptions *options, void (*add_natives)(Vm *vm));
/* The path of the boot image in the cache, made from the boot files at the first use. The caller frees. */
int libcore_boot_image(char **path);
/* Binds the natives; before vm_boot. */
void libcore_register(Vm *vm);

/*
 * Opens the class path ("a.jar:b.dex:dir") as the system class loader's. After
 * vm_boot. Returns the loader, or NULL with an exception.
 */
Object *libcore_system_loader(Thread *t, const char *class_path);

/* A variable of the program's environment, which is empty but for a few constants of the platform. */
void libcore_set_environment(Vm *vm, const char *name, const char *value);

/* What a thread does after its run() threw: the handlers, as the runtime calls them. */
void libcore_uncaught(Thread *t, Object *throwable);
/* Starts the daemons for references and finalizers once there is work for them. */
void libcore_wake_daemons(Thread *t);
/* Starts them, work or not: somebody is going to wait for them. */
void libcore_start_daemons(Thread *t);

/* Makes java.lang.reflect.Method / Constructor / Field objects. */
Object *libcore_reflect_method(Thread *t, const Method *m);
Object *libcore_reflect_field(Thread *t, const Field *f);
/* Unboxes args[] for m, calls it, boxes the result. Exceptions of the callee are left pending. */
Object *libcore_invoke(Thread *t, Method *m, Object *receiver, Object *args, bool *bad_arguments);

#endif
