/* Tags, trees and vectors: what the embedded weights say about plain sentences. */
#include "text/parse.h"
#include "text/step_model.h"
#include "text/vectors.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Arena arena;

static ParsedWord *parse(const char *text, TokenList *list)
{
    *list = tokenize(&arena, text, strlen(text));
    return parse_tokens(&arena, list);
}

static void an_imperative_has_its_verb_as_root_and_its_object(void **state)
{
    UNUSED(state);
    TokenList list;
    ParsedWord *w = parse("Click the red button", &list);
    assert_int_equal(w[0].head, -1);
    assert_string_equal(w[0].tag, "VERB");
    assert_string_equal(w[3].tag, "NOUN");
    assert_int_equal(w[3].head, 0);
    assert_string_equal(w[3].relation, "obj");
    assert_string_equal(w[1].relation, "det");
}

static void a_passive_has_its_subject(void **state)
{
    UNUSED(state);
    TokenList list;
    ParsedWord *w = parse("The button is clicked", &list);
    assert_string_equal(w[1].relation, "nsubj:pass");
    assert_int_equal(w[1].head, 3);
}

static void every_tree_has_one_root_and_no_cycle(void **state)
{
    UNUSED(state);
    static const char *const texts[] = { "x", "tap", "a b c d e f g h", "\"I have a custom server\"", "Open app -> tap + -> crash", "It crashes when I rotate the phone, but not always.", "( ) [ ] . , ; :", "\xf0\x9f\x98\x80 ok" };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        TokenList list;
        ParsedWord *w = parse(texts[i], &list);
        int roots = 0;
        for (int k = 0; k < list.count; k++) {
            roots += w[k].head < 0;
            int at = k;
            for (int steps = 0; at >= 0; steps++) {
                assert_true(steps <= list.count);
                at = w[at].head;
            }
        }
        assert_int_equal(roots, 1);
    }
}

static void very_long_sentences_are_parsed_in_part(void **state)
{
    UNUSED(state);
    const char *words[2000];
    for (int i = 0; i < 2000; i++)
        words[i] = i % 2 ? "tap" : "save";
    ParsedWord *w = parse_words(&arena, words, 2000);
    assert_string_equal(w[1999].tag, "X");
    assert_int_equal(parse_words(&arena, words, 0) != NULL, 1);
}

static void like_words_have_like_vectors(void **state)
{
    UNUSED(state);
    assert_true(vector_similarity("click", "tap") > 0.6f);
    assert_true(vector_similarity("click", "click") > 0.99f);
    assert_true(vector_similarity("click", "nosuchwordatall") == 0);
}

static void all_step_models_know_a_step_from_a_device(void **state)
{
    UNUSED(state);
    SentenceView views[] = {
        { .text = "Steps to reproduce:", .length = 19, .post = 1 }, { .text = "Tap the Save button", .length = 19, .post = 1, .number = 1, .item = true },
        { .text = "Enter a title", .length = 13, .post = 1, .number = 2, .item = true }, { .text = "Environment", .length = 11, .post = 1 }, { .text = "Pixel 3, Android 8.1", .length = 20, .post = 1 },
    };
    static const StepModel models[] = { STEP_MODEL_LINEAR, STEP_MODEL_NEURAL, STEP_MODEL_BOTH };
    views_prepare(&arena, views, 5);
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        float scores[5];
        score_steps(&arena, views, 5, models[i], scores);
        assert_true(scores[1] > 0.5f && scores[2] > 0.5f && scores[4] < 0.5f && scores[0] < 0.5f);
    }
}

static void talk_about_crashes_is_not_a_crash(void **state)
{
    UNUSED(state);
    static const struct { const char *text; bool crash; } cases[] = {
        { "The app crashes when I tap Save", true }, { "Force close on start", true }, { "java.lang.NullPointerException: oh", true }, { "\"Foo has stopped\" pops up", true },
        { "I get an FC", true }, { "It should not crash", false }, { "The crash log is attached", false }, { "It works without crashing", false }, { "The button is blue", false },
        { "I cannot save without crashing", true }, { "It stopped crashing", false },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        SentenceView view = { .text = cases[i].text, .length = strlen(cases[i].text), .post = 1 };
        float score;
        views_prepare(&arena, &view, 1);
        score_crashes(&view, 1, &score);
        if ((score >= 0.5f) != cases[i].crash)
            print_message("%s: %f\n", cases[i].text, (double)score);
        assert_int_equal(score >= 0.5f, cases[i].crash);
    }
}

int main(void)
{
    arena_open(&arena, (size_t)256 << 20, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_imperative_has_its_verb_as_root_and_its_object),
        cmocka_unit_test(a_passive_has_its_subject),
        cmocka_unit_test(every_tree_has_one_root_and_no_cycle),
        cmocka_unit_test(very_long_sentences_are_parsed_in_part),
        cmocka_unit_test(like_words_have_like_vectors),
        cmocka_unit_test(all_step_models_know_a_step_from_a_device),
        cmocka_unit_test(talk_about_crashes_is_not_a_crash),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_close(&arena);
    return failed;
}
