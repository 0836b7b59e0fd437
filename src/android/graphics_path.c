/* Building paths and asking them; see the header. Pixels and lengths are in graphics_path_shape.c. */
#include "android/graphics_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void path_init(Path *p)
{
    *p = (Path){ .needs_move = true };
}

void path_release(Path *p)
{
    free(p->verbs);
    free(p->points);
    path_init(p);
}

Path *path_new(void)
{
    Path *p = xmalloc(sizeof *p);
    path_init(p);
    return p;
}

void path_free(Path *p)
{
    if (p)
        path_release(p);
    free(p);
}

void path_reset(Path *p)
{
    p->verb_count = p->point_count = 0;
    p->start = (Point){ 0 };
    p->needs_move = true;
    p->fill = FILL_WINDING;
}

void path_copy(Path *to, const Path *from)
{
    if (to == from)
        return;
    Path copy = *from;
    copy.verbs = xmalloc(from->verb_count + 1);
    copy.points = xmalloc((from->point_count + 1) * sizeof *copy.points);
    copy.verb_room = from->verb_count + 1;
    copy.point_room = from->point_count + 1;
    if (from->verb_count)
        memcpy(copy.verbs, from->verbs, from->verb_count);
    if (from->point_count)
        memcpy(copy.points, from->points, from->point_count * sizeof *copy.points);
    free(to->verbs);
    free(to->points);
    *to = copy;
}

static void add_verb(Path *p, PathVerb verb)
{
    if (p->verb_count == p->verb_room) {
        p->verb_room = p->verb_room ? p->verb_room * 2 : 8;
        p->verbs = xrealloc(p->verbs, p->verb_room);
    }
    p->verbs[p->verb_count++] = (u8)verb;
}

static void add_point(Path *p, float x, float y)
{
    if (p->point_count == p->point_room) {
        p->point_room = p->point_room ? p->point_room * 2 : 16;
        p->points = xrealloc(p->points, p->point_room * sizeof *p->points);
    }
    p->points[p->point_count++] = (Point){ x, y };
}

void path_move(Path *p, float x, float y)
{
    if (p->verb_count && p->verbs[p->verb_count - 1] == PATH_MOVE) {
        p->points[p->point_count - 1] = (Point){ x, y };
    } else {
        add_verb(p, PATH_MOVE);
        add_point(p, x, y);
    }
    p->start = (Point){ x, y };
    p->needs_move = false;
}

/* A segment without a moveTo begins at the origin, or where the closed contour began. */
static void begin_segment(Path *p)
{
    if (p->needs_move)
        path_move(p, p->start.x, p->start.y);
}

void path_line(Path *p, float x, float y)
{
    begin_segment(p);
    add_verb(p, PATH_LINE);
    add_point(p, x, y);
}

void path_quad(Path *p, float x1, float y1, float x2, float y2)
{
    begin_segment(p);
    add_verb(p, PATH_QUAD);
    add_point(p, x1, y1);
    add_point(p, x2, y2);
}

void path_cubic(Path *p, float x1, float y1, float x2, float y2, float x3, float y3)
{
    begin_segment(p);
    add_verb(p, PATH_CUBIC);
    add_point(p, x1, y1);
    add_point(p, x2, y2);
    add_point(p, x3, y3);
}

void path_close(Path *p)
{
    if (p->verb_count && p->verbs[p->verb_count - 1] != PATH_CLOSE)
        add_verb(p, PATH_CLOSE);
    p->needs_move = true;
}

Point path_last(const Path *p)
{
    return p->point_count ? p->points[p->point_count - 1] : (Point){ 0, 0 };
}

void path_set_last(Path *p, float x, float y)
{
    if (p->point_count)
        p->points[p->point_count - 1] = (Point){ x, y };
    else
        path_move(p, x, y);
}

void path_add_rect(Path *p, RectF r, PathDirection direction)
{
    path_move(p, r.left, r.top);
    if (direction == DIRECTION_CW) {
        path_line(p, r.right, r.top);
        path_line(p, r.right, r.bottom);
        path_line(p, r.left, r.bottom);
    } else {
        path_line(p, r.left, r.bottom);
        path_line(p, r.right, r.bottom);
        path_line(p, r.right, r.top);
    }
    path_close(p);
}

/* At multiples of a right angle, exactly. */
static float snapped_cos(float angle)
{
    float c = cosf(angle);
    return fabsf(c) < 1e-5f ? 0 : c;
}

static float snapped_sin(float angle)
{
    float s = sinf(angle);
    return fabsf(s) < 1e-5f ? 0 : s;
}

/* An arc of at most a quarter as one cubic; angles in radians. */
static void quarter(Path *p, float cx, float cy, float rx, float ry, float from, float to)
{
    float k = 4.0f / 3 * tanf((to - from) / 4);
    float c0 = snapped_cos(from), s0 = snapped_sin(from), c1 = snapped_cos(to), s1 = snapped_sin(to);
    path_cubic(p, cx + rx * (c0 - k * s0), cy + ry * (s0 + k * c0), cx + rx * (c1 + k * s1), cy + ry * (s1 - k * c1), cx + rx * c1, cy + ry * s1);
}

static void arc(Path *p, RectF oval, float start, float sweep)
{
    float cx = (oval.left + oval.right) / 2, cy = (oval.top + oval.bottom) / 2;
    float rx = (oval.right - oval.left) / 2, ry = (oval.bottom - oval.top) / 2;
    int pieces = (int)ceilf(fabsf(sweep) / 90 - 1e-4f);
    float radians = (float)M_PI / 180;
    for (int i = 0; i < pieces; i++)
        quarter(p, cx, cy, rx, ry, (start + sweep * (float)i / (float)pieces) * radians, (start + sweep * (float)(i + 1) / (float)pieces) * radians);
}

void path_add_oval(Path *p, RectF r, PathDirection direction)
{
    path_move(p, r.right, (r.top + r.bottom) / 2);
    arc(p, r, 0, direction == DIRECTION_CW ? 360 : -360);
    path_close(p);
}

void path_add_round_rect(Path *p, RectF r, const float given[8], PathDirection direction)
{
    float w = r.right - r.left, h = r.bottom - r.top, radii[8];
    float scale = 1;
    for (int i = 0; i < 8; i++)
        radii[i] = given[i] > 0 && given[i ^ 1] > 0 ? given[i] : 0;
    /* Radii that do not fit a side shrink all together. */
    const float sums[4] = { radii[0] + radii[2], radii[4] + radii[6], radii[1] + radii[7], radii[3] + radii[5] };
    for (int i = 0; i < 4; i++) {
        float side = i < 2 ? w : h;
        if (sums[i] > side && sums[i] > 0)
            scale = MIN(scale, side / sums[i]);
    }
    if (rect_is_empty(r)) {
        path_add_rect(p, r, direction);
        return;
    }
    for (int i = 0; i < 8; i++)
        radii[i] *= scale;
    const float quarter_turn = (float)M_PI / 2;
    const Point centre[4] = {
        { r.left + radii[0], r.top + radii[1] }, { r.right - radii[2], r.top + radii[3] },
        { r.right - radii[4], r.bottom - radii[5] }, { r.left + radii[6], r.bottom - radii[7] },
    };
    for (int i = 0; i < 4; i++) {
        int corner = direction == DIRECTION_CW ? i : 3 - i;
        float rx = radii[corner * 2], ry = radii[corner * 2 + 1];
        float from = quarter_turn * (float)(corner + 2), to = from + quarter_turn;
        if (direction == DIRECTION_CCW) {
            float swap = from;
            from = to;
            to = swap;
        }
        Point begin = { centre[corner].x + rx * snapped_cos(from), centre[corner].y + ry * snapped_sin(from) };
        if (i == 0)
            path_move(p, begin.x, begin.y);
        else
            path_line(p, begin.x, begin.y);
        if (rx > 0 && ry > 0)
            quarter(p, centre[corner].x, centre[corner].y, rx, ry, from, to);
    }
    path_close(p);
}

void path_arc_to(Path *p, RectF oval, float start, float sweep, bool force_move)
{
    if (fabsf(sweep) >= 360)
        sweep = copysignf(359.999f, sweep);
    float cx = (oval.left + oval.right) / 2, cy = (oval.top + oval.bottom) / 2, radians = start * (float)M_PI / 180;
    Point begin = { cx + (oval.right - oval.left) / 2 * cosf(radians), cy + (oval.bottom - oval.top) / 2 * sinf(radians) };
    if (force_move || !p->verb_count)
        path_move(p, begin.x, begin.y);
    else
        path_line(p, begin.x, begin.y);
    arc(p, oval, start, sweep);
}

void path_add_arc(Path *p, RectF oval, float start, float sweep)
{
    if (fabsf(sweep) >= 360)
        path_add_oval(p, oval, sweep > 0 ? DIRECTION_CW : DIRECTION_CCW);
    else
        path_arc_to(p, oval, start, sweep, true);
}

void path_add_path(Path *p, const Path *other, const Matrix *matrix)
{
    Path copy;
    path_init(&copy);
    path_copy(&copy, other);
    const Point *at = copy.points;
    for (u32 i = 0; i < copy.verb_count; i++) {
        PathVerb verb = copy.verbs[i];
        Point q[3] = { { 0 } };
        for (u32 k = 0; k < path_verb_points(verb); k++)
            q[k] = matrix ? matrix_map(matrix, at[k]) : at[k];
        at += path_verb_points(verb);
        switch (verb) {
        case PATH_MOVE: path_move(p, q[0].x, q[0].y); break;
        case PATH_LINE: path_line(p, q[0].x, q[0].y); break;
        case PATH_QUAD: path_quad(p, q[0].x, q[0].y, q[1].x, q[1].y); break;
        case PATH_CUBIC: path_cubic(p, q[0].x, q[0].y, q[1].x, q[1].y, q[2].x, q[2].y); break;
        case PATH_CLOSE: path_close(p); break;
        }
    }
    path_release(&copy);
}

void path_transform(Path *p, const Matrix *matrix)
{
    for (u32 i = 0; i < p->point_count; i++)
        p->points[i] = matrix_map(matrix, p->points[i]);
    p->start = matrix_map(matrix, p->start);
}

RectF path_bounds(const Path *p)
{
    RectF out = { 0 };
    u32 count = p->point_count;
    for (u32 i = 0; i < count; i++) {
        RectF at = { p->points[i].x, p->points[i].y, p->points[i].x, p->points[i].y };
        out = i ? rect_union(out, at) : at;
    }
    return out;
}

/* One contour of four axis-parallel lines, closed. */
bool path_is_rect(const Path *p, RectF *out)
{
    u32 n = p->point_count;
    bool closed = p->verb_count && p->verbs[p->verb_count - 1] == PATH_CLOSE;
    if (n < 4 || n > 5 || p->verb_count != n + (closed ? 1 : 0) || p->verbs[0] != PATH_MOVE)
        return false;
    for (u32 i = 1; i < n; i++)
        if (p->verbs[i] != PATH_LINE)
            return false;
    if (n == 5 && (p->points[4].x != p->points[0].x || p->points[4].y != p->points[0].y))
        return false;
    if (n == 4 && !closed)
        return false;
    const Point *q = p->points;
    bool across_first = q[0].y == q[1].y && q[1].x == q[2].x && q[2].y == q[3].y && q[3].x == q[0].x;
    bool down_first = q[0].x == q[1].x && q[1].y == q[2].y && q[2].x == q[3].x && q[3].y == q[0].y;
    if (!across_first && !down_first)
        return false;
    if (out)
        *out = path_bounds(p);
    return true;
}

/* One contour whose control polygon turns one way only. */
bool path_is_convex(const Path *p)
{
    u32 n = p->point_count, moves = 0;
    for (u32 i = 0; i < p->verb_count; i++)
        moves += p->verbs[i] == PATH_MOVE;
    if (moves > 1)
        return false;
    int turn = 0, x_changes = 0, last_sign = 0;
    for (u32 i = 0; n >= 3 && i < n; i++) {
        Point a = p->points[i], b = p->points[(i + 1) % n], c = p->points[(i + 2) % n];
        float cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        float size = fabsf(b.x - a.x) + fabsf(b.y - a.y) + fabsf(c.x - b.x) + fabsf(c.y - b.y);
        int sign = cross > size * 1e-4f ? 1 : cross < -size * 1e-4f ? -1 : 0;
        if (sign && turn && sign != turn)
            return false;
        if (sign)
            turn = sign;
        int way = b.x > a.x ? 1 : b.x < a.x ? -1 : 0;
        if (way && way != last_sign) {
            x_changes += last_sign != 0;
            last_sign = way;
        }
    }
    return x_changes <= 3;
}
