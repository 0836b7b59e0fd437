/*
 * A slice for a person: where it was thrown, a cause chain in sentences, then the lines
 * by event and callback, nearest first.
 */
#include "slice/slice.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

const char *slice_reason_text(SliceReason reason)
{
    static const char *const texts[SLICE_REASONS] = {
        [BECAUSE_THROWN] = "is where it was thrown",
        [BECAUSE_VALUE] = "gave the value used at",
        [BECAUSE_OBJECT] = "gave the object used at",
        [BECAUSE_ARGUMENT] = "gave what is handed to the call at",
        [BECAUSE_DECIDED] = "decided over",
        [BECAUSE_CALLED] = "called the method of",
        [BECAUSE_STATE] = "changed what the system kept for",
    };
    return texts[reason];
}

static void add_place(Buf *out, const SliceLine *line)
{
    if (!*line->file || line->line < 0)
        buf_printf(out, "%s.%s", line->class_name, line->method);
    else
        buf_printf(out, "%s:%d", line->file, line->line);
}

static void add_event(Buf *out, const Repro *repro, u32 event)
{
    if (!event) {
        buf_add_str(out, "start of the app");
        return;
    }
    buf_printf(out, "event %u: ", event);
    if (event <= repro->event_count)
        event_print(out, &repro->events[event - 1]);
}

/* ---- sources -------------------------------------------------------------------------------- */

/* The text of a line in DIR/package/File.java; NULL: not there. The caller frees. */
static char *source_line(const char *sources, const SliceLine *line)
{
    const char *dot = strrchr(line->class_name, '.');
    char *package = xstrndup(line->class_name, dot ? (size_t)(dot - line->class_name) : 0);
    for (char *p = package; *p; p++)
        if (*p == '.')
            *p = '/';
    char *path = xasprintf("%s/%s%s%s", sources, package, *package ? "/" : "", line->file);
    free(package);
    Buf text = { 0 };
    char *found = NULL;
    if (*line->file && line->line > 0 && file_exists(path) && !file_read(path, &text)) {
        const char *p = buf_str(&text);
        for (i32 n = 1; n < line->line && *p; n++) {
            p += strcspn(p, "\n");
            p += *p == '\n';
        }
        p += strspn(p, " \t");
        found = xstrndup(p, strcspn(p, "\r\n"));
    }
    buf_free(&text);
    free(path);
    return found;
}

/* ---- parts -------------------------------------------------------------------------------------- */

static void add_reason(Buf *out, const Slice *slice, const SliceLine *line)
{
    buf_add_str(out, slice_reason_text(line->reason));
    if (line->because < 0)
        return;
    buf_add_char(out, ' ');
    add_place(out, &slice->lines[line->because]);
    if (line->steps)
        buf_printf(out, ", through the system");
}

/* From the throw back along values, as far as they lead; decisions only where values end. */
static void add_chain(Buf *out, const Slice *slice, const Repro *repro)
{
    enum { MOST_SENTENCES = 8 };
    u32 at = 0;
    for (u32 n = 0; n < MOST_SENTENCES; n++) {
        u32 best = 0;
        for (u32 i = 1; i < slice->count; i++) {
            const SliceLine *line = &slice->lines[i];
            if (line->because == (i32)at && (!best || line->distance < slice->lines[best].distance))
                best = i;
        }
        if (!best)
            return;
        const SliceLine *line = &slice->lines[best];
        buf_add_str(out, "  because ");
        add_place(out, line);
        buf_printf(out, " in %s.%s ", line->class_name, line->method);
        add_reason(out, slice, line);
        if (line->event != slice->lines[at].event) {
            buf_add_str(out, " (");
            add_event(out, repro, line->event);
            buf_add_char(out, ')');
        }
        buf_add_char(out, '\n');
        at = best;
    }
}

static void add_callback(Buf *out, const Slice *slice, u32 first, bool *done, const char *sources)
{
    const SliceLine *head = &slice->lines[first];
    buf_printf(out, "  %s\n", head->callback);
    for (u32 i = first; i < slice->count; i++) {
        const SliceLine *line = &slice->lines[i];
        if (done[i] || line->event != head->event || strcmp(line->callback, head->callback))
            continue;
        done[i] = true;
        buf_printf(out, "    %3u  ", line->distance);
        add_place(out, line);
        buf_printf(out, "  %s: ", line->method);
        add_reason(out, slice, line);
        char *source = sources ? source_line(sources, line) : NULL;
        if (source)
            buf_printf(out, "\n           %s", source);
        free(source);
        buf_add_char(out, '\n');
    }
}

static u32 last_event(const Slice *slice)
{
    u32 last = 0;
    for (u32 i = 0; i < slice->count; i++)
        last = MAX(last, slice->lines[i].event);
    return last;
}

void slice_write_text(Buf *out, const Slice *slice, const Repro *repro, const char *sources)
{
    if (slice->crash)
        buf_printf(out, "%.*s\n", (int)strcspn(slice->crash, "\n"), slice->crash);
    if (slice->cut_off)
        buf_printf(out, "The run is too long to be recorded whole: what led there in the middle of event %u and before is not known.\n", slice->first_event);
    if (!slice->count) {
        buf_add_str(out, "No line of the app has a part in it.\n");
        return;
    }
    buf_printf(out, "%s at ", slice->criterion);
    add_place(out, &slice->lines[0]);
    buf_printf(out, " in %s.%s\n", slice->lines[0].class_name, slice->lines[0].method);
    add_chain(out, slice, repro);
    bool *done = xcalloc(slice->count, 1);
    for (u32 event = last_event(slice) + 1; event-- > 0;) {
        bool head = false;
        for (u32 i = 0; i < slice->count; i++) {
            if (done[i] || slice->lines[i].event != event)
                continue;
            if (!head) {
                buf_add_char(out, '\n');
                add_event(out, repro, event);
                buf_add_char(out, '\n');
            }
            head = true;
            add_callback(out, slice, i, done, sources);
        }
    }
    free(done);
    if (slice->reads)
        buf_printf(out, "\nOf %llu reads %llu held what nobody was seen to write.\n%s", (unsigned long long)slice->reads, (unsigned long long)slice->unseen, buf_str(&slice->unseen_readers));
    buf_printf(out, "\n%u lines of the %u that ran\n", slice->distinct_lines, slice->executed_lines);
}
