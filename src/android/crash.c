#include "android/crash.h"

#include "android/natives.h"

#include <string.h>

typedef struct CrashState {
    Crash crash;
    u64 event_step;
} CrashState;

static CrashState *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_CRASH);
    if (!*slot)
        *slot = xcalloc(1, sizeof(CrashState));
    return *slot;
}

const Crash *crash_of(Vm *vm)
{
    return &state(vm)->crash;
}

void crash_begin_event(Vm *vm)
{
    state(vm)->event_step = vm_steps(vm);
}

static char *gap_behind(Vm *vm, const Object *throwable)
{
    const Gap *gaps;
    u32 count = vm_gaps(vm, &gaps);
    for (u32 i = 0; i < count; i++)
        if (gaps[i].last_step >= state(vm)->event_step && gaps[i].caller && vm_throwable_passes(vm, throwable, gaps[i].caller))
            return xstrdup(gaps[i].what);
    return NULL;
}

/* A part of the system that every phone has and this one does not, named by an app that wanted to open it. */
static char *missing_activity(const char *trace)
{
    static const char head[] = "Unable to find explicit activity class {";
    const char *name = strstr(trace, head);
    if (!name)
        return NULL;
    name += strlen(head);
    return strncmp(name, "com.android.", 12) ? NULL : xasprintf("the activity %.*s", (int)strcspn(name, "}"), name);
}

static char *thread_name(Thread *t)
{
    static FieldRef name = FIELD("java/lang/Thread", "name", NULL);
    char *text = t->object ? vm_string_to_utf8(GET_REF(t, t->object, &name)) : NULL;
    return text ? text : xstrdup("main");
}

void crash_does_not_answer(Vm *vm)
{
    Crash *crash = &state(vm)->crash;
    if (crash->end != APP_LIVES)
        return;
    StackEntry stack[64];
    u32 count = vm_stack(vm_main_thread(vm), stack, COUNT_OF(stack));
    Buf text = { 0 };
    buf_add_str(&text, "ANR: Input dispatching timed out\n");
    for (u32 i = 0; i < count; i++) {
        char *owner = xstrdup(stack[i].method->owner->name->text);
        for (char *p = owner; *p; p++)
            if (*p == '/')
                *p = '.';
        const Symbol *file = stack[i].method->owner->source_file;
        buf_printf(&text, "\tat %s.%s(%s:%d)\n", owner, stack[i].method->name->text, file ? file->text : "Unknown Source", stack[i].line);
        free(owner);
    }
    crash->end = APP_STUCK;
    crash->trace = buf_take(&text);
    crash->thread = xstrdup("main");
}

static void ended(Thread *t, Object *throwable, int code)
{
    UNUSED(code);
    Crash *crash = &state(t->vm)->crash;
    if (crash->end == APP_LIVES) {
        crash->end = throwable ? APP_CRASHED : APP_EXITED;
        crash->thread = thread_name(t);
        if (throwable) {
            crash->throwable = throwable;
            vm_root_add(t->vm, throwable);
            Buf text = { 0 };
            vm_print_throwable(t->vm, &text, throwable);
            crash->trace = xstrdup(buf_str(&text));
            buf_free(&text);
            crash->gap = gap_behind(t->vm, throwable);
            if (!crash->gap)
                crash->gap = missing_activity(crash->trace);
        }
    }
    for (;;)
        vm_block(t, NULL, NULL, -1, false);
}

void crash_watch(Vm *vm)
{
    vm_on_end(vm, ended);
}
