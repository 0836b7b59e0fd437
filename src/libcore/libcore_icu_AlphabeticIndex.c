/*
 * libcore.icu.AlphabeticIndex: the buckets of an address book. ICU offers these
 * only to C++, so they are made here from its collation and from the locale's
 * index characters:
 *
 *     0        "…"  what sorts before the first label
 *     1 … n    the labels, in the locale's order, one per primary difference
 *              (between two scripts an "…" for what lies between them)
 *     n + 1    "…"  what sorts after the last label's script
 *
 * Han names in a Chinese index: the tailorings mark where a label's names begin
 * by U+FDD0 before the label.
 */
#include "libcore/icu.h"

#include <unicode/ucol.h>
#include <unicode/ulocdata.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

enum { LABEL_ROOM = 12 };

typedef struct Bucket {
    UChar label[LABEL_ROOM];        /* empty: "…" */
    UScriptCode script;
} Bucket;

typedef struct Index {
    UCollator *collator;
    USet *labels;
    i32 max_labels;
    bool han_by_label;              /* Han names stand under Latin labels */
    Bucket *buckets;                /* NULL until asked for */
    i32 bucket_count;
} Index;

/* ---- labels -------------------------------------------------------------------------------- */

static void add_locale_labels(Index *x, const char *locale, UErrorCode *status)
{
    ULocaleData *data = ulocdata_open(locale, status);
    USet *set = uset_openEmpty();
    ulocdata_getExemplarSet(data, set, 0, ULOCDATA_ES_INDEX, status);
    if (U_SUCCESS(*status) && uset_size(set) == 0)
        uset_addRange(set, 'A', 'Z');
    if (U_SUCCESS(*status))
        uset_addAll(x->labels, set);
    uset_close(set);
    ulocdata_close(data);
}

static i32 label_order(const void *context, const void *a, const void *b)
{
    const Bucket *x = a, *y = b;
    i32 order = ucol_strcoll(context, x->label, -1, y->label, -1);
    return order ? order : u_strcmp(x->label, y->label);
}

static void sort_labels(const UCollator *c, Bucket *labels, i32 count)
{
    for (i32 i = 1; i < count; i++) {
        Bucket moved = labels[i];
        i32 at = i;
        for (; at > 0 && label_order(c, &labels[at - 1], &moved) > 0; at--)
            labels[at] = labels[at - 1];
        labels[at] = moved;
    }
}

static UScriptCode script_of(const UChar *text, i32 count)
{
    for (i32 i = 0; i < count;) {
        UChar32 c;
        U16_NEXT(text, i, count, c);
        UErrorCode status = U_ZERO_ERROR;
        UScriptCode script = uscript_getScript(c, &status);
        if (script == USCRIPT_KATAKANA)
            script = USCRIPT_HIRAGANA;
        if (script != USCRIPT_COMMON && script != USCRIPT_INHERITED)
            return script;
    }
    return USCRIPT_COMMON;
}

/* The labels that stand for themselves: sorted, without those that differ in accents or case only. */
static i32 collect_labels(const Index *x, Bucket **out)
{
    i32 count = 0, room = uset_size(x->labels) + 1;
    Bucket *labels = xcalloc((size_t)room, sizeof *labels);
    for (i32 item = 0; item < uset_getItemCount(x->labels); item++) {
        UChar32 first, last;
        UChar text[LABEL_ROOM];
        UErrorCode status = U_ZERO_ERROR;
        i32 length = uset_getItem(x->labels, item, &first, &last, text, LABEL_ROOM, &status);
        if (U_FAILURE(status))
            continue;
        if (length >= 2 && count < room) {
            u_strncpy(labels[count++].label, text, LABEL_ROOM - 1);
            continue;
        }
        for (UChar32 c = first; length == 0 && c <= last && count < room; c++) {
            i32 at = 0;
            U16_APPEND_UNSAFE(labels[count].label, at, c);
            count++;
        }
    }
    sort_labels(x->collator, labels, count);
    i32 kept = 0;
    for (i32 i = 0; i < count; i++) {
        if (kept > 0 && ucol_equal(x->collator, labels[kept - 1].label, -1, labels[i].label, -1))
            continue;
        labels[kept] = labels[i];
        labels[kept].script = script_of(labels[kept].label, u_strlen(labels[kept].label));
        kept++;
    }
    *out = labels;
    return kept;
}

static void build(Index *x)
{
    if (x->buckets)
        return;
    Bucket *labels;
    i32 count = collect_labels(x, &labels), n = 0;
    x->buckets = xcalloc((size_t)count * 2 + 2, sizeof *x->buckets);
    x->han_by_label = ucol_strcoll(x->collator, u"\ufdd0A", -1, u"\u4e00", -1) < 0;
    x->buckets[n++] = (Bucket){ .script = USCRIPT_COMMON };
    i32 shown = MIN(count, x->max_labels);
    for (i32 i = 0; i < shown; i++) {
        const Bucket *label = &labels[shown == count ? i : (i32)((i64)i * count / shown)];
        if (n > 1 && x->buckets[n - 1].script != label->script)
            x->buckets[n++] = (Bucket){ .script = USCRIPT_UNKNOWN };
        x->buckets[n++] = *label;
    }
    x->buckets[n++] = (Bucket){ .script = USCRIPT_UNKNOWN };
    x->bucket_count = n;
    free(labels);
}

static void forget(Index *x)
{
    free(x->buckets);
    x->buckets = NULL;
}

/* ---- the index ------------------------------------------------------------------------------- */

static Index *new_index(UCollator *collator, USet *labels, i32 max_labels)
{
    Index *x = xcalloc(1, sizeof *x);
    x->collator = collator;
    x->labels = labels;
    x->max_labels = max_labels;
    return x;
}

static void free_index(Index *x)
{
    if (!x)
        return;
    ucol_close(x->collator);
    uset_close(x->labels);
    free(x->buckets);
    free(x);
}

static void create(Thread *t, const Slot *args, Slot *result)
{
    char locale[ICU_LOCALE_ROOM];
    UErrorCode status = U_ZERO_ERROR;
    icu_locale(locale, args[0].l);
    Index *x = new_index(ucol_open(locale, &status), uset_openEmpty(), 99);
    if (U_SUCCESS(status)) {
        ucol_setStrength(x->collator, UCOL_PRIMARY);
        add_locale_labels(x, locale, &status);
    }
    if (icu_failed(t, "AlphabeticIndex", status)) {
        free_index(x);
        return;
    }
    result->j = peer_handle(x);
}

static void destroy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    free_index(peer_of(args[0].j));
}

static void getMaxLabelCount(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = ((Index *)peer_of(args[0].j))->max_labels;
}

static void setMaxLabelCount(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Index *x = peer_of(args[0].j);
    if (args[2].i <= 0) {
        vm_throw(t, "java/lang/IllegalArgumentException", "AlphabeticIndex::setMaxLabelCount failed: U_ILLEGAL_ARGUMENT_ERROR");
        return;
    }
    x->max_labels = args[2].i;
    forget(x);
}

static void addLabels(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char locale[ICU_LOCALE_ROOM];
    Index *x = peer_of(args[0].j);
    UErrorCode status = U_ZERO_ERROR;
    add_locale_labels(x, icu_locale(locale, args[2].l), &status);
    forget(x);
    icu_failed(t, "AlphabeticIndex::addLabels", status);
}

static void addLabelRange(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Index *x = peer_of(args[0].j);
    uset_addRange(x->labels, args[2].i, args[3].i);
    forget(x);
}

/* An index that stays as it is now. */
static void buildImmutableIndex(Thread *t, const Slot *args, Slot *result)
{
    Index *x = peer_of(args[0].j);
    UErrorCode status = U_ZERO_ERROR;
    UCollator *collator = ucol_clone(x->collator, &status);
    if (!icu_failed(t, "ucol_clone", status))
        result->j = peer_handle(new_index(collator, uset_clone(x->labels), x->max_labels));
}

static void getBucketCount(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Index *x = peer_of(args[0].j);
    build(x);
    result->i = x->bucket_count;
}

static bool begins_before(const Index *x, const Bucket *bucket, UScriptCode script, const UChar *name, i32 count)
{
    UChar mark[LABEL_ROOM + 1] = { 0xfdd0 };
    const UChar *start = bucket->label;
    if (x->han_by_label && script == USCRIPT_HAN && bucket->script == USCRIPT_LATIN) {
        u_strcpy(mark + 1, bucket->label);
        start = mark;
    }
    return ucol_strcoll(x->collator, start, -1, name, count) <= 0;
}

static void getBucketIndex(Thread *t, const Slot *args, Slot *result)
{
    Index *x = peer_of(args[0].j);
    if (!args[2].l) {
        vm_throw_null(t, "s == null");
        return;
    }
    build(x);
    const UChar *name = (const UChar *)vm_string_chars(args[2].l);
    i32 count = vm_string_length(args[2].l), found = 0;
    UScriptCode script = script_of(name, count);
    for (i32 i = 1; i < x->bucket_count; i++) {
        if (x->buckets[i].label[0] && begins_before(x, &x->buckets[i], script, name, count))
            found = i;
    }
    /* Past the last label of another script: the "…" that follows. */
    bool last_of_script = found > 0 && found + 1 < x->bucket_count && !x->buckets[found + 1].label[0];
    bool at_home = script == x->buckets[found].script || script == USCRIPT_COMMON || (x->han_by_label && script == USCRIPT_HAN);
    if (last_of_script && !at_home)
        found++;
    result->i = found;
}

static void getBucketLabel(Thread *t, const Slot *args, Slot *result)
{
    Index *x = peer_of(args[0].j);
    build(x);
    if (args[2].i < 0 || args[2].i >= x->bucket_count) {
        vm_throw(t, "java/lang/IllegalArgumentException", "Invalid index: %d", args[2].i);
        return;
    }
    const UChar *label = x->buckets[args[2].i].label;
    result->l = icu_string(t, label[0] ? label : u"\u2026", -1);
}

const NativeMethod natives_libcore_icu_AlphabeticIndex[] = {
    { "create", NULL, create },
    { "destroy", NULL, destroy },
    { "getMaxLabelCount", "(J)I", getMaxLabelCount },
    { "setMaxLabelCount", "(JI)V", setMaxLabelCount },
    { "addLabels", "(JLjava/lang/String;)V", addLabels },
    { "addLabelRange", "(JII)V", addLabelRange },
    { "buildImmutableIndex", "(J)J", buildImmutableIndex },
    { "getBucketCount", "(J)I", getBucketCount },
    { "getBucketIndex", "(JLjava/lang/String;)I", getBucketIndex },
    { "getBucketLabel", "(JI)Ljava/lang/String;", getBucketLabel },
    { 0 },
};
