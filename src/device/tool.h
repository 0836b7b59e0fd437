/*
 * A tool that works inside the phone's process, beside the app: it sees the machine
 * itself, which nobody can through the socket. The process is a fork of the one that
 * made the Environment, so a tool is a set of C functions.
 */
#ifndef DEVICE_TOOL_H
#define DEVICE_TOOL_H

#include "base/buf.h"

struct Vm;
struct Object;

typedef struct PhoneTool {
    /* The phone is switched on; the app is not yet installed. */
    void (*begin)(struct Vm *vm);
    /* An event of the user is about to be done. */
    void (*event)(struct Vm *vm);
    /* The controller asks (device_ask_tool). An error is told by error_set. */
    int (*answer)(struct Vm *vm, const char *question, Buf *out);
} PhoneTool;

#endif
