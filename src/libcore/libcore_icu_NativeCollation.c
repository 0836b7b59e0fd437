/*
 * libcore.icu.NativeCollation: java.text.Collator over ICU. The peer of a
 * collator is the UCollator; that of an iterator over collation elements also
 * holds the text, which ICU does not copy.
 */
#include "libcore/icu.h"

#include <unicode/ucol.h>
#include <unicode/ucoleitr.h>

typedef struct Elements {
    UCollationElements *elements;
    UChar *text;
} Elements;

/* ---- collators ------------------------------------------------------------------------- */

static void openCollator(Thread *t, const Slot *args, Slot *result)
{
    char locale[ICU_LOCALE_ROOM];
    UErrorCode status = U_ZERO_ERROR;
    UCollator *c = ucol_open(icu_locale(locale, args[0].l), &status);
    if (!icu_failed(t, "ucol_open", status))
        result->j = peer_handle(c);
}

/* long openCollatorFromRules(String rules, int normalization, int strength) */
static void openCollatorFromRules(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l) {
        vm_throw_null(t, "rules == null");
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    UParseError where;
    UCollator *c = ucol_openRules((const UChar *)vm_string_chars(args[0].l), vm_string_length(args[0].l), (UColAttributeValue)args[1].i,
                                  (UCollationStrength)args[2].i, &where, &status);
    if (!icu_failed(t, "ucol_openRules", status))
        result->j = peer_handle(c);
}

static void closeCollator(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ucol_close(peer_of(args[0].j));
}

static void safeClone(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    UCollator *c = ucol_clone(peer_of(args[0].j), &status);
    if (!icu_failed(t, "ucol_clone", status))
        result->j = peer_handle(c);
}

static void compare(Thread *t, const Slot *args, Slot *result)
{
    const Object *a = args[2].l, *b = args[3].l;
    if (!a || !b) {
        vm_throw_null(t, "string == null");
        return;
    }
    result->i = ucol_strcoll(peer_of(args[0].j), (const UChar *)vm_string_chars(a), vm_string_length(a), (const UChar *)vm_string_chars(b),
                             vm_string_length(b));
}

static void getSortKey(Thread *t, const Slot *args, Slot *result)
{
    const Object *s = args[2].l;
    if (!s) {
        vm_throw_null(t, "source == null");
        return;
    }
    const UCollator *c = peer_of(args[0].j);
    const UChar *chars = (const UChar *)vm_string_chars(s);
    i32 count = vm_string_length(s), size = ucol_getSortKey(c, chars, count, NULL, 0);
    result->l = vm_new_primitive_array(t, 'B', size);
    if (result->l)
        ucol_getSortKey(c, chars, count, (u8 *)ARRAY_I8(result->l), size);
}

static void getRules(Thread *t, const Slot *args, Slot *result)
{
    i32 count = 0;
    const UChar *rules = ucol_getRules(peer_of(args[0].j), &count);
    result->l = icu_string(t, rules, count);
}

static void getAttribute(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    result->i = ucol_getAttribute(peer_of(args[0].j), (UColAttribute)args[2].i, &status);
    icu_failed(t, "ucol_getAttribute", status);
}

static void setAttribute(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    UErrorCode status = U_ZERO_ERROR;
    ucol_setAttribute(peer_of(args[0].j), (UColAttribute)args[2].i, (UColAttributeValue)args[3].i, &status);
    icu_failed(t, "ucol_setAttribute", status);
}

/* ---- collation elements -------------------------------------------------------------------- */

static void getCollationElementIterator(Thread *t, const Slot *args, Slot *result)
{
    if (!args[2].l) {
        vm_throw_null(t, "source == null");
        return;
    }
    Elements *e = xcalloc(1, sizeof *e);
    UErrorCode status = U_ZERO_ERROR;
    e->text = icu_copy_chars(args[2].l);
    e->elements = ucol_openElements(peer_of(args[0].j), e->text, vm_string_length(args[2].l), &status);
    if (icu_failed(t, "ucol_openElements", status)) {
        free(e->text);
        free(e);
        return;
    }
    result->j = peer_handle(e);
}

static void closeElements(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Elements *e = peer_of(args[0].j);
    if (!e)
        return;
    ucol_closeElements(e->elements);
    free(e->text);
    free(e);
}

static void setText(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Elements *e = peer_of(args[0].j);
    if (!e || !args[2].l) {
        vm_throw_null(t, "source == null");
        return;
    }
    UChar *text = icu_copy_chars(args[2].l);
    UErrorCode status = U_ZERO_ERROR;
    ucol_setText(e->elements, text, vm_string_length(args[2].l), &status);
    free(e->text);
    e->text = text;
    icu_failed(t, "ucol_setText", status);
}

static void next(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    result->i = ucol_next(((Elements *)peer_of(args[0].j))->elements, &status);
    icu_failed(t, "ucol_next", status);
}

static void previous(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    result->i = ucol_previous(((Elements *)peer_of(args[0].j))->elements, &status);
    icu_failed(t, "ucol_previous", status);
}

static void reset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ucol_reset(((Elements *)peer_of(args[0].j))->elements);
}

static void getOffset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = ucol_getOffset(((Elements *)peer_of(args[0].j))->elements);
}

static void setOffset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    UErrorCode status = U_ZERO_ERROR;
    ucol_setOffset(((Elements *)peer_of(args[0].j))->elements, args[2].i, &status);
    icu_failed(t, "ucol_setOffset", status);
}

static void getMaxExpansion(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = ucol_getMaxExpansion(((Elements *)peer_of(args[0].j))->elements, args[2].i);
}

const NativeMethod natives_libcore_icu_NativeCollation[] = {
    { "openCollator", "(Ljava/lang/String;)J", openCollator },
    { "openCollatorFromRules", NULL, openCollatorFromRules },
    { "closeCollator", NULL, closeCollator },
    { "safeClone", NULL, safeClone },
    { "compare", NULL, compare },
    { "getSortKey", NULL, getSortKey },
    { "getRules", NULL, getRules },
    { "getAttribute", NULL, getAttribute },
    { "setAttribute", NULL, setAttribute },
    { "getCollationElementIterator", NULL, getCollationElementIterator },
    { "closeElements", NULL, closeElements },
    { "setText", NULL, setText },
    { "next", NULL, next },
    { "previous", NULL, previous },
    { "reset", NULL, reset },
    { "getOffset", NULL, getOffset },
    { "setOffset", NULL, setOffset },
    { "getMaxExpansion", NULL, getMaxExpansion },
    { 0 },
};
