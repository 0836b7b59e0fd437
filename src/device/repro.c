#include "device/repro.h"

#include "base/file.h"
#include "base/lines.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "reenact-repro 1";
static const char profile[] = "api-23 1080x1920 420dpi";

void repro_free(Repro *r)
{
    for (u32 i = 0; i < r->event_count; i++)
        event_free(&r->events[i]);
    free(r->events);
    free(r->app);
    free(r->crash);
    environment_clear(&r->environment);
    *r = (Repro){ 0 };
}

void repro_add(Repro *r, const Event *event)
{
    r->events = xrealloc(r->events, (r->event_count + 1) * sizeof *r->events);
    r->events[r->event_count++] = event_copy(event);
}

/* ---- writing ------------------------------------------------------------------------------ */

static void print_indented(Buf *out, const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        buf_printf(out, "  %.*s\n", (int)n, p);
        p += n + (p[n] == '\n');
    }
}

void repro_print(Buf *out, const Repro *r)
{
    buf_printf(out, "%s\napp %s\n", first_line, r->app ? r->app : "?");
    if (*r->sha256)
        buf_printf(out, "sha256 %s\n", r->sha256);
    buf_printf(out, "profile %s\nseed %llu\n", profile, (unsigned long long)r->environment.seed);
    if (r->environment.stays)
        buf_add_str(out, "stays in the app\n");
    environment_print(out, &r->environment);
    buf_add_str(out, "events\n");
    for (u32 i = 0; i < r->event_count; i++) {
        buf_add_str(out, "  ");
        event_print(out, &r->events[i]);
        buf_add_char(out, '\n');
    }
    if (r->crash) {
        buf_add_str(out, "crash\n");
        print_indented(out, r->crash);
    }
    buf_add_str(out, "end\n");
}

int repro_write(const Repro *r, const char *path)
{
    Buf out = { 0 };
    repro_print(&out, r);
    int status = file_write(path, out.data, out.size);
    buf_free(&out);
    return status;
}

/* ---- reading -------------------------------------------------------------------------------- */

static int read_event(Repro *r, const char *line, const Lines *in)
{
    Event event;
    const char *text = line + strspn(line, " \t");
    if (!*text || *text == '#')
        return OK;
    if (event_parse(&event, text, NULL)) {
        char *why = xstrdup(error_text());
        int status = error_set(ERR_INPUT, "%s:%u: %s", in->name, in->number, why);
        free(why);
        return status;
    }
    repro_add(r, &event);
    event_free(&event);
    return OK;
}

/* "NAME VALUE". */
static int read_condition(Repro *r, char *text, const Lines *in)
{
    char *value = strchr(text, ' ');
    if (value)
        *value++ = 0;
    if (!environment_set(&r->environment, text, value ? value : ""))
        return OK;
    char *why = xstrdup(error_text());
    int status = error_set(ERR_INPUT, "%s:%u: %s", in->name, in->number, why);
    free(why);
    return status;
}

static int read_head(Repro *r, char *line, const Lines *in)
{
    char *value = strchr(line, ' ');
    if (value)
        *value++ = 0;
    else
        value = line + strlen(line);
    if (!*line || *line == '#')
        return OK;
    if (!strcmp(line, "app")) {
        free(r->app);
        r->app = xstrdup(value);
    } else if (!strcmp(line, "sha256")) {
        snprintf(r->sha256, sizeof r->sha256, "%s", value);
    } else if (!strcmp(line, "seed")) {
        r->environment.seed = strtoull(value, NULL, 10);
    } else if (!strcmp(line, "stays")) {
        r->environment.stays = true;
    } else if (!strcmp(line, "env")) {
        return read_condition(r, value, in);
    } else if (!strcmp(line, "profile")) {
        if (strcmp(value, profile))
            return error_set(ERR_INPUT, "%s:%u: this program has no device profile \"%s\", only \"%s\"", in->name, in->number, value, profile);
    } else {
        return error_set(ERR_INPUT, "%s:%u: \"%s\" is no line of a .repro file (app, sha256, profile, seed, stays, env, events, crash, end)", in->name, in->number, line);
    }
    return OK;
}

int repro_parse(Repro *out, const char *text, const char *name)
{
    enum { HEAD, EVENTS, CRASH } part = HEAD;
    Lines in = { text, name, 0 };
    *out = (Repro){ 0 };
    char *line = lines_next(&in);
    bool ours = line && !strcmp(line, first_line), ended = false;
    free(line);
    if (!ours)
        return error_set(ERR_INPUT, "%s is no .repro file: it does not begin with \"%s\"", name, first_line);
    Buf crash = { 0 };
    int status = OK;
    while (!status && !ended && (line = lines_next(&in))) {
        bool indented = *line == ' ' || *line == '\t';
        if (!strcmp(line, "events"))
            part = EVENTS;
        else if (!strcmp(line, "crash"))
            part = CRASH;
        else if (!strcmp(line, "end"))
            ended = true;
        else if (part == EVENTS)
            status = read_event(out, line, &in);
        else if (part == CRASH && indented)
            buf_printf(&crash, "%s\n", line + (strncmp(line, "  ", 2) ? 0 : 2));
        else
            status = read_head(out, line, &in);
        free(line);
    }
    if (!status && !ended)
        status = error_set(ERR_INPUT, "%s is cut off: its last line should be \"end\"", name);
    if (crash.size)
        out->crash = buf_take(&crash);
    buf_free(&crash);
    if (status)
        repro_free(out);
    return status;
}

int repro_read(Repro *out, const char *path)
{
    Buf text = { 0 };
    int status = file_read(path, &text);
    if (!status)
        status = repro_parse(out, buf_str(&text), path);
    buf_free(&text);
    return status;
}

/* ---- which app ---------------------------------------------------------------------------------- */

int file_sha256(const char *path, char out[65])
{
    Buf data = { 0 };
    int status = file_read(path, &data);
    if (status)
        return status;
    u8 digest[32];
    EVP_Digest(data.data, data.size, digest, NULL, EVP_sha256(), NULL);
    buf_free(&data);
    for (int i = 0; i < 32; i++)
        snprintf(out + i * 2, 3, "%02x", digest[i]);
    return OK;
}
