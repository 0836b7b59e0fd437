/*
 * Getting ready before the program is known: classes of the boot files loaded and
 * linked, methods translated, as an earlier run has used them. No code runs and
 * nothing is initialised, so that a run is the same with it and without.
 */
#include "vm/internal.h"

#include <stdlib.h>
#include <string.h>

static bool has_file(const Class *c)
{
    return c && !c->loader && c->def && c->def->trusted && c->state >= CLASS_LINKED;
}

void vm_preload_write(const Vm *vm, Buf *out)
{
    for (u32 i = 0; i < vm->classes.size; i++) {
        const Class *c = vm->classes.entries[i].name ? vm->classes.entries[i].c : NULL;
        if (!has_file(c) || vm->classes.entries[i].loader)
            continue;
        buf_add_str(out, c->name->text);
        for (u32 m = 0; m < c->method_count; m++)
            if (c->methods[m].code)
                buf_printf(out, " %u", m);
        buf_add_char(out, '\n');
    }
}

static void preload_class(Thread *t, char *line)
{
    char *rest = line, *name = strsep(&rest, " ");
    Class *c = vm_find_class(t, NULL, name);
    for (char *number; c && !t->exception && (number = strsep(&rest, " "));) {
        u32 i = (u32)strtoul(number, NULL, 10);
        if (i < c->method_count && c->methods[i].def && c->methods[i].def->has_code && !c->methods[i].native)
            method_prepare(t, &c->methods[i]);
    }
    vm_take_exception(t);
}

void vm_preload_read(Thread *t, const char *text)
{
    char *copy = xstrdup(text), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            preload_class(t, line);
    free(copy);
}
