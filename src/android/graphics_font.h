/* Fonts from within: for graphics_font.c (files) and graphics_text.c (shaping). */
#ifndef ANDROID_GRAPHICS_FONT_H
#define ANDROID_GRAPHICS_FONT_H

#include "android/graphics_text.h"

#include <hb-ot.h>
#include <hb.h>

typedef enum FontState { FONT_CLOSED, FONT_OPEN, FONT_BROKEN } FontState;

struct Font {
    char *path;                     /* or */
    Buf bytes;
    i32 weight;                     /* 100 to 900 */
    bool italic;
    u8 state;
    hb_face_t *face;
    hb_font_t *font;
    u32 glyph_count;
    i32 units, ascender, descender, line_gap, y_min, y_max;
    Path **outlines;                /* by glyph, made when first drawn */
};

struct FontFamily {
    u32 refs;
    Font **fonts;
    u32 count;
};

/* A shaped word, kept: what it was made of, and the result. */
typedef struct Word {
    u64 hash;
    float size, scale_x, letter_spacing;
    u32 flags;                      /* of the paint, where they change the shape; hinting; direction */
    i32 length;
    u16 *text;
    char *features;
    TextLayout layout;
} Word;
void word_free(Word *w);

enum { WORD_PLACES = 1024 };

struct Typeface {
    FontFamily **families;
    u32 count;
    i32 style, base_weight;
    Word **words;                   /* WORD_PLACES by hash, from the first word on; a newer word takes the place of an older one */
};

bool font_open(Font *f);
const Path *font_outline(Font *f, u32 glyph);
Font *family_match(const FontFamily *f, i32 weight, bool italic);
i32 typeface_weight(const Typeface *t);
bool typeface_italic(const Typeface *t);

#endif
