/* The phone's native side: natives of android.*, and the system services, in C. */
#ifndef ANDROID_ANDROID_H
#define ANDROID_ANDROID_H

#include "vm/vm.h"

/* Binds the native methods of android.* and com.android.*; before vm_boot. */
void android_register(Vm *vm);

#endif
