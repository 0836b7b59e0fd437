/* Words of a report against widgets. */
#include "text/match.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static float text(const char *words, const char *label)
{
    WidgetWords widget = { .text = label };
    return match_words(words, &widget, NULL);
}

static void equal_words_score_one_whatever_their_case(void **state)
{
    UNUSED(state);
    assert_true(text("Save Note", "SAVE NOTE") == 1);
    assert_true(text("the save button", "Save") > 0.99f);
}

static void ids_and_icons_are_split_into_words(void **state)
{
    UNUSED(state);
    WidgetWords id = { .id = "the.app:id/btn_save_note" }, camel = { .id = "saveNoteButton" }, icon = { .icon = "ic_delete_white_24dp" };
    assert_true(match_words("save note", &id, NULL) >= MATCH_SURE);
    assert_true(match_words("save note", &camel, NULL) >= MATCH_SURE);
    assert_true(match_words("trash", &icon, NULL) >= MATCH_SURE);
}

static void ui_synonyms_match_and_the_reason_says_so(void **state)
{
    UNUSED(state);
    char reason[MATCH_REASON];
    WidgetWords more = { .description = "More options" }, preferences = { .text = "Preferences" }, drawer = { .description = "Open navigation drawer" };
    assert_true(match_words("three dots", &more, reason) >= MATCH_SURE);
    assert_non_null(strstr(reason, "UI synonym"));
    assert_true(match_words("settings", &preferences, NULL) >= MATCH_SURE);
    assert_true(match_words("hamburger menu", &drawer, NULL) >= MATCH_SURE);
    assert_true(text("plus", "+") >= MATCH_SURE);
}

static void stems_and_single_slips_match(void **state)
{
    UNUSED(state);
    assert_true(text("deleted notes", "Delete note") >= MATCH_SURE);
    assert_true(text("prefrences", "Preferences") >= MATCH_SURE);
}

static void opposites_never_match(void **state)
{
    UNUSED(state);
    char reason[MATCH_REASON];
    WidgetWords off = { .text = "Disable sync", .id = "enable_sync" };
    assert_true(match_words("enable sync", &off, reason) == 0);
    assert_non_null(strstr(reason, "opposite"));
    assert_true(text("start", "Stop") == 0);
    assert_true(text("import", "Export") == 0);
}

static void unrelated_words_do_not_match(void **state)
{
    UNUSED(state);
    assert_true(text("save", "Kilometers") < 0.5f);
    assert_true(text("username", "Amount") < 0.5f);
    assert_true(text("", "Amount") == 0);
    WidgetWords empty = { 0 };
    assert_true(match_words("save", &empty, NULL) == 0);
}

static void a_better_label_scores_higher(void **state)
{
    UNUSED(state);
    assert_true(text("delete puzzle", "Delete puzzle") > text("delete puzzle", "Delete all puzzles"));
    assert_true(text("delete puzzle", "Delete all puzzles") > text("delete puzzle", "Edit puzzle"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_words_score_one_whatever_their_case),
        cmocka_unit_test(ids_and_icons_are_split_into_words),
        cmocka_unit_test(ui_synonyms_match_and_the_reason_says_so),
        cmocka_unit_test(stems_and_single_slips_match),
        cmocka_unit_test(opposites_never_match),
        cmocka_unit_test(unrelated_words_do_not_match),
        cmocka_unit_test(a_better_label_scores_higher),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
