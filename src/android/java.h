/* Small talk with Java objects that the services need everywhere: lists, strings, copies through a parcel. */
#ifndef ANDROID_JAVA_H
#define ANDROID_JAVA_H

#include "vm/vm.h"

Object *list_new(Thread *t);                            /* java.util.ArrayList; NULL: thrown */
i32 list_size(Thread *t, Object *list);                 /* 0 for NULL */
Object *list_get(Thread *t, Object *list, i32 i);
void list_add(Thread *t, Object *list, Object *element);

bool same_string(const Object *a, const Object *b);     /* false when either is null */
/* `method` of a receiver without parameters that answers a String; the caller frees. NULL for null. */
char *string_of(Thread *t, Object *receiver, const char *method);

/*
 * What a Parcelable becomes on its way to another process and back: a copy, with
 * everything that does not survive the journey lost, as on a phone. Exceptions of
 * writing and reading are thrown. NULL for NULL.
 */
Object *parcel_copy(Thread *t, Object *parcelable);

/* Puts an object into a root that may not exist yet; NULL removes the root. */
void root_set(Vm *vm, ObjectRef **root, Object *o);
static inline Object *root_get(const ObjectRef *root)
{
    return root ? ref_object(*root) : NULL;
}

#endif
