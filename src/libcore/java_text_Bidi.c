/*
 * java.text.Bidi over ICU's bidirectional algorithm. ICU keeps pointers to the
 * text and to the embedding levels, so the peer owns copies of both.
 */
#include "libcore/icu.h"

#include <unicode/ubidi.h>

typedef struct BidiPeer {
    UBiDi *bidi;
    UChar *text;
    UBiDiLevel *levels;
} BidiPeer;

static UBiDi *bidi_of(const Slot *args)
{
    return ((BidiPeer *)peer_of(args[0].j))->bidi;
}

static void bidi_open(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    BidiPeer *b = xcalloc(1, sizeof *b);
    b->bidi = ubidi_open();
    result->j = peer_handle(b);
}

static void bidi_close(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    BidiPeer *b = peer_of(args[0].j);
    if (!b)
        return;
    ubidi_close(b->bidi);
    free(b->text);
    free(b->levels);
    free(b);
}

/* void ubidi_setPara(long, char[] text, int length, int paragraphLevel, byte[] embeddingLevels) */
static void setPara(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    BidiPeer *b = peer_of(args[0].j);
    const Object *text = args[2].l, *levels = args[5].l;
    i32 count = args[3].i;
    if (!text || count > ARRAY_LENGTH(text) || (levels && ARRAY_LENGTH(levels) < count)) {
        vm_throw(t, "java/lang/IllegalArgumentException", "ubidi_setPara: %d characters", count);
        return;
    }
    b->text = xrealloc(b->text, (size_t)(count + 1) * sizeof *b->text);
    memcpy(b->text, ARRAY_U16(text), (size_t)count * 2);
    free(b->levels);
    b->levels = NULL;
    if (levels) {
        b->levels = xmalloc((size_t)count + 1);
        memcpy(b->levels, ARRAY_I8(levels), (size_t)count);
    }
    UErrorCode status = U_ZERO_ERROR;
    ubidi_setPara(b->bidi, b->text, count, (UBiDiLevel)args[4].i, b->levels, &status);
    icu_failed(t, "ubidi_setPara", status);
}

static void setLine(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    BidiPeer *line = xcalloc(1, sizeof *line);
    line->bidi = ubidi_openSized(args[3].i - args[2].i, 0, &status);
    ubidi_setLine(bidi_of(args), args[2].i, args[3].i, line->bidi, &status);
    if (icu_failed(t, "ubidi_setLine", status)) {
        ubidi_close(line->bidi);
        free(line);
        return;
    }
    result->j = peer_handle(line);
}

static void getDirection(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = ubidi_getDirection(bidi_of(args));
}

static void getLength(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = ubidi_getLength(bidi_of(args));
}

static void getParaLevel(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i8)ubidi_getParaLevel(bidi_of(args));
}

static void getLevels(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    const UBiDiLevel *levels = ubidi_getLevels(bidi_of(args), &status);
    if (icu_failed(t, "ubidi_getLevels", status))
        return;
    i32 count = ubidi_getLength(bidi_of(args));
    result->l = vm_new_primitive_array(t, 'B', count);
    if (result->l)
        memcpy(ARRAY_I8(result->l), levels, (size_t)count);
}

static void countRuns(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    result->i = ubidi_countRuns(bidi_of(args), &status);
    icu_failed(t, "ubidi_countRuns", status);
}

static void getRuns(Thread *t, const Slot *args, Slot *result)
{
    UBiDi *bidi = bidi_of(args);
    UErrorCode status = U_ZERO_ERROR;
    i32 count = ubidi_countRuns(bidi, &status);
    if (icu_failed(t, "ubidi_countRuns", status))
        return;
    Object *runs = vm_new_object_array(t, "java/text/Bidi$Run", count);
    for (i32 i = 0, start = 0, limit = 0; runs && i < count; i++, start = limit) {
        UBiDiLevel level = 0;
        ubidi_getLogicalRun(bidi, start, &limit, &level);
        Object *run = vm_new(t, vm_boot_class(t, "java/text/Bidi$Run"), "(III)V", start, limit, (int)level);
        if (!run)
            return;
        ARRAY_REF(runs)[i] = object_ref(run);
    }
    result->l = runs;
}

/* int[] ubidi_reorderVisual(byte[] levels, int count) */
static void reorderVisual(Thread *t, const Slot *args, Slot *result)
{
    const Object *levels = args[0].l;
    i32 count = args[1].i;
    if (!levels || count < 0 || count > ARRAY_LENGTH(levels)) {
        vm_throw_null(t, "levels == null");
        return;
    }
    result->l = vm_new_primitive_array(t, 'I', count);
    if (result->l)
        ubidi_reorderVisual((const UBiDiLevel *)ARRAY_I8(levels), count, ARRAY_I32(result->l));
}

const NativeMethod natives_java_text_Bidi[] = {
    { "ubidi_open", NULL, bidi_open },
    { "ubidi_close", NULL, bidi_close },
    { "ubidi_setPara", NULL, setPara },
    { "ubidi_setLine", NULL, setLine },
    { "ubidi_getDirection", NULL, getDirection },
    { "ubidi_getLength", NULL, getLength },
    { "ubidi_getParaLevel", NULL, getParaLevel },
    { "ubidi_getLevels", NULL, getLevels },
    { "ubidi_countRuns", NULL, countRuns },
    { "ubidi_getRuns", NULL, getRuns },
    { "ubidi_reorderVisual", NULL, reorderVisual },
    { 0 },
};
