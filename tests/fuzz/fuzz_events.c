/*
 * Files of events: .repro, Monkey's log and script, MonkeyRunner's calls, tables of
 * touches, and rule files. What was read is written as a script and read again.
 */
#include "explore/monkey.h"
#include "reduce/atoms.h"
#include "reduce/rules.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static char *script_of(const EventTrace *trace)
{
    MonkeyApp app = { "com.example", "com.example.Main" };
    Buf out = { 0 };
    monkey_script_print(&out, trace->events.items, trace->events.count, &app);
    return buf_take(&out);
}

/* What we write must be read again. (Some events of ours have no call there: an empty script is no error of the writer.) */
static void go_round(const EventTrace *trace)
{
    char *first = script_of(trace);
    EventTrace again;
    int status = monkey_script_parse(&again, first, "again");
    if (!status) {
        Atoms atoms;
        atoms_group(&atoms, again.events.items, again.events.count);
        for (u32 i = 0; i < atoms.count; i++)
            atom_operation(&atoms, i);
        atoms_free(&atoms);
        event_trace_free(&again);
    }
    free(first);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    typedef int Parse(EventTrace *out, const char *text, const char *name);
    static Parse *const readers[] = { event_trace_parse, monkey_log_parse, monkey_script_parse, monkey_runner_parse, event_table_parse };
    char *text = xstrndup((const char *)data, size);
    for (size_t i = 0; i < COUNT_OF(readers); i++) {
        EventTrace trace;
        if (!readers[i](&trace, text, "input")) {
            go_round(&trace);
            event_trace_free(&trace);
        }
    }
    RuleSet *rules = rules_default();
    rules_parse(rules, text, "input");
    rules_free(rules);
    free(text);
    return 0;
}
