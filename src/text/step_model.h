/*
 * Which sentences are steps to reproduce, which tell the crash.
 *
 * Two models answer the first question: `linear` (words, form, section and the
 * two sentences on either side, hashed into one vector of weights) and `neural`
 * (the paper's section 3.1.2: word vectors, a CNN over words, an LSTM over the
 * neighbouring sentences). `both` averages them. bench/report measures all
 * three; step_model_default() is the best of them.
 */
#ifndef TEXT_STEP_MODEL_H
#define TEXT_STEP_MODEL_H

#include "base/arena.h"
#include "text/token.h"

/* What the heading above a sentence says it is about. */
typedef enum Section {
    SECTION_NONE,
    SECTION_STEPS,
    SECTION_EXPECTED,
    SECTION_ACTUAL,
    SECTION_ENVIRONMENT,
    SECTION_LOG,
    SECTION_OTHER,
} Section;

/* What a model sees of one sentence. */
typedef struct SentenceView {
    const char *text;
    size_t length;
    int post;           /* 0: the title, 1: the first post … */
    int number;         /* of an ordered list's item, else 0 */
    bool item, heading, title, quote;
    bool paragraph_start;
    /* filled by views_prepare */
    TokenList tokens;
    Section section;
    int since_heading;  /* sentences since the heading that set the section */
    bool is_section_head;   /* the sentence only announces a section */
    Section announced;
} SentenceView;

typedef enum StepModel { STEP_MODEL_LINEAR, STEP_MODEL_NEURAL, STEP_MODEL_BOTH } StepModel;

/* "STEPS TO REPRODUCE:" -> SECTION_STEPS; SECTION_NONE when text announces nothing. */
Section section_of_heading(const char *text, size_t length, bool is_heading);

/* Tokenizes, and finds each sentence's section. */
void views_prepare(Arena *arena, SentenceView *views, int count);

/* The probability of being a step, for each sentence (views must be prepared). */
void score_steps(Arena *arena, const SentenceView *views, int count, StepModel model, float *scores);
/* The probability of telling the crash. */
void score_crashes(const SentenceView *views, int count, float *scores);
StepModel step_model_default(void);

/* --- for the trainer and for score_steps --- */

enum { STEP_FEATURE_BITS = 16, MAX_STEP_FEATURES = 900 };
/* The hashed features of views[index]; returns how many. */
int step_features(Arena *arena, const SentenceView *views, int count, int index, u32 *out);

#endif
