/*
 * Classes made by the machine: a ClassDef is written down as a reader would, and
 * linked like any other; then the C functions are put in. Such a ClassDef has no
 * reader behind it (`extra` is NULL).
 */
#include "vm/internal.h"

Class *vm_make_class(Thread *t, const MadeClass *made)
{
    Vm *vm = t->vm;
    Symbols *symbols = &vm->store.symbols;
    ClassDef *def = ARENA_NEW(&vm->arena, ClassDef);
    def->store = &vm->store;
    def->trusted = true;
    def->access = made->access;
    def->name = symbol(symbols, made->name);
    def->super = made->super->name;
    def->interface_count = (u16)made->interface_count;
    def->interfaces = ARENA_ARRAY(&vm->arena, const Symbol *, made->interface_count);
    for (u32 i = 0; i < made->interface_count; i++)
        def->interfaces[i] = made->interfaces[i]->name;
    def->method_count = (u16)made->method_count;
    def->methods = ARENA_ARRAY(&vm->arena, MethodDef, made->method_count);
    for (u32 i = 0; i < made->method_count; i++)
        def->methods[i] = (MethodDef){ .name = symbol(symbols, made->methods[i].name), .descriptor = symbol(symbols, made->methods[i].descriptor),
                                       .access = made->methods[i].access | ACC_NATIVE };
    def->field_count = (u16)made->field_count;
    def->fields = ARENA_ARRAY(&vm->arena, FieldDef, made->field_count);
    for (u32 i = 0; i < made->field_count; i++)
        def->fields[i] = (FieldDef){ .name = symbol(symbols, made->fields[i].name), .descriptor = symbol(symbols, made->fields[i].descriptor),
                                     .access = made->fields[i].access };
    /* The loader may not see the superclass and interfaces by name (boot loader's proxies of app interfaces). */
    class_table_put(vm, made->super->name, made->loader, made->super);
    for (u32 i = 0; i < made->interface_count; i++)
        class_table_put(vm, made->interfaces[i]->name, made->loader, made->interfaces[i]);

    Class *c = vm_define_class(t, made->loader, def);
    if (!c)
        return NULL;
    for (u32 i = 0; i < made->method_count; i++) {
        Method *m = &c->methods[i];
        m->native = made->methods[i].function;
        m->native_data = made->methods[i].data;
        /* To reflection and stack traces it is an ordinary method. */
        m->access &= ~(u32)ACC_NATIVE;
    }
    return c;
}
