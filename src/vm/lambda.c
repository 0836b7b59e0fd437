/* Call sites and method handles. */
#include "vm/internal.h"

Method *resolve_call_site(Thread *t, const Class *from, Ref *ref)
{
    UNUSED(from);
    return vm_throw(t, "java/lang/BootstrapMethodError", "invokedynamic %s%s", ref->name->text, ref->descriptor->text);
}

Object *resolve_handle(Thread *t, const Class *from, Ref *ref)
{
    UNUSED(from);
    UNUSED(ref);
    return vm_throw(t, "java/lang/UnsupportedOperationException", "method handle constants");
}
