/* The outcome as JSON, for other programs; "schema_version" grows when a reader would stumble. */
#include "base/json.h"
#include "emit/emit.h"

#include <string.h>

static void put_event(Json *j, const char *key, const Event *event)
{
    Buf text = { 0 };
    event_print(&text, event);
    json_put_string(j, key, buf_str(&text));
    buf_free(&text);
}

static void put_steps(Json *j, const Outcome *o)
{
    json_key(j, "steps");
    json_begin_array(j);
    for (u32 i = 0; i < o->step_count; i++) {
        const Step *s = &o->steps[i];
        json_begin_object(j);
        json_put_int(j, "step", i + 1);
        json_put_string(j, "text", s->text);
        put_event(j, "event", &s->event);
        json_put_string(j, "sentence", s->words);
        json_put_string(j, "activity", s->activity);
        json_put_string(j, "picture", s->picture);
        json_end_object(j);
    }
    json_end_array(j);
}

static void put_crash(Json *j, const Outcome *o)
{
    json_key(j, "crash");
    if (!o->reproduced) {
        json_add_null(j);
        return;
    }
    json_begin_object(j);
    json_put_string(j, "headline", o->headline);
    json_put_string(j, "thread", o->crash_thread);
    json_put_bool(j, "not_answering", o->froze);
    json_put_string(j, "trace", o->crash);
    json_end_object(j);
}

static void put_others(Json *j, const Outcome *o)
{
    json_key(j, "other_crashes");
    json_begin_array(j);
    for (u32 i = 0; i < o->other_count; i++) {
        json_begin_object(j);
        json_put_string(j, "headline", o->others[i].headline);
        json_put_int(j, "events", o->others[i].events);
        json_put_int(j, "times", o->others[i].times);
        json_put_string(j, "gap", o->others[i].gap);
        json_put_string(j, "trace", o->others[i].trace);
        json_end_object(j);
    }
    json_end_array(j);
}

static void put_lines(Json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_begin_array(j);
    for (const char *p = text ? text : ""; *p;) {
        size_t n = strcspn(p, "\n");
        if (n)
            json_add_string_n(j, p, n);
        p += n + (p[n] == '\n');
    }
    json_end_array(j);
}

static void put_environment(Json *j, const Emission *e)
{
    json_key(j, "environment");
    json_begin_object(j);
    json_put_string(j, "app", e->outcome->repro.app);
    json_put_string(j, "sha256", e->outcome->repro.sha256);
    json_put_string(j, "phone", "Android 6.0.1 (API 23), 1080x1920, 420 dpi");
    json_put_int(j, "seed", (i64)e->options->environment.seed);
    Buf lines = { 0 };
    environment_print(&lines, &e->outcome->repro.environment);
    put_lines(j, "conditions", buf_str(&lines));
    buf_free(&lines);
    json_end_object(j);
}

void emit_json(Buf *out, const Emission *e)
{
    const Outcome *o = e->outcome;
    Json j = json_begin(out);
    json_begin_object(&j);
    json_put_int(&j, "schema_version", 1);
    json_put_bool(&j, "reproduced", o->reproduced);
    json_put_string(&j, "match", match_level_name(o->level));
    json_put_string(&j, "best_match_possible", match_level_name(o->best));
    json_put_string(&j, "why_not", o->why_not);
    put_crash(&j, o);
    json_put_int(&j, "events", o->step_count);
    json_put_int(&j, "events_found", o->found_steps);
    put_steps(&j, o);
    json_key(&j, "replays");
    json_begin_object(&j);
    json_put_int(&j, "done", o->replays);
    json_put_int(&j, "same", o->replays_same);
    json_end_object(&j);
    json_put_double(&j, "seconds", o->seconds);
    json_put_double(&j, "search_seconds", o->search_seconds);
    json_put_int(&j, "tried", (i64)o->tried);
    json_put_int(&j, "screens", o->screens);
    json_put_int(&j, "refining_rule", o->rule);
    put_others(&j, o);
    put_lines(&j, "gaps", o->gaps);
    put_lines(&j, "notes", o->notes);
    put_environment(&j, e);
    json_key(&j, "files");
    json_begin_array(&j);
    for (u32 i = 0; i < e->file_count; i++)
        json_add_string(&j, e->files[i].path);
    json_end_array(&j);
    json_end_object(&j);
    buf_add_char(out, '\n');
}
