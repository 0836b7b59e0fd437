/* A labelled report of sentences.jsonl as the views that the step models see. */
#ifndef TRAIN_LABELLED_H
#define TRAIN_LABELLED_H

#include "text/step_model.h"

#include <jansson.h>
#include <string.h>

/* "1. ", "2) ", "- ": its length, and the number. */
static size_t list_mark(const char *text, int *number)
{
    size_t i = 0;
    *number = 0;
    while (text[i] >= '0' && text[i] <= '9' && i < 3)
        *number = *number * 10 + (text[i++] - '0');
    if (i && (text[i] == '.' || text[i] == ')') && (text[i + 1] == ' ' || ((text[i + 1] | 32) >= 'a' && (text[i + 1] | 32) <= 'z'))) {
        i++;
        while (text[i] == ' ')
            i++;
        return i;
    }
    *number = 0;
    return (text[0] == '-' || text[0] == '*') && text[1] == ' ' ? 2 : 0;
}

/*
 * bare: the report as if its writer had used no template: sentences that only
 * announce a section and list marks are left out.
 */
static int labelled_views(Arena *arena, json_t *report, bool bare, SentenceView **out, bool **out_labels)
{
    json_t *sentences = json_object_get(report, "sents");
    int n = (int)json_array_size(sentences);
    SentenceView *views = *out = ARENA_ARRAY(arena, SentenceView, n);
    bool *labels = *out_labels = ARENA_ARRAY(arena, bool, n);
    for (int i = 0; i < n; i++) {
        json_t *s = json_array_get(sentences, (size_t)i);
        const char *text = json_string_value(json_object_get(s, "text"));
        int number;
        size_t mark = list_mark(text, &number);
        const char *id = json_string_value(json_object_get(s, "id"));
        views[i] = (SentenceView){ .text = text + mark, .length = strlen(text + mark), .post = strcmp(id, "0") ? 1 : 0,
                                   .number = number, .item = mark > 0, .title = !strcmp(id, "0") };
        labels[i] = json_integer_value(json_object_get(s, "s2r")) != 0;
    }
    views_prepare(arena, views, n);
    if (bare) {
        int kept = 0;
        for (int i = 0; i < n; i++) {
            if (views[i].is_section_head && !labels[i])
                continue;
            labels[kept] = labels[i];
            views[kept] = (SentenceView){ .text = views[i].text, .length = views[i].length, .post = views[i].post, .title = views[i].title };
            kept++;
        }
        n = kept;
        views_prepare(arena, views, n);
    }
    return n;
}

#endif
