#include "device/callbacks.h"

#include "base/map.h"
#include "vm/trace.h"

#include <stdlib.h>
#include <string.h>

/*
 * A method is asked about at every call, so the answer for it is kept in a table
 * beside it: open addressing, by the method's address.
 */
typedef struct Seen {
    const Method *method;
    u32 round;                      /* when it last ran */
    u32 called_round;               /* when the framework last called it */
    u32 hash;
    bool app;                       /* of one of the app's own classes */
    bool counts;                    /* and no constructor or initialiser */
} Seen;

static struct {
    Seen *table;
    u32 size, used;                 /* size is a power of two */
    u32 round;
    bool on;
    const Method **callbacks;       /* of this round, in order */
    u32 callback_count, callback_room;
    u32 *methods;
    u32 method_count, method_room;
} watch = { .round = 1 };

static bool is_support_library(const char *class_name)
{
    return !strncmp(class_name, "android/", 8) || !strncmp(class_name, "androidx/", 9);
}

bool callbacks_is_app_class(const Class *c)
{
    return c->loader && !(c->flags & CLASS_BOOT) && !is_support_library(c->name->text);
}

static Seen *slot_of(const Method *m)
{
    u32 i = (u32)((uintptr_t)m >> 4) * 2654435761u & (watch.size - 1);
    while (watch.table[i].method && watch.table[i].method != m)
        i = (i + 1) & (watch.size - 1);
    return &watch.table[i];
}

static void grow(void)
{
    Seen *old = watch.table;
    u32 old_size = watch.size;
    watch.size = old_size ? old_size * 2 : 1 << 14;
    watch.table = xcalloc(watch.size, sizeof *watch.table);
    for (u32 i = 0; i < old_size; i++)
        if (old[i].method)
            *slot_of(old[i].method) = old[i];
    free(old);
}

/* Also the same in another run: names, not addresses. */
static u32 hash_of(const Method *m)
{
    return hash_bytes(m->owner->name->text, m->owner->name->length) * 31 + hash_bytes(m->name->text, m->name->length) * 7
        + hash_bytes(m->descriptor->text, m->descriptor->length);
}

static Seen *seen(const Method *m)
{
    Seen *s = slot_of(m);
    if (s->method)
        return s;
    if (watch.used * 2 >= watch.size) {
        grow();
        s = slot_of(m);
    }
    watch.used++;
    bool app = callbacks_is_app_class(m->owner);
    *s = (Seen){ .method = m, .app = app, .counts = app && m->name->text[0] != '<', .hash = app ? hash_of(m) : 0 };
    return s;
}

static void note_callback(Seen *s)
{
    if (watch.callback_count == watch.callback_room) {
        watch.callback_room = watch.callback_room ? watch.callback_room * 2 : 256;
        watch.callbacks = xrealloc(watch.callbacks, watch.callback_room * sizeof *watch.callbacks);
    }
    s->called_round = watch.round;
    watch.callbacks[watch.callback_count++] = s->method;
}

static void note_method(Seen *s)
{
    if (watch.method_count == watch.method_room) {
        watch.method_room = watch.method_room ? watch.method_room * 2 : 1024;
        watch.methods = xrealloc(watch.methods, watch.method_room * sizeof *watch.methods);
    }
    s->round = watch.round;
    watch.methods[watch.method_count++] = s->hash;
}

static void enter(void *context, Thread *t, const Method *m)
{
    UNUSED(context);
    if (!m->owner->loader)
        return;
    Seen *s = seen(m);
    if (!s->counts || s->called_round == watch.round)
        return;
    if (s->round != watch.round)
        note_method(s);
    const Method *caller = t->frame > t->frames ? (t->frame - 1)->method : NULL;
    if (!caller || !seen(caller)->app)
        note_callback(slot_of(m));
}

void callbacks_watch(Vm *vm)
{
    static const Tracer tracer = { .enter = enter };
    watch.on = true;
    grow();
    vm_set_tracer(vm, &tracer);
}

void callbacks_clear(void)
{
    watch.round++;
    watch.callback_count = watch.method_count = 0;
}

static int ascending(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return x < y ? -1 : x > y;
}

void callbacks_tell(Screen *screen)
{
    if (!watch.on)
        return;
    Buf out = { 0 };
    for (u32 i = 0; i < watch.callback_count; i++) {
        const Method *m = watch.callbacks[i];
        for (const char *p = m->owner->name->text; *p; p++)
            buf_add_char(&out, *p == '/' ? '.' : *p);
        buf_printf(&out, ".%s\n", m->name->text);
    }
    screen->callbacks = buf_take(&out);
    screen->methods = xcalloc(watch.method_count ? watch.method_count : 1, sizeof *screen->methods);
    if (watch.method_count)
        memcpy(screen->methods, watch.methods, watch.method_count * sizeof *screen->methods);
    screen->method_count = watch.method_count;
    qsort(screen->methods, screen->method_count, sizeof *screen->methods, ascending);
}
