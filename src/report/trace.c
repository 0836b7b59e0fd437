/*
 * Stack traces out of any text.
 *
 * The unit is the line, but a line may hold a whole trace: trackers and forms
 * lose line ends. So each line, stripped of its logcat prefix, is searched for
 * frames, "name(Where.java:12)", from left to right; what stands before the
 * first frame is judged as a header: "Caused by: a.b.SomeException: message".
 *
 *   header   opens a throwable        frame   joins the open throwable
 *   "... 12 more" closes it           other   closes the trace, goes to prose
 *
 * A frame costs one look backward and one forward from its '(': linear time.
 */
#define _GNU_SOURCE
#include "report/trace.h"
#include "report/logline.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_NAME = 300, MAX_LOCATION = 160, MAX_MESSAGE = 2000, CONTINUATION_LINES = 12 };

typedef struct Found {
    size_t start, end;      /* of the whole frame in the line, "at " included */
    size_t name, name_end;
    size_t location, location_end;
    bool at;                /* "at " stands before it */
} Found;

typedef struct Scan {
    TraceSet *set;
    Arena *arena;
    int post;
    Buf throwables, frames; /* of the open trace */
    Trace open;
    bool active;            /* a trace is open */
    bool throwable_open;    /* and its last throwable still takes frames */
    Buf message;
    Buf *rest;
} Scan;

static bool is_name_char(char c)
{
    return isalnum((u8)c) || c == '_' || c == '$' || c == '.' || c == '<' || c == '>' || c == '-' || c == '/' || (u8)c >= 0x80;
}

/* Is text[from, to) where a frame points: "File.java:12", "Native Method" …? */
static bool is_location(const char *text, size_t from, size_t to, bool at)
{
    size_t n = to - from;
    const char *t = text + from;
    if (n == 0)
        return at;
    if (n > MAX_LOCATION || memchr(t, ',', n))
        return false;
    static const char *const marks[] = { ".java", ".kt", ".scala", ".groovy", "Native Method", "Unknown Source", "Unknown source", "SourceFile", "<generated>", "Compiled Code", "Proguard", "PG:" };
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (memmem(t, n, marks[i], strlen(marks[i])))
            return !memchr(t, '/', n) || at;
    if (!at)
        return false;
    /* "at a.b(:12)", "at a.b.c(Foo:12)", "at a.b.c(r8-map-id-1234:5)" */
    const char *colon = memrchr(t, ':', n);
    if (!colon || memchr(t, ' ', n) || memchr(t, '/', n) || memmem(t, n, ".js", 3))
        return false;
    for (const char *p = colon + 1; p < t + n; p++)
        if (!isdigit((u8)*p))
            return false;
    return colon + 1 < t + n;
}

/* The next frame at or after `from`. */
static bool find_frame(const char *text, size_t length, size_t from, Found *found)
{
    for (size_t p = from; p < length; p++) {
        const char *open = memchr(text + p, '(', length - p);
        if (!open)
            return false;
        p = (size_t)(open - text);
        size_t close = p + 1;
        while (close < length && close - p < MAX_LOCATION && text[close] != ')' && text[close] != '(')
            close++;
        if (close >= length || text[close] != ')')
            continue;
        size_t name_end = p;
        if (name_end > from && text[name_end - 1] == ' ')
            name_end--;
        size_t name = name_end;
        while (name > from && name_end - name < MAX_NAME && is_name_char(text[name - 1]))
            name--;
        while (name < name_end && !isalpha((u8)text[name]) && text[name] != '$' && text[name] != '_')
            name++;
        if (name_end - name < 3 || !memchr(text + name, '.', name_end - name))
            continue;
        bool at = name >= from + 3 && !strncasecmp(text + name - 3, "at ", 3) && (name == from + 3 || !isalnum((u8)text[name - 4]));
        if (!is_location(text, p + 1, close, at))
            continue;
        *found = (Found){ at ? name - 3 : name, close + 1, name, name_end, p + 1, close, at };
        return true;
    }
    return false;
}

static TraceFrame make_frame(Arena *arena, const char *text, const Found *found)
{
    TraceFrame frame = { .line = LINE_UNKNOWN, .file = "" };
    size_t name = found->name;
    /* "java.base/java.util.List.get", "app//a.b.c" */
    const char *slash = memrchr(text + name, '/', found->name_end - name);
    if (slash)
        name = (size_t)(slash + 1 - text);
    const char *dot = memrchr(text + name, '.', found->name_end - name);
    size_t split = dot ? (size_t)(dot - text) : name;
    frame.class_name = arena_strndup(arena, text + name, split - name);
    frame.method = dot ? arena_strndup(arena, text + split + 1, found->name_end - split - 1) : "";
    if (!*frame.method)
        frame.method = "<init>";    /* pages eat the angle brackets */
    const char *where = text + found->location;
    size_t n = found->location_end - found->location;
    if (memmem(where, n, "Native Method", 13)) {
        frame.line = LINE_NATIVE;
        return frame;
    }
    const char *colon = memrchr(where, ':', n);
    size_t file = colon ? (size_t)(colon - where) : n;
    if (colon && isdigit((u8)colon[1]))
        frame.line = (int)strtol(colon + 1, NULL, 10);
    if (file && strncasecmp(where, "Unknown Source", 14))
        frame.file = arena_strndup(arena, where, file);
    return frame;
}

static Throwable *last_throwable(Scan *scan)
{
    size_t count = scan->throwables.size / sizeof(Throwable);
    return count ? (Throwable *)(void *)scan->throwables.data + count - 1 : NULL;
}

static void close_throwable(Scan *scan)
{
    Throwable *last = last_throwable(scan);
    if (!last || !scan->throwable_open)
        return;
    while (scan->message.size && (isspace((u8)scan->message.data[scan->message.size - 1])))
        scan->message.size--;
    last->message = scan->message.size ? arena_strndup(scan->arena, scan->message.data, scan->message.size) : "";
    last->frame_count = (int)(scan->frames.size / sizeof(TraceFrame));
    last->frames = ARENA_ARRAY(scan->arena, TraceFrame, last->frame_count);
    if (last->frame_count)
        memcpy(last->frames, scan->frames.data, scan->frames.size);
    buf_clear(&scan->frames);
    buf_clear(&scan->message);
    scan->throwable_open = false;
}

static void close_trace(Scan *scan)
{
    if (!scan->active)
        return;
    close_throwable(scan);
    scan->active = false;
    scan->open.throwable_count = (int)(scan->throwables.size / sizeof(Throwable));
    scan->open.throwables = ARENA_ARRAY(scan->arena, Throwable, scan->open.throwable_count);
    if (scan->open.throwable_count)
        memcpy(scan->open.throwables, scan->throwables.data, scan->throwables.size);
    buf_clear(&scan->throwables);
    if (!scan->open.throwable_count)
        return;
    buf_add(&scan->set->bytes, &scan->open, sizeof(Trace));
    scan->set->traces = (Trace *)(void *)scan->set->bytes.data;
    scan->set->count++;
}

static void open_trace(Scan *scan)
{
    if (scan->active)
        return;
    scan->active = true;
    scan->open = (Trace){ .post = scan->post, .process = "", .thread = "" };
}

static void open_throwable(Scan *scan, Relation relation, const char *name, size_t length, const char *message, size_t message_length)
{
    open_trace(scan);
    close_throwable(scan);
    /* A second top exception in the same breath is a second trace. */
    if (relation == RELATION_TOP && last_throwable(scan)) {
        close_trace(scan);
        open_trace(scan);
    }
    Throwable throwable = { .relation = relation, .class_name = arena_strndup(scan->arena, name, length), .message = "" };
    buf_add(&scan->throwables, &throwable, sizeof throwable);
    buf_add(&scan->message, message, MIN(message_length, MAX_MESSAGE));
    scan->throwable_open = true;
}

static bool ends_with(const char *text, size_t length, const char *suffix)
{
    size_t n = strlen(suffix);
    return length >= n && !memcmp(text + length - n, suffix, n);
}

/* "java.lang.NullPointerException": dots, a class that starts upper-case and is named like a throwable. */
static size_t throwable_name(const char *text, size_t length, bool any_suffix)
{
    size_t n = 0;
    while (n < length && n < MAX_NAME && (isalnum((u8)text[n]) || text[n] == '_' || text[n] == '$' || text[n] == '.'))
        n++;
    while (n && text[n - 1] == '.')
        n--;
    if (n < 5 || !isalpha((u8)text[0]))
        return 0;
    const char *dot = memrchr(text, '.', n);
    static const char *const suffixes[] = { "Exception", "Error", "Throwable", "Failure", "Death", "Violation", "Interrupted", "Timeout" };
    bool named = false;
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        named = named || ends_with(text, n, suffixes[i]);
    /* inner classes of an exception: android.app.RemoteServiceException$Bad… */
    named = named || memmem(text, n, "Exception$", 10);
    if (!dot)
        return named && isupper((u8)text[0]) && n > 8 ? n : 0;
    if (!named && !any_suffix)
        return 0;
    return isupper((u8)dot[1]) || named ? n : 0;
}

typedef struct Header {
    Relation relation;
    size_t name, name_length;
    size_t message;
    bool marked;    /* "Caused by", "Exception in thread" … stood before it */
} Header;

/*
 * Judges text[from, to) as an exception's header. `any_suffix` when a frame
 * follows: then any class name will do.
 */
static bool find_header(const char *text, size_t from, size_t to, bool any_suffix, Header *header)
{
    *header = (Header){ .relation = RELATION_TOP };
    while (from < to && (isspace((u8)text[from]) || text[from] == '`' || text[from] == '>' || text[from] == '*'))
        from++;
    static const struct { const char *text; Relation relation; } marks[] = {
        { "Caused by:", RELATION_CAUSE }, { "Caused by", RELATION_CAUSE }, { "Suppressed:", RELATION_SUPPRESSED },
        { "Exception in thread ", RELATION_TOP }, { "Fatal Exception:", RELATION_TOP }, { "Uncaught exception:", RELATION_TOP },
        { "Exception:", RELATION_TOP }, { "Exception ", RELATION_TOP }, { "Error:", RELATION_TOP }, { "Wrapped by:", RELATION_TOP },
    };
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        size_t n = strlen(marks[i].text);
        if (to - from > n && !strncasecmp(text + from, marks[i].text, n)) {
            from += n;
            header->relation = marks[i].relation;
            header->marked = true;
            break;
        }
    }
    while (from < to && isspace((u8)text[from]))
        from++;
    if (from < to && text[from] == '"' && header->marked) {     /* the thread's name */
        const char *close = memchr(text + from + 1, '"', to - from - 1);
        if (close)
            from = (size_t)(close + 1 - text);
        while (from < to && isspace((u8)text[from]))
            from++;
    }
    size_t n = throwable_name(text + from, to - from, any_suffix || header->marked);
    if (!n)
        return false;
    size_t after = from + n;
    bool ends_well = after >= to || text[after] == ':' || isspace((u8)text[after]) || text[after] == '/' || text[after] == '{' || text[after] == '`';
    /* without a package only a line of its own counts */
    if (!memchr(text + from, '.', n) && !header->marked && !any_suffix && !(after >= to || text[after] == ':'))
        return false;
    if (!ends_well)
        return false;
    header->name = from;
    header->name_length = n;
    header->message = after;
    while (header->message < to && (text[header->message] == ':' || isspace((u8)text[header->message])))
        header->message++;
    return true;
}

static size_t find_text(const char *text, size_t from, size_t to, const char *needle)
{
    const char *p = to > from ? memmem(text + from, to - from, needle, strlen(needle)) : NULL;
    return p ? (size_t)(p - text) : to;
}

static const char *word_after(Scan *scan, const char *text, size_t from, size_t to)
{
    while (from < to && text[from] == ' ')
        from++;
    size_t end = from;
    while (end < to && !isspace((u8)text[end]) && text[end] != ',')
        end++;
    return arena_strndup(scan->arena, text + from, end - from);
}

/*
 * "FATAL EXCEPTION: main", "Process: the.app, PID: 12", signals and ANRs.
 * Returns how far it read; from when there was nothing.
 */
static size_t take_preamble(Scan *scan, const char *text, size_t from, size_t to)
{
    size_t fatal = find_text(text, from, MIN(to, from + 200), "FATAL EXCEPTION");
    if (fatal < MIN(to, from + 200)) {
        close_trace(scan);
        open_trace(scan);
        scan->open.fatal = true;
        from = fatal + 15;
        if (from < to && text[from] == ':') {
            scan->open.thread = word_after(scan, text, from + 1, to);
            from++;
            while (from < to && text[from] == ' ')
                from++;
            from += strlen(scan->open.thread);
        }
    }
    size_t process = find_text(text, from, MIN(to, from + 60), "Process: ");
    if (process < MIN(to, from + 60) && find_text(text, process, to, "PID:") < to) {
        open_trace(scan);
        scan->open.process = word_after(scan, text, process + 9, to);
        size_t pid = find_text(text, process, to, "PID:");
        scan->open.pid = (int)strtol(text + pid + 4, NULL, 10);
        from = pid + 4;
        while (from < to && (text[from] == ' ' || isdigit((u8)text[from])))
            from++;
    }
    size_t signal = find_text(text, from, MIN(to, from + 80), "Fatal signal ");
    if (signal < MIN(to, from + 80)) {
        size_t close = find_text(text, signal, to, ")");
        close_trace(scan);
        open_throwable(scan, RELATION_TOP, text + signal + 6, MIN(close + 1, to) - signal - 6, "", 0);
        scan->open.fatal = true;
        return to;
    }
    return from;
}

/* "... 12 more" */
static bool take_more(Scan *scan, const char *text, size_t from, size_t to)
{
    while (from < to && isspace((u8)text[from]))
        from++;
    size_t dots = from;
    while (dots < to && text[dots] == '.')
        dots++;
    if (dots - from == 0 && to - from >= 3 && !memcmp(text + from, "\xe2\x80\xa6", 3))
        dots = from + 3;
    if (dots == from)
        return false;
    char *end;
    long count = strtol(text + dots, &end, 10);
    while (*end == ' ')
        end++;
    if (count <= 0 || (strncmp(end, "more", 4) && strncmp(end, "common", 6)))
        return false;
    Throwable *last = last_throwable(scan);
    if (last)
        last->more = (int)MIN(count, 1000000);
    close_throwable(scan);
    return true;
}

/* Reads the frames of one line from `from` on, with headers between them. */
static void take_frames(Scan *scan, const char *text, size_t length, size_t from, Found found)
{
    for (;;) {
        Header header;
        if (find_header(text, from, found.start, true, &header)) {
            size_t end = found.start;
            open_throwable(scan, header.relation, text + header.name, header.name_length, text + header.message, end - MIN(end, header.message));
        } else {
            /* "… 07-23 13:29:55.432 E/Tag: Caused by: x.Y: z at …": the header may stand further in */
            size_t cause = find_text(text, from, found.start, "Caused by: ");
            if (cause < found.start && find_header(text, cause, found.start, true, &header))
                open_throwable(scan, header.relation, text + header.name, header.name_length, text + header.message, found.start - MIN(found.start, header.message));
        }
        if (!scan->throwable_open)
            open_throwable(scan, RELATION_TOP, "", 0, "", 0);
        TraceFrame frame = make_frame(scan->arena, text, &found);
        buf_add(&scan->frames, &frame, sizeof frame);
        from = found.end;
        if (!find_frame(text, length, from, &found))
            break;
    }
    take_more(scan, text, from, length);
}

/* Where prose ends and the exception begins in a line that holds both and frames after it. */
static size_t header_in_prose(const char *text, size_t from, size_t frame)
{
    Header header;
    if (find_header(text, from, frame, true, &header) || frame <= from)
        return from;
    size_t best = frame;
    for (size_t p = from + 1; p < frame && p - from < 4000; p++) {
        if (!isspace((u8)text[p - 1]) || !isalpha((u8)text[p]))
            continue;
        bool marked = !strncasecmp(text + p, "Caused by", 9) || !strncasecmp(text + p, "FATAL EXCEPTION", 15);
        if (marked || throwable_name(text + p, frame - p, false)) {
            best = p;
            break;
        }
    }
    return best;
}

static bool is_blank_line(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isspace((u8)text[i]) && text[i] != '`')
            return false;
    return true;
}

static void add_rest(Scan *scan, const char *text, size_t length)
{
    buf_add(scan->rest, text, length);
    buf_add_char(scan->rest, '\n');
}

/* Does a frame come within the next few lines? Then a message has several lines. */
static bool frame_comes(const char *p, const char *end)
{
    for (int i = 0; i < CONTINUATION_LINES && p < end; i++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        size_t length = (size_t)(stop - p);
        Found found;
        LogLine log = log_line(p, length);
        if (length < 4000 && find_frame(p, length, log.message, &found))
            return found.start <= log.message + 8;
        p = stop + 1;
    }
    return false;
}

/* An exception that prose names: "… crashes with java.lang.IllegalStateException: message" */
static void take_mention(Scan *scan, const char *text, size_t length)
{
    for (size_t p = 0; p < length;) {
        while (p < length && !isalpha((u8)text[p]))
            p++;
        size_t n = throwable_name(text + p, length - p, false);
        bool packaged = n && memchr(text + p, '.', n);
        if (n && (packaged || n > 12)) {
            size_t message = p + n;
            bool colon = message < length && text[message] == ':';
            open_throwable(scan, RELATION_TOP, text + p, n, text + message + colon, colon ? length - message - 1 : 0);
            scan->open.mention = true;
            while (scan->message.size && scan->message.data[0] == ' ')
                memmove(scan->message.data, scan->message.data + 1, scan->message.size--);
            close_trace(scan);
            return;
        }
        while (p < length && !isspace((u8)text[p]))
            p++;
    }
}

/* "org.the.app.Backup.run ()": crash services leave the place out; only inside a trace, alone on its line. */
static bool take_bare_frame(Scan *scan, const char *text, size_t from, size_t to)
{
    while (from < to && isspace((u8)text[from]))
        from++;
    size_t end = from, dots = 0;
    while (end < to && is_name_char(text[end]))
        dots += text[end++] == '.';
    size_t open = end;
    while (open < to && text[open] == ' ')
        open++;
    if (dots < 1 || open + 1 >= to || text[open] != '(' || text[open + 1] != ')' || !is_blank_line(text + open + 2, to - open - 2))
        return false;
    Found found = { from, open + 2, from, end, open + 1, open + 1, false };
    TraceFrame frame = make_frame(scan->arena, text, &found);
    buf_add(&scan->frames, &frame, sizeof frame);
    return true;
}

static void take_line(Scan *scan, const char *text, size_t length, const char *next, const char *end)
{
    LogLine log = log_line(text, length);
    size_t from = take_preamble(scan, text, log.message, length);
    bool preamble = from > log.message;
    Found found;
    if (find_frame(text, length, from, &found)) {
        size_t start = preamble || log.message ? from : header_in_prose(text, from, found.start);
        if (start > from && !is_blank_line(text + from, start - from))
            add_rest(scan, text + from, start - from);
        if (scan->throwable_open && found.start > from && scan->frames.size == 0 && !preamble) {
            Header header;
            if (!find_header(text, from, found.start, true, &header)) {
                buf_add_char(&scan->message, ' ');
                buf_add(&scan->message, text + from, MIN(found.start - from, MAX_MESSAGE));
            }
        }
        start = take_preamble(scan, text, start, found.start);
        take_frames(scan, text, length, start, found);
        return;
    }
    if (scan->active && take_more(scan, text, from, length))
        return;
    if (scan->throwable_open && take_bare_frame(scan, text, from, length))
        return;
    /* a log that was wrapped: "… W/System.err: at", and the frame on the next line */
    if (log.message && (is_blank_line(text + from, length - from) || (length - from <= 3 && !strncmp(text + from, "at", 2))))
        return;
    Header header;
    bool frames_follow = frame_comes(next, end);
    /* "FATAL EXCEPTION: main Process: a, PID: 1 Theme: … java.lang.X: …" on one line, without frames */
    if (preamble && from < length && !find_header(text, from, length, false, &header)) {
        size_t inside = header_in_prose(text, from, length);
        if (inside < length)
            from = inside;
    }
    if (find_header(text, from, length, false, &header) || (frames_follow && find_header(text, from, length, true, &header))) {
        bool whole = header.marked || log.message || frames_follow || preamble || scan->active || memchr(text + header.name, '.', header.name_length);
        if (whole) {
            bool joins = header.relation != RELATION_TOP || (scan->active && !last_throwable(scan));
            if (!joins && scan->active)
                close_trace(scan);
            open_throwable(scan, header.relation, text + header.name, header.name_length, text + header.message, length - MIN(length, header.message));
            if (!frames_follow && !log.message && !preamble && !scan->open.fatal)
                scan->open.mention = true;
            return;
        }
    }
    if (preamble || log.message) {
        if (log.message && scan->throwable_open && scan->frames.size)
            close_trace(scan);
        return;     /* another line of the log: not prose */
    }
    if (is_blank_line(text, length)) {
        if (scan->throwable_open && !frames_follow)
            close_trace(scan);
        buf_add_char(scan->rest, '\n');
        return;
    }
    if (scan->throwable_open && !scan->frames.size && frames_follow) {
        buf_add_char(&scan->message, '\n');
        buf_add(&scan->message, text, MIN(length, MAX_MESSAGE));
        return;
    }
    if (scan->active && !last_throwable(scan) && frames_follow)
        return;     /* "Theme: …" between the process and the exception */
    close_trace(scan);
    take_mention(scan, text, length);
    add_rest(scan, text, length);
}

void trace_scan(TraceSet *set, Arena *arena, const char *text, size_t length, int post, Buf *rest)
{
    Scan scan = { .set = set, .arena = arena, .post = post, .rest = rest };
    const char *end = text + length;
    for (const char *p = text; p < end;) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        take_line(&scan, p, (size_t)(stop - p), MIN(stop + 1, end), end);
        p = stop + 1;
    }
    close_trace(&scan);
    buf_free(&scan.throwables);
    buf_free(&scan.frames);
    buf_free(&scan.message);
}

void trace_set_free(TraceSet *set)
{
    buf_free(&set->bytes);
    *set = (TraceSet){ 0 };
}

const Throwable *trace_root_cause(const Trace *trace)
{
    const Throwable *root = NULL;
    for (int i = 0; i < trace->throwable_count; i++)
        if (trace->throwables[i].relation != RELATION_SUPPRESSED)
            root = &trace->throwables[i];
    return root;
}
