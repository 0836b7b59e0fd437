#define _GNU_SOURCE
#include "explore/goal.h"

#include "text/lexicon.h"
#include "text/token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_WISHES = 200, MOST_GRAMS = 400, MOST_VALUES = 24, MOST_CLASSES = 32 };

bool wish_is_free(const Wish *w)
{
    return w->action == ACTION_LAUNCH || w->action == ACTION_WAIT || w->action == ACTION_NONE;
}

u32 wishes_asked(const Goal *g, int from, int to)
{
    u32 count = 0;
    for (int i = from; i < to; i++)
        count += !wish_is_free(&g->wishes[i]);
    return count;
}

/* ---- wishes ---------------------------------------------------------------------------------- */

static Wish *add_wish(Goal *g, const Tuple *t, int sentence)
{
    if (g->wish_count == MOST_WISHES)
        return NULL;
    Wish *w = &g->wishes[g->wish_count++];
    *w = (Wish){
        .action = t->action, .target = arena_strdup(&g->arena, t->target), .value = *t->value ? typed_text(&g->arena, t->value) : "",
        .direction = *t->direction, .repeat = MAX(t->repeat, 1), .quoted = t->quoted, .sentence = sentence,
    };
    if (!w->direction && (w->action == ACTION_SCROLL || w->action == ACTION_SWIPE))
        w->direction = w->action == ACTION_SCROLL ? 'd' : 'l';
    if (w->action == ACTION_SCROLL)         /* who scrolls down swipes up */
        w->direction = w->direction == 'd' ? 'u' : w->direction == 'u' ? 'd' : w->direction == 'r' ? 'l' : 'r';
    return w;
}

/* "Select Language = German": the one opens a choice, the other makes it. */
static void add_choice_of_value(Goal *g, const Tuple *t, int sentence)
{
    Tuple second = *t;
    second.target = t->value;
    second.value = "";
    Wish *w = add_wish(g, &second, sentence);
    if (w)
        w->action = ACTION_SELECT;
}

static void add_sentence(Goal *g, const Sentence *s, int number)
{
    for (int i = 0; i < s->tuple_count; i++) {
        const Tuple *t = &s->tuples[i];
        if (t->alternative && t->action != ACTION_INPUT)
            continue;                       /* "or": the first does */
        Wish *w = add_wish(g, t, number);
        bool chooses = t->action == ACTION_SELECT || t->action == ACTION_CLICK || t->action == ACTION_NAVIGATE;
        if (w && chooses && *t->value && *t->target) {
            w->value = "";
            add_choice_of_value(g, t, number);
        }
    }
}

/* ---- grams --------------------------------------------------------------------------------------- */

static bool is_content(const char *lower)
{
    return strlen(lower) > 2 && !is_determiner(lower) && !is_filler(lower) && !is_preposition(lower) && !is_pronoun(lower) && !is_person(lower)
        && !is_widget_noun(lower) && !is_crash_word(lower) && !is_app_word(lower)
        && !in_words(lower, "and but not when then with without after before this that there here have has had was were been will would can could should does did done "
                            "get got getting see seems after same again also still only very your its his her our their which while where what who how why all any "
                            "some just out off into from than too now one two three happens happened screen phone device android version bug issue problem error report");
}

static void add_gram(Goal *g, const char *a, const char *b, int sentence, bool weak)
{
    if (g->gram_count == MOST_GRAMS)
        return;
    const char *words = b ? arena_printf(&g->arena, "%s %s", a, b) : arena_strdup(&g->arena, a);
    for (int i = 0; i < g->gram_count; i++)
        if (!strcmp(g->grams[i].words, words)) {
            g->grams[i].weak &= weak;
            return;
        }
    g->grams[g->gram_count++] = (Gram){ words, sentence, weak };
}

/* Lower-case words, letters and digits only. */
static const char *next_word(const char **text, char *out, size_t room)
{
    const char *p = *text;
    while (*p && !isalnum((u8)*p))
        p++;
    size_t n = 0;
    while (*p && (isalnum((u8)*p) || *p == '\'')) {
        if (n + 1 < room)
            out[n++] = (char)tolower((u8)*p);
        p++;
    }
    out[n] = 0;
    *text = p;
    return n ? out : NULL;
}

static void add_grams(Goal *g, const char *text, int sentence, bool weak)
{
    char word[48], last[48] = "";
    while (next_word(&text, word, sizeof word)) {
        bool content = is_content(word);
        if (content)
            add_gram(g, word, NULL, sentence, weak);
        if (content && *last)
            add_gram(g, last, word, sentence, weak);
        strcpy(last, content ? word : "");
    }
}

/* The words of a name in camel case: "StationFetcher" gives "station fetcher". */
static void add_name_grams(Goal *g, const char *name)
{
    Buf words = { 0 };
    for (const char *p = name; *p && *p != '$'; p++) {
        if (isupper((u8)*p) && p > name && !isupper((u8)p[-1]))
            buf_add_char(&words, ' ');
        buf_add_char(&words, isalnum((u8)*p) ? *p : ' ');
    }
    char word[48], last[48] = "";
    const char *text = buf_str(&words);
    while (next_word(&text, word, sizeof word)) {
        bool said = strlen(word) > 2 && !in_words(word, "activity fragment dialog view main helper util utils manager base impl adapter listener service provider on click item "
                                                         "create start stop resume pause destroy run handle get set the init invoke execute background post pre app");
        if (said)
            add_gram(g, word, NULL, -1, false);
        if (said && *last)
            add_gram(g, last, word, -1, false);
        strcpy(last, said ? word : "");
    }
    buf_free(&words);
}

/* ---- values ------------------------------------------------------------------------------------------ */

static void add_value(Goal *g, const char *value)
{
    if (g->value_count == MOST_VALUES || !value || strlen(value) > 200)
        return;
    for (int i = 0; i < g->value_count; i++)
        if (!strcmp(g->values[i], value))
            return;
    g->values[g->value_count++] = arena_strdup(&g->arena, value);
}

/* Whole numbers that stand alone: "with 0 portions"; not those of versions, dates and lists. */
static void add_numbers(Goal *g, const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = strspn(p, "0123456789");
        bool alone = n && n < 20 && (p == text || p[-1] == ' ') && (!p[n] || strchr(" ,;", p[n]) || (p[n] == '.' && !p[n + 1]));
        if (alone && p > text)
            add_value(g, arena_strndup(&g->arena, p, n));
        p += n ? n : 1;
    }
}

static void add_said_values(Goal *g, const Report *r, const bool *chosen)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < r->sentence_count; i++)
            for (int k = 0; k < r->sentences[i].tuple_count; k++) {
                const Tuple *t = &r->sentences[i].tuples[k];
                bool first = chosen && chosen[i];
                if (first == !pass && t->action == ACTION_INPUT && *t->value)
                    add_value(g, typed_text(&g->arena, t->value));
            }
    for (int i = 0; i < r->sentence_count; i++) {
        char word[48];
        const char *text = r->sentences[i].text;
        while (next_word(&text, word, sizeof word)) {
            const char *character = named_character(word);
            if (character)
                add_value(g, character);
        }
        add_numbers(g, r->sentences[i].text);
    }
}

/* What stands in quotes in an exception's message was often typed: Invalid int: "1.5". */
static void add_message_values(Goal *g, const char *message)
{
    for (const char *p = message; (p = strchr(p, '"'));) {
        const char *end = strchr(++p, '"');
        if (!end)
            return;
        char *value = arena_strndup(&g->arena, p, (size_t)(end - p));
        if (!strchr(value, '/') && end - p < 60)
            add_value(g, value);
        p = end + 1;
    }
}

/* Exceptions that a value causes, and values that cause them. */
static const struct { const char *exception; const char *values[6]; } suspicious[] = {
    { "NumberFormatException", { "", "99999999999", "1.5", ".", "abc", "-" } },
    { "ArithmeticException", { "0", "" } },
    { "SQLite", { "'", "\"", "a'b" } },
    { "PatternSyntaxException", { "(", "[", "*", "\\" } },
    { "StringIndexOutOfBounds", { "", "a" } },
    { "ArrayIndexOutOfBounds", { "", "0", "-1", "99999" } },
    { "IndexOutOfBounds", { "", "0", "-1", "99999" } },
    { "MalformedURL", { "abc", "" } },
    { "URISyntax", { "a b", "^" } },
    { "IllegalArgumentException", { "", "abc", "0", "-1" } },
    { "Unknown Format", { "%" } },
    { "UnknownFormatConversion", { "%", "%d%" } },
    { "ParseException", { "abc", "" } },
    { "DateTime", { "0", "99" } },
    { "OutOfMemory", { "999999999" } },
    { "NullPointerException", { "" } },
};

static void add_suggested_values(Goal *g, const char *exception)
{
    for (size_t i = 0; i < COUNT_OF(suspicious); i++)
        if (strcasestr(exception, suspicious[i].exception)) {
            for (size_t k = 0; k < COUNT_OF(suspicious[i].values) && suspicious[i].values[k]; k++)
                add_value(g, suspicious[i].values[k]);
            return;
        }
}

/* ---- hints --------------------------------------------------------------------------------------------- */

static const struct { const char *phrase; u32 hint; } hint_phrases[] = {
    { "rotat", HINT_ROTATE }, { "landscape", HINT_ROTATE }, { "portrait", HINT_ROTATE }, { "orientation", HINT_ROTATE }, { "turn the phone", HINT_ROTATE }, { "tilt", HINT_ROTATE },
    { "home button", HINT_LEAVE }, { "home key", HINT_LEAVE }, { "press home", HINT_LEAVE }, { "go home", HINT_LEAVE }, { "background", HINT_LEAVE }, { "minimi", HINT_LEAVE }, { "resum", HINT_LEAVE }, { "switch to another app", HINT_LEAVE },
    { "switch app", HINT_LEAVE }, { "recent apps", HINT_LEAVE | HINT_DEATH }, { "reopen", HINT_LEAVE | HINT_DEATH }, { "re-open", HINT_LEAVE | HINT_DEATH }, { "restart", HINT_DEATH }, { "relaunch", HINT_LEAVE | HINT_DEATH },
    { "screen off", HINT_LEAVE }, { "lock the", HINT_LEAVE }, { "kill", HINT_DEATH }, { "swipe it away", HINT_DEATH }, { "keep activities", HINT_DEATH }, { "force stop", HINT_DEATH }, { "low memory", HINT_DEATH },
    { "offline", HINT_OFFLINE }, { "airplane", HINT_OFFLINE }, { "no internet", HINT_OFFLINE }, { "no network", HINT_OFFLINE }, { "without internet", HINT_OFFLINE }, { "no connection", HINT_OFFLINE },
    { "wifi off", HINT_OFFLINE }, { "wait", HINT_WAIT }, { "seconds", HINT_WAIT }, { "long press", HINT_LONG_PRESS }, { "long-press", HINT_LONG_PRESS }, { "long click", HINT_LONG_PRESS },
    { "long-click", HINT_LONG_PRESS }, { "longpress", HINT_LONG_PRESS }, { "long tap", HINT_LONG_PRESS }, { "press and hold", HINT_LONG_PRESS }, { "hold", HINT_LONG_PRESS }, { "scroll", HINT_SCROLL }, { "swipe", HINT_SCROLL },
    { "empty", HINT_EMPTY }, { "blank", HINT_EMPTY }, { "without entering", HINT_EMPTY }, { "back", HINT_BACK }, { "quickly", HINT_FAST }, { "several times", HINT_FAST }, { "multiple times", HINT_FAST },
    { "repeatedly", HINT_FAST }, { "fast", HINT_FAST }, { "rapid", HINT_FAST }, { "double tap", HINT_FAST }, { "double-tap", HINT_FAST }, { "double click", HINT_FAST }, { "double-click", HINT_FAST }, { "twice", HINT_FAST }, { "context menu", HINT_LONG_PRESS },
};

static void add_hints(Goal *g, const char *text)
{
    for (size_t i = 0; i < COUNT_OF(hint_phrases); i++)
        if (strcasestr(text, hint_phrases[i].phrase))
            g->hints |= hint_phrases[i].hint;
}

/* What the way of the crash says: an activity that is made anew was turned or came back. */
static void add_trace_hints(Goal *g, const Throwable *t)
{
    for (int i = 0; i < t->frame_count; i++) {
        const char *method = t->frames[i].method;
        if (!strcmp(method, "handleRelaunchActivity"))
            g->hints |= HINT_ROTATE;
        else if (!strcmp(method, "performRestart") || !strcmp(method, "onRestart"))
            g->hints |= HINT_LEAVE;
        else if (!strcmp(method, "onRestoreInstanceState") || !strcmp(method, "onSaveInstanceState"))
            g->hints |= HINT_ROTATE | HINT_LEAVE;
        else if (!strcmp(method, "performLongClick") || !strcmp(method, "performLongPress"))
            g->hints |= HINT_LONG_PRESS;
        else if (!strcmp(method, "onBackPressed"))
            g->hints |= HINT_BACK;
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------- */

static void add_class(Goal *g, const char *class_name)
{
    static const char *const platform[] = { "java.", "android.", "com.android.", "dalvik.", "javax.", "libcore." };
    for (size_t i = 0; i < COUNT_OF(platform); i++)
        if (!strncmp(class_name, platform[i], strlen(platform[i])))
            return;
    const char *dot = strrchr(class_name, '.'), *name = dot ? dot + 1 : class_name;
    char *simple = arena_strndup(&g->arena, name, strcspn(name, "$"));
    for (int i = 0; i < g->class_count; i++)
        if (!strcmp(g->classes[i], simple))
            return;
    if (g->class_count < MOST_CLASSES)
        g->classes[g->class_count++] = simple;
}

static void add_trace(Goal *g, const Trace *trace)
{
    for (int i = trace->throwable_count - 1; i >= 0; i--) {
        const Throwable *t = &trace->throwables[i];
        add_message_values(g, t->message);
        add_trace_hints(g, t);
        for (int k = 0; k < t->frame_count; k++)
            add_class(g, t->frames[k].class_name);
    }
    for (int i = 0; i < g->class_count; i++)
        add_name_grams(g, g->classes[i]);
    g->said_value_count = g->value_count;
    for (int i = trace->throwable_count - 1; i >= 0; i--)
        add_suggested_values(g, trace->throwables[i].class_name);
}

/* Does a chosen sentence outside of the title say what to do? Then the title only sums it up, in no order. */
static bool says_steps(const Report *r, const bool *chosen)
{
    for (int i = 0; r && chosen && i < r->sentence_count; i++)
        if (chosen[i] && r->sentences[i].post && r->sentences[i].tuple_count)
            return true;
    return false;
}

void goal_make(Goal *g, const Report *r, const bool *chosen, const Trace *trace)
{
    *g = (Goal){ 0 };
    arena_open(&g->arena, 16 << 20, 0);
    g->wishes = ARENA_ARRAY(&g->arena, Wish, MOST_WISHES);
    g->grams = ARENA_ARRAY(&g->arena, Gram, MOST_GRAMS);
    g->values = ARENA_ARRAY(&g->arena, const char *, MOST_VALUES);
    g->classes = ARENA_ARRAY(&g->arena, const char *, MOST_CLASSES);
    bool body = says_steps(r, chosen);
    for (int i = 0; r && i < r->sentence_count; i++) {
        const Sentence *s = &r->sentences[i];
        bool step = chosen && chosen[i] && s->tuple_count && (s->post || !body);
        add_hints(g, s->text);
        if (step)
            add_sentence(g, s, i);
        add_grams(g, s->text, i, step);
    }
    if (r)
        add_said_values(g, r, chosen);
    g->said_value_count = g->value_count;
    if (trace)
        add_trace(g, trace);
}

void goal_free(Goal *g)
{
    arena_close(&g->arena);
    *g = (Goal){ 0 };
}
