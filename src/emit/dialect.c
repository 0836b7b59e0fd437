#include "emit/dialect.h"

#include "apk/manifest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- quotes ------------------------------------------------------------------------------------ */

/* In Monkey's language a comma or a parenthesis ends an argument, and a blank is %s. */
static bool monkey_can_say(const char *text)
{
    return !text[strcspn(text, ",()\n\"'\\;&|<>")];
}

void put_quoted(Buf *out, Quotes quotes, const char *text)
{
    const char *mark = quotes == QUOTES_SHELL ? "'" : quotes == QUOTES_DOUBLE ? "\"" : "";
    buf_add_str(out, mark);
    for (const char *p = text; *p; p++) {
        if (quotes == QUOTES_SHELL && *p == '\'')
            buf_add_str(out, "'\\''");
        else if (quotes == QUOTES_DOUBLE && (*p == '"' || *p == '\\'))
            buf_printf(out, "\\%c", *p);
        else if (quotes == QUOTES_DOUBLE && *p == '\n')
            buf_add_str(out, "\\n");
        else if (quotes == QUOTES_MONKEY && *p == ' ')
            buf_add_str(out, "%s");
        else
            buf_add_char(out, *p);
    }
    buf_add_str(out, mark);
}

/* Takes a quoted text from *p; NULL: there is none. */
static char *take_quoted(const char **p, Quotes quotes)
{
    Buf out = { 0 };
    const char *q = *p;
    char mark = quotes == QUOTES_SHELL ? '\'' : '"';
    if (quotes == QUOTES_MONKEY) {
        for (; *q && *q != ')'; q++) {
            bool blank = q[0] == '%' && q[1] == 's';
            buf_add_char(&out, blank ? ' ' : *q);
            q += blank;
        }
        *p = q;
        return buf_take(&out);
    }
    if (*q++ != mark)
        return NULL;
    for (; *q; q++) {
        if (quotes == QUOTES_SHELL && !strncmp(q, "'\\''", 4)) {
            buf_add_char(&out, '\'');
            q += 3;
        } else if (*q == mark) {
            *p = q + 1;
            return buf_take(&out);
        } else if (quotes == QUOTES_DOUBLE && *q == '\\' && q[1]) {
            q++;
            buf_add_char(&out, *q == 'n' ? '\n' : *q);
        } else {
            buf_add_char(&out, *q);
        }
    }
    buf_free(&out);
    return NULL;
}

/* ---- writing -------------------------------------------------------------------------------------- */

static bool form_fits(const Form *f, const Dialect *d, const Step *s)
{
    const Event *e = &s->event;
    if (f->kind != e->kind || (f->by != BY_ANY && f->by != (int)s->by))
        return false;
    if (e->kind == EVENT_KEY && f->key && f->key != e->key)
        return false;
    if (e->kind == EVENT_ROTATE && f->key && f->key != (e->key & 1 ? 1 : 2))
        return false;
    return !(d->quotes == QUOTES_MONKEY && e->text && !monkey_can_say(e->text));
}

static const Form *form_of(const Dialect *d, const Step *s)
{
    for (const Form *f = d->forms; f->pattern; f++)
        if (form_fits(f, d, s))
            return f;
    return NULL;
}

static long pixel(float at)
{
    return lroundf(at);
}

static i32 rotation_of(const Event *e)
{
    return e->key & 1;
}

static void put_word(Buf *out, const char *word, size_t n, const Dialect *d, const Step *s, const App *app)
{
    const Event *e = &s->event;
    const struct { const char *name; long value; } numbers[] = {
        { "x", pixel(e->points[0].x) }, { "y", pixel(e->points[0].y) }, { "x2", pixel(e->points[1].x) }, { "y2", pixel(e->points[1].y) },
        { "k", e->key }, { "m", e->millis }, { "r", rotation_of(e) },
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (strlen(numbers[i].name) == n && !memcmp(numbers[i].name, word, n)) {
            buf_printf(out, "%ld", numbers[i].value);
            return;
        }
    if (*word == 's')
        put_quoted(out, d->quotes, s->selector ? s->selector : "");
    else if (*word == 't')
        put_quoted(out, d->quotes, e->text ? e->text : "");
    else
        buf_add_str(out, *word == 'p' ? app->package : app->activity);
}

static void put_form(Buf *out, const Form *f, const Dialect *d, const Step *s, const App *app)
{
    for (const char *p = f->pattern; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        if (end && end - p <= 3 && end - p > 1) {
            put_word(out, p + 1, (size_t)(end - p - 1), d, s, app);
            p = end;
        } else {
            buf_add_char(out, *p);
        }
    }
}

void dialect_write(Buf *out, const Dialect *d, const Outcome *o, const App *app)
{
    d->head(out, o, app);
    for (u32 i = 0; i < o->step_count; i++) {
        const Step *s = &o->steps[i];
        const Form *f = form_of(d, s);
        if (*d->comment || !f)
            buf_printf(out, "%s%s %u. %s%s\n", d->indent, *d->comment ? d->comment : "#", i + 1, s->text, f ? "" : " (cannot be said here)");
        if (f) {
            buf_add_str(out, d->indent);
            put_form(out, f, d, s, app);
            buf_add_char(out, '\n');
        }
    }
    d->tail(out, o, app);
}

/* ---- reading back ------------------------------------------------------------------------------------ */

/* Reads one word of a template; false: the line does not go on so. */
static bool take_word(const char **line, const char *word, size_t n, const Dialect *d, Step *s, const App *app)
{
    Event *e = &s->event;
    if (*word == 's' || *word == 't') {
        char **into = *word == 's' ? &s->selector : &e->text;
        free(*into);
        return (*into = take_quoted(line, d->quotes)) != NULL;
    }
    if (*word == 'p' || *word == 'a') {
        const char *want = *word == 'p' ? app->package : app->activity;
        size_t length = strlen(want);
        bool same = !strncmp(*line, want, length);
        *line += same ? length : 0;
        return same;
    }
    char *end;
    long value = strtol(*line, &end, 10);
    if (end == *line)
        return false;
    *line = end;
    if (*word == 'x' || *word == 'y') {
        float *into = *word == 'x' ? &e->points[n == 2].x : &e->points[n == 2].y;
        *into = (float)value;
        e->point_count = MAX(e->point_count, n == 2 ? 2u : 1u);
    } else if (*word == 'm') {
        e->millis = (i32)value;
    } else {
        e->key = (i32)value;
    }
    return true;
}

static void step_clear(Step *s)
{
    event_free(&s->event);
    free(s->selector);
    *s = (Step){ 0 };
}

static bool read_form(const Form *f, const char *line, const Dialect *d, Step *out, const App *app)
{
    *out = (Step){ .event = { .kind = f->kind, .key = f->kind == EVENT_ROTATE && f->key ? f->key & 1 : f->key }, .by = f->by == BY_ANY ? BY_POINT : (SelectorKind)f->by };
    for (const char *p = f->pattern; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        bool word = end && end - p <= 3 && end - p > 1;
        if (word ? !take_word(&line, p + 1, (size_t)(end - p - 1), d, out, app) : *line++ != *p) {
            step_clear(out);
            return false;
        }
        if (word)
            p = end;
    }
    return !*line || (step_clear(out), false);
}

static bool same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

/* Is what was read the step that was written, as far as its form can say it? */
static bool same_step(const Form *f, const Step *read, const Step *s)
{
    const Event *a = &read->event, *b = &s->event;
    bool same = a->kind == b->kind && (!strstr(f->pattern, "{s}") || same_text(read->selector, s->selector)) && (!strstr(f->pattern, "{t}") || same_text(a->text, b->text));
    if (strstr(f->pattern, "{x}"))
        same &= pixel(a->points[0].x) == pixel(b->points[0].x) && pixel(a->points[0].y) == pixel(b->points[0].y);
    if (strstr(f->pattern, "{x2}"))
        same &= pixel(a->points[1].x) == pixel(b->points[1].x) && pixel(a->points[1].y) == pixel(b->points[1].y);
    if (a->kind == EVENT_KEY)
        same &= a->key == b->key;
    if (a->kind == EVENT_ROTATE)
        same &= (a->key & 1) == rotation_of(b);
    return same;
}

/* Which step, from *next on, does a line say? Steps that have no form are passed over. */
static int check_line(const Dialect *d, const char *line, const Outcome *o, u32 *next, const App *app)
{
    for (const Form *f = d->forms; f->pattern; f++) {
        Step read;
        if (!read_form(f, line, d, &read, app))
            continue;
        while (*next < o->step_count && !form_of(d, &o->steps[*next]))
            ++*next;
        bool same = *next < o->step_count && same_step(f, &read, &o->steps[*next]);
        step_clear(&read);
        if (same) {
            ++*next;
            return 1;
        }
    }
    return 0;
}

int dialect_check(const Dialect *d, const char *script, const Outcome *o, const App *app)
{
    Buf head = { 0 }, tail = { 0 };
    d->head(&head, o, app);
    d->tail(&tail, o, app);
    size_t size = strlen(script);
    bool framed = size >= head.size + tail.size && !strncmp(script, buf_str(&head), head.size) && !strcmp(script + size - tail.size, buf_str(&tail));
    int said = 0;
    u32 next = 0, sayable = 0;
    for (u32 i = 0; i < o->step_count; i++)
        sayable += form_of(d, &o->steps[i]) != NULL;
    for (const char *p = script + head.size; framed && p < script + size - tail.size;) {
        size_t n = strcspn(p, "\n");
        char *line = xstrndup(p, n);
        said += check_line(d, line + strspn(line, " "), o, &next, app);
        free(line);
        p += n + (p[n] == '\n');
    }
    buf_free(&head);
    buf_free(&tail);
    return framed && (u32)said == sayable ? said : -1;
}

/* ---- the app ------------------------------------------------------------------------------------------ */

static char *copy(const char *text)
{
    return xstrdup(text ? text : "");
}

int app_read(App *out, const char *apk)
{
    Zip *zip;
    Manifest *manifest = NULL;
    *out = (App){ 0 };
    int status = zip_open(&zip, apk);
    if (status)
        return status;
    status = manifest_read(&manifest, zip);
    if (!status) {
        const Component *launcher = manifest_launcher(manifest);
        *out = (App){ copy(manifest->package), copy(launcher ? launcher->name : NULL), copy(manifest->label), copy(manifest->version_name) };
        manifest_free(manifest);
    }
    zip_close(zip);
    return status;
}

void app_free(App *app)
{
    free(app->package);
    free(app->activity);
    free(app->label);
    free(app->version);
    *app = (App){ 0 };
}
