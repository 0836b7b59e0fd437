/* Event tuples, from cases that a non-programmer can edit: tests/data/report/cases.txt. */
#include "base/file.h"
#include "report/tuple.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static char *written(Arena *arena, const char *sentence, TupleContext *context)
{
    Tuple *tuples;
    Buf out = { 0 };
    int count = extract_tuples(arena, sentence, strlen(sentence), context, &tuples);
    for (int i = 0; i < count; i++) {
        const Tuple *t = &tuples[i];
        buf_printf(&out, "%s(%s", i ? " " : "", action_name(t->action));
        if (*t->target)
            buf_printf(&out, " \"%s\"", t->target);
        if (*t->value)
            buf_printf(&out, " = \"%s\"", t->value);
        if (*t->direction)
            buf_printf(&out, " %s", t->direction);
        if (t->repeat > 1)
            buf_printf(&out, " x%d", t->repeat);
        if (*t->condition)
            buf_printf(&out, " [%s]", t->condition);
        buf_add_char(&out, ')');
        assert_true(t->span.start < t->span.end && t->span.end <= strlen(sentence));
        assert_true(t->confidence > 0 && t->confidence <= 1);
    }
    return buf_take(&out);
}

static void every_case_of_the_file_gives_its_tuples(void **state)
{
    UNUSED(state);
    Buf text = { 0 };
    Arena arena;
    assert_int_equal(file_read("tests/data/report/cases.txt", &text), 0);
    assert_int_equal(arena_open(&arena, (size_t)64 << 20, 0), 0);
    char *lines[3];
    int n = 0, cases = 0, wrong = 0;
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#')
            continue;
        lines[n++] = line;
        if (n < 3)
            continue;
        n = 0;
        cases++;
        TupleContext context = { 0 };
        char *got = written(&arena, lines[0], &context);
        if (strcmp(got, lines[2])) {
            print_message("%s\n  want %s\n  got  %s\n", lines[0], lines[2], got);
            wrong++;
        }
        free(got);
    }
    assert_true(cases > 20);
    assert_int_equal(wrong, 0);
    buf_free(&text);
    arena_close(&arena);
}

static void a_pronoun_takes_the_target_of_the_sentence_before(void **state)
{
    UNUSED(state);
    Arena arena;
    arena_open(&arena, (size_t)64 << 20, 0);
    TupleContext context = { 0 };
    free(written(&arena, "Tap \"Draft\"", &context));
    char *got = written(&arena, "Long press it", &context);
    assert_string_equal(got, "(longclick \"draft\")");
    free(got);
    arena_close(&arena);
}

static void described_values_become_characters(void **state)
{
    UNUSED(state);
    static const char *const cases[][2] = {
        { "apostrophe", "'" }, { "11 digit number", "11111111111" }, { "number larger than long.max_value", "9223372036854775808" }, { "letters", "abc" },
        { "word with apostrophe", "a'b" }, { "xxyyzz", "xxyyzz" }, { "10", "10" }, { "", "" },
    };
    Arena arena;
    arena_open(&arena, (size_t)1 << 20, 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(typed_text(&arena, cases[i][0]), cases[i][1]);
    arena_close(&arena);
}

static void odd_sentences_are_survived(void **state)
{
    UNUSED(state);
    static const char *const odd[] = {
        "", " ", "->", "-> ->", "> > >", "click", "click \"", "press press press press", "type in into to", "set to to to", "(((((", "e.g. e.g.", "tap , , ,",
        "swipe to", "go to", "leave", "give", "turn", "turn on", "\xff\xfe\x80", "click \xe2\x80\x9c", "long", "long long click", "1. 2. 3.", "\"\" '' ``", "and and or or",
    };
    Arena arena;
    arena_open(&arena, (size_t)64 << 20, 0);
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        Tuple *tuples;
        int count = extract_tuples(&arena, odd[i], strlen(odd[i]), NULL, &tuples);
        assert_true(count >= 0 && count <= MAX_TUPLES);
    }
    Buf longest = { 0 };
    for (int i = 0; i < 20000; i++)
        buf_add_str(&longest, "tap a > b and ");
    Tuple *tuples;
    assert_true(extract_tuples(&arena, longest.data, longest.size, NULL, &tuples) <= MAX_TUPLES);
    buf_free(&longest);
    arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_of_the_file_gives_its_tuples),
        cmocka_unit_test(a_pronoun_takes_the_target_of_the_sentence_before),
        cmocka_unit_test(described_values_become_characters),
        cmocka_unit_test(odd_sentences_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
