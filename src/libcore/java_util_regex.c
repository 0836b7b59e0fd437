/*
 * java.util.regex.Pattern and Matcher over ICU's regular expressions, which is
 * what Android's are.
 *
 * A matcher of ICU's is large, a program makes many, and their finalizers run
 * late. So the Pattern's peer holds one engine, and a Matcher's peer is small:
 * it borrows the engine for as long as nobody else wants it. A Matcher that
 * comes back after another has taken the engine gets one of its own, and does
 * again there what it had done since its input was set.
 *
 * The engine looks straight at the characters of the Java string: strings do not
 * move, and the Matcher holds on to its input.
 *
 * An expression can take longer than anybody will wait. The engine reports every
 * few thousand of its steps, and they count as the machine's: other threads get
 * their turn, and the budget ends the run. So an engine can be in the middle of a
 * match while another thread comes along: it is not lent then.
 *
 * After a match offsets[2 * g] and [2 * g + 1] are start and end of group g, -1
 * where it took no part.
 */
#include "libcore/icu.h"

#include <unicode/uregex.h>

enum { ENGINE_BYTES = 8 << 10 };    /* about what one takes outside the Java heap */

typedef struct MatcherPeer MatcherPeer;

typedef struct PatternPeer {
    i32 users;                      /* the Pattern and its Matchers: they are finalized in any order */
    URegularExpression *engine;
    MatcherPeer *borrower;          /* whose text and state the engine has; NULL: nobody's */
} PatternPeer;

typedef enum Step { STEP_NONE, STEP_FIND_AT, STEP_FIND_NEXT, STEP_LOOKING_AT, STEP_MATCHES } Step;

struct MatcherPeer {
    PatternPeer *pattern;
    URegularExpression *own;        /* NULL: borrows the pattern's */
    bool loaded;                    /* the engine has the input, region and bounds */
    bool matching;                  /* a thread is inside the engine */
    const u16 *chars;
    i32 count, start, end;          /* the input and its region */
    bool anchoring, transparent;
    Step first;                     /* what was done since the input was set: one step, then "next" so many times */
    i32 first_at, nexts;
    bool hit_end, require_end;      /* as they were when the engine went to another */
};

/* ICU's own figure: so many steps of the engine lie between two calls. */
enum { STEPS_PER_REPORT = 10000 };

static UBool U_CALLCONV report_work(const void *context, i32 reports)
{
    UNUSED(reports);
    const Vm *vm = context;
    vm_work(vm_running_thread(vm), STEPS_PER_REPORT);
    return true;
}

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
    uregex_setMatchCallback(e, report_work, t->vm, &status);
    PatternPeer *p = xcalloc(1, sizeof *p);
    *p = (PatternPeer){ .users = 1, .engine = e };
    icu_account(t, ENGINE_BYTES);
    result->j = peer_handle(p);
}

static void pattern_release(Thread *t, PatternPeer *p)
{
    if (!p || --p->users > 0)
        return;
    uregex_close(p->engine);
    icu_account(t, -ENGINE_BYTES);
    free(p);
}

static void pattern_close(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    pattern_release(t, peer_of(args[0].j));
}

const NativeMethod natives_java_util_regex_Pattern[] = {
    { "compileImpl", NULL, compileImpl },
    { "closeImpl", NULL, pattern_close },
    { 0 },
};

/* ---- Matcher: opening and input -------------------------------------------------------- */

static void openImpl(Thread *t, const Slot *args, Slot *result)
{
    PatternPeer *p = peer_of(args[0].j);
    if (!p) {
        vm_throw_null(t, "pattern is closed");
        return;
    }
    MatcherPeer *m = xcalloc(1, sizeof *m);
    m->pattern = p;
    m->anchoring = true;
    p->users++;
    result->j = peer_handle(m);
}

static void matcher_close(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    MatcherPeer *m = peer_of(args[0].j);
    if (!m)
        return;
    if (m->pattern->borrower == m)
        m->pattern->borrower = NULL;
    if (m->own) {
        uregex_close(m->own);
        icu_account(t, -ENGINE_BYTES);
    }
    pattern_release(t, m->pattern);
    free(m);
}

static void set_input(MatcherPeer *m, const Object *input, i32 start, i32 end)
{
    m->chars = vm_string_chars(input);
    m->count = vm_string_length(input);
    m->start = start;
    m->end = end;
    m->first = STEP_NONE;
    m->nexts = 0;
    m->loaded = m->hit_end = m->require_end = false;
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
    i32 length = vm_string_length(args[2].l);
    if (args[3].i < 0 || args[4].i > length || args[3].i > args[4].i) {
        icu_failed(t, "uregex_setRegion", U_INDEX_OUTOFBOUNDS_ERROR);
        return;
    }
    set_input(m, args[2].l, args[3].i, args[4].i);
}

/* ---- the engine -------------------------------------------------------------------------- */

static bool run_step(URegularExpression *e, Step step, i32 at, UErrorCode *status)
{
    switch (step) {
    case STEP_FIND_AT: return uregex_find(e, at, status);
    case STEP_FIND_NEXT: return uregex_findNext(e, status);
    case STEP_LOOKING_AT: return uregex_lookingAt(e, -1, status);
    case STEP_MATCHES: return uregex_matches(e, -1, status);
    default: return false;
    }
}

static void load(MatcherPeer *m, URegularExpression *e, UErrorCode *status)
{
    uregex_setText(e, m->count ? (const UChar *)m->chars : u"", m->count, status);
    uregex_setRegion(e, m->start, m->end, status);
    uregex_useAnchoringBounds(e, m->anchoring, status);
    uregex_useTransparentBounds(e, m->transparent, status);
    m->loaded = true;
}

static bool may_borrow(const MatcherPeer *m)
{
    const MatcherPeer *other = m->pattern->borrower;
    return !m->own && m->first == STEP_NONE && !(other && other->matching);
}

static bool is_free(void *context)
{
    return !((MatcherPeer *)context)->matching;
}

/* The engine that has this matcher's state now; NULL: another has it. */
static URegularExpression *engine_at_hand(const MatcherPeer *m)
{
    if (!m->loaded)
        return NULL;
    return m->own ? m->own : m->pattern->borrower == m ? m->pattern->engine : NULL;
}

static void borrow(MatcherPeer *m, UErrorCode *status)
{
    PatternPeer *p = m->pattern;
    MatcherPeer *other = p->borrower;
    if (other && other != m && other->loaded) {
        other->hit_end = uregex_hitEnd(p->engine, status);
        other->require_end = uregex_requireEnd(p->engine, status);
    }
    p->borrower = m;
}

static URegularExpression *engine_of(Thread *t, MatcherPeer *m, UErrorCode *status)
{
    URegularExpression *e = engine_at_hand(m);
    if (e)
        return e;
    if (may_borrow(m)) {
        borrow(m, status);
        load(m, m->pattern->engine, status);
        return m->pattern->engine;
    }
    if (!m->own) {
        m->own = uregex_clone(m->pattern->engine, status);
        if (U_FAILURE(*status))
            return NULL;
        uregex_setMatchCallback(m->own, report_work, t->vm, status);
        icu_account(t, ENGINE_BYTES);
    }
    e = m->own;
    load(m, e, status);
    if (m->first == STEP_NONE)
        return e;
    run_step(e, m->first, m->first_at, status);
    for (i32 i = 0; i < m->nexts; i++)
        uregex_findNext(e, status);
    return e;
}

/* ---- matching ------------------------------------------------------------------------------- */

static bool write_offsets(Thread *t, const URegularExpression *e, Object *offsets)
{
    UErrorCode status = U_ZERO_ERROR;
    i32 groups = uregex_groupCount((URegularExpression *)e, &status);
    for (i32 g = 0; g <= groups && 2 * g + 1 < ARRAY_LENGTH(offsets); g++) {
        ARRAY_I32(offsets)[2 * g] = uregex_start((URegularExpression *)e, g, &status);
        ARRAY_I32(offsets)[2 * g + 1] = uregex_end((URegularExpression *)e, g, &status);
    }
    return !icu_failed(t, "uregex_start", status);
}

/* Every call names the input again, so a peer that looks at another string notices. */
static void match(Thread *t, i64 handle, const Object *input, Step step, i32 at, Object *offsets, Slot *result)
{
    MatcherPeer *m = peer_of(handle);
    if (!m || !input || !offsets) {
        vm_throw_null(t, "matcher is closed");
        return;
    }
    if (m->matching)    /* two threads share a Matcher, which none should: one after the other */
        vm_block(t, is_free, m, -1, false);
    if (m->chars != vm_string_chars(input) || m->count != vm_string_length(input))
        set_input(m, input, 0, vm_string_length(input));
    UErrorCode status = U_ZERO_ERROR;
    m->matching = true;
    URegularExpression *e = engine_of(t, m, &status);
    bool matched = e && run_step(e, step, at, &status);
    m->matching = false;
    if (step != STEP_FIND_NEXT || m->first == STEP_NONE) {
        m->first = step;
        m->first_at = at;
        m->nexts = 0;
    } else {
        m->nexts++;
    }
    if (status == U_REGEX_STACK_OVERFLOW)
        vm_throw(t, "java/lang/StackOverflowError", "%s", syntax_message(status));
    else if (!icu_failed(t, "uregex match", status) && matched)
        result->i = write_offsets(t, e, offsets);
}

/* boolean findImpl(long, String, int start, int[] offsets) */
static void findImpl(Thread *t, const Slot *args, Slot *result)
{
    match(t, args[0].j, args[2].l, STEP_FIND_AT, args[3].i, args[4].l, result);
}

static void findNextImpl(Thread *t, const Slot *args, Slot *result)
{
    match(t, args[0].j, args[2].l, STEP_FIND_NEXT, 0, args[3].l, result);
}

static void lookingAtImpl(Thread *t, const Slot *args, Slot *result)
{
    match(t, args[0].j, args[2].l, STEP_LOOKING_AT, 0, args[3].l, result);
}

static void matchesImpl(Thread *t, const Slot *args, Slot *result)
{
    match(t, args[0].j, args[2].l, STEP_MATCHES, 0, args[3].l, result);
}

static void groupCountImpl(Thread *t, const Slot *args, Slot *result)
{
    MatcherPeer *m = peer_of(args[0].j);
    UErrorCode status = U_ZERO_ERROR;
    result->i = m ? uregex_groupCount(m->pattern->engine, &status) : 0;
    icu_failed(t, "uregex_groupCount", status);
}

static void hitEndImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    MatcherPeer *m = peer_of(args[0].j);
    UErrorCode status = U_ZERO_ERROR;
    URegularExpression *e = m ? engine_at_hand(m) : NULL;
    result->i = e ? uregex_hitEnd(e, &status) : m && m->hit_end;
}

static void requireEndImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    MatcherPeer *m = peer_of(args[0].j);
    UErrorCode status = U_ZERO_ERROR;
    URegularExpression *e = m ? engine_at_hand(m) : NULL;
    result->i = e ? uregex_requireEnd(e, &status) : m && m->require_end;
}

static void useAnchoringBoundsImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    MatcherPeer *m = peer_of(args[0].j);
    if (!m)
        return;
    m->anchoring = args[2].i;
    UErrorCode status = U_ZERO_ERROR;
    if (engine_at_hand(m))
        uregex_useAnchoringBounds(engine_at_hand(m), m->anchoring, &status);
}

static void useTransparentBoundsImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    MatcherPeer *m = peer_of(args[0].j);
    if (!m)
        return;
    m->transparent = args[2].i;
    UErrorCode status = U_ZERO_ERROR;
    if (engine_at_hand(m))
        uregex_useTransparentBounds(engine_at_hand(m), m->transparent, &status);
}

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
