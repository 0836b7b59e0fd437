/*
 * Signatures (JVMS 4.7.9.1): (Ljava/util/List<Lorg/Pair<TT;Ljava/lang/Double;>;>;I)V
 * The first two type arguments of each parameter are looked at, without theirs.
 */
#include "testgen/generics.h"

#include <string.h>

/* The end of the type at s; NULL when it is malformed. */
static const char *skip_type(const char *s)
{
    while (*s == '[' || *s == '+' || *s == '-')
        s++;
    if (*s != 'L' && *s != 'T')
        return *s ? s + 1 : NULL;
    int depth = 0;
    for (; *s; s++) {
        depth += (*s == '<') - (*s == '>');
        if (*s == ';' && !depth)
            return s + 1;
    }
    return NULL;
}

/* The class of a type argument, erased. */
static Class *argument_class(Program *p, const Class *owner, const char *s)
{
    if (*s == '+' || *s == '-')
        s++;
    if (*s != 'L')
        return NULL;
    size_t length = strcspn(s, "<;");
    char *descriptor = arena_printf(p->arena, "%.*s;", (int)length, s);
    Class *c = vm_descriptor_class(p->thread, owner->loader, descriptor, length + 1);
    if (!c)
        vm_take_exception(p->thread);
    return c && c != p->object && program_can_name(p, c) ? c : NULL;
}

static void read_arguments(Program *p, Callable *call, int parameter, const char *type, const char *end)
{
    const char *open = memchr(type, '<', (size_t)(end - type));
    if (*type != 'L' || !open)
        return;
    const char *s = open + 1;
    for (int i = 0; i < 2 && s && *s != '>'; i++) {
        call->elements[parameter][i] = argument_class(p, call->method->owner, s);
        s = skip_type(s);
    }
}

void generics_read(Program *p, Callable *call)
{
    const MethodDef *def = call->method->def;
    const char *s = def && def->signature ? strchr(def->signature->text, '(') : NULL;
    if (!s)
        return;
    s++;
    for (int i = 0; i < call->parameter_count && s && *s != ')'; i++) {
        const char *end = skip_type(s);
        if (end)
            read_arguments(p, call, i, s, end);
        s = end;
    }
}
