/*
 * android.util.Log and EventLog: lines in logcat's threadtime format, with the
 * virtual clock, kept in memory up to a limit (the oldest half goes first).
 */
#include "android/log.h"
#include "android/natives.h"
#include "android/profile.h"

#include <time.h>

enum { MOST_TEXT = 8 << 20 };

typedef struct LogState {
    Buf text;
    FILE *echo;
} LogState;

static LogState *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_LOG);
    if (!*slot)
        *slot = xcalloc(1, sizeof(LogState));
    return *slot;
}

const char *log_text(Vm *vm)
{
    return buf_str(&state(vm)->text);
}

void log_echo(Vm *vm, FILE *stream)
{
    state(vm)->echo = stream;
}

void log_restore(Vm *vm, const char *text)
{
    buf_clear(&state(vm)->text);
    buf_add_str(&state(vm)->text, text);
}

static void add_line(Thread *t, i32 priority, const char *tag, const char *line, size_t length)
{
    LogState *log = state(t->vm);
    i64 millis = vm_millis(t->vm);
    time_t seconds = millis / 1000;
    struct tm when;
    gmtime_r(&seconds, &when);
    if (log->text.size > MOST_TEXT) {
        const char *half = strchr(log->text.data + log->text.size / 2, '\n');
        size_t keep = half ? log->text.size - (size_t)(half + 1 - log->text.data) : 0;
        memmove(log->text.data, log->text.data + log->text.size - keep, keep + 1);
        log->text.size = keep;
    }
    size_t start = log->text.size;
    buf_printf(&log->text, "%02d-%02d %02d:%02d:%02d.%03d %5d %5u %c %s: %.*s\n", when.tm_mon + 1, when.tm_mday, when.tm_hour, when.tm_min,
               when.tm_sec, (int)(millis % 1000), APP_PID, APP_PID + t->id - 1, "??VDIWEF"[priority & 7], tag, (int)length, line);
    if (log->echo)
        fputs(log->text.data + start, log->echo);
}

/* int println_native(int buffer, int priority, String tag, String message) */
static void println_native(Thread *t, const Slot *args, Slot *result)
{
    if (!args[3].l) {
        vm_throw_null(t, "println needs a message");
        return;
    }
    char *tag = vm_string_to_utf8(args[2].l), *message = vm_string_to_utf8(args[3].l);
    const char *line = message;
    do {
        const char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) : strlen(line);
        if (length || line == message)
            add_line(t, args[1].i, tag ? tag : "", line, length);
        line = end ? end + 1 : NULL;
    } while (line);
    result->i = (i32)strlen(message);
    free(tag);
    free(message);
}

/* boolean isLoggable(String tag, int level): INFO and above, as on a phone */
static void isLoggable(Thread *t, const Slot *args, Slot *result)
{
    if (args[0].l && vm_string_length(args[0].l) > 23) {
        char *tag = vm_string_to_utf8(args[0].l);
        vm_throw(t, "java/lang/IllegalArgumentException", "Log tag \"%s\" exceeds limit of 23 characters", tag);
        free(tag);
        return;
    }
    result->i = args[1].i >= 4;
}

const NativeMethod natives_android_util_Log[] = {
    { "println_native", NULL, println_native },
    { "isLoggable", NULL, isLoggable },
    { 0 },
};

static void writeEvent(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

const NativeMethod natives_android_util_EventLog[] = {
    { "writeEvent", NULL, writeEvent },
    { "readEvents", NULL, writeEvent },
    { 0 },
};
