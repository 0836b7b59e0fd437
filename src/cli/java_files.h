/* The files and the environment that `reenact java` gives to a program. */
#ifndef CLI_JAVA_FILES_H
#define CLI_JAVA_FILES_H

#include "cli/cli.h"

typedef struct Vm Vm;

/* Mounts the class path, the current folder and what --mount names; sets what --env names. */
int java_files(Vm *vm, const Invocation *call, const char *class_path);

#endif
