#include "slice/tool.h"

#include "android/crash.h"
#include "slice/baseline.h"
#include "slice/criterion.h"
#include "slice/methods.h"
#include "slice/record.h"
#include "slice/walk.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static int begin_status;
u64 slice_most_bytes;
bool slice_checks;

static void begin(Vm *vm)
{
    begin_status = record_begin(vm, slice_most_bytes);
    if (!begin_status && slice_checks && !record_check())
        begin_status = error_set(ERR_LIMIT, "no memory for the check");
}

static void event(Vm *vm)
{
    UNUSED(vm);
    if (!begin_status)
        record_event();
}

/* ---- the answer ------------------------------------------------------------------------------ */

static void add_dotted(Buf *out, const Symbol *name)
{
    for (const char *p = name->text; *p; p++)
        buf_add_char(out, *p == '/' ? '.' : *p);
}

/* The method of the app that the system called. */
static const Method *callback_of(const History *history, const Met *met)
{
    const Method *callback = met->facts->method;
    NodeView view;
    for (Node node = met->node; node; node = view.control) {
        history_read(history, node, &view);
        const MethodFacts *facts = view.place >= FIRST_PLACE ? method_of_place(view.place) : NULL;
        if (!facts || !facts->of_app)
            break;
        callback = facts->method;
    }
    return callback;
}

static void add_line(Buf *out, const History *history, const Met *met)
{
    const Method *m = met->facts->method, *callback = callback_of(history, met);
    buf_add_str(out, "at\t");
    add_dotted(out, m->owner->name);
    buf_printf(out, "\t%s\t%s\t%d\t%u\t%u\t", m->name->text, m->owner->source_file ? m->owner->source_file->text : "", met->line, met->distance, met->event);
    add_dotted(out, callback->owner->name);
    buf_printf(out, ".%s\t%d\t%d\t%u\n", callback->name->text, met->because, met->reason, met->steps);
}

static u32 distinct_lines(const Walk *walk)
{
    u32 count = 0;
    for (u32 i = 0; i < walk->count; i++) {
        bool again = false;
        for (u32 j = 0; j < i && !again; j++)
            again = walk->met[j].facts == walk->met[i].facts && walk->met[j].line == walk->met[i].line;
        count += !again;
    }
    return count;
}

static u64 micros(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (u64)t.tv_sec * 1000000 + (u64)t.tv_nsec / 1000;
}

static int find_criterion(Vm *vm, const History *history, const char *at, Buf *out, Node *node)
{
    if (at) {
        *node = criterion_of_line(history, at);
        buf_printf(out, "criterion\tthe last run of %s\n", at);
        return *node ? OK : error_set(ERR_NOT_FOUND, "no line %s of the app has run", at);
    }
    const Crash *crash = crash_of(vm);
    if (!crash->throwable)
        return error_set(ERR_NOT_FOUND, crash->end == APP_STUCK ? "the app stopped answering, which is no throw: name a line with --at=FILE:LINE"
                                                                 : "the events do not crash the app: there is nothing to explain");
    *node = criterion_of_throwable(vm, crash->throwable);
    if (!*node)
        return error_set(ERR_NOT_FOUND, "nothing was recorded of the throw");
    buf_printf(out, "criterion\t%s\n", criterion_text(history, *node, crash->throwable));
    return OK;
}

static int answer(Vm *vm, const char *question, Buf *out)
{
    if (begin_status)
        return begin_status;
    u64 start = micros();
    int status = record_end(vm);
    const History *history = record_history();
    const char *at = strchr(question, ' ');
    Node node = 0;
    if (!status)
        status = find_criterion(vm, history, at ? at + 1 : NULL, out, &node);
    if (status)
        return status;
    Walk walk;
    walk_back(&walk, history, node, !strncmp(question, "whole", 5));
    buf_printf(out, "micros\t%llu\nnodes\t%llu\nvisited\t%llu\nbytes\t%u\n", (unsigned long long)(micros() - start),
               (unsigned long long)history_nodes(history), (unsigned long long)walk.visited, history_end(history));
    buf_printf(out, "executed\t%u\nstatic\t%u\ndistinct\t%u\nrestarts\t%u\nfirst\t%u\n", baseline_executed_lines(), baseline_static_lines(history, node), distinct_lines(&walk), record_restarts(), record_first_event());
    record_tell_check(out);
    for (u32 i = 0; i < walk.count; i++)
        add_line(out, history, &walk.met[i]);
    walk_free(&walk);
    return OK;
}

const PhoneTool slice_tool = { begin, event, answer };
