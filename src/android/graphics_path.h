/*
 * Paths: verbs with their points. Conics do not occur: arcs become cubics when
 * they are added (error below 1/3000 of the radius).
 */
#ifndef ANDROID_GRAPHICS_PATH_H
#define ANDROID_GRAPHICS_PATH_H

#include "android/graphics_matrix.h"

#include <cairo.h>

typedef enum PathVerb { PATH_MOVE, PATH_LINE, PATH_QUAD, PATH_CUBIC, PATH_CLOSE } PathVerb;
typedef enum FillType { FILL_WINDING, FILL_EVEN_ODD, FILL_INVERSE_WINDING, FILL_INVERSE_EVEN_ODD } FillType;
typedef enum PathDirection { DIRECTION_CW, DIRECTION_CCW } PathDirection;

typedef struct Path {
    u8 *verbs;
    Point *points;
    u32 verb_count, verb_room, point_count, point_room;
    Point start;                /* of the running contour */
    bool needs_move;            /* the next segment begins a contour at `start` */
    u8 fill;
} Path;

/* Points that a verb adds. */
static inline u32 path_verb_points(PathVerb verb)
{
    return verb == PATH_CLOSE ? 0 : verb == PATH_QUAD ? 2 : verb == PATH_CUBIC ? 3 : 1;
}

void path_init(Path *p);
void path_release(Path *p);
Path *path_new(void);
void path_free(Path *p);
void path_reset(Path *p);                       /* the fill type goes back to winding */
void path_copy(Path *to, const Path *from);

void path_move(Path *p, float x, float y);
void path_line(Path *p, float x, float y);
void path_quad(Path *p, float x1, float y1, float x2, float y2);
void path_cubic(Path *p, float x1, float y1, float x2, float y2, float x3, float y3);
void path_close(Path *p);
Point path_last(const Path *p);
void path_set_last(Path *p, float x, float y);

void path_add_rect(Path *p, RectF r, PathDirection direction);
void path_add_oval(Path *p, RectF r, PathDirection direction);
/* radii: x and y of top left, top right, bottom right, bottom left. */
void path_add_round_rect(Path *p, RectF r, const float radii[8], PathDirection direction);
/* Degrees, clockwise from three o'clock. */
void path_arc_to(Path *p, RectF oval, float start, float sweep, bool force_move);
void path_add_arc(Path *p, RectF oval, float start, float sweep);
void path_add_path(Path *p, const Path *other, const Matrix *matrix);   /* matrix may be NULL */
void path_transform(Path *p, const Matrix *matrix);

RectF path_bounds(const Path *p);               /* of all points, control points too */
bool path_is_rect(const Path *p, RectF *out);
bool path_is_convex(const Path *p);

/* The path as straight lines: visit gets every vertex; first is true where a contour begins. */
typedef void PathVisitor(void *context, Point at, bool first, bool closes);
void path_flatten(const Path *p, float tolerance, PathVisitor *visit, void *context);
/* Points of a cubic at t. */
Point path_cubic_at(const Point p[4], float t);

/* Puts it into cairo's current path, mapped. */
void path_to_cairo(const Path *p, cairo_t *cr, const Matrix *matrix);
/* The pixels whose centres lie inside, not beyond limit. The caller destroys it. */
cairo_region_t *path_to_region(const Path *p, const Matrix *matrix, const cairo_region_t *limit);

/* ---- lengths ------------------------------------------------------------------ */

typedef struct PathMeasure PathMeasure;
PathMeasure *path_measure_new(const Path *p, bool force_closed);        /* p may be NULL */
void path_measure_free(PathMeasure *m);
void path_measure_set(PathMeasure *m, const Path *p, bool force_closed);
float path_measure_length(const PathMeasure *m);
bool path_measure_at(const PathMeasure *m, float distance, Point *at, Point *tangent);
bool path_measure_segment(const PathMeasure *m, float from, float to, Path *out, bool with_move);
bool path_measure_closed(const PathMeasure *m);
bool path_measure_next(PathMeasure *m);

#endif
