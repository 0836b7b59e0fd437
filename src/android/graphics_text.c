/*
 * Shaping: text -> directional runs -> words -> pieces of one font and script ->
 * harfbuzz. Words are kept per typeface (struct Word).
 */
#include "android/graphics_font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/utf16.h>
#include <xxhash.h>

void text_layout_free(TextLayout *l)
{
    free(l->glyphs);
    free(l->advances);
    *l = (TextLayout){ 0 };
}

void word_free(Word *w)
{
    if (!w)
        return;
    text_layout_free(&w->layout);
    free(w->text);
    free(w->features);
    free(w);
}

static void add_glyph(TextLayout *l, Glyph g)
{
    if (l->count == l->room) {
        l->room = l->room ? l->room * 2 : 16;
        l->glyphs = xrealloc(l->glyphs, l->room * sizeof *l->glyphs);
    }
    l->glyphs[l->count++] = g;
}

/* ---- one word ------------------------------------------------------------------------------------- */

/* Marks and joiners stay in the font of what they stand on. */
static bool stays_with_previous(u32 c)
{
    return c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f) || u_getCombiningClass((UChar32)c) || u_charType((UChar32)c) == U_NON_SPACING_MARK;
}

static bool font_has(Font *f, u32 c)
{
    hb_codepoint_t glyph;
    return font_open(f) && hb_font_get_nominal_glyph(f->font, c, &glyph);
}

static Font *font_for(const Typeface *t, u32 c)
{
    i32 weight = typeface_weight(t);
    bool italic = typeface_italic(t);
    Font *first = NULL;
    for (u32 i = 0; i < t->count; i++) {
        Font *f = family_match(t->families[i], weight, italic);
        if (!f)
            continue;
        if (!first)
            first = f;
        if (font_has(f, c))
            return f;
    }
    return first;
}

static u32 parse_features(const char *text, hb_feature_t *out, u32 room)
{
    u32 count = 0;
    while (text && *text && count < room) {
        const char *end = strchr(text, ',');
        int length = end ? (int)(end - text) : -1;
        if (hb_feature_from_string(text, length, &out[count]))
            count++;
        text = end ? end + 1 : NULL;
    }
    return count;
}

/* Whole pixels, as a hinted font without subpixel placement advances. */
static bool advances_are_whole(const Paint *p)
{
    return p->hinting && !(p->flags & (PAINT_LINEAR_TEXT | PAINT_SUBPIXEL_TEXT));
}

typedef struct Shaping {
    TextLayout *out;
    const Paint *paint;
    const Typeface *typeface;
    const u16 *text;
    i32 length;
    bool rtl;
    hb_buffer_t *buffer;
} Shaping;

/* text[from, to) is of one font. */
static void shape_piece(Shaping *s, Font *font, i32 from, i32 to)
{
    const Paint *p = s->paint;
    TextLayout *out = s->out;
    i32 weight = typeface_weight(s->typeface);
    bool fake_bold = (p->flags & PAINT_FAKE_BOLD) || (font && weight >= 600 && weight - font->weight >= 200);
    bool fake_italic = font && typeface_italic(s->typeface) && !font->italic;
    if (!font || !font_open(font)) {
        /* No font at all: half an em for each char, so that layouts still have sizes. */
        for (i32 i = from; i < to; i++) {
            float advance = roundf(p->text_size * p->text_scale_x / 2);
            out->advances[i] += advance;
            out->advance += advance;
        }
        return;
    }
    hb_buffer_clear_contents(s->buffer);
    hb_buffer_add_utf16(s->buffer, s->text, s->length, (unsigned)from, to - from);
    hb_buffer_set_direction(s->buffer, s->rtl ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_guess_segment_properties(s->buffer);
    const float fixed = 65536;
    hb_font_set_scale(font->font, (int)(p->text_size * p->text_scale_x * fixed), (int)(p->text_size * fixed));
    hb_feature_t features[32];
    u32 feature_count = parse_features(p->features, features, 28);
    if (p->letter_spacing != 0) {
        feature_count += hb_feature_from_string("liga=0", -1, &features[feature_count]) ? 1 : 0;
        feature_count += hb_feature_from_string("clig=0", -1, &features[feature_count]) ? 1 : 0;
    }
    hb_shape(font->font, s->buffer, features, feature_count);
    unsigned count;
    hb_glyph_info_t *info = hb_buffer_get_glyph_infos(s->buffer, &count);
    hb_glyph_position_t *position = hb_buffer_get_glyph_positions(s->buffer, &count);
    float spacing = p->letter_spacing * p->text_size * p->text_scale_x;
    bool whole = advances_are_whole(p);
    for (unsigned i = 0; i < count; i++) {
        float advance = (float)position[i].x_advance / fixed;
        if (whole) {
            /* The glyph's own width is whole; kerning is added to it as it is. */
            float own = (float)hb_font_get_glyph_h_advance(font->font, info[i].codepoint) / fixed;
            advance += roundf(own) - own;
        }
        bool new_cluster = i == 0 || info[i].cluster != info[i - 1].cluster;
        if (new_cluster && spacing != 0)
            out->advance += spacing / 2;
        add_glyph(out, (Glyph){ font, info[i].codepoint, out->advance + (float)position[i].x_offset / fixed, -(float)position[i].y_offset / fixed, fake_bold, fake_italic });
        out->advance += advance;
        if (info[i].cluster < (unsigned)s->length)
            out->advances[info[i].cluster] += advance;
        bool last_of_cluster = i + 1 == count || info[i + 1].cluster != info[i].cluster;
        if (last_of_cluster && spacing != 0) {
            out->advance += spacing / 2;
            if (info[i].cluster < (unsigned)s->length)
                out->advances[info[i].cluster] += spacing;
        }
    }
}

typedef struct TextPiece { Font *font; i32 from, to; } TextPiece;

static void shape_word(Shaping *s)
{
    TextPiece pieces[64];
    u32 count = 0;
    hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
    hb_script_t script = HB_SCRIPT_COMMON;
    for (i32 i = 0; i < s->length;) {
        i32 start = i;
        UChar32 c;
        U16_NEXT(s->text, i, s->length, c);
        Font *font = count && stays_with_previous((u32)c) ? pieces[count - 1].font : font_for(s->typeface, (u32)c);
        hb_script_t own = hb_unicode_script(unicode, (hb_codepoint_t)c);
        bool real = own != HB_SCRIPT_COMMON && own != HB_SCRIPT_INHERITED && own != HB_SCRIPT_UNKNOWN;
        bool breaks = real && script != HB_SCRIPT_COMMON && own != script;
        if (real)
            script = own;
        if (count && ((pieces[count - 1].font == font && !breaks) || count == COUNT_OF(pieces)))
            pieces[count - 1].to = i;
        else
            pieces[count++] = (TextPiece){ font, start, i };
    }
    s->buffer = hb_buffer_create();
    for (u32 i = 0; i < count; i++) {
        const TextPiece *piece = &pieces[s->rtl ? count - 1 - i : i];
        shape_piece(s, piece->font, piece->from, piece->to);
    }
    hb_buffer_destroy(s->buffer);
}

static bool word_matches(const Word *w, const Word *key, const Paint *p)
{
    return w && w->hash == key->hash && w->size == key->size && w->scale_x == key->scale_x && w->letter_spacing == key->letter_spacing &&
           w->flags == key->flags && w->length == key->length && !memcmp(w->text, key->text, (size_t)key->length * sizeof *key->text) &&
           !strcmp(w->features ? w->features : "", p->features ? p->features : "");
}

static const Word *word_of(const Paint *p, Typeface *t, const u16 *text, i32 length, bool rtl)
{
    enum { RIGHT_TO_LEFT = 1 << 16, HINTED = 1 << 17 };
    Word key = { .size = p->text_size, .scale_x = p->text_scale_x, .letter_spacing = p->letter_spacing, .length = length, .text = (u16 *)(uintptr_t)text,
                 .flags = (p->flags & (PAINT_FAKE_BOLD | PAINT_LINEAR_TEXT | PAINT_SUBPIXEL_TEXT)) | (rtl ? RIGHT_TO_LEFT : 0) | (p->hinting ? HINTED : 0) };
    u32 seed;
    memcpy(&seed, &key.size, sizeof seed);
    key.hash = XXH64(text, (size_t)length * sizeof *text, seed ^ key.flags);
    if (!t->words)
        t->words = xcalloc(WORD_PLACES, sizeof *t->words);
    Word **place = &t->words[key.hash % WORD_PLACES];
    if (word_matches(*place, &key, p))
        return *place;
    word_free(*place);
    Word *w = xcalloc(1, sizeof *w);
    *w = key;
    w->text = xmalloc((size_t)length * sizeof *text + 1);
    memcpy(w->text, text, (size_t)length * sizeof *text);
    w->features = p->features ? xstrdup(p->features) : NULL;
    w->layout.length = length;
    w->layout.advances = xcalloc((size_t)length + 1, sizeof(float));
    Shaping s = { .out = &w->layout, .paint = p, .typeface = t, .text = w->text, .length = length, .rtl = rtl };
    shape_word(&s);
    *place = w;
    return w;
}

/* ---- runs and words ---------------------------------------------------------------------------------- */

typedef struct Run {
    TextLayout *out;
    const Paint *paint;
    Typeface *typeface;
    const u16 *text;
    i32 start;                      /* of the layout in text */
} Run;

static void append_word(Run *r, i32 from, i32 to, bool rtl)
{
    const Word *w = word_of(r->paint, r->typeface, r->text + from, to - from, rtl);
    TextLayout *out = r->out;
    for (u32 i = 0; i < w->layout.count; i++) {
        Glyph g = w->layout.glyphs[i];
        g.x += out->advance;
        add_glyph(out, g);
    }
    memcpy(out->advances + (from - r->start), w->layout.advances, (size_t)(to - from) * sizeof *out->advances);
    out->advance += w->layout.advance;
}

static bool is_word_space(u16 c)
{
    return c == ' ' || c == 0x2000 || c == 0x3000 || (c > 0x2000 && c <= 0x200a);
}

/* A space is a word of its own; so is everything between two. Very long words are cut. */
static i32 word_end(const u16 *text, i32 from, i32 to)
{
    enum { LONGEST = 256 };
    if (is_word_space(text[from]))
        return from + 1;
    i32 i = from;
    while (i < to && !is_word_space(text[i]) && (i - from < LONGEST || U16_IS_TRAIL(text[i])))
        i++;
    return i;
}

static void append_run(Run *r, i32 from, i32 to, bool rtl)
{
    if (!rtl) {
        for (i32 i = from, end; i < to; i = end) {
            end = word_end(r->text, i, to);
            append_word(r, i, end, false);
        }
        return;
    }
    /* Right to left, the last word comes first. */
    i32 *ends = xmalloc((size_t)(to - from + 1) * sizeof *ends);
    i32 count = 0;
    for (i32 i = from; i < to; i = ends[count++])
        ends[count] = word_end(r->text, i, to);
    for (i32 i = count; i-- > 0;)
        append_word(r, i ? ends[i - 1] : from, ends[i], true);
    free(ends);
}

/* Nothing of Hebrew, Arabic and the like, nor a mark of direction. */
static bool plainly_left_to_right(const u16 *text, i32 from, i32 to)
{
    for (i32 i = from; i < to; i++)
        if (text[i] >= 0x590 && (text[i] < 0x900 || text[i] == 0x200f || (text[i] >= 0x202a && text[i] <= 0x202e) || (text[i] >= 0xd802 && text[i] <= 0xd83b) || text[i] >= 0xfb1d))
            return false;
    return true;
}

void text_layout(TextLayout *out, Vm *vm, const Paint *p, Typeface *t, const u16 *text, i32 start, i32 count, i32 length, i32 bidi)
{
    *out = (TextLayout){ .length = count };
    out->advances = xcalloc((size_t)count + 1, sizeof *out->advances);
    t = t ? t : typeface_default(vm);
    if (!t || count <= 0)
        return;
    Run run = { out, p, t, text, start };
    bool forced = bidi == BIDI_FORCE_LTR || bidi == BIDI_FORCE_RTL;
    if (forced || ((bidi == BIDI_LTR || bidi == BIDI_DEFAULT_LTR) && plainly_left_to_right(text, start, start + count))) {
        append_run(&run, start, start + count, bidi == BIDI_FORCE_RTL);
        return;
    }
    static const UBiDiLevel levels[] = { 0, 1, UBIDI_DEFAULT_LTR, UBIDI_DEFAULT_RTL };
    UErrorCode status = U_ZERO_ERROR;
    UBiDi *b = ubidi_open();
    ubidi_setPara(b, (const UChar *)text, length, levels[bidi & 3], NULL, &status);
    i32 runs = U_SUCCESS(status) ? ubidi_countRuns(b, &status) : 0;
    if (U_FAILURE(status) || runs < 1)
        append_run(&run, start, start + count, bidi == BIDI_RTL);
    for (i32 i = 0; U_SUCCESS(status) && i < runs; i++) {
        int32_t from, size;
        UBiDiDirection direction = ubidi_getVisualRun(b, i, &from, &size);
        i32 to = MIN(from + size, start + count);
        if (MAX(from, start) < to)
            append_run(&run, MAX(from, start), to, direction == UBIDI_RTL);
    }
    ubidi_close(b);
}

float text_measure(Vm *vm, const Paint *p, Typeface *t, const u16 *text, i32 start, i32 count, i32 length, i32 bidi)
{
    TextLayout l;
    text_layout(&l, vm, p, t, text, start, count, length, bidi);
    float advance = l.advance;
    text_layout_free(&l);
    return advance;
}

bool text_has_glyph(Vm *vm, const Paint *p, Typeface *t, const u16 *text, i32 count)
{
    TextLayout l;
    text_layout(&l, vm, p, t, text, 0, count, count, BIDI_LTR);
    bool has = l.count > 0;
    for (u32 i = 0; i < l.count; i++)
        has &= l.glyphs[i].id != 0;
    /* A sequence of several characters counts when it became one glyph. */
    UChar32 c;
    i32 at = 0;
    if (count > 0)
        U16_NEXT(text, at, count, c);
    if (at < count && l.count > 1)
        has = false;
    text_layout_free(&l);
    return has;
}

/* ---- outlines ------------------------------------------------------------------------------------------ */

void glyph_add_to_path(const Glyph *g, const Paint *p, const Matrix *m, Path *out)
{
    const Path *outline = font_outline(g->font, g->id);
    if (!outline)
        return;
    float scale = p->text_size / (float)g->font->units;
    float skew = p->text_skew_x + (g->fake_italic ? -0.25f : 0);
    Matrix size = { { scale * p->text_scale_x, skew * scale, 0, 0, scale, 0, 0, 0, 1 } };
    Matrix whole = matrix_concat(m, &size);
    path_add_path(out, outline, &whole);
}

void text_add_to_path(const TextLayout *l, const Paint *p, float x, float y, Path *out)
{
    for (u32 i = 0; i < l->count; i++) {
        Matrix place = matrix_translate(x + l->glyphs[i].x, y + l->glyphs[i].y);
        glyph_add_to_path(&l->glyphs[i], p, &place, out);
    }
}
