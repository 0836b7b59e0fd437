/* See state.h. */
#include "android/state.h"

#include "android/natives.h"

ManagerState *manager_state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_MANAGERS);
    if (!*slot)
        *slot = xcalloc(1, sizeof(ManagerState));
    return *slot;
}

void root_list_add(Vm *vm, RootList **list, Object *o)
{
    if (!o)
        return;
    RootList *new = xcalloc(1, sizeof *new);
    new->object = vm_root_add(vm, o);
    while (*list)
        list = &(*list)->next;
    *list = new;
}

void root_list_remove(Vm *vm, RootList **list, const Object *o)
{
    for (; *list; list = &(*list)->next) {
        if (ref_object(*(*list)->object) != o)
            continue;
        RootList *gone = *list;
        *list = gone->next;
        vm_root_remove(vm, gone->object);
        free(gone);
        return;
    }
}
