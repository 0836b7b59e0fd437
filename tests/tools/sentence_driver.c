/*
 * Reads sentences, one per line, each by itself, and prints the probabilities
 * of telling the crash and of being a step.
 */
#include "text/step_model.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    Arena arena;
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    arena_open(&arena, (size_t)1 << 30, 0);
    while ((n = getline(&line, &room, stdin)) > 0) {
        if (line[n - 1] == '\n')
            n--;
        SentenceView view = { .text = line, .length = (size_t)n, .post = 1 };
        float crash, step;
        views_prepare(&arena, &view, 1);
        score_crashes(&view, 1, &crash);
        score_steps(&arena, &view, 1, step_model_default(), &step);
        printf("%.3f %.3f\n", (double)crash, (double)step);
    }
    free(line);
    return 0;
}
