/*
 * UAS and LAS of the parser on a CoNLL-U file, words as given, tags predicted.
 * Prints them over all words and without punctuation; LAS counts the universal
 * part of a relation ("nsubj" of "nsubj:pass"), as the CoNLL 2018 shared task.
 */
#include "text/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv)
{
    FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!in)
        return fprintf(stderr, "usage: parser-eval file.conllu\n"), 2;
    Arena arena;
    arena_open(&arena, (size_t)256 << 20, 0);
    static char line[65536], forms[1000][256], relations[1000][32], tags[1000][16];
    static int heads[1000];
    int n = 0, sentences = 0;
    long words = 0, uas = 0, las = 0, full = 0, plain = 0, plain_uas = 0, plain_las = 0, tag_hits = 0;
    double seconds = 0;
    bool more = true;
    while (more) {
        more = fgets(line, sizeof line, in) != NULL;
        if (more && line[0] != '\n') {
            char *c[10] = { 0 };
            int k = 0;
            for (char *p = strtok(line, "\t\n"); p && k < 10; p = strtok(NULL, "\t\n"))
                c[k++] = p;
            if (k < 8 || c[0][0] == '#' || strchr(c[0], '-') || strchr(c[0], '.') || n >= 999)
                continue;
            snprintf(forms[n], 256, "%s", c[1]);
            snprintf(tags[n], 16, "%s", c[3]);
            heads[n] = atoi(c[6]) - 1;
            snprintf(relations[n++], 32, "%s", c[7]);
            continue;
        }
        if (!n)
            continue;
        const char *list[1000];
        for (int i = 0; i < n; i++)
            list[i] = forms[i];
        ArenaMark mark = arena_mark(&arena);
        struct timespec a, b;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        ParsedWord *parsed = parse_words(&arena, list, n);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        seconds += (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
        for (int i = 0; i < n; i++) {
            bool head = parsed[i].head == heads[i];
            size_t u = strcspn(relations[i], ":"), v = strcspn(parsed[i].relation, ":");
            bool label = head && u == v && !strncmp(relations[i], parsed[i].relation, u);
            bool punctuation = !strcmp(tags[i], "PUNCT");
            words++, uas += head, las += label, full += head && !strcmp(relations[i], parsed[i].relation);
            tag_hits += !strcmp(tags[i], parsed[i].tag);
            plain += !punctuation, plain_uas += head && !punctuation, plain_las += label && !punctuation;
        }
        arena_release(&arena, mark);
        sentences++;
        n = 0;
    }
    printf("UAS %.2f LAS %.2f (with subtypes %.2f) tags %.2f | without punctuation UAS %.2f LAS %.2f | %.3f ms per sentence\n", 100.0 * (double)uas / (double)words, 100.0 * (double)las / (double)words,
           100.0 * (double)full / (double)words, 100.0 * (double)tag_hits / (double)words, 100.0 * (double)plain_uas / (double)plain, 100.0 * (double)plain_las / (double)plain, 1000 * seconds / sentences);
    return 0;
}
