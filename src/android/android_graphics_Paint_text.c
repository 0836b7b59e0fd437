/* android.graphics.Paint: metrics, widths, cursors and outlines of text. */
#include "android/android_graphics_Paint.h"
#include "android/graphics_java.h"
#include "android/graphics_text.h"

#include <math.h>
#include <unicode/ubrk.h>

#define NATIVE(name) void name(Thread *t, const Slot *args, Slot *result)

static Typeface *typeface_of_java(Thread *t, const Object *paint)
{
    static FieldRef native = FIELD("android/graphics/Paint", "mNativeTypeface", "J");
    return peer(GET_LONG(t, paint, &native));
}

/* ---- metrics --------------------------------------------------------------------------------------- */

static FontMetrics metrics_of(Thread *t, const Object *paint)
{
    return text_metrics(t->vm, paint_of_java(t, paint), typeface_of_java(t, paint));
}

NATIVE(paint_ascent) { result->f = metrics_of(t, args[0].l).ascent; }
NATIVE(paint_descent) { result->f = metrics_of(t, args[0].l).descent; }

#define METRICS "android/graphics/Paint$FontMetrics"

NATIVE(paint_getFontMetrics)
{
    static FieldRef top = FIELD(METRICS, "top", "F"), ascent = FIELD(METRICS, "ascent", "F"), descent = FIELD(METRICS, "descent", "F"),
                    bottom = FIELD(METRICS, "bottom", "F"), leading = FIELD(METRICS, "leading", "F");
    FontMetrics m = metrics_of(t, args[0].l);
    Object *out = args[1].l;
    if (out) {
        SET_FLOAT(t, out, &top, m.top);
        SET_FLOAT(t, out, &ascent, m.ascent);
        SET_FLOAT(t, out, &descent, m.descent);
        SET_FLOAT(t, out, &bottom, m.bottom);
        SET_FLOAT(t, out, &leading, m.leading);
    }
    result->f = m.descent - m.ascent + m.leading;
}

NATIVE(paint_getFontMetricsInt)
{
    static FieldRef top = FIELD(METRICS "Int", "top", "I"), ascent = FIELD(METRICS "Int", "ascent", "I"), descent = FIELD(METRICS "Int", "descent", "I"),
                    bottom = FIELD(METRICS "Int", "bottom", "I"), leading = FIELD(METRICS "Int", "leading", "I");
    FontMetrics m = metrics_of(t, args[0].l);
    i32 up = (i32)floorf(m.ascent + 0.5f), down = (i32)floorf(m.descent + 0.5f), between = (i32)floorf(m.leading + 0.5f);
    Object *out = args[1].l;
    if (out) {
        SET_INT(t, out, &top, (i32)floorf(m.top));
        SET_INT(t, out, &ascent, up);
        SET_INT(t, out, &descent, down);
        SET_INT(t, out, &bottom, (i32)ceilf(m.bottom));
        SET_INT(t, out, &leading, between);
    }
    result->i = down - up + between;
}

/* ---- widths ------------------------------------------------------------------------------------------- */

static bool string_has(Thread *t, const Object *string, i32 start, i32 end)
{
    if (!string)
        return vm_throw_null(t, "a text is null");
    if (start < 0 || end < start || end > vm_string_length(string))
        return vm_throw(t, "java/lang/IndexOutOfBoundsException", NULL);
    return true;
}

NATIVE(paint_measureChars)
{
    if (array_has(t, args[1].l, args[2].i, args[3].i))
        result->f = text_measure(t->vm, paint_of_java(t, args[0].l), typeface_of_java(t, args[0].l), ARRAY_U16(args[1].l) + args[2].i, 0, args[3].i, args[3].i, args[4].i);
}

NATIVE(paint_measureSubstring)
{
    if (string_has(t, args[1].l, args[2].i, args[3].i))
        result->f = text_measure(t->vm, paint_of_java(t, args[0].l), typeface_of_java(t, args[0].l), vm_string_chars(args[1].l) + args[2].i, 0, args[3].i - args[2].i, args[3].i - args[2].i, args[4].i);
}

NATIVE(paint_measureString)
{
    i32 length = args[1].l ? vm_string_length(args[1].l) : 0;
    if (string_has(t, args[1].l, 0, length))
        result->f = text_measure(t->vm, paint_of_java(t, args[0].l), typeface_of_java(t, args[0].l), vm_string_chars(args[1].l), 0, length, length, args[2].i);
}

/* How many chars, from the front or the back, fit. */
static i32 break_text(Thread *t, const Slot *args, const u16 *text, i32 count, bool forwards, float most, i32 bidi, Object *measured)
{
    TextLayout l;
    text_layout(&l, t->vm, peer(args[0].j), peer(args[2].j), text, 0, count, count, bidi);
    float width = 0;
    i32 fits = 0;
    for (i32 i = 0; i < count; i++) {
        float next = width + l.advances[forwards ? i : count - 1 - i];
        if (next > most)
            break;
        width = next;
        fits = i + 1;
    }
    text_layout_free(&l);
    if (measured && ARRAY_LENGTH(measured) > 0)
        ARRAY_F32(measured)[0] = width;
    return fits;
}

/* (paint, typeface, chars, index, count (< 0: backwards), most, bidi, measured) */
NATIVE(paint_breakChars)
{
    i32 index = args[5].i, count = args[6].i;
    bool forwards = count >= 0;
    count = forwards ? count : -count;
    if (array_has(t, args[4].l, index, count))
        result->i = break_text(t, args, ARRAY_U16(args[4].l) + index, count, forwards, args[7].f, args[8].i, args[9].l);
}

NATIVE(paint_breakString)
{
    i32 length = args[4].l ? vm_string_length(args[4].l) : 0;
    if (string_has(t, args[4].l, 0, length))
        result->i = break_text(t, args, vm_string_chars(args[4].l), length, args[5].i, args[6].f, args[7].i, args[8].l);
}

static i32 widths(Thread *t, const Slot *args, const u16 *text, i32 count, i32 bidi, Object *out)
{
    if (!out || ARRAY_LENGTH(out) < count) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", NULL);
        return 0;
    }
    TextLayout l;
    text_layout(&l, t->vm, peer(args[0].j), peer(args[2].j), text, 0, count, count, bidi);
    memcpy(ARRAY_F32(out), l.advances, (size_t)count * sizeof(float));
    text_layout_free(&l);
    return count;
}

NATIVE(paint_widthsOfChars)
{
    if (array_has(t, args[4].l, args[5].i, args[6].i))
        result->i = widths(t, args, ARRAY_U16(args[4].l) + args[5].i, args[6].i, args[7].i, args[8].l);
}

NATIVE(paint_widthsOfString)
{
    if (string_has(t, args[4].l, args[5].i, args[6].i))
        result->i = widths(t, args, vm_string_chars(args[4].l) + args[5].i, args[6].i - args[5].i, args[7].i, args[8].l);
}

/* text: the context; [start, start + count) is measured. */
static float run_advances(Thread *t, const Slot *args, const u16 *text, i32 start, i32 count, i32 length, bool rtl, Object *out, i32 at)
{
    if (out && !array_has(t, out, at, count))
        return 0;
    TextLayout l;
    text_layout(&l, t->vm, peer(args[0].j), peer(args[2].j), text, start, count, length, rtl ? BIDI_FORCE_RTL : BIDI_FORCE_LTR);
    if (out)
        memcpy(ARRAY_F32(out) + at, l.advances, (size_t)count * sizeof(float));
    float advance = l.advance;
    text_layout_free(&l);
    return advance;
}

/* (paint, typeface, chars, index, count, context index, context count, rtl, advances, at) */
NATIVE(paint_advancesOfChars)
{
    if (array_has(t, args[4].l, args[7].i, args[8].i))
        result->f = run_advances(t, args, ARRAY_U16(args[4].l) + args[7].i, args[5].i - args[7].i, args[6].i, args[8].i, args[9].i, args[10].l, args[11].i);
}

/* (paint, typeface, string, start, end, context start, context end, rtl, advances, at) */
NATIVE(paint_advancesOfString)
{
    if (string_has(t, args[4].l, args[7].i, args[8].i))
        result->f = run_advances(t, args, vm_string_chars(args[4].l) + args[7].i, args[5].i - args[7].i, args[6].i - args[5].i, args[8].i - args[7].i, args[9].i, args[10].l, args[11].i);
}

/* (paint, typeface, chars, start, end, context start, context end, rtl, offset) */
NATIVE(paint_getRunAdvance)
{
    i32 start = args[5].i, end = args[6].i, context = args[7].i, context_end = args[8].i, offset = args[10].i;
    if (!array_has(t, args[4].l, context, context_end - context))
        return;
    TextLayout l;
    text_layout(&l, t->vm, peer(args[0].j), peer(args[2].j), ARRAY_U16(args[4].l) + context, start - context, end - start, context_end - context, args[9].i ? BIDI_FORCE_RTL : BIDI_FORCE_LTR);
    float sum = 0;
    for (i32 i = 0; i < MIN(offset - start, l.length); i++)
        sum += l.advances[i];
    /* Inside a cluster of several chars: a share of its width. */
    i32 at = offset - start;
    if (at > 0 && at < l.length && l.advances[at] == 0) {
        i32 first = at, last = at;
        while (first > 0 && l.advances[first] == 0)
            first--;
        while (last < l.length && l.advances[last] == 0)
            last++;
        const u16 *text = ARRAY_U16(args[4].l) + start;
        bool surrogate = (text[at] & 0xfc00) == 0xdc00;
        if (!surrogate && l.advances[first] > 0)
            sum -= l.advances[first] * (float)(last - at) / (float)(last - first);
    }
    text_layout_free(&l);
    result->f = sum;
}

/* The same with an advance instead of an offset: the offset whose place is nearest. */
NATIVE(paint_getOffsetForAdvance)
{
    i32 start = args[5].i, end = args[6].i, context = args[7].i, context_end = args[8].i;
    float want = args[10].f;
    if (!array_has(t, args[4].l, context, context_end - context))
        return;
    TextLayout l;
    text_layout(&l, t->vm, peer(args[0].j), peer(args[2].j), ARRAY_U16(args[4].l) + context, start - context, end - start, context_end - context, args[9].i ? BIDI_FORCE_RTL : BIDI_FORCE_LTR);
    float sum = 0;
    i32 best = start;
    float best_distance = fabsf(want);
    for (i32 i = 0; i < l.length; i++) {
        sum += l.advances[i];
        if (i + 1 < l.length && l.advances[i + 1] == 0)
            continue;
        float distance = fabsf(want - sum);
        if (distance < best_distance) {
            best_distance = distance;
            best = start + i + 1;
        }
    }
    text_layout_free(&l);
    result->i = best;
}

/* ---- cursors --------------------------------------------------------------------------------------------- */

/* (start, length, direction, offset, option) within text: grapheme clusters. */
static i32 cursor(const u16 *text, i32 start, i32 count, i32 offset, i32 option)
{
    enum { AFTER, AT_OR_AFTER, BEFORE, AT_OR_BEFORE, AT };
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator *i = ubrk_open(UBRK_CHARACTER, "en", (const UChar *)text + start, count, &status);
    if (U_FAILURE(status))
        return offset;
    i32 at = offset - start;
    bool here = ubrk_isBoundary(i, at), before = option == BEFORE || option == AT_OR_BEFORE;
    i32 found;
    if (option == AT)
        found = here ? at : -1 - start;
    else if (here && (option == AT_OR_AFTER || option == AT_OR_BEFORE))
        found = at;
    else
        found = before ? ubrk_preceding(i, at) : ubrk_following(i, at);
    if (found == UBRK_DONE && option != AT)
        found = before ? 0 : count;
    ubrk_close(i);
    return start + found;
}

/* this, paint, chars, context start, context length, direction, offset, option */
NATIVE(paint_cursorInChars)
{
    if (array_has(t, args[3].l, args[4].i, args[5].i))
        result->i = cursor(ARRAY_U16(args[3].l), args[4].i, args[5].i, args[7].i, args[8].i);
}

/* this, paint, string, context start, context end, direction, offset, option */
NATIVE(paint_cursorInString)
{
    if (string_has(t, args[3].l, args[4].i, args[5].i))
        result->i = cursor(vm_string_chars(args[3].l), args[4].i, args[5].i - args[4].i, args[7].i, args[8].i);
}

/* ---- outlines and bounds ------------------------------------------------------------------------------------ */

static void path_of(Thread *t, const Slot *args, const u16 *text, i32 count, i32 bidi, float x, float y, Path *out)
{
    const Paint *p = peer(args[0].j);
    TextLayout l;
    text_layout(&l, t->vm, p, peer(args[2].j), text, 0, count, count, bidi);
    if (p->align != ALIGN_LEFT)
        x -= p->align == ALIGN_CENTER ? l.advance / 2 : l.advance;
    path_reset(out);
    text_add_to_path(&l, p, x, y, out);
    text_layout_free(&l);
}

/* (paint, typeface, bidi, chars, index, count, x, y, path) */
NATIVE(paint_pathOfChars)
{
    if (array_has(t, args[5].l, args[6].i, args[7].i))
        path_of(t, args, ARRAY_U16(args[5].l) + args[6].i, args[7].i, args[4].i, args[8].f, args[9].f, peer(args[10].j));
}

NATIVE(paint_pathOfString)
{
    if (string_has(t, args[5].l, args[6].i, args[7].i))
        path_of(t, args, vm_string_chars(args[5].l) + args[6].i, args[7].i - args[6].i, args[4].i, args[8].f, args[9].f, peer(args[10].j));
}

static void bounds_of(Thread *t, const Slot *args, const u16 *text, i32 count, i32 bidi, Object *rect)
{
    const Paint *p = peer(args[0].j);
    TextLayout l;
    Path outline;
    path_init(&outline);
    text_layout(&l, t->vm, p, peer(args[2].j), text, 0, count, count, bidi);
    text_add_to_path(&l, p, 0, 0, &outline);
    recti_to_java(t, rect, outline.point_count ? rect_round_out(path_bounds(&outline)) : (RectI){ 0 });
    path_release(&outline);
    text_layout_free(&l);
}

/* (paint, typeface, string, start, end, bidi, rect) */
NATIVE(paint_boundsOfString)
{
    if (string_has(t, args[4].l, args[5].i, args[6].i))
        bounds_of(t, args, vm_string_chars(args[4].l) + args[5].i, args[6].i - args[5].i, args[7].i, args[8].l);
}

NATIVE(paint_boundsOfChars)
{
    if (array_has(t, args[4].l, args[5].i, args[6].i))
        bounds_of(t, args, ARRAY_U16(args[4].l) + args[5].i, args[6].i, args[7].i, args[8].l);
}

/* (paint, typeface, bidi, string) */
NATIVE(paint_hasGlyph)
{
    if (args[5].l)
        result->i = text_has_glyph(t->vm, peer(args[0].j), peer(args[2].j), vm_string_chars(args[5].l), vm_string_length(args[5].l));
}
