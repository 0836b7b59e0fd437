/* Annotation objects, made from what the class and dex files say. */
#ifndef LIBCORE_ANNOTATIONS_H
#define LIBCORE_ANNOTATIONS_H

#include "vm/vm.h"

/* Annotation[]; NULL with an exception. */
Object *annotations_of_class(Thread *t, const Class *c);
Object *annotations_of_field(Thread *t, const Field *f);
Object *annotations_of_method(Thread *t, const Method *m);
/* Annotation[][], one row per parameter. */
Object *annotations_of_parameters(Thread *t, const Method *m);
/* An annotation method's default, boxed; NULL when there is none. */
Object *annotation_default_value(Thread *t, const Method *m);

#endif
