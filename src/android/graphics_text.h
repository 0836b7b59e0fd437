/*
 * Fonts and shaped text. A typeface is a list of families, the first of which
 * wins where it has the character; a family is one design in several weights.
 * Font files are opened when a glyph of them is first needed. Shapes are in
 * Android's way: word by word, so that a word measures the same everywhere, and
 * kept per typeface.
 */
#ifndef ANDROID_GRAPHICS_TEXT_H
#define ANDROID_GRAPHICS_TEXT_H

#include "android/graphics_paint.h"

typedef struct Font Font;
typedef struct FontFamily FontFamily;

FontFamily *family_new(void);
void family_retain(FontFamily *f);
void family_release(FontFamily *f);
/* A file of the host, not opened yet. */
void family_add_file(FontFamily *f, const char *path, i32 weight, bool italic);
/* A file's content, taken over; weight and slant are read from it. False: no font. */
bool family_add_bytes(FontFamily *f, Buf bytes);

Typeface *typeface_new(FontFamily *const *families, u32 count, i32 style, i32 weight);
Typeface *typeface_derive(const Typeface *from, i32 style, i32 weight);  /* weight < 0: as it was */
void typeface_release(Typeface *t);
i32 typeface_style(const Typeface *t);
/* What text without a typeface is set in. Borrowed. */
Typeface *typeface_default(Vm *vm);
void typeface_set_default(Vm *vm, Typeface *t);

typedef struct FontMetrics { float top, ascent, descent, bottom, leading, underline, strike; } FontMetrics;
FontMetrics text_metrics(Vm *vm, const Paint *p, Typeface *t);
bool text_has_glyph(Vm *vm, const Paint *p, Typeface *t, const u16 *text, i32 count);

typedef struct Glyph {
    Font *font;
    u32 id;
    float x, y;
    bool fake_bold, fake_italic;
} Glyph;

typedef struct TextLayout {
    Glyph *glyphs;
    u32 count, room;
    float *advances;                /* one for each char; later ones of a cluster are 0 */
    i32 length;
    float advance;
} TextLayout;

/* Paint.java's BIDI_ flags. */
enum { BIDI_LTR, BIDI_RTL, BIDI_DEFAULT_LTR, BIDI_DEFAULT_RTL, BIDI_FORCE_LTR, BIDI_FORCE_RTL };

/* Lays out text[start, start + count), which stands in text[0, length). t may be NULL. The caller frees with text_layout_free. */
void text_layout(TextLayout *out, Vm *vm, const Paint *p, Typeface *t, const u16 *text, i32 start, i32 count, i32 length, i32 bidi);
void text_layout_free(TextLayout *l);
float text_measure(Vm *vm, const Paint *p, Typeface *t, const u16 *text, i32 start, i32 count, i32 length, i32 bidi);
/* Adds the outlines, the first glyph's origin at x, y. */
void text_add_to_path(const TextLayout *l, const Paint *p, float x, float y, Path *out);
/* The outline of one glyph of a layout, at the origin. */
void glyph_add_to_path(const Glyph *g, const Paint *p, const Matrix *m, Path *out);

#endif
