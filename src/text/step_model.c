/* The step models behind one call. */
#include "text/step_model.h"

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
