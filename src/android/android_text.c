/* android.text: StaticLayout's line breaking, AndroidBidi and AndroidCharacter. */
#include "android/graphics_java.h"
#include "android/graphics_text.h"
#include "android/text_break.h"

#include <unicode/ubidi.h>
#include <unicode/uchar.h>

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define SELF ((LineBreaker *)peer(args[0].j))

/* ---- StaticLayout --------------------------------------------------------------------------------------- */

NATIVE(nNewBuilder) { result->j = handle(line_breaker_new()); }
NATIVE(nFreeBuilder) { line_breaker_free(SELF); }
NATIVE(nFinishBuilder) { line_breaker_finish(SELF); }

NATIVE(nSetLocale)
{
    char *tag = vm_string_to_utf8(args[2].l);
    line_breaker_set_locale(SELF, tag);
    free(tag);
}

NATIVE(nSetIndents)
{
    if (args[2].l)
        line_breaker_set_indents(SELF, ARRAY_I32(args[2].l), ARRAY_LENGTH(args[2].l));
}

/* (builder, text, length, first width, first lines, rest width, tab stops, default tab, strategy, hyphenation) */
NATIVE(nSetupParagraph)
{
    LineBreaker *b = SELF;
    if (!array_has(t, args[2].l, 0, args[3].i))
        return;
    b->first_width = args[4].f;
    b->first_lines = args[5].i;
    b->rest_width = args[6].f;
    free(b->tab_stops);
    b->tab_stops = NULL;
    b->tab_count = args[7].l ? ARRAY_LENGTH(args[7].l) : 0;
    if (b->tab_count) {
        b->tab_stops = xmalloc((size_t)b->tab_count * sizeof *b->tab_stops);
        memcpy(b->tab_stops, ARRAY_I32(args[7].l), (size_t)b->tab_count * sizeof *b->tab_stops);
    }
    b->default_tab = args[8].i;
    b->strategy = args[9].i;
    line_breaker_begin(b, ARRAY_U16(args[2].l), args[3].i);
}

static bool run_fits(Thread *t, const LineBreaker *b, i32 start, i32 end)
{
    if (start >= 0 && end >= start && end <= b->length)
        return true;
    return vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", NULL);
}

/* (builder, paint, typeface, start, end, rtl): measures and adds. */
NATIVE(nAddStyleRun)
{
    LineBreaker *b = SELF;
    const Paint *p = peer(args[2].j);
    i32 start = args[6].i, end = args[7].i;
    if (!run_fits(t, b, start, end))
        return;
    TextLayout l;
    text_layout(&l, t->vm, p, peer(args[4].j), b->text, start, end - start, b->length, args[8].i ? BIDI_FORCE_RTL : BIDI_FORCE_LTR);
    memcpy(b->widths + start, l.advances, (size_t)(end - start) * sizeof *b->widths);
    result->f = l.advance;
    text_layout_free(&l);
    line_breaker_add_run(b, start, end, p->text_size * p->text_scale_x, false);
}

NATIVE(nAddMeasuredRun)
{
    LineBreaker *b = SELF;
    i32 start = args[2].i, end = args[3].i;
    if (!run_fits(t, b, start, end) || !array_has(t, args[4].l, start, end - start))
        return;
    memcpy(b->widths + start, ARRAY_F32(args[4].l) + start, (size_t)(end - start) * sizeof *b->widths);
    line_breaker_add_run(b, start, end, 0, false);
}

NATIVE(nAddReplacementRun)
{
    LineBreaker *b = SELF;
    i32 start = args[2].i, end = args[3].i;
    if (!run_fits(t, b, start, end) || start == end)
        return;
    memset(b->widths + start, 0, (size_t)(end - start) * sizeof *b->widths);
    b->widths[start] = args[4].f;
    line_breaker_add_run(b, start, end, 0, true);
}

NATIVE(nGetWidths)
{
    if (array_has(t, args[2].l, 0, SELF->length))
        memcpy(ARRAY_F32(args[2].l), SELF->widths, (size_t)SELF->length * sizeof(float));
}

/* (builder, LineBreaks, breaks, widths, flags, room): arrays that are too small are replaced by larger ones. */
NATIVE(nComputeLineBreaks)
{
    static FieldRef breaks_field = FIELD("android/text/StaticLayout$LineBreaks", "breaks", "[I"),
                    widths_field = FIELD("android/text/StaticLayout$LineBreaks", "widths", "[F"),
                    flags_field = FIELD("android/text/StaticLayout$LineBreaks", "flags", "[I");
    LineBreaker *b = SELF;
    Object *out = args[2].l, *breaks = args[3].l, *widths = args[4].l, *flags = args[5].l;
    line_breaker_compute(b);
    i32 count = (i32)b->line_count;
    if (args[6].i < count) {
        breaks = vm_new_primitive_array(t, 'I', count);
        widths = breaks ? vm_new_primitive_array(t, 'F', count) : NULL;
        flags = widths ? vm_new_primitive_array(t, 'I', count) : NULL;
        if (!flags)
            return;
        SET_REF(t, out, &breaks_field, breaks);
        SET_REF(t, out, &widths_field, widths);
        SET_REF(t, out, &flags_field, flags);
    }
    if (!count)
        return;
    memcpy(ARRAY_I32(breaks), b->breaks, (size_t)count * sizeof(i32));
    memcpy(ARRAY_F32(widths), b->line_widths, (size_t)count * sizeof(float));
    memcpy(ARRAY_I32(flags), b->flags, (size_t)count * sizeof(i32));
    result->i = count;
}

const NativeMethod natives_android_text_StaticLayout[] = {
    { "nNewBuilder", NULL, nNewBuilder }, { "nFreeBuilder", NULL, nFreeBuilder }, { "nFinishBuilder", NULL, nFinishBuilder },
    { "nLoadHyphenator", NULL, do_nothing }, { "nSetLocale", NULL, nSetLocale }, { "nSetIndents", NULL, nSetIndents },
    { "nSetupParagraph", NULL, nSetupParagraph }, { "nAddStyleRun", NULL, nAddStyleRun }, { "nAddMeasuredRun", NULL, nAddMeasuredRun },
    { "nAddReplacementRun", NULL, nAddReplacementRun }, { "nGetWidths", NULL, nGetWidths }, { "nComputeLineBreaks", NULL, nComputeLineBreaks },
    { 0 },
};

/* ---- AndroidBidi ------------------------------------------------------------------------------------------ */

/* (direction, chars, levels, count, have levels) -> the paragraph's level */
NATIVE(runBidi)
{
    i32 count = args[3].i;
    if (!array_has(t, args[1].l, 0, count) || !array_has(t, args[2].l, 0, count))
        return;
    /* 1 and -1 are sure, 2 and -2 are what to take when the text does not say. */
    i32 direction = args[0].i;
    UBiDiLevel base = direction == 1 ? 0 : direction == -1 ? 1 : direction == 2 ? UBIDI_DEFAULT_LTR : direction == -2 ? UBIDI_DEFAULT_RTL : (UBiDiLevel)direction;
    UErrorCode status = U_ZERO_ERROR;
    UBiDi *b = ubidi_open();
    ubidi_setPara(b, (const UChar *)ARRAY_U16(args[1].l), count, base, NULL, &status);
    if (U_SUCCESS(status)) {
        const UBiDiLevel *levels = count ? ubidi_getLevels(b, &status) : NULL;
        if (levels && U_SUCCESS(status))
            memcpy(ARRAY_I8(args[2].l), levels, (size_t)count);
        result->i = ubidi_getParaLevel(b);
    }
    ubidi_close(b);
}

const NativeMethod natives_android_text_AndroidBidi[] = {
    { "runBidi", NULL, runBidi },
    { 0 },
};

/* ---- AndroidCharacter ---------------------------------------------------------------------------------------- */

/* ICU's direction of a character as Character's DIRECTIONALITY_ constants. */
static i8 directionality(UChar32 c)
{
    static const i8 of_icu[] = { 0, 1, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 2, 16, 17, 18, 8, 9, -1, -1, -1, -1 };
    UCharDirection d = u_charDirection(c);
    return (size_t)d < COUNT_OF(of_icu) ? of_icu[d] : -1;
}

/* (chars, directions, count): both halves of a pair get the pair's. */
NATIVE(getDirectionalities)
{
    i32 count = args[2].i;
    if (!array_has(t, args[0].l, 0, count) || !array_has(t, args[1].l, 0, count))
        return;
    const u16 *text = ARRAY_U16(args[0].l);
    i8 *out = ARRAY_I8(args[1].l);
    for (i32 i = 0; i < count;) {
        i32 start = i;
        UChar32 c;
        U16_NEXT(text, i, count, c);
        for (i32 k = start; k < i; k++)
            out[k] = directionality(c);
    }
}

NATIVE(getEastAsianWidth) { result->i = u_getIntPropertyValue((u16)args[0].i, UCHAR_EAST_ASIAN_WIDTH); }

/* (chars, start, count, widths) */
NATIVE(getEastAsianWidths)
{
    i32 start = args[1].i, count = args[2].i;
    if (!array_has(t, args[0].l, start, count) || !array_has(t, args[3].l, 0, count))
        return;
    const u16 *text = ARRAY_U16(args[0].l) + start;
    for (i32 i = 0; i < count;) {
        i32 first = i;
        UChar32 c;
        U16_NEXT(text, i, count, c);
        for (i32 k = first; k < i; k++)
            ARRAY_I8(args[3].l)[k] = (i8)u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
    }
}

NATIVE(mirror)
{
    i32 start = args[1].i, count = args[2].i;
    if (!array_has(t, args[0].l, start, count))
        return;
    u16 *text = ARRAY_U16(args[0].l) + start;
    for (i32 i = 0; i < count; i++) {
        u16 other = (u16)u_charMirror(text[i]);
        result->i |= other != text[i];
        text[i] = other;
    }
}

NATIVE(getMirror) { result->i = (u16)u_charMirror((u16)args[0].i); }

const NativeMethod natives_android_text_AndroidCharacter[] = {
    { "getDirectionalities", NULL, getDirectionalities }, { "getEastAsianWidth", NULL, getEastAsianWidth },
    { "getEastAsianWidths", NULL, getEastAsianWidths }, { "mirror", NULL, mirror }, { "getMirror", NULL, getMirror },
    { 0 },
};
