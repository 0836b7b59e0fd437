/*
 * The graph as one page: the ways to the frame, a drawing of pages and jumps, and
 * each page with its widgets and, where the phone has been there, its picture.
 * It needs no script and no network, and follows the reader's light or dark mode.
 *
 * The drawing puts pages into columns by the jumps that it takes from the start;
 * within a column they lie near those that lead to them.
 */
#include "graph/internal.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { BOX_WIDTH = 190, BOX_HEIGHT = 40, COLUMN = 310, ROW = 58, MARGIN = 16 };

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1d2430;--dim:#667085;--paper:#fff;--card:#f5f7fa;--line:#cfd6e0;--mark:#c2410c;--link:#2563eb}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e9ef;--dim:#98a2b3;--paper:#12161d;--card:#1b212b;--line:#39424f;--mark:#fb923c;--link:#7aa7ff}}"
    "body{font:15px/1.45 system-ui,sans-serif;margin:0;color:var(--ink);background:var(--paper)}main{max-width:1180px;margin:0 auto;padding:24px}"
    "h1{font-size:24px;margin:0}h2{font-size:18px;margin:32px 0 8px}h3{font-size:15px;margin:0}p{margin:4px 0}.dim{color:var(--dim)}"
    ".card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px;margin:10px 0;break-inside:avoid}"
    ".steps{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin:6px 0}.step{border:1px solid var(--line);border-radius:6px;padding:3px 8px;background:var(--paper)}"
    ".step b{color:var(--mark);font-weight:600}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}"
    "table{border-collapse:collapse;width:100%;margin-top:8px}td,th{text-align:left;vertical-align:top;padding:3px 10px 3px 0;border-top:1px solid var(--line);font-size:14px}"
    "th{color:var(--dim);font-weight:500}.draw{overflow:auto;border:1px solid var(--line);border-radius:8px;background:var(--card)}"
    "svg text{font:12px system-ui,sans-serif;fill:var(--ink)}svg .small{font-size:10.5px;fill:var(--dim)}svg rect{fill:var(--paper);stroke:var(--line)}"
    "svg .start rect{stroke:var(--link);stroke-width:2.5}svg .near rect{stroke:var(--mark);stroke-width:2}svg path{fill:none;stroke:var(--dim);opacity:.55}"
    "svg path.self{stroke-dasharray:4 4}svg path:hover{opacity:1;stroke-width:2.5}svg a{text-decoration:none}a{color:var(--link)}"
    ".page{display:flex;gap:16px}.page>div{flex:1;min-width:0}.page img{width:150px;height:auto;border:1px solid var(--line);border-radius:6px}"
    "summary{cursor:pointer}@media print{.draw{overflow:visible}details>*{display:block}}";

/* ---- texts -------------------------------------------------------------------------- */

static void add_escaped_n(Buf *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '<': buf_add_str(out, "&lt;"); break;
        case '>': buf_add_str(out, "&gt;"); break;
        case '&': buf_add_str(out, "&amp;"); break;
        case '"': buf_add_str(out, "&quot;"); break;
        default:
            if ((u8)text[i] >= ' ' || text[i] == '\n')
                buf_add_char(out, text[i]);
        }
}

static void add_escaped(Buf *out, const char *text)
{
    add_escaped_n(out, text, strlen(text));
}

/* At most so many bytes, without cutting a character in two. */
static void add_shortened(Buf *out, const char *text, size_t most)
{
    size_t length = strlen(text);
    if (length > most) {
        for (length = most; length && ((u8)text[length] & 0xc0) == 0x80;)
            length--;
    }
    add_escaped_n(out, text, length);
    if (text[length])
        buf_add_str(out, "…");
}

/* "Main" of "the.app.Main"; "Main (options menu)" of "the.app.Main (options menu)". */
static const char *short_name(const char *name)
{
    const char *part = name;
    for (const char *c = name; *c && *c != ' '; c++)
        if (*c == '.' && c[1] && c[1] != ' ')
            part = c + 1;
    return part;
}

/* A dialog is named by the function that makes it: the class is needed, too. */
static const char *page_label(const GraphPage *page)
{
    const char *name = short_name(page->name);
    if (!strstr(name, "(dialog)") || name == page->name)
        return name;
    const char *before = name - 1;
    while (before > page->name && before[-1] != '.')
        before--;
    return before;
}

static void add_function(Buf *out, const Graph *g, u32 function)
{
    Buf text = { 0 };
    graph_write_function(&text, g, function);
    buf_add_str(out, "<code>");
    add_escaped(out, buf_str(&text));
    buf_add_str(out, "</code>");
    buf_free(&text);
}

static void add_base64(Buf *out, const u8 *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        u32 word = (u32)bytes[i] << 16 | (left > 1 ? (u32)bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
        buf_add_char(out, digits[word >> 18]);
        buf_add_char(out, digits[word >> 12 & 63]);
        buf_add_char(out, left > 1 ? digits[word >> 6 & 63] : '=');
        buf_add_char(out, left > 2 ? digits[word & 63] : '=');
    }
}

/* ---- ways ----------------------------------------------------------------------------- */

static void write_way(Buf *out, const Graph *g, const GraphWay *way, u32 number)
{
    buf_printf(out, "<div class=card><h3>Way %u <span class=dim>%u operation%s%s%s</span></h3><div class=steps>", number, way->operations,
               way->operations == 1 ? "" : "s", way->guesses ? ", with guesses" : "", way->from_outside ? ", started from outside the app" : "");
    for (u32 i = 0; i < way->step_count; i++) {
        const GraphStep *step = &way->steps[i];
        buf_printf(out, "%s<span class=step><a href=\"#p%u\">", i ? "→ " : "", step->page);
        add_escaped(out, page_label(graph_page(g, step->page)));
        buf_add_str(out, "</a>");
        if (step->widget != GRAPH_NONE) {
            buf_printf(out, " %s <b>", step->event);
            add_shortened(out, graph_widget_label(graph_widget(g, step->widget)), 60);
            buf_add_str(out, "</b>");
        }
        buf_add_str(out, "</span>");
    }
    buf_add_str(out, "</div><details><summary class=dim>calls</summary>");
    for (u32 i = 0; i < way->call_count; i++) {
        buf_add_str(out, "<p>");
        add_function(out, g, way->calls[i]);
        buf_add_str(out, "</p>");
    }
    buf_add_str(out, "</details></div>\n");
}

static void write_ways(Buf *out, const Graph *g, const GraphWay *ways, u32 count)
{
    if (!g->targets.count)
        return;
    buf_add_str(out, "<h2>Ways to ");
    add_function(out, g, g->targets.items[0]);
    buf_add_str(out, "</h2>\n");
    if (!count)
        buf_add_str(out, "<p>None was found.</p>\n");
    for (u32 i = 0; i < count; i++)
        write_way(out, g, &ways[i], i + 1);
}

/* ---- the drawing -------------------------------------------------------------------------- */

typedef struct Drawing {
    const Graph *g;
    u32 *column, *row;
    u32 *entry;             /* the jump by which a page is first reached */
    u32 columns, rows;
    bool *drawn;
    bool sparse;            /* too many jumps: only those entries are drawn */
} Drawing;

static bool has_jump(const Graph *g, u32 page)
{
    for (u32 i = 0; i < g->jumps.count; i++)
        if (g->jumps.items[i].from == page || g->jumps.items[i].to == page)
            return true;
    return false;
}

static void find_columns(Drawing *d)
{
    const Graph *g = d->g;
    for (u32 i = 0; i < g->pages.count; i++) {
        d->column[i] = g->pages.items[i].shown.launcher ? 0 : GRAPH_NONE;
        d->drawn[i] = g->pages.items[i].shown.launcher || has_jump(g, i);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < g->jumps.count; i++) {
            const GraphJump *j = &g->jumps.items[i];
            if (d->column[j->from] != GRAPH_NONE && d->column[j->to] > d->column[j->from] + 1) {
                d->column[j->to] = d->column[j->from] + 1;
                d->entry[j->to] = i;
                changed = true;
            }
        }
    }
    for (u32 i = 0; i < g->pages.count; i++)
        if (d->drawn[i] && d->column[i] != GRAPH_NONE)
            d->columns = MAX(d->columns, d->column[i] + 1);
    for (u32 i = 0; i < g->pages.count; i++)
        if (d->column[i] == GRAPH_NONE)     /* nothing leads here */
            d->column[i] = d->columns;
    for (u32 i = 0; i < g->pages.count; i++)
        if (d->drawn[i])
            d->columns = MAX(d->columns, d->column[i] + 1);
}

/* Rows in the order in which pages of the column before lead to them. */
static void find_rows(Drawing *d)
{
    const Graph *g = d->g;
    Numbers before = { 0 }, now = { 0 };
    for (u32 column = 0; column < d->columns; column++) {
        now.count = 0;
        for (u32 b = 0; b < before.count; b++)
            for (u32 i = 0; i < g->jumps.count; i++) {
                const GraphJump *j = &g->jumps.items[i];
                if (j->from == before.items[b] && d->column[j->to] == column && d->drawn[j->to])
                    numbers_add_new(&now, j->to);
            }
        for (u32 i = 0; i < g->pages.count; i++)
            if (d->drawn[i] && d->column[i] == column)
                numbers_add_new(&now, i);
        for (u32 i = 0; i < now.count; i++)
            d->row[now.items[i]] = i;
        d->rows = MAX(d->rows, now.count);
        Numbers swap = before;
        before = now;
        now = swap;
    }
    list_free(&before);
    list_free(&now);
}

static void draw_jump(Buf *out, const Drawing *d, u32 jump, KeyTable *done)
{
    const Graph *g = d->g;
    const GraphJump *j = &g->jumps.items[jump];
    u32 *seen = key_slot(done, j->from, j->to, 0);
    if (*seen != GRAPH_NONE || (d->sparse && d->entry[j->to] != jump))
        return;
    *seen = jump;
    bool forward = d->column[j->to] > d->column[j->from], only_self = true;
    u32 x1 = MARGIN + d->column[j->from] * COLUMN + (forward ? BOX_WIDTH : BOX_WIDTH / 2), y1 = MARGIN + d->row[j->from] * ROW + (forward ? BOX_HEIGHT / 2 : BOX_HEIGHT);
    u32 x2 = MARGIN + d->column[j->to] * COLUMN + (forward ? 0 : BOX_WIDTH / 2), y2 = MARGIN + d->row[j->to] * ROW + (forward ? BOX_HEIGHT / 2 : BOX_HEIGHT);
    u32 bend = forward ? (x2 - x1) / 2 : 0, dip = forward ? 0 : 34;
    Buf title = { 0 };
    for (u32 i = jump; i < g->jumps.count; i++) {
        const GraphJump *other = &g->jumps.items[i];
        if (other->from != j->from || other->to != j->to)
            continue;
        only_self &= other->widget == GRAPH_NONE;
        if (title.size)
            buf_add_str(&title, ", ");
        add_shortened(&title, other->widget == GRAPH_NONE ? "by itself" : graph_widget_label(graph_widget(g, other->widget)), 40);
    }
    u32 *labelled = key_slot(done, j->to, GRAPH_NONE, 1);
    if (forward && *labelled == GRAPH_NONE && j->widget != GRAPH_NONE) {    /* one line into a box has room for its text */
        *labelled = jump;
        buf_printf(out, "<text class=small text-anchor=end x=%u y=%u>", x2 - 10, y2 - 5);
        add_shortened(out, graph_widget_label(graph_widget(g, j->widget)), 18);
        buf_add_str(out, "</text>");
    }
    buf_printf(out, "<path%s marker-end=\"url(#tip)\" d=\"M%u %uC%u %u %u %u %u %u\"><title>%s</title></path>\n", only_self ? " class=self" : "", x1, y1,
               x1 + bend, y1 + dip, x2 - bend, y2 + dip, x2, y2, buf_str(&title));
    buf_free(&title);
}

static void draw_page(Buf *out, const Drawing *d, u32 page)
{
    const GraphPage *p = graph_page(d->g, page);
    u32 x = MARGIN + d->column[page] * COLUMN, y = MARGIN + d->row[page] * ROW;
    buf_printf(out, "<a href=\"#p%u\"><g class=\"%s\"><title>", page, p->launcher ? "start" : graph_page_distance(d->g, page).reachable ? "near" : "");
    add_escaped(out, p->name);
    buf_printf(out, "</title><rect x=%u y=%u width=%u height=%u rx=6 /><text x=%u y=%u>", x, y, BOX_WIDTH, BOX_HEIGHT, x + 10, y + 17);
    add_shortened(out, page_label(p), 25);
    buf_printf(out, "</text><text class=small x=%u y=%u>%s, %u widget%s</text></g></a>\n", x + 10, y + 32, page_kind_name(p->kind), p->widget_count,
               p->widget_count == 1 ? "" : "s");
}

static Drawing drawing_make(const Graph *g)
{
    enum { MOST_JUMPS = 150 };
    Drawing d = { .g = g, .sparse = g->jumps.count > MOST_JUMPS };
    d.entry = xcalloc(g->pages.count + 1, sizeof *d.entry);
    d.column = xcalloc(g->pages.count + 1, sizeof *d.column);
    d.row = xcalloc(g->pages.count + 1, sizeof *d.row);
    d.drawn = xcalloc(g->pages.count + 1, sizeof *d.drawn);
    find_columns(&d);
    find_rows(&d);
    return d;
}

static void drawing_free(Drawing *d)
{
    free(d->entry);
    free(d->column);
    free(d->row);
    free(d->drawn);
}

static void write_drawing(Buf *out, const Drawing *d)
{
    const Graph *g = d->g;
    KeyTable done = { 0 };
    u32 width = MARGIN * 2 + d->columns * COLUMN - (COLUMN - BOX_WIDTH), height = MARGIN * 2 + d->rows * ROW;
    buf_printf(out, "<h2>Pages and jumps</h2><p class=dim>Solid: a widget leads there (point at the line to see which). Dashed: the page opens by itself.%s</p>"
               "<div class=draw><svg width=%u height=%u viewBox=\"0 0 %u %u\" role=img aria-label=\"pages and jumps\">"
               "<defs><marker id=tip viewBox=\"0 0 8 8\" refX=7 refY=4 markerWidth=7 markerHeight=7 orient=auto>"
               "<path d=\"M0 0L8 4L0 8z\" style=\"fill:var(--dim);stroke:none;opacity:1\"/></marker></defs>\n",
               d->sparse ? " There are many jumps: only the first into each page is drawn." : "", width, height, width, height);
    for (u32 i = 0; i < g->jumps.count; i++)
        draw_jump(out, d, i, &done);
    for (u32 i = 0; i < g->pages.count; i++)
        if (d->drawn[i])
            draw_page(out, d, i);
    buf_add_str(out, "</svg></div>\n");
    free(done.entries);
}

/* ---- pages ------------------------------------------------------------------------------------ */

static void write_widget(Buf *out, const Graph *g, u32 widget)
{
    const GraphWidget *w = graph_widget(g, widget);
    buf_add_str(out, "<tr><td>");
    add_shortened(out, graph_widget_label(w), 90);
    buf_add_str(out, "</td><td><code>");
    add_escaped(out, w->id ? w->id : "");
    buf_add_str(out, "</code></td><td class=dim>");
    add_escaped(out, short_name(w->class_name ? w->class_name : ""));
    buf_add_str(out, "</td><td>");
    for (u32 i = 0; i < w->handler_count; i++) {
        buf_printf(out, "%s%s ", i ? "<br>" : "", w->handlers[i].event);
        add_function(out, g, w->handlers[i].function);
    }
    buf_add_str(out, "</td></tr>\n");
}

static void write_screenshot(Buf *out, const GraphPage *page)
{
    Buf bytes = { 0 };
    if (page->screenshot && !file_read(page->screenshot, &bytes)) {
        buf_add_str(out, "<img alt=\"screen\" src=\"data:image/png;base64,");
        add_base64(out, (const u8 *)bytes.data, bytes.size);
        buf_add_str(out, "\">");
    }
    buf_free(&bytes);
}

static void write_page(Buf *out, const Graph *g, u32 number)
{
    const GraphPage *page = graph_page(g, number);
    buf_printf(out, "<div class=card id=p%u><div class=page>", number);
    write_screenshot(out, page);
    buf_printf(out, "<div><h3>");
    add_escaped(out, page_label(page));
    buf_printf(out, " <span class=dim>%s%s%s</span></h3><p class=dim><code>", page_kind_name(page->kind), page->launcher ? ", the launcher starts it" : "",
               page->learned ? ", seen at run time only" : "");
    add_escaped(out, page->name);
    buf_add_str(out, "</code></p>");
    if (page->widget_count) {
        buf_add_str(out, "<table><tr><th>widget<th>id<th>class<th>handled by</tr>\n");
        for (u32 i = 0; i < page->widget_count; i++)
            write_widget(out, g, page->widgets[i]);
        buf_add_str(out, "</table>");
    }
    buf_add_str(out, "</div></div></div>\n");
}

void graph_write_html(Buf *out, const Graph *g, const GraphWay *ways, u32 way_count)
{
    const char *label = g->manifest->label ? g->manifest->label : g->manifest->package;
    buf_add_str(out, "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>");
    add_escaped(out, label);
    buf_printf(out, ": pages and widgets</title><style>%s</style><main><h1>", style);
    add_escaped(out, label);
    buf_add_str(out, "</h1><p class=dim>");
    add_escaped(out, g->manifest->package);
    buf_printf(out, ": %u functions, %u calls, %u pages, %u widgets, %u jumps</p>\n", g->functions.count, g->edges.count, g->pages.count, g->widgets.count,
               g->jumps.count);
    write_ways(out, g, ways, ways ? way_count : 0);
    Drawing d = drawing_make(g);
    write_drawing(out, &d);
    buf_add_str(out, "<h2>Pages</h2>\n");
    for (u32 column = 0; column <= d.columns; column++)     /* in the drawing's order, from the start of the app on */
        for (u32 i = 0; i < g->pages.count; i++)
            if (d.column[i] == column)
                write_page(out, g, i);
    drawing_free(&d);
    if (g->notes.count)
        buf_add_str(out, "<h2>What could not be read</h2>\n");
    for (u32 i = 0; i < g->notes.count; i++) {
        buf_add_str(out, "<p>");
        add_escaped(out, g->notes.items[i]);
        buf_add_str(out, "</p>\n");
    }
    buf_add_str(out, "</main></html>\n");
}
