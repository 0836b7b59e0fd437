/* Font files, families, typefaces and their metrics. See graphics_text.h. */
#include "android/graphics_font.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static u32 big16(const u8 *p)
{
    return (u32)p[0] << 8 | p[1];
}

static i32 signed16(const u8 *p)
{
    return (i16)big16(p);
}

/* A table's bytes while the callback's owner holds the blob. */
static const u8 *table(hb_face_t *face, const char *tag, u32 least, hb_blob_t **blob)
{
    *blob = hb_face_reference_table(face, HB_TAG(tag[0], tag[1], tag[2], tag[3]));
    unsigned size;
    const char *data = hb_blob_get_data(*blob, &size);
    return size >= least ? (const u8 *)data : NULL;
}

/*
 * Metrics as Skia takes them: ascent and descent from hhea (OS/2 when that is
 * empty), top and bottom from the bounding box of all glyphs in head.
 */
static void read_metrics(Font *f)
{
    hb_blob_t *blob;
    const u8 *p = table(f->face, "hhea", 10, &blob);
    if (p) {
        f->ascender = signed16(p + 4);
        f->descender = signed16(p + 6);
        f->line_gap = signed16(p + 8);
    }
    hb_blob_destroy(blob);
    p = table(f->face, "OS/2", 74, &blob);
    if (p) {
        if (!f->ascender && !f->descender) {
            f->ascender = signed16(p + 68);
            f->descender = signed16(p + 70);
            f->line_gap = signed16(p + 72);
        }
        if (f->weight < 0) {
            f->weight = (i32)big16(p + 4);
            f->italic = p[63] & 1;
        }
    }
    hb_blob_destroy(blob);
    p = table(f->face, "head", 44, &blob);
    if (p) {
        f->y_min = signed16(p + 38);
        f->y_max = signed16(p + 42);
    }
    hb_blob_destroy(blob);
}

/* Opens the file at the first use. False: it is not there, or no font. */
bool font_open(Font *f)
{
    if (f->state != FONT_CLOSED)
        return f->state == FONT_OPEN;
    f->state = FONT_BROKEN;
    hb_blob_t *blob = f->path ? hb_blob_create_from_file_or_fail(f->path)
                              : hb_blob_create(f->bytes.data, (unsigned)f->bytes.size, HB_MEMORY_MODE_READONLY, NULL, NULL);
    if (!blob)
        return false;
    f->face = hb_face_create(blob, 0);
    hb_blob_destroy(blob);
    f->glyph_count = hb_face_get_glyph_count(f->face);
    if (!f->glyph_count) {
        hb_face_destroy(f->face);
        f->face = NULL;
        return false;
    }
    f->units = (i32)hb_face_get_upem(f->face);
    f->font = hb_font_create(f->face);
    f->outlines = xcalloc(f->glyph_count, sizeof *f->outlines);
    read_metrics(f);
    f->state = FONT_OPEN;
    return true;
}

static void font_free(Font *f)
{
    for (u32 i = 0; f->outlines && i < f->glyph_count; i++)
        path_free(f->outlines[i]);
    free(f->outlines);
    if (f->font)
        hb_font_destroy(f->font);
    if (f->face)
        hb_face_destroy(f->face);
    buf_free(&f->bytes);
    free(f->path);
    free(f);
}

/* ---- outlines, in font units with y downwards ------------------------------------------------ */

static void draw_move(hb_draw_funcs_t *d, void *path, hb_draw_state_t *s, float x, float y, void *u)
{
    UNUSED(d), UNUSED(s), UNUSED(u);
    path_move(path, x, -y);
}

static void draw_line(hb_draw_funcs_t *d, void *path, hb_draw_state_t *s, float x, float y, void *u)
{
    UNUSED(d), UNUSED(s), UNUSED(u);
    path_line(path, x, -y);
}

static void draw_quad(hb_draw_funcs_t *d, void *path, hb_draw_state_t *s, float cx, float cy, float x, float y, void *u)
{
    UNUSED(d), UNUSED(s), UNUSED(u);
    path_quad(path, cx, -cy, x, -y);
}

static void draw_cubic(hb_draw_funcs_t *d, void *path, hb_draw_state_t *s, float ax, float ay, float bx, float by, float x, float y, void *u)
{
    UNUSED(d), UNUSED(s), UNUSED(u);
    path_cubic(path, ax, -ay, bx, -by, x, -y);
}

static void draw_close(hb_draw_funcs_t *d, void *path, hb_draw_state_t *s, void *u)
{
    UNUSED(d), UNUSED(s), UNUSED(u);
    path_close(path);
}

const Path *font_outline(Font *f, u32 glyph)
{
    if (!font_open(f) || glyph >= f->glyph_count)
        return NULL;
    if (!f->outlines[glyph]) {
        Path *p = path_new();
        hb_draw_funcs_t *draw = hb_draw_funcs_create();
        hb_draw_funcs_set_move_to_func(draw, draw_move, NULL, NULL);
        hb_draw_funcs_set_line_to_func(draw, draw_line, NULL, NULL);
        hb_draw_funcs_set_quadratic_to_func(draw, draw_quad, NULL, NULL);
        hb_draw_funcs_set_cubic_to_func(draw, draw_cubic, NULL, NULL);
        hb_draw_funcs_set_close_path_func(draw, draw_close, NULL, NULL);
        hb_font_set_scale(f->font, f->units, f->units);
        hb_font_get_glyph_shape(f->font, glyph, draw, p);
        hb_draw_funcs_destroy(draw);
        f->outlines[glyph] = p;
    }
    return f->outlines[glyph];
}

/* ---- families ------------------------------------------------------------------------------------ */

FontFamily *family_new(void)
{
    FontFamily *f = xcalloc(1, sizeof *f);
    f->refs = 1;
    return f;
}

void family_retain(FontFamily *f)
{
    f->refs++;
}

void family_release(FontFamily *f)
{
    if (!f || --f->refs)
        return;
    for (u32 i = 0; i < f->count; i++)
        font_free(f->fonts[i]);
    free(f->fonts);
    free(f);
}

static Font *add_font(FontFamily *f)
{
    f->fonts = xrealloc(f->fonts, (f->count + 1) * sizeof *f->fonts);
    Font *font = xcalloc(1, sizeof *font);
    f->fonts[f->count++] = font;
    return font;
}

void family_add_file(FontFamily *f, const char *path, i32 weight, bool italic)
{
    Font *font = add_font(f);
    font->path = xstrdup(path);
    font->weight = weight;
    font->italic = italic;
}

bool family_add_bytes(FontFamily *f, Buf bytes)
{
    Font *font = add_font(f);
    font->bytes = bytes;
    font->weight = -1;
    if (font_open(font))
        return true;
    f->count--;
    font_free(font);
    return false;
}

/* The nearest weight; a wrong slant counts as two hundred of weight. */
Font *family_match(const FontFamily *f, i32 weight, bool italic)
{
    Font *best = NULL;
    i32 best_distance = 0;
    for (u32 i = 0; i < f->count; i++) {
        i32 distance = abs(f->fonts[i]->weight - weight) + (f->fonts[i]->italic != italic ? 200 : 0);
        if (!best || distance < best_distance) {
            best = f->fonts[i];
            best_distance = distance;
        }
    }
    return best;
}

/* ---- typefaces ------------------------------------------------------------------------------------ */

Typeface *typeface_new(FontFamily *const *families, u32 count, i32 style, i32 weight)
{
    Typeface *t = xcalloc(1, sizeof *t);
    t->families = xmalloc((count + 1) * sizeof *t->families);
    for (u32 i = 0; i < count; i++)
        if (families[i]) {
            family_retain(families[i]);
            t->families[t->count++] = families[i];
        }
    t->style = style;
    t->base_weight = weight;
    return t;
}

Typeface *typeface_derive(const Typeface *from, i32 style, i32 weight)
{
    return typeface_new(from->families, from->count, style, weight < 0 ? from->base_weight : weight);
}

void typeface_release(Typeface *t)
{
    if (!t)
        return;
    for (u32 i = 0; i < t->count; i++)
        family_release(t->families[i]);
    free(t->families);
    for (u32 i = 0; t->words && i < WORD_PLACES; i++)
        word_free(t->words[i]);
    free(t->words);
    free(t);
}

i32 typeface_style(const Typeface *t)
{
    return t->style;
}

i32 typeface_weight(const Typeface *t)
{
    enum { BOLD = 1 };
    return MIN(t->base_weight + (t->style & BOLD ? 300 : 0), 900);
}

bool typeface_italic(const Typeface *t)
{
    return t->style & 2;
}

FontMetrics text_metrics(Vm *vm, const Paint *p, Typeface *t)
{
    t = t ? t : typeface_default(vm);
    Font *f = t && t->count ? family_match(t->families[0], typeface_weight(t), typeface_italic(t)) : NULL;
    float size = p->text_size;
    FontMetrics m = { -1.056152f * size, -0.927734f * size, 0.244141f * size, 0.270996f * size, 0, 0.1f * size, -0.3f * size };
    if (f && font_open(f)) {
        float scale = size / (float)f->units;
        m.top = (float)-f->y_max * scale;
        m.ascent = (float)-f->ascender * scale;
        m.descent = (float)-f->descender * scale;
        m.bottom = (float)-f->y_min * scale;
        m.leading = (float)f->line_gap * scale;
    }
    if (p->elegant) {
        float unit = size / 2048;
        m.top = -2500 * unit;
        m.bottom = 1000 * unit;
        m.ascent = -1900 * unit;
        m.descent = 500 * unit;
        m.leading = 0;
    }
    return m;
}
