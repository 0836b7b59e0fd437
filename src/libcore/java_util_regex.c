/*
 * java.util.regex.Pattern and Matcher over ICU's regular expressions, which is
 * what Android's are.
 *
 * A Pattern's peer is a compiled URegularExpression; a Matcher's is a clone of
 * it that looks straight at the characters of the Java string: strings do not
 * move, and the Matcher holds on to its input. Every call passes that string
 * again, so a peer whose text is another one notices.
 *
 * After a match offsets[2 * g] and [2 * g + 1] are start and end of group g, -1
 * where it took no part.
 */
#include "libcore/icu.h"

#include <unicode/uregex.h>

typedef struct MatcherPeer {
    URegularExpression *expression;
    const u16 *chars;
    i32 count;
} MatcherPeer;

/* ---- Pattern ------------------------------------------------------------------------ */

/* What the platform says about a status; the status's own name for the rest. */
static const char *syntax_message(UErrorCode status)
{
    switch (status) {
    case U_REGEX_INTERNAL_ERROR: return "An internal error was detected";
    case U_REGEX_RULE_SYNTAX: return "Syntax error in regexp pattern";
    case U_REGEX_INVALID_STATE: return "RegexMatcher in invalid state for requested operation";
    case U_REGEX_BAD_ESCAPE_SEQUENCE: return "Unrecognized backslash escape sequence in pattern";
    case U_REGEX_PROPERTY_SYNTAX: return "Incorrect Unicode property";
    case U_REGEX_UNIMPLEMENTED: return "Use of unimplemented feature";
    case U_REGEX_MISMATCHED_PAREN: return "Incorrectly nested parentheses in regexp pattern";
    case U_REGEX_NUMBER_TOO_BIG: return "Decimal number is too large";
    case U_REGEX_BAD_INTERVAL: return "Error in {min,max} interval";
    case U_REGEX_MAX_LT_MIN: return "In {min,max}, max is less than min";
    case U_REGEX_INVALID_BACK_REF: return "Back-reference to a non-existent capture group";
    case U_REGEX_INVALID_FLAG: return "Invalid value for match mode flags";
    case U_REGEX_LOOK_BEHIND_LIMIT: return "Look-Behind pattern matches must have a bounded maximum length";
    case U_REGEX_SET_CONTAINS_STRING: return "Regular expressions cannot have UnicodeSets containing strings";
    case U_REGEX_OCTAL_TOO_BIG: return "Octal character constants must be <= 0377.";
    case U_REGEX_MISSING_CLOSE_BRACKET: return "Missing close bracket in character class";
    case U_REGEX_INVALID_RANGE: return "In a character range [x-y], x is greater than y";
    case U_REGEX_STACK_OVERFLOW: return "Regular expression backtrack stack overflow";
    case U_REGEX_TIME_OUT: return "Maximum allowed match time exceeded";
    case U_REGEX_STOPPED_BY_CALLER: return "Matching operation aborted by user callback function";
    default: return u_errorName(status);
    }
}

static void throw_syntax(Thread *t, UErrorCode status, Object *pattern, const UParseError *error)
{
    Object *message = vm_string_utf8(t, syntax_message(status));
    if (!message)
        return;
    Object *e = vm_new(t, vm_boot_class(t, "java/util/regex/PatternSyntaxException"), "(Ljava/lang/String;Ljava/lang/String;I)V", message,
                       pattern, error->offset);
    if (e)
        vm_throw_object(t, e);
}

static void compileImpl(Thread *t, const Slot *args, Slot *result)
{
    Object *pattern = args[0].l;
    if (!pattern) {
        vm_throw_null(t, "pattern == null");
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    UParseError error = { .offset = -1 };
    i32 count = vm_string_length(pattern);
    URegularExpression *e;
    if (count == 0)    /* ICU refuses an empty pattern through its C interface */
        e = uregex_open(u"(?:)", -1, (u32)args[1].i | UREGEX_ERROR_ON_UNKNOWN_ESCAPES, &error, &status);
    else
        e = uregex_open((const UChar *)vm_string_chars(pattern), count, (u32)args[1].i | UREGEX_ERROR_ON_UNKNOWN_ESCAPES, &error, &status);
    if (U_FAILURE(status)) {
        uregex_close(e);
        throw_syntax(t, status, pattern, &error);
        return;
    }
    result->j = peer_handle(e);
}

static void pattern_close(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    uregex_close(peer_of(args[0].j));
}

const NativeMethod natives_java_util_regex_Pattern[] = {
    { "compileImpl", NULL, compileImpl },
    { "closeImpl", NULL, pattern_close },
    { 0 },
};

/* ---- Matcher ------------------------------------------------------------------------- */

static void openImpl(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    URegularExpression *e = uregex_clone(peer_of(args[0].j), &status);
    if (icu_failed(t, "uregex_clone", status))
        return;
    MatcherPeer *m = xcalloc(1, sizeof *m);
    m->expression = e;
    result->j = peer_handle(m);
}

static void matcher_close(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    MatcherPeer *m = peer_of(args[0].j);
    if (!m)
        return;
    uregex_close(m->expression);
    free(m);
}

static void set_text(MatcherPeer *m, const Object *input, UErrorCode *status)
{
    m->chars = vm_string_chars(input);
    m->count = vm_string_length(input);
    uregex_setText(m->expression, m->count ? (const UChar *)m->chars : u"", m->count, status);
}

/* void setInputImpl(long, String input, int start, int end) */
static void setInputImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    MatcherPeer *m = peer_of(args[0].j);
    if (!m || !args[2].l) {
        vm_throw_null(t, "input == null");
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    set_text(m, args[2].l, &status);
    uregex_setRegion(m->expression, args[3].i, args[4].i, &status);
    icu_failed(t, "uregex_setRegion", status);
}

/* The peer, looking at the string that the call names; NULL: thrown. */
static MatcherPeer *ready(Thread *t, i64 handle, const Object *input)
{
    MatcherPeer *m = peer_of(handle);
    if (!m || !input)
        return vm_throw_null(t, "matcher is closed");
    UErrorCode status = U_ZERO_ERROR;
    if (m->chars != vm_string_chars(input) || m->count != vm_string_length(input))
        set_text(m, input, &status);
    return icu_failed(t, "uregex_setText", status) ? NULL : m;
}

static bool write_offsets(Thread *t, MatcherPeer *m, bool matched, Object *offsets, UErrorCode status)
{
    if (status == U_REGEX_STACK_OVERFLOW)
        return vm_throw(t, "java/lang/StackOverflowError", "%s", syntax_message(status)) != NULL;
    if (icu_failed(t, "uregex match", status) || !matched)
        return false;
    i32 groups = uregex_groupCount(m->expression, &status);
    for (i32 g = 0; g <= groups && 2 * g + 1 < ARRAY_LENGTH(offsets); g++) {
        ARRAY_I32(offsets)[2 * g] = uregex_start(m->expression, g, &status);
        ARRAY_I32(offsets)[2 * g + 1] = uregex_end(m->expression, g, &status);
    }
    return !icu_failed(t, "uregex_start", status);
}

/* boolean findImpl(long, String, int start, int[] offsets) */
static void findImpl(Thread *t, const Slot *args, Slot *result)
{
    MatcherPeer *m = ready(t, args[0].j, args[2].l);
    if (!m)
        return;
    UErrorCode status = U_ZERO_ERROR;
    bool matched = uregex_find(m->expression, args[3].i, &status);
    result->i = write_offsets(t, m, matched, args[4].l, status);
}

typedef bool Match(URegularExpression *e, UErrorCode *status);

static bool find_next(URegularExpression *e, UErrorCode *status) { return uregex_findNext(e, status); }
static bool looking_at(URegularExpression *e, UErrorCode *status) { return uregex_lookingAt(e, -1, status); }
static bool matches(URegularExpression *e, UErrorCode *status) { return uregex_matches(e, -1, status); }

static void match(Thread *t, const Slot *args, Slot *result, Match *function)
{
    MatcherPeer *m = ready(t, args[0].j, args[2].l);
    if (!m)
        return;
    UErrorCode status = U_ZERO_ERROR;
    bool matched = function(m->expression, &status);
    result->i = write_offsets(t, m, matched, args[3].l, status);
}

static void findNextImpl(Thread *t, const Slot *args, Slot *result) { match(t, args, result, find_next); }
static void lookingAtImpl(Thread *t, const Slot *args, Slot *result) { match(t, args, result, looking_at); }
static void matchesImpl(Thread *t, const Slot *args, Slot *result) { match(t, args, result, matches); }

#define ASK(method, function) \
    static void method(Thread *t, const Slot *args, Slot *result) \
    { \
        MatcherPeer *m = peer_of(args[0].j); \
        UErrorCode status = U_ZERO_ERROR; \
        result->i = m ? function(m->expression, &status) : 0; \
        icu_failed(t, #function, status); \
    }
#define TELL(method, function) \
    static void method(Thread *t, const Slot *args, Slot *result) \
    { \
        UNUSED(result); \
        MatcherPeer *m = peer_of(args[0].j); \
        UErrorCode status = U_ZERO_ERROR; \
        if (m) \
            function(m->expression, (UBool)args[2].i, &status); \
        icu_failed(t, #function, status); \
    }

ASK(groupCountImpl, uregex_groupCount)
ASK(hitEndImpl, uregex_hitEnd)
ASK(requireEndImpl, uregex_requireEnd)
TELL(useAnchoringBoundsImpl, uregex_useAnchoringBounds)
TELL(useTransparentBoundsImpl, uregex_useTransparentBounds)

const NativeMethod natives_java_util_regex_Matcher[] = {
    { "openImpl", NULL, openImpl },
    { "closeImpl", NULL, matcher_close },
    { "setInputImpl", NULL, setInputImpl },
    { "findImpl", NULL, findImpl },
    { "findNextImpl", NULL, findNextImpl },
    { "lookingAtImpl", NULL, lookingAtImpl },
    { "matchesImpl", NULL, matchesImpl },
    { "groupCountImpl", NULL, groupCountImpl },
    { "hitEndImpl", NULL, hitEndImpl },
    { "requireEndImpl", NULL, requireEndImpl },
    { "useAnchoringBoundsImpl", NULL, useAnchoringBoundsImpl },
    { "useTransparentBoundsImpl", NULL, useTransparentBoundsImpl },
    { 0 },
};
