/* The canvas's state: save stack, matrix, clip, layers. No pixel is touched here. */
#include "android/graphics_canvas_state.h"

#include <math.h>
#include <stdlib.h>

static void free_layer(Layer *layer);

/* A new bitmap begins a new stack, but the matrix stays; without a bitmap, it goes as well. */
static void reset_stack(Canvas *c)
{
    Matrix matrix = canvas_top(c)->matrix;
    for (u32 i = 0; i < c->count; i++) {
        if (c->stack[i].clip)
            cairo_region_destroy(c->stack[i].clip);
        free_layer(c->stack[i].layer);
    }
    c->count = 1;
    c->stack[0] = (Saved){ .matrix = c->bitmap ? matrix : matrix_identity, .clip = region_of_rect((RectI){ 0, 0, c->width, c->height }) };
}

Canvas *canvas_new(Bitmap *bitmap)
{
    Canvas *c = xcalloc(1, sizeof *c);
    c->room = 8;
    c->stack = xcalloc(c->room, sizeof *c->stack);
    c->count = 1;
    c->stack[0].matrix = matrix_identity;
    canvas_set_bitmap(c, bitmap);
    return c;
}

void canvas_set_bitmap(Canvas *c, Bitmap *bitmap)
{
    if (bitmap)
        bitmap_retain(bitmap);
    bitmap_release(c->bitmap);
    c->bitmap = bitmap;
    c->width = bitmap ? bitmap->width : 0;
    c->height = bitmap ? bitmap->height : 0;
    reset_stack(c);
}

static void free_layer(Layer *layer)
{
    if (!layer)
        return;
    if (layer->surface)
        cairo_surface_destroy(layer->surface);
    paint_release(&layer->paint);
    free(layer);
}

void canvas_free(Canvas *c)
{
    if (!c)
        return;
    for (u32 i = 0; i < c->count; i++) {
        cairo_region_destroy(c->stack[i].clip);
        free_layer(c->stack[i].layer);
    }
    free(c->stack);
    bitmap_release(c->bitmap);
    free(c);
}

i32 canvas_width(const Canvas *c)
{
    return c->width;
}

i32 canvas_height(const Canvas *c)
{
    return c->height;
}

bool canvas_is_opaque(const Canvas *c)
{
    return c->bitmap && !c->bitmap->has_alpha;
}

void canvas_set_draw_filter(Canvas *c, u32 clear_flags, u32 set_flags)
{
    c->filter_clear = clear_flags;
    c->filter_set = set_flags;
}

/* ---- save and restore -------------------------------------------------------------------- */

i32 canvas_save_count(const Canvas *c)
{
    return (i32)c->count;
}

i32 canvas_save(Canvas *c, i32 flags)
{
    if (c->count == c->room) {
        c->room *= 2;
        c->stack = xrealloc(c->stack, c->room * sizeof *c->stack);
    }
    const Saved *s = canvas_top(c);
    c->stack[c->count] = (Saved){ .matrix = s->matrix, .clip = cairo_region_copy(s->clip), .flags = flags };
    return (i32)c->count++;
}

cairo_surface_t *canvas_target(const Canvas *c)
{
    if (!c->bitmap || c->bitmap->discard)
        return NULL;
    for (u32 i = c->count; i-- > 0;)
        if (c->stack[i].layer)
            return c->stack[i].layer->surface;
    return bitmap_surface(c->bitmap);
}

bool canvas_draws(const Canvas *c)
{
    return canvas_target(c) && !cairo_region_is_empty(canvas_top(c)->clip);
}

i32 canvas_save_layer(Canvas *c, const RectF *bounds, const Paint *paint, i32 flags)
{
    enum { CLIP_TO_LAYER = 16 };
    i32 before = canvas_save(c, flags | SAVE_MATRIX | SAVE_CLIP);
    Saved *s = canvas_top(c);
    if (bounds) {
        RectF mapped = matrix_map_rect(&s->matrix, *bounds);
        cairo_region_t *within = region_of_rect(rect_round_out(mapped));
        if (flags & CLIP_TO_LAYER)
            cairo_region_intersect(s->clip, within);
        cairo_region_destroy(within);
    }
    Layer *layer = xcalloc(1, sizeof *layer);
    paint_init(&layer->paint);
    if (paint)
        paint_copy(&layer->paint, paint);
    RectI area = region_bounds(s->clip);
    cairo_surface_t *target = canvas_target(c);
    if (target && area.left < area.right) {
        layer->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, area.right - area.left, area.bottom - area.top);
        cairo_surface_set_device_offset(layer->surface, -area.left, -area.top);
    }
    s->layer = layer;
    return before;
}

bool canvas_restore(Canvas *c)
{
    if (c->count <= 1)
        return false;
    Saved s = c->stack[--c->count];
    Saved *now = canvas_top(c);
    /* What the save did not ask to keep stays as it was changed. */
    if (!(s.flags & SAVE_MATRIX))
        now->matrix = s.matrix;
    if (!(s.flags & SAVE_CLIP)) {
        cairo_region_destroy(now->clip);
        now->clip = cairo_region_copy(s.clip);
    }
    if (s.layer && s.layer->surface && canvas_draws(c))
        canvas_compose_layer(c, s.layer->surface, &s.layer->paint);
    cairo_region_destroy(s.clip);
    free_layer(s.layer);
    return true;
}

/* ---- matrix and clip ------------------------------------------------------------------------ */

const Matrix *canvas_matrix(const Canvas *c)
{
    return &canvas_top(c)->matrix;
}

void canvas_set_matrix(Canvas *c, const Matrix *m)
{
    canvas_top(c)->matrix = *m;
}

void canvas_concat(Canvas *c, const Matrix *m)
{
    Saved *s = canvas_top(c);
    s->matrix = matrix_concat(&s->matrix, m);
}

/* Takes region over. */
static bool clip_to(Canvas *c, cairo_region_t *region, RegionOp op)
{
    Saved *s = canvas_top(c);
    cairo_region_t *made = region_combine(s->clip, region, op);
    /* Nothing can become visible that lies outside the bitmap. */
    if (op == REGION_UNION || op == REGION_XOR || op == REGION_REVERSE_DIFFERENCE || op == REGION_REPLACE)
        cairo_region_intersect_rectangle(made, &(cairo_rectangle_int_t){ 0, 0, c->width, c->height });
    cairo_region_destroy(region);
    cairo_region_destroy(s->clip);
    s->clip = made;
    return !cairo_region_is_empty(made);
}

bool canvas_clip_region(Canvas *c, const cairo_region_t *device, RegionOp op)
{
    return clip_to(c, cairo_region_copy(device), op);
}

bool canvas_clip_rect(Canvas *c, RectF r, RegionOp op)
{
    const Matrix *m = canvas_matrix(c);
    if (matrix_rect_stays_rect(m))
        return clip_to(c, region_of_rect(rect_round(matrix_map_rect(m, rect_sorted(r)))), op);
    Path p;
    path_init(&p);
    path_add_rect(&p, r, DIRECTION_CW);
    bool left = canvas_clip_path(c, &p, op);
    path_release(&p);
    return left;
}

bool canvas_clip_path(Canvas *c, const Path *p, RegionOp op)
{
    RectF r;
    if (p->fill < FILL_INVERSE_WINDING && path_is_rect(p, &r) && matrix_rect_stays_rect(canvas_matrix(c)))
        return canvas_clip_rect(c, r, op);
    cairo_region_t *all = region_of_rect((RectI){ 0, 0, c->width, c->height });
    cairo_region_t *inside = path_to_region(p, canvas_matrix(c), all);
    cairo_region_destroy(all);
    return clip_to(c, inside, op);
}

/* In local coordinates, rounded to the nearest. */
bool canvas_clip_bounds(const Canvas *c, RectI *local)
{
    const Saved *s = canvas_top(c);
    Matrix back;
    *local = (RectI){ 0 };
    if (cairo_region_is_empty(s->clip) || !matrix_invert(&s->matrix, &back))
        return false;
    RectI r = region_bounds(s->clip);
    *local = rect_round(matrix_map_rect(&back, (RectF){ (float)r.left, (float)r.top, (float)r.right, (float)r.bottom }));
    return true;
}

bool canvas_quick_reject(const Canvas *c, RectF local)
{
    const Saved *s = canvas_top(c);
    if (cairo_region_is_empty(s->clip) || !isfinite(local.left + local.top + local.right + local.bottom))
        return true;
    RectI r = rect_round_out(matrix_map_rect(&s->matrix, rect_sorted(local))), clip = region_bounds(s->clip);
    return r.left >= clip.right || r.right <= clip.left || r.top >= clip.bottom || r.bottom <= clip.top;
}
