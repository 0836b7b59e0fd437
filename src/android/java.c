#include "android/java.h"

#include <string.h>

Object *list_new(Thread *t)
{
    return vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "()V");
}

i32 list_size(Thread *t, Object *list)
{
    return list ? vm_call_method(t, list, "size", "()I").i : 0;
}

Object *list_get(Thread *t, Object *list, i32 i)
{
    return vm_call_method(t, list, "get", "(I)Ljava/lang/Object;", i).l;
}

void list_add(Thread *t, Object *list, Object *element)
{
    vm_call_method(t, list, "add", "(Ljava/lang/Object;)Z", element);
}

bool same_string(const Object *a, const Object *b)
{
    i32 n = a ? vm_string_length(a) : -1;
    return a && b && n == vm_string_length(b) && !memcmp(vm_string_chars(a), vm_string_chars(b), (size_t)n * 2);
}

char *string_of(Thread *t, Object *receiver, const char *method)
{
    Object *s = receiver ? vm_call_method(t, receiver, method, "()Ljava/lang/String;").l : NULL;
    return t->exception ? NULL : vm_string_to_utf8(s);
}

Object *parcel_copy(Thread *t, Object *parcelable)
{
    if (!parcelable)
        return NULL;
    Object *parcel = vm_call_static(t, "android/os/Parcel", "obtain", "()Landroid/os/Parcel;").l, *copy = NULL;
    if (!parcel)
        return NULL;
    vm_call_method(t, parcel, "writeParcelable", "(Landroid/os/Parcelable;I)V", parcelable, 0);
    if (!t->exception)
        vm_call_method(t, parcel, "setDataPosition", "(I)V", 0);
    if (!t->exception)
        copy = vm_call_method(t, parcel, "readParcelable", "(Ljava/lang/ClassLoader;)Landroid/os/Parcelable;", NULL).l;
    Object *thrown = vm_take_exception(t);
    vm_call_method(t, parcel, "recycle", "()V");
    return thrown ? vm_throw_object(t, thrown) : copy;
}

void root_set(Vm *vm, ObjectRef **root, Object *o)
{
    if (*root && o) {
        **root = object_ref(o);
    } else if (*root) {
        vm_root_remove(vm, *root);
        *root = NULL;
    } else if (o) {
        *root = vm_root_add(vm, o);
    }
}
