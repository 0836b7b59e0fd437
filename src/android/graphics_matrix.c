/* Matrices: see the header. Sums of products are made in double, as Skia does, so that inverses are good. */
#include "android/graphics_matrix.h"

#include <math.h>
#include <string.h>

const Matrix matrix_identity = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };

bool matrix_is_affine(const Matrix *a)
{
    return a->m[6] == 0 && a->m[7] == 0 && a->m[8] == 1;
}

bool matrix_is_scale_translate(const Matrix *a)
{
    return matrix_is_affine(a) && a->m[M_SKEW_X] == 0 && a->m[M_SKEW_Y] == 0;
}

bool matrix_is_translate(const Matrix *a)
{
    return matrix_is_scale_translate(a) && a->m[M_SCALE_X] == 1 && a->m[M_SCALE_Y] == 1;
}

bool matrix_is_identity(const Matrix *a)
{
    return matrix_is_translate(a) && a->m[M_TRANS_X] == 0 && a->m[M_TRANS_Y] == 0;
}

/* Axes stay axes, and nothing collapses. */
bool matrix_rect_stays_rect(const Matrix *a)
{
    if (!matrix_is_affine(a))
        return false;
    bool straight = a->m[M_SKEW_X] == 0 && a->m[M_SKEW_Y] == 0 && a->m[M_SCALE_X] != 0 && a->m[M_SCALE_Y] != 0;
    bool turned = a->m[M_SCALE_X] == 0 && a->m[M_SCALE_Y] == 0 && a->m[M_SKEW_X] != 0 && a->m[M_SKEW_Y] != 0;
    return straight || turned;
}

bool matrix_equals(const Matrix *a, const Matrix *b)
{
    for (int i = 0; i < 9; i++)
        if (a->m[i] != b->m[i])
            return false;
    return true;
}

Matrix matrix_translate(float dx, float dy)
{
    return (Matrix){ { 1, 0, dx, 0, 1, dy, 0, 0, 1 } };
}

Matrix matrix_scale(float sx, float sy, float px, float py)
{
    return (Matrix){ { sx, 0, px - sx * px, 0, sy, py - sy * py, 0, 0, 1 } };
}

Matrix matrix_sin_cos(float sin, float cos, float px, float py)
{
    float rest = 1 - cos;
    return (Matrix){ { cos, -sin, sin * py + rest * px, sin, cos, -sin * px + rest * py, 0, 0, 1 } };
}

/* Sine or cosine that is exactly zero where it should be. */
static float snap(float value)
{
    return fabsf(value) <= 1.0f / 4096 ? 0 : value;
}

Matrix matrix_rotate(float degrees, float px, float py)
{
    float radians = degrees * ((float)M_PI / 180);
    return matrix_sin_cos(snap(sinf(radians)), snap(cosf(radians)), px, py);
}

Matrix matrix_skew(float kx, float ky, float px, float py)
{
    return (Matrix){ { 1, kx, -kx * py, ky, 1, -ky * px, 0, 0, 1 } };
}

Matrix matrix_concat(const Matrix *a, const Matrix *b)
{
    Matrix out;
    if (matrix_is_scale_translate(a) && matrix_is_scale_translate(b)) {
        return (Matrix){ { a->m[0] * b->m[0], 0, a->m[0] * b->m[2] + a->m[2],
                           0, a->m[4] * b->m[4], a->m[4] * b->m[5] + a->m[5], 0, 0, 1 } };
    }
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += (double)a->m[row * 3 + k] * b->m[k * 3 + column];
            out.m[row * 3 + column] = (float)sum;
        }
    if (!matrix_is_affine(a) || !matrix_is_affine(b)) {
        /* Homogeneous: any multiple is the same map; 1 in the corner keeps the numbers small. */
        if (out.m[6] == 0 && out.m[7] == 0 && out.m[8] != 0 && out.m[8] != 1)
            for (int i = 0; i < 9; i++)
                out.m[i] /= i == 8 ? 1 : out.m[8];
        if (out.m[6] == 0 && out.m[7] == 0 && out.m[8] != 0)
            out.m[8] = 1;
    }
    return out;
}

bool matrix_invert(const Matrix *a, Matrix *out)
{
    const float *m = a->m;
    double c0 = (double)m[4] * m[8] - (double)m[5] * m[7];
    double c1 = (double)m[5] * m[6] - (double)m[3] * m[8];
    double c2 = (double)m[3] * m[7] - (double)m[4] * m[6];
    double determinant = m[0] * c0 + m[1] * c1 + m[2] * c2;
    if (!isfinite(determinant) || fabs(determinant) <= 1.0 / (4096.0 * 4096.0 * 4096.0))
        return false;
    double s = 1 / determinant;
    Matrix r = { {
        (float)(c0 * s), (float)(((double)m[2] * m[7] - (double)m[1] * m[8]) * s), (float)(((double)m[1] * m[5] - (double)m[2] * m[4]) * s),
        (float)(c1 * s), (float)(((double)m[0] * m[8] - (double)m[2] * m[6]) * s), (float)(((double)m[2] * m[3] - (double)m[0] * m[5]) * s),
        (float)(c2 * s), (float)(((double)m[1] * m[6] - (double)m[0] * m[7]) * s), (float)(((double)m[0] * m[4] - (double)m[1] * m[3]) * s),
    } };
    for (int i = 0; i < 9; i++)
        if (!isfinite(r.m[i]))
            return false;
    if (matrix_is_affine(a)) {
        r.m[6] = r.m[7] = 0;
        r.m[8] = 1;
    }
    if (out)
        *out = r;
    return true;
}

bool matrix_rect_to_rect(Matrix *out, RectF from, RectF to, ScaleToFit fit)
{
    if (rect_is_empty(from)) {
        *out = matrix_identity;
        return false;
    }
    if (rect_is_empty(to)) {
        *out = (Matrix){ { 0, 0, 0, 0, 0, 0, 0, 0, 1 } };
        return true;
    }
    float from_w = from.right - from.left, from_h = from.bottom - from.top;
    float to_w = to.right - to.left, to_h = to.bottom - to.top;
    float sx = to_w / from_w, sy = to_h / from_h;
    bool x_larger = false;
    if (fit != FIT_FILL) {
        x_larger = sx > sy;
        sx = sy = x_larger ? sy : sx;
    }
    float tx = to.left - from.left * sx, ty = to.top - from.top * sy;
    if (fit == FIT_CENTER || fit == FIT_END) {
        float rest = x_larger ? to_w - from_w * sy : to_h - from_h * sy;
        if (fit == FIT_CENTER)
            rest /= 2;
        *(x_larger ? &tx : &ty) += rest;
    }
    *out = (Matrix){ { sx, 0, tx, 0, sy, ty, 0, 0, 1 } };
    return true;
}

/* The map from the unit's corners (0,0) (0,1)... to the points: what poly_to_poly is made of. */
static bool from_unit(Matrix *out, const Point *p, int count)
{
    if (count == 2) {
        float dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
        *out = (Matrix){ { dx, -dy, p[0].x, dy, dx, p[0].y, 0, 0, 1 } };
        return true;
    }
    if (count == 3) {
        *out = (Matrix){ { p[1].x - p[0].x, p[2].x - p[0].x, p[0].x, p[1].y - p[0].y, p[2].y - p[0].y, p[0].y, 0, 0, 1 } };
        return true;
    }
    /* The unit square (0,0) (1,0) (1,1) (0,1) to a quadrilateral. */
    double dx1 = p[1].x - p[2].x, dx2 = p[3].x - p[2].x, sx = p[0].x - p[1].x + p[2].x - p[3].x;
    double dy1 = p[1].y - p[2].y, dy2 = p[3].y - p[2].y, sy = p[0].y - p[1].y + p[2].y - p[3].y;
    double den = dx1 * dy2 - dx2 * dy1;
    if (den == 0)
        return false;
    double g = (sx * dy2 - dx2 * sy) / den, h = (dx1 * sy - sx * dy1) / den;
    *out = (Matrix){ { (float)(p[1].x - p[0].x + g * p[1].x), (float)(p[3].x - p[0].x + h * p[3].x), p[0].x,
                       (float)(p[1].y - p[0].y + g * p[1].y), (float)(p[3].y - p[0].y + h * p[3].y), p[0].y,
                       (float)g, (float)h, 1 } };
    return true;
}

bool matrix_poly_to_poly(Matrix *out, const Point *from, const Point *to, int count)
{
    if (count < 0 || count > 4)
        return false;
    if (count == 0) {
        *out = matrix_identity;
        return true;
    }
    if (count == 1) {
        *out = matrix_translate(to[0].x - from[0].x, to[0].y - from[0].y);
        return true;
    }
    Matrix a, b, back;
    if (!from_unit(&a, from, count) || !matrix_invert(&a, &back) || !from_unit(&b, to, count))
        return false;
    *out = matrix_concat(&b, &back);
    return true;
}

Point matrix_map(const Matrix *a, Point p)
{
    const float *m = a->m;
    float x = m[0] * p.x + m[1] * p.y + m[2], y = m[3] * p.x + m[4] * p.y + m[5];
    if (matrix_is_affine(a))
        return (Point){ x, y };
    float w = m[6] * p.x + m[7] * p.y + m[8];
    if (w != 0)
        w = 1 / w;
    return (Point){ x * w, y * w };
}

Point matrix_map_vector(const Matrix *a, Point v)
{
    if (!matrix_is_affine(a)) {
        Point o = matrix_map(a, (Point){ 0, 0 }), p = matrix_map(a, v);
        return (Point){ p.x - o.x, p.y - o.y };
    }
    return (Point){ a->m[0] * v.x + a->m[1] * v.y, a->m[3] * v.x + a->m[4] * v.y };
}

RectF matrix_map_rect(const Matrix *a, RectF r)
{
    Point corner[4] = { { r.left, r.top }, { r.right, r.top }, { r.right, r.bottom }, { r.left, r.bottom } };
    RectF out = { 0 };
    for (int i = 0; i < 4; i++) {
        Point p = matrix_map(a, corner[i]);
        RectF at = { p.x, p.y, p.x, p.y };
        out = i ? rect_union(out, at) : at;
    }
    return out;
}

/* The geometric mean of the two axes' lengths. */
float matrix_map_radius(const Matrix *a, float radius)
{
    Point x = matrix_map_vector(a, (Point){ radius, 0 }), y = matrix_map_vector(a, (Point){ 0, radius });
    return sqrtf(hypotf(x.x, x.y) * hypotf(y.x, y.y));
}

RectF rect_sorted(RectF r)
{
    return (RectF){ MIN(r.left, r.right), MIN(r.top, r.bottom), MAX(r.left, r.right), MAX(r.top, r.bottom) };
}

RectF rect_union(RectF a, RectF b)
{
    return (RectF){ MIN(a.left, b.left), MIN(a.top, b.top), MAX(a.right, b.right), MAX(a.bottom, b.bottom) };
}

/* Cairo's own coordinates are 24.8 fixed: 2^22 pixels each way are enough for all. */
static i32 to_int(float value)
{
    enum { LIMIT = 1 << 22 };
    return value > LIMIT ? LIMIT : value > -LIMIT ? (i32)value : -LIMIT;
}

RectI rect_round(RectF r)
{
    return (RectI){ to_int(floorf(r.left + 0.5f)), to_int(floorf(r.top + 0.5f)), to_int(floorf(r.right + 0.5f)), to_int(floorf(r.bottom + 0.5f)) };
}

RectI rect_round_out(RectF r)
{
    return (RectI){ to_int(floorf(r.left)), to_int(floorf(r.top)), to_int(ceilf(r.right)), to_int(ceilf(r.bottom)) };
}
