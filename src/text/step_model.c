/* The step models behind one call. */
#include "text/step_model.h"

void score_steps_linear(Arena *arena, const SentenceView *views, int count, float *scores);
void score_steps_neural(Arena *arena, const SentenceView *views, int count, float *scores);

/* Measured on five folds by tools/train/step_net.c and steps.c: the linear model is ahead, see data/README.md. */
StepModel step_model_default(void)
{
    return STEP_MODEL_LINEAR;
}

void score_steps(Arena *arena, const SentenceView *views, int count, StepModel model, float *scores)
{
    if (model == STEP_MODEL_NEURAL) {
        score_steps_neural(arena, views, count, scores);
        return;
    }
    score_steps_linear(arena, views, count, scores);
    if (model == STEP_MODEL_BOTH) {
        float *neural = ARENA_ARRAY(arena, float, MAX(count, 1));
        score_steps_neural(arena, views, count, neural);
        for (int i = 0; i < count; i++)
            scores[i] = (scores[i] + neural[i]) / 2;
    }
}
