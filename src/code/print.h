/* Classes and their code as text. */
#ifndef CODE_PRINT_H
#define CODE_PRINT_H

#include "base/buf.h"
#include "code/class_def.h"

/*
 * Appends the class: its header, fields and methods with their instructions,
 * lines and exception ranges. With method only methods of that name, which may
 * be followed by a descriptor; ERR_NOT_FOUND when there is none. A method that
 * cannot be translated is shown with the reason.
 */
int code_print_class(Buf *out, const ClassDef *def, const char *method);

#endif
