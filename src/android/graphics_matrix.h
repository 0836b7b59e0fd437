/*
 * 3x3 float matrices as android.graphics.Matrix holds them, row by row:
 *
 *     scale x   skew x    translate x
 *     skew y    scale y   translate y
 *     persp 0   persp 1   persp 2
 */
#ifndef ANDROID_GRAPHICS_MATRIX_H
#define ANDROID_GRAPHICS_MATRIX_H

#include "base/base.h"

typedef struct Point { float x, y; } Point;
typedef struct RectF { float left, top, right, bottom; } RectF;
typedef struct RectI { i32 left, top, right, bottom; } RectI;

typedef struct Matrix { float m[9]; } Matrix;
enum { M_SCALE_X, M_SKEW_X, M_TRANS_X, M_SKEW_Y, M_SCALE_Y, M_TRANS_Y, M_PERSP_0, M_PERSP_1, M_PERSP_2 };

extern const Matrix matrix_identity;

bool matrix_is_identity(const Matrix *a);
bool matrix_is_affine(const Matrix *a);
bool matrix_is_translate(const Matrix *a);      /* or identity */
bool matrix_is_scale_translate(const Matrix *a);
bool matrix_rect_stays_rect(const Matrix *a);
bool matrix_equals(const Matrix *a, const Matrix *b);

Matrix matrix_translate(float dx, float dy);
Matrix matrix_scale(float sx, float sy, float px, float py);
Matrix matrix_sin_cos(float sin, float cos, float px, float py);
Matrix matrix_rotate(float degrees, float px, float py);
Matrix matrix_skew(float kx, float ky, float px, float py);
/* First b, then a: a * b. */
Matrix matrix_concat(const Matrix *a, const Matrix *b);
bool matrix_invert(const Matrix *a, Matrix *out);

typedef enum ScaleToFit { FIT_FILL, FIT_START, FIT_CENTER, FIT_END } ScaleToFit;
bool matrix_rect_to_rect(Matrix *out, RectF from, RectF to, ScaleToFit fit);
/* The map that takes up to four points to four others. */
bool matrix_poly_to_poly(Matrix *out, const Point *from, const Point *to, int count);

Point matrix_map(const Matrix *a, Point p);
Point matrix_map_vector(const Matrix *a, Point v);
/* The bounds of the mapped corners. */
RectF matrix_map_rect(const Matrix *a, RectF r);
float matrix_map_radius(const Matrix *a, float radius);

RectF rect_sorted(RectF r);
RectF rect_union(RectF a, RectF b);
/* Rounds each edge to the nearest pixel edge; out: away from the middle. Values are kept within an int. */
RectI rect_round(RectF r);
RectI rect_round_out(RectF r);
static inline bool rect_is_empty(RectF r) { return !(r.left < r.right && r.top < r.bottom); }

#endif
