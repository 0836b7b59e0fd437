/*
 * Sections: trackers' templates and writers' own headings ("STR:", "How to
 * reproduce", "What I expected"). The kind is read off a few phrases, each
 * counted only in text short enough to be a heading.
 */
#define _GNU_SOURCE
#include "text/lexicon.h"
#include "text/step_model.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_HEADING = 90 };

static const struct { Section section; const char *phrase; } phrases[] = {
    { SECTION_EXPECTED, "expected" }, { SECTION_EXPECTED, "expectation" }, { SECTION_EXPECTED, "should happen" }, { SECTION_EXPECTED, "did you expect" },
    { SECTION_EXPECTED, "should have happened" }, { SECTION_EXPECTED, "desired" }, { SECTION_EXPECTED, "proposed" }, { SECTION_EXPECTED, "possible solution" },
    { SECTION_EXPECTED, "possible fix" },
    { SECTION_STEPS, "to reproduce" }, { SECTION_STEPS, "steps" }, { SECTION_STEPS, "reproduc" }, { SECTION_STEPS, "repro" }, { SECTION_STEPS, "how to get" },
    { SECTION_STEPS, "str:" }, { SECTION_STEPS, "s2r" }, { SECTION_STEPS, "recreate" }, { SECTION_STEPS, "re-create" }, { SECTION_STEPS, "test case" },
    { SECTION_STEPS, "how to trigger" }, { SECTION_STEPS, "what i did" }, { SECTION_STEPS, "follow these" }, { SECTION_STEPS, "what did you do" },
    { SECTION_ACTUAL, "actual" }, { SECTION_ACTUAL, "observed" }, { SECTION_ACTUAL, "current behavio" }, { SECTION_ACTUAL, "describe the bug" },
    { SECTION_ACTUAL, "description" }, { SECTION_ACTUAL, "what happen" }, { SECTION_ACTUAL, "does happen" }, { SECTION_ACTUAL, "summary" },
    { SECTION_ACTUAL, "bug description" }, { SECTION_ACTUAL, "what went wrong" }, { SECTION_ACTUAL, "result" }, { SECTION_ACTUAL, "outcome" },
    { SECTION_ACTUAL, "problem" }, { SECTION_ACTUAL, "issue" }, { SECTION_ACTUAL, "what did you see" }, { SECTION_ACTUAL, "what do you see" },
    { SECTION_ENVIRONMENT, "environment" }, { SECTION_ENVIRONMENT, "device" }, { SECTION_ENVIRONMENT, "version" }, { SECTION_ENVIRONMENT, "smartphone" },
    { SECTION_ENVIRONMENT, "general information" }, { SECTION_ENVIRONMENT, "context" }, { SECTION_ENVIRONMENT, "system" }, { SECTION_ENVIRONMENT, "debug info" },
    { SECTION_ENVIRONMENT, "configuration" }, { SECTION_ENVIRONMENT, "phone" }, { SECTION_ENVIRONMENT, "platform" },
    { SECTION_LOG, "log" }, { SECTION_LOG, "trace" }, { SECTION_LOG, "exception" }, { SECTION_LOG, "logcat" }, { SECTION_LOG, "screenshot" },
    { SECTION_LOG, "screen-shot" }, { SECTION_LOG, "recording" }, { SECTION_LOG, "video" }, { SECTION_LOG, "screencast" },
    { SECTION_OTHER, "additional" }, { SECTION_OTHER, "workaround" }, { SECTION_OTHER, "note" }, { SECTION_OTHER, "research" }, { SECTION_OTHER, "notes" },
    { SECTION_OTHER, "would you like" }, { SECTION_OTHER, "frequency" }, { SECTION_OTHER, "notes" }, { SECTION_OTHER, "reason" }, { SECTION_OTHER, "cause" },
    { SECTION_OTHER, "analysis" }, { SECTION_OTHER, "other information" }, { SECTION_OTHER, "suggest" }, { SECTION_OTHER, "comments" },
};

static bool begins_word(const char *text, const char *p)
{
    return p == text || !isalpha((u8)p[-1]);
}

Section section_of_heading(const char *text, size_t length, bool is_heading)
{
    char lower[LONGEST_HEADING + 2];
    if (length == 0 || length > LONGEST_HEADING)
        return SECTION_NONE;
    size_t words = 1, n = 0;
    for (size_t i = 0; i < length; i++) {
        lower[n++] = (char)tolower((u8)text[i]);
        words += text[i] == ' ';
    }
    lower[n] = 0;
    bool colon = text[length - 1] == ':' || text[length - 1] == '?';
    char first[24] = "";
    size_t first_length = strcspn(lower, " :,.");
    if (first_length < sizeof first)
        memcpy(first, lower, first_length);
    const Verb *verb = find_verb(first);
    bool acts = !is_heading && verb && verb->frame != VERB_NONE && verb->frame != VERB_SEE;
    if (n == 3 && !strcmp(lower, "str"))
        return SECTION_STEPS;
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        char *p = strstr(lower, phrases[i].phrase);
        if (!p || !begins_word(lower, p))
            continue;
        /* "Rotate the phone", "Add a note": what is done, not what comes */
        if (acts && p > lower && phrases[i].section != SECTION_STEPS)
            continue;
        /* A heading is marked as one, ends in a colon, or is little more than the phrase. */
        if (is_heading || (colon && words <= 12) || (words <= 4 && (size_t)(p - lower) <= 12 && n <= strlen(phrases[i].phrase) + 22
            && !strchr(lower, '=')
            && !(strchr(lower, ':') && !colon) && text[length - 1] != '.'))
            return phrases[i].section;
    }
    return is_heading ? SECTION_OTHER : SECTION_NONE;
}

/* "Steps: open the app, …", "Expected: it works": a heading at the start of the sentence itself. */
static Section inline_heading(const char *text, size_t length)
{
    size_t probe = MIN(length, 40);
    const char *colon = memchr(text, ':', probe);
    if (!colon || (size_t)(colon - text) + 2 >= length || colon[1] != ' ')
        return SECTION_NONE;
    Section section = section_of_heading(text, (size_t)(colon - text) + 1, false);
    return section == SECTION_STEPS || section == SECTION_EXPECTED || section == SECTION_ACTUAL ? section : SECTION_NONE;
}

void views_prepare(Arena *arena, SentenceView *views, int count)
{
    Section section = SECTION_NONE;
    int since = 0, post = -1;
    for (int i = 0; i < count; i++) {
        SentenceView *v = &views[i];
        v->tokens = tokenize(arena, v->text, v->length);
        tokens_stem(&v->tokens);
        if (v->post != post) {
            section = SECTION_NONE, since = 0;
            post = v->post;
        }
        bool colon = v->length && v->text[v->length - 1] == ':';
        Section announced = v->title || v->number || (v->item && !colon) ? SECTION_NONE : section_of_heading(v->text, v->length, v->heading);
        v->announced = announced;
        v->is_section_head = announced != SECTION_NONE;
        if (announced != SECTION_NONE) {
            section = announced;
            since = 0;
        } else {
            Section inside = v->title || v->number ? SECTION_NONE : inline_heading(v->text, v->length);
            since = inside != SECTION_NONE ? 1 : since + 1;
            section = inside != SECTION_NONE ? inside : section;
        }
        v->section = section;
        v->since_heading = since;
    }
}
