/*
 * The storyboard: one HTML file that tells a crash in pictures, to be attached to an
 * issue. Nothing is loaded from anywhere, it prints, it follows the reader's light or
 * dark, and it needs no JavaScript (which only adds copy buttons).
 */
#include "emit/pieces.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

extern const char storyboard_style[], storyboard_script[];

/* ---- pictures ------------------------------------------------------------------------------------ */

static void put_base64(Buf *out, const u8 *data, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        u32 n = (u32)data[i] << 16 | (i + 1 < size ? (u32)data[i + 1] << 8 : 0) | (i + 2 < size ? data[i + 2] : 0);
        buf_add_char(out, letters[n >> 18]);
        buf_add_char(out, letters[n >> 12 & 63]);
        buf_add_char(out, i + 1 < size ? letters[n >> 6 & 63] : '=');
        buf_add_char(out, i + 2 < size ? letters[n & 63] : '=');
    }
}

static void put_image(Buf *out, const char *path, const char *description, i32 width, i32 height)
{
    Buf png = { 0 };
    if (!path || file_read(path, &png)) {
        buf_add_str(out, "<div class=\"no-picture\">no picture</div>");
        return;
    }
    buf_printf(out, "<img width=\"%d\" height=\"%d\" alt=\"", width, height);
    put_escaped(out, description);
    buf_add_str(out, "\" src=\"data:image/png;base64,");
    put_base64(out, (const u8 *)png.data, png.size);
    buf_add_str(out, "\">");
    buf_free(&png);
}

static bool is_touch(const Event *e)
{
    return e->kind == EVENT_TAP || e->kind == EVENT_LONG_TAP || e->kind == EVENT_DOUBLE_TAP;
}

/* Where the finger goes, over the picture. */
static void put_touch(Buf *out, const Step *s)
{
    const Event *e = &s->event;
    if (s->width <= 0 || s->height <= 0 || !e->point_count)
        return;
    double w = s->width, h = s->height;
    if (is_touch(e))
        buf_printf(out, "<span class=\"touch%s\" style=\"left:%.2f%%;top:%.2f%%\"></span>", e->kind == EVENT_LONG_TAP ? " long" : "", (double)e->points[0].x / w * 100, (double)e->points[0].y / h * 100);
    else if (e->kind == EVENT_SWIPE)
        buf_printf(out, "<svg class=\"swipe\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\"><line x1=\"%.0f\" y1=\"%.0f\" x2=\"%.0f\" y2=\"%.0f\"/><circle cx=\"%.0f\" cy=\"%.0f\" r=\"36\"/></svg>",
                   s->width, s->height, (double)e->points[0].x, (double)e->points[0].y, (double)e->points[1].x, (double)e->points[1].y, (double)e->points[1].x, (double)e->points[1].y);
}

/* ---- steps ------------------------------------------------------------------------------------------- */

static const char *simple_name(const char *name)
{
    const char *dot = name ? strrchr(name, '.') : NULL;
    return dot ? dot + 1 : name ? name : "";
}

static void put_step(Buf *out, const Step *s, u32 number)
{
    buf_printf(out, "<li class=\"step%s\"><div class=\"frame%s\">", s->words ? "" : " invented", s->width > s->height ? " wide" : "");
    put_image(out, s->picture, s->text, s->width, s->height);
    put_touch(out, s);
    buf_printf(out, "</div><div class=\"caption\"><span class=\"number\">%u</span><p class=\"does\">", number);
    put_escaped(out, s->text);
    buf_add_str(out, "</p>");
    if (s->words) {
        buf_add_str(out, "<blockquote>");
        put_escaped(out, s->words);
        buf_add_str(out, "</blockquote>");
    } else {
        buf_add_str(out, "<p class=\"note\">Not in the report: this step was found by the search.</p>");
    }
    if (s->activity && *s->activity) {
        buf_add_str(out, "<p class=\"where\">");
        put_escaped(out, simple_name(s->activity));
        buf_add_str(out, "</p>");
    }
    buf_add_str(out, "</div></li>\n");
}

static void put_end(Buf *out, const Outcome *o)
{
    const Step *last = o->step_count ? &o->steps[o->step_count - 1] : NULL;
    buf_printf(out, "<li class=\"step end\"><div class=\"frame\">");
    if (o->last_picture)
        put_image(out, o->last_picture, "The screen when it happened", last ? last->width : 1080, last ? last->height : 1920);
    buf_printf(out, "<span class=\"boom\">%s</span></div><div class=\"caption\"><span class=\"number\">✕</span><p class=\"does\">%s</p><p class=\"where\">", o->froze ? "ANR" : "crash",
               o->froze ? "The app does not answer" : "The app crashes");
    put_escaped(out, o->headline);
    buf_add_str(out, "</p></div></li>\n");
}

/* Conditions of the phone that the crash needs. */
static void put_conditions(Buf *out, const Outcome *o)
{
    Buf lines = { 0 };
    environment_print(&lines, &o->repro.environment);
    if (lines.size) {
        buf_add_str(out, "<p>The phone must be so:</p><pre>");
        put_escaped(out, buf_str(&lines));
        buf_add_str(out, "</pre>");
    }
    buf_free(&lines);
}

static void put_steps(Buf *out, const Outcome *o)
{
    buf_add_str(out, "<section><h2>Steps</h2>");
    put_conditions(out, o);
    buf_add_str(out, "<ol class=\"board\">\n");
    for (u32 i = 0; i < o->step_count; i++)
        put_step(out, &o->steps[i], i + 1);
    put_end(out, o);
    buf_add_str(out, "</ol></section>\n");
}

/* ---- the crash ---------------------------------------------------------------------------------------- */

/* The class of a frame's line: "\tat a.b.C.method(…". */
static bool is_app_line(const char *line, size_t n)
{
    const char *at = n > 4 && *line == '\t' ? line + 1 : line;
    if (strncmp(at, "at ", 3))
        return false;
    char *name = xstrndup(at + 3, n - (size_t)(at - line) - 3);
    bool own = is_app_class(name);
    free(name);
    return own;
}

static void put_trace(Buf *out, const char *trace)
{
    buf_add_str(out, "<pre class=\"trace\">");
    for (const char *p = trace; *p;) {
        size_t n = strcspn(p, "\n");
        const char *kind = *p != '\t' ? "b" : is_app_line(p, n) ? "strong" : "span";
        char *line = xstrndup(p, n);
        buf_printf(out, "<%s>", kind);
        put_escaped(out, line);
        buf_printf(out, "</%s>\n", kind);
        free(line);
        p += n + (p[n] == '\n');
    }
    buf_add_str(out, "</pre>");
}

static void put_crash(Buf *out, const Outcome *o)
{
    buf_add_str(out, "<section><h2>The crash</h2>");
    if (o->crash_thread) {
        buf_add_str(out, "<p>On the thread <code>");
        put_escaped(out, o->crash_thread);
        buf_add_str(out, "</code>. Lines of the app stand out.</p>");
    }
    put_trace(out, o->crash);
    buf_add_str(out, "</section>\n");
}

/* ---- scripts ---------------------------------------------------------------------------------------------- */

static void put_script(Buf *out, const char *name, const char *what, const char *text)
{
    buf_add_str(out, "<details class=\"script\"><summary><span>");
    put_escaped(out, name);
    buf_add_str(out, "</span> <small>");
    put_escaped(out, what);
    buf_add_str(out, "</small></summary><pre>");
    put_escaped(out, text);
    buf_add_str(out, "</pre></details>\n");
}

static void put_scripts(Buf *out, const Outcome *o, const Script *scripts, u32 count)
{
    buf_add_str(out, "<section><h2>Do it again</h2>\n");
    Buf repro = { 0 };
    repro_print(&repro, &o->repro);
    put_script(out, "crash.repro", "reenact replay crash.repro: the same run, anywhere", buf_str(&repro));
    buf_free(&repro);
    for (u32 i = 0; i < count; i++) {
        char *what = scripts[i].said == (int)o->step_count ? xstrdup(scripts[i].dialect->what) : xasprintf("%s (%d of %u steps)", scripts[i].dialect->what, scripts[i].said, o->step_count);
        put_script(out, scripts[i].dialect->file, what, scripts[i].text);
        free(what);
    }
    buf_add_str(out, "</section>\n");
}

/* ---- how far to trust it -------------------------------------------------------------------------------------- */

static u32 count_lines(const char *text)
{
    u32 lines = 0;
    for (const char *p = text ? text : ""; *p; p++)
        lines += *p == '\n';
    return lines;
}

static void put_gaps(Buf *out, const char *gaps)
{
    buf_printf(out, "<details><summary>%u parts of Android that the app called and this phone lacks; none is on the crash’s way</summary><pre>", count_lines(gaps));
    put_escaped(out, gaps);
    buf_add_str(out, "</pre></details>");
}

static void put_honesty(Buf *out, const Emission *e)
{
    static const char *const meanings[] = {
        [MATCH_NONE] = "", [MATCH_CRASH] = "The report has no stack trace and names no exception: that this is its crash follows from the steps alone.",
        [MATCH_TYPE] = "The exception is the one that the report names. It gives no frames of the app that could be compared in full.",
        [MATCH_FRAME] = "The exception is the report’s, thrown from the same method of the app; the line or the way there differs.",
        [MATCH_EXACT] = "The exception is the report’s, thrown from the same line, through the same methods of the app.",
    };
    const Outcome *o = e->outcome;
    buf_add_str(out, "<section><h2>How far to trust it</h2><ul>");
    if (o->notes) {
        buf_add_str(out, "<li>");
        put_escaped(out, o->notes);
        buf_add_str(out, "</li>");
    }
    if (o->reproduced)
        buf_printf(out, "<li><b>Match: %s.</b> %s</li>", match_level_name(o->level), meanings[o->level]);
    if (o->replays)
        buf_printf(out, "<li><b>Replayed %u of %u times</b> from a fresh install, letter for letter the same stack.</li>", o->replays_same, o->replays);
    if (o->found_steps > o->step_count)
        buf_printf(out, "<li>Found with %u events, shortened to %u: leaving out any one more, it no longer crashes.</li>", o->found_steps, o->step_count);
    buf_printf(out, "<li>The phone is a simulated one: Android 6.0.1, 1080×1920, seed %llu. Native code of apps, WebView and Play services are not in it.</li>", (unsigned long long)e->options->environment.seed);
    buf_add_str(out, "</ul>");
    if (o->gaps && *o->gaps && o->reproduced)
        put_gaps(out, o->gaps);
    buf_add_str(out, "</section>\n");
}

static void put_others(Buf *out, const Outcome *o)
{
    if (!o->other_count)
        return;
    buf_add_str(out, "<section><h2>Other crashes met</h2>\n");
    for (u32 i = 0; i < o->other_count; i++) {
        const OtherCrash *c = &o->others[i];
        buf_add_str(out, "<details><summary><span>");
        put_escaped(out, c->headline);
        buf_printf(out, "</span> <small>after %u events%s", c->events, c->gap ? "; may be this phone’s fault: it lacks " : "");
        put_escaped(out, c->gap ? c->gap : "");
        buf_add_str(out, "</small></summary>");
        put_trace(out, c->trace);
        buf_add_str(out, "</details>\n");
    }
    buf_add_str(out, "</section>\n");
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static void put_chip(Buf *out, const char *kind, const char *text)
{
    buf_printf(out, "<li class=\"%s\">", kind);
    put_escaped(out, text);
    buf_add_str(out, "</li>");
}

static void put_chips(Buf *out, const Outcome *o)
{
    char text[96];
    buf_add_str(out, "<ul class=\"chips\">");
    put_chip(out, o->reproduced ? "good" : "bad", o->reproduced ? "reproduced" : "not reproduced");
    if (o->reproduced) {
        snprintf(text, sizeof text, "match: %s", match_level_name(o->level));
        put_chip(out, o->level >= MATCH_FRAME ? "good" : "plain", text);
        snprintf(text, sizeof text, "%u step%s", o->step_count, o->step_count == 1 ? "" : "s");
        put_chip(out, "plain", text);
        snprintf(text, sizeof text, "replayed %u/%u", o->replays_same, o->replays);
        if (o->replays)
            put_chip(out, o->replays_same == o->replays ? "good" : "bad", text);
    }
    snprintf(text, sizeof text, "%.1f s, %llu events tried", o->seconds, (unsigned long long)o->tried);
    put_chip(out, "plain", text);
    buf_add_str(out, "</ul>");
}

static void put_head(Buf *out, const Emission *e, const App *app)
{
    const Outcome *o = e->outcome;
    const char *title = e->options->report_count ? report_title(e->options->reports[0]) : "";
    buf_add_str(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\"><title>");
    put_escaped(out, o->headline ? o->headline : "Not reproduced");
    buf_printf(out, "</title>\n<style>%s</style></head><body>\n<header><p class=\"app\">", storyboard_style);
    put_escaped(out, *app->label ? app->label : app->package);
    buf_add_str(out, " <span>");
    put_escaped(out, app->version);
    buf_add_str(out, "</span></p><h1>");
    put_escaped(out, o->headline ? o->headline : "Not reproduced");
    buf_add_str(out, "</h1>");
    if (*title) {
        buf_add_str(out, "<p class=\"title\">“");
        put_escaped(out, title);
        buf_add_str(out, "”</p>");
    }
    put_chips(out, o);
    buf_add_str(out, "</header>\n<main>\n");
}

void emit_storyboard(Buf *out, const Emission *e, const App *app, const Script *scripts, u32 script_count)
{
    const Outcome *o = e->outcome;
    put_head(out, e, app);
    if (o->reproduced) {
        put_steps(out, o);
        put_crash(out, o);
        put_scripts(out, o, scripts, script_count);
    } else {
        buf_add_str(out, "<section><h2>Why not</h2><p>");
        put_escaped(out, o->why_not);
        buf_add_str(out, ".</p></section>\n");
    }
    put_others(out, o);
    put_honesty(out, e);
    buf_printf(out, "</main>\n<footer>Made by reenact from %d report%s and %s.</footer>\n<script>%s</script>\n</body></html>\n", e->options->report_count, e->options->report_count == 1 ? "" : "s",
               o->repro.app ? o->repro.app : "an app", storyboard_script);
}
