#include "reduce/crash_key.h"

#include "base/buf.h"
#include "reduce/reduce.h"

#include <stdlib.h>
#include <string.h>

bool is_platform_class(const char *name)
{
    static const char *const prefixes[] = { "java.", "javax.", "android.", "androidx.", "com.android.", "dalvik.", "libcore.", "sun.", "org.apache.harmony.", "org.apache.http.", "org.json.", "org.xml.", "org.xmlpull.",
                                            "org.w3c.", "junit.", "kotlin.", "kotlinx.", "de.robv.android.xposed.", "reenact." /* services of the simulated phone */ };
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

/* What a line of a trace is. */
typedef struct TraceLine {
    enum { LINE_THROWABLE, LINE_FRAME, LINE_OTHER } kind;
    const char *text;               /* class name, or the frame behind "at " */
    size_t length;
} TraceLine;

static TraceLine read_line(const char *p, bool first)
{
    size_t indent = strspn(p, " \t"), n = strcspn(p, "\n");
    const char *text = p + indent;
    bool cause = !strncmp(text, "Caused by: ", 11);
    if (!strncmp(text, "at ", 3)) {
        size_t length = n - indent - 3;
        while (length && (text[3 + length - 1] == '\r' || text[3 + length - 1] == ' '))
            length--;
        return (TraceLine){ LINE_FRAME, text + 3, length };
    }
    if ((first || cause) && n > indent) {
        text += cause ? 11 : 0;
        return (TraceLine){ LINE_THROWABLE, text, strcspn(text, ": \r\n") };
    }
    return (TraceLine){ LINE_OTHER, text, 0 };
}

static void add_lines(Buf *out, const char *trace, bool frames, bool platform)
{
    bool first = true;
    for (const char *p = trace; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        TraceLine line = read_line(p, first);
        first = first && line.kind != LINE_THROWABLE;
        if (line.kind == LINE_THROWABLE)
            buf_printf(out, "%.*s\n", (int)line.length, line.text);
        else if (line.kind == LINE_FRAME && frames && (platform || !is_platform_class(line.text)))
            buf_printf(out, "\t%.*s\n", (int)line.length, line.text);
    }
}

char *crash_key(const char *trace, bool frames)
{
    Buf out = { 0 };
    add_lines(&out, trace, frames, false);
    /* Where no code of the app is on the stack, the platform's tells crashes apart. */
    if (frames && !strchr(buf_str(&out), '\t')) {
        buf_clear(&out);
        add_lines(&out, trace, true, true);
    }
    return buf_take(&out);
}

char *crash_title(const char *trace)
{
    char *key = crash_key(trace, true);
    const char *frame = strchr(key, '\t'), *class_name = key;
    /* The innermost exception: the last line without a tab. */
    for (const char *p = key; *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (*p != '\t')
            class_name = p;
    const char *inner = strchr(class_name, '\t');
    frame = inner ? inner : frame;
    Buf out = { 0 };
    buf_printf(&out, "%.*s", (int)strcspn(class_name, "\n"), class_name);
    if (frame)
        buf_printf(&out, " at %.*s", (int)strcspn(frame + 1, "\n"), frame + 1);
    free(key);
    return buf_take(&out);
}

static bool same_key(const char *a, const char *b, bool frames)
{
    char *x = crash_key(a, frames), *y = crash_key(b, frames);
    bool same = !strcmp(x, y);
    free(x);
    free(y);
    return same;
}

Outcome compare_crashes(const char *wanted, const char *got)
{
    if (!got)
        return OUTCOME_NO_CRASH;
    return same_key(wanted, got, true) ? OUTCOME_SAME : same_key(wanted, got, false) ? OUTCOME_OTHER_TRACE : OUTCOME_OTHER_EXCEPTION;
}

Outcome judge_same_crash(void *context, const Screen *last)
{
    Outcome outcome = compare_crashes(context, last->crash);
    return outcome == OUTCOME_SAME && last->crash_gap ? OUTCOME_OTHER_TRACE : outcome;
}
