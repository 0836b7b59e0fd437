/*
 * Reads sentences, one per line, and prints their tuples, one line per sentence
 * as coarse "action|target|value" joined by " ; ": what bench/report scores.
 */
#include "report/tuple.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    Arena arena;
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool fine = argc > 1 && !strcmp(argv[1], "--fine");
    arena_open(&arena, (size_t)1 << 30, 0);
    while ((n = getline(&line, &room, stdin)) > 0) {
        Tuple *tuples;
        while (n && (line[n - 1] == '\n' || line[n - 1] == '\r'))
            line[--n] = 0;
        int count = extract_tuples(&arena, line, (size_t)n, NULL, &tuples);
        bool first = true;
        for (int i = 0; i < count; i++) {
            const Tuple *t = &tuples[i];
            if (!fine && (t->action == ACTION_WAIT || t->action == ACTION_CLOSE))
                continue;   /* the labels have no word for these */
            printf("%s%s|%s|%s", first ? "" : " ; ", fine ? action_name(t->action) : action_coarse(t->action), t->target, t->value);
            if (fine)
                printf(" {%s}", t->pattern);
            first = false;
        }
        printf("\n");
    }
    free(line);
    arena_close(&arena);
    return 0;
}
