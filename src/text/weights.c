/*
 * The files of data/ as bytes of the program. Their paths are relative to the
 * folder that make runs in, the repository's root. Touch this file after
 * changing one of them: the compiler does not see that it depends on them.
 */
#include "text/weights.h"

#define X(name, file)                                           \
    __asm__(".section .rodata\n"                                \
            ".balign 16\n"                                      \
            ".globl weights_" #name "\n"                        \
            "weights_" #name ":\n"                              \
            ".incbin \"data/" file "\"\n"                       \
            ".globl weights_" #name "_end\n"                    \
            "weights_" #name "_end:\n"                          \
            ".byte 0\n"                                         \
            ".previous\n");
WEIGHT_FILES(X)
#undef X
