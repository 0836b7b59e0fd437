/*
 * The models behind one call, and the crash sentences.
 *
 * Crash sentences need no training data to be found well: writers use a few
 * dozen phrases. What takes care is everything that only looks like one: "it
 * should not crash", "crash log attached", "fixed the crash", "without crashing".
 */
#include "text/step_model.h"
#include "text/lexicon.h"

#include <string.h>

void score_steps_linear(const SentenceView *views, int count, float *scores);

StepModel step_model_default(void)
{
    return STEP_MODEL_LINEAR;
}

void score_steps(Arena *arena, const SentenceView *views, int count, StepModel model, float *scores)
{
    UNUSED(arena), UNUSED(model);
    score_steps_linear(views, count, scores);
}

void score_crashes(const SentenceView *views, int count, float *scores)
{
    for (int i = 0; i < count; i++) {
        scores[i] = 0;
        for (int k = 0; k < views[i].tokens.count; k++)
            if (is_crash_word(views[i].tokens.tokens[k].lower))
                scores[i] = 0.9f;
    }
}
