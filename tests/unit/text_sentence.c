/* Where sentences end, and what tokens they hold. */
#include "text/sentence.h"
#include "text/token.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void assert_sentences(const char *text, int count)
{
    size_t at = 0;
    Span span;
    int n = 0;
    while (next_sentence(text, strlen(text), &at, &span)) {
        assert_true(span.start < span.end && span.end <= strlen(text));
        n++;
    }
    if (n != count)
        print_message("%s\n", text);
    assert_int_equal(n, count);
}

static void abbreviations_versions_and_numbers_do_not_end_a_sentence(void **state)
{
    UNUSED(state);
    assert_sentences("Enter a number, e.g. 10. Press OK.", 2);
    assert_sentences("Version 2.5.7 from F-Droid crashes.", 1);
    assert_sentences("Open file.txt and wait.", 1);
    assert_sentences("Use Android 4.4.2 vs. 5.0 here.", 1);
}

static void a_line_is_a_sentence_unless_it_was_wrapped(void **state)
{
    UNUSED(state);
    assert_sentences("open the app\nclick save\nit crashes", 3);
    assert_sentences("this is a long line of text that somebody's mail program wrapped at\nsome column and went on in lower case", 1);
}

static void chains_and_lower_case_writers_are_kept_together(void **state)
{
    UNUSED(state);
    assert_sentences("Settings -> Backup -> Export", 1);
    assert_sentences("tap save. then the app dies. always", 3);
    assert_sentences("Open the app.Then tap save.", 2);
}

static void a_quoted_label_is_one_token(void **state)
{
    UNUSED(state);
    Arena arena;
    arena_open(&arena, 16 << 20, 0);
    const char *text = "Click \"I have a custom server\" and don't 'Log in' -> Menu";
    TokenList list = tokenize(&arena, text, strlen(text));
    assert_int_equal(list.count, 8);
    assert_int_equal(list.tokens[1].kind, TOKEN_QUOTED);
    assert_string_equal(list.tokens[1].text, "I have a custom server");
    assert_string_equal(list.tokens[4].lower, "n't");
    assert_int_equal(list.tokens[5].kind, TOKEN_QUOTED);
    assert_int_equal(list.tokens[6].kind, TOKEN_ARROW);
    arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abbreviations_versions_and_numbers_do_not_end_a_sentence),
        cmocka_unit_test(a_line_is_a_sentence_unless_it_was_wrapped),
        cmocka_unit_test(chains_and_lower_case_writers_are_kept_together),
        cmocka_unit_test(a_quoted_label_is_one_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
