/* A slice for programs: JSON of ours, and SARIF's code flow, which editors show. */
#include "slice/slice.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static const char *const reason_names[SLICE_REASONS] = { "thrown", "value", "object", "argument", "decided", "called", "state" };

static void add_line(Json *json, const SliceLine *line)
{
    json_begin_object(json);
    json_put_string(json, "class", line->class_name);
    json_put_string(json, "method", line->method);
    json_put_string(json, "file", line->file);
    json_put_int(json, "line", line->line);
    json_put_int(json, "distance", line->distance);
    json_put_int(json, "event", line->event);
    json_put_string(json, "callback", line->callback);
    json_put_string(json, "reason", reason_names[line->reason]);
    json_put_int(json, "because", line->because);
    json_put_int(json, "system_steps", line->steps);
    json_end_object(json);
}

static void add_events(Json *json, const Repro *repro)
{
    json_key(json, "events");
    json_begin_array(json);
    for (u32 i = 0; i < repro->event_count; i++) {
        Buf text = { 0 };
        event_print(&text, &repro->events[i]);
        json_add_string(json, buf_str(&text));
        buf_free(&text);
    }
    json_end_array(json);
}

void slice_write_json(Buf *out, const Slice *slice, const Repro *repro)
{
    Json json = json_begin(out);
    json_begin_object(&json);
    json_put_string(&json, "crash", slice->crash);
    json_put_string(&json, "criterion", slice->criterion);
    add_events(&json, repro);
    json_put_int(&json, "distinct_lines", slice->distinct_lines);
    json_put_int(&json, "executed_lines", slice->executed_lines);
    json_put_int(&json, "static_lines", slice->static_lines);
    json_put_bool(&json, "cut_off", slice->cut_off);
    json_put_int(&json, "first_event", slice->first_event);
    json_put_int(&json, "checked_reads", (i64)slice->reads);
    json_put_int(&json, "unseen_writes", (i64)slice->unseen);
    json_put_int(&json, "nodes", (i64)slice->nodes);
    json_put_int(&json, "visited", (i64)slice->visited);
    json_put_int(&json, "history_bytes", (i64)slice->history_bytes);
    json_put_double(&json, "record_seconds", (double)slice->record_micros / 1e6);
    json_put_double(&json, "slice_seconds", (double)slice->walk_micros / 1e6);
    json_key(&json, "lines");
    json_begin_array(&json);
    for (u32 i = 0; i < slice->count; i++)
        add_line(&json, &slice->lines[i]);
    json_end_array(&json);
    json_end_object(&json);
    buf_add_char(out, '\n');
}

/* ---- SARIF 2.1.0 ------------------------------------------------------------------------------- */

/* Sources are named as in their package: org/example/Main.java. */
static char *uri_of(const SliceLine *line)
{
    const char *dot = strrchr(line->class_name, '.');
    char *path = xasprintf("%.*s%s", dot ? (int)(dot - line->class_name) + 1 : 0, line->class_name, "");
    for (char *p = path; *p; p++)
        if (*p == '.')
            *p = '/';
    char *uri = xasprintf("%s%s", path, line->file);
    free(path);
    return uri;
}

static void add_message(Json *json, const char *text)
{
    json_key(json, "message");
    json_begin_object(json);
    json_put_string(json, "text", text);
    json_end_object(json);
}

static void add_physical(Json *json, const SliceLine *line)
{
    char *uri = uri_of(line);
    json_key(json, "physicalLocation");
    json_begin_object(json);
    json_key(json, "artifactLocation");
    json_begin_object(json);
    json_put_string(json, "uri", uri);
    json_end_object(json);
    if (line->line > 0) {
        json_key(json, "region");
        json_begin_object(json);
        json_put_int(json, "startLine", line->line);
        json_end_object(json);
    }
    json_end_object(json);
    free(uri);
}

static void add_location(Json *json, const SliceLine *line)
{
    json_begin_object(json);
    add_physical(json, line);
    char *text = xasprintf("%s.%s %s", line->class_name, line->method, slice_reason_text(line->reason));
    add_message(json, text);
    free(text);
    json_end_object(json);
}

/* The flow goes forward in time: from the farthest line to the throw. */
static void add_flow(Json *json, const Slice *slice)
{
    json_key(json, "codeFlows");
    json_begin_array(json);
    json_begin_object(json);
    json_key(json, "threadFlows");
    json_begin_array(json);
    json_begin_object(json);
    json_key(json, "locations");
    json_begin_array(json);
    for (u32 i = slice->count; i-- > 0;) {
        json_begin_object(json);
        json_key(json, "location");
        add_location(json, &slice->lines[i]);
        json_put_int(json, "nestingLevel", slice->lines[i].distance);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
}

void slice_write_sarif(Buf *out, const Slice *slice)
{
    Json json = json_begin(out);
    json_begin_object(&json);
    json_put_string(&json, "version", "2.1.0");
    json_put_string(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_key(&json, "runs");
    json_begin_array(&json);
    json_begin_object(&json);
    json_key(&json, "tool");
    json_begin_object(&json);
    json_key(&json, "driver");
    json_begin_object(&json);
    json_put_string(&json, "name", "reenact");
    json_end_object(&json);
    json_end_object(&json);
    json_key(&json, "results");
    json_begin_array(&json);
    json_begin_object(&json);
    json_put_string(&json, "ruleId", "crash");
    json_put_string(&json, "level", "error");
    char *head = slice->crash ? xstrndup(slice->crash, strcspn(slice->crash, "\n")) : xstrdup(slice->criterion);
    add_message(&json, head);
    free(head);
    json_key(&json, "locations");
    json_begin_array(&json);
    if (slice->count)
        add_location(&json, &slice->lines[0]);
    json_end_array(&json);
    add_flow(&json, slice);
    json_end_object(&json);
    json_end_array(&json);
    json_end_object(&json);
    json_end_array(&json);
    json_end_object(&json);
    buf_add_char(out, '\n');
}
