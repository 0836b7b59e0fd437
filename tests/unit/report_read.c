/* Whole reports: formats, posts, facts, what is missing, and input that is no report. */
#include "report/report.h"

#include <glob.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

static Report *parse(const char *name, const char *text)
{
    Report *report;
    assert_int_equal(report_parse(&report, name, text, strlen(text), NULL), 0);
    return report;
}

static const char markdown[] =
    "# Crash when saving\n\n"
    "**Steps to reproduce**\n\n"
    "1. Open the app\n2. Tap **Save**\n\n"
    "## Expected\n\nIt saves.\n\n"
    "## Environment\n\n- Device: Pixel 3\n- Android version: 8.1\n- App version: 1.2.3\n\n"
    "```\njava.lang.NullPointerException: oh\n\tat the.app.Main.save(Main.java:3)\n```\n";

static void assert_saving_report(const Report *r)
{
    assert_string_equal(report_title(r), "Crash when saving");
    assert_int_equal(report_step_count(r), 2);
    bool tapped = false;
    for (int i = 0; i < r->sentence_count; i++)
        for (int k = 0; r->sentences[i].step && k < r->sentences[i].tuple_count; k++)
            tapped = tapped || (!strcmp(r->sentences[i].tuples[k].target, "save") && r->sentences[i].tuples[k].action == ACTION_CLICK);
    assert_true(tapped);
    assert_true(r->sentences[0].crash);
    assert_non_null(report_main_trace(r));
    assert_string_equal(environment_get(&r->environment, "device"), "Pixel 3");
    assert_string_equal(environment_get(&r->environment, "android version"), "8.1");
    assert_string_equal(environment_get(&r->environment, "app version"), "1.2.3");
}

static void markdown_is_read(void **state)
{
    UNUSED(state);
    Report *r = parse("report.md", markdown);
    assert_saving_report(r);
    assert_int_equal(r->missing_count, 0);
    report_free(r);
}

static void the_same_as_plain_text_is_read_the_same(void **state)
{
    UNUSED(state);
    Report *r = parse("report.txt", markdown);
    assert_saving_report(r);
    report_free(r);
}

static const char github[] =
    "<!DOCTYPE html><html><head><title>Crash when saving &middot; Issue #1 &middot; a/b</title><script>var x = '<td class=\"js-comment-body\">no</td>';</script></head><body>"
    "<nav>Pull requests</nav><h1><span class=\"js-issue-title\"> Crash when saving </span></h1>"
    "<a class=\"author\" href=\"/ann\">ann</a><table><tr><td class=\"d-block comment-body js-comment-body\"><h3>Steps to reproduce</h3><ol><li>Open the app</li><li>Tap <strong>Save</strong></li></ol>"
    "<p>Device: Pixel 3<br>Android version: 8.1<br>App version: 1.2.3</p>"
    "<pre><code>java.lang.NullPointerException: oh\n\tat the.app.Main.save(Main.java:3)\n</code></pre></td></tr></table>"
    "<a class=\"author\" href=\"/bob\">bob</a><table><tr><td class=\"comment-body js-comment-body\"><blockquote><p>Tap Save</p></blockquote><p>Thanks &amp; fixed &#128077;</p></td></tr></table></body></html>";

static void a_github_page_has_its_posts_and_authors(void **state)
{
    UNUSED(state);
    Report *r = parse("issue.html", github);
    assert_saving_report(r);
    assert_string_equal(r->document.site, "github");
    assert_int_equal(r->document.post_count, 2);
    assert_string_equal(r->document.posts[0].author, "ann");
    assert_string_equal(r->document.posts[1].author, "bob");
    const Sentence *last = &r->sentences[r->sentence_count - 1];
    assert_int_equal(last->post, 2);
    assert_non_null(strstr(last->text, "Thanks & fixed \xf0\x9f\x91\x8d"));
    for (int i = 0; i < r->sentence_count; i++)
        assert_false(r->sentences[i].quote && r->sentences[i].step);
    report_free(r);
}

static void other_trackers_pages_are_read(void **state)
{
    UNUSED(state);
    Report *r = parse("b.html", "<html><head><title>12 &ndash; It dies</title></head><body><span id=\"short_desc_nonedit_display\">It dies</span>"
                                "<div class=\"bz_comment\"><span class=\"fn\">Ann</span><pre class=\"bz_comment_text\">1. Open it\n2. Press Foo\n</pre></div>"
                                "<div class=\"bz_comment\"><span class=\"fn\">Bob</span><pre class=\"bz_comment_text\">Seen too.</pre></div></body></html>");
    assert_string_equal(r->document.site, "bugzilla");
    assert_string_equal(report_title(r), "It dies");
    assert_int_equal(r->document.post_count, 2);
    assert_string_equal(r->document.posts[1].author, "Bob");
    assert_int_equal(report_step_count(r), 2);
    report_free(r);
    r = parse("g.html", "<html><head><title>x</title></head><body><div id=\"issueheader\">Crash</div><a class=\"userlink\">ann</a>"
                        "<div class=\"issuedescription\"><pre>Steps:\n1. Open it\n2. Press Foo</pre></div></body></html>");
    assert_string_equal(r->document.site, "googlecode");
    assert_int_equal(r->document.post_count, 1);
    assert_int_equal(report_step_count(r), 2);
    report_free(r);
    r = parse("l.html", "<html><body>GitLab<h1 class=\"title\">Crash</h1><a class=\"author\">ann</a><div class=\"md\"><p>Steps to reproduce:</p><ol><li>Open it</li><li>Press Foo</li></ol></div></body></html>");
    assert_string_equal(r->document.site, "gitlab");
    assert_int_equal(report_step_count(r), 2);
    report_free(r);
}

static void preconditions_become_facts(void **state)
{
    UNUSED(state);
    Report *r = parse("x.txt", "It crashes in landscape when offline on my Nexus 4 with Android 5.1. Language is German, permission denied, no SD card.");
    assert_string_equal(environment_get(&r->environment, "network"), "offline");
    assert_string_equal(environment_get(&r->environment, "orientation"), "landscape");
    assert_string_equal(environment_get(&r->environment, "android version"), "5.1");
    assert_string_equal(environment_get(&r->environment, "device"), "Nexus 4");
    assert_string_equal(environment_get(&r->environment, "language"), "German");
    assert_string_equal(environment_get(&r->environment, "permission"), "denied");
    assert_string_equal(environment_get(&r->environment, "storage"), "no SD card");
    report_free(r);
}

static void what_is_missing_is_said(void **state)
{
    UNUSED(state);
    Report *r = parse("x.txt", "Title: Map is ugly\n\nPlease change the colour.\n");
    assert_int_equal(report_step_count(r), 0);
    assert_true(r->missing_count >= 4);
    assert_non_null(strstr(r->missing[0], "Map is ugly"));
    report_free(r);
}

static void odd_bytes_are_survived(void **state)
{
    UNUSED(state);
    static const struct { const char *bytes; size_t size; } odd[] = {
        { "", 0 }, { "\0\0\0\0", 4 }, { "\xff\xfe" "a\0b\0", 6 }, { "\xfe\xff\0a\0b", 6 }, { "\xef\xbb\xbf" "Tap \xe9t\xe9", 10 }, { "<", 1 }, { "<html", 5 }, { "<!--", 4 },
        { "<div <div <div", 14 }, { "<pre>", 5 }, { "&#x110000;&#0;&bogus;", 20 }, { "```", 3 }, { "1.", 2 }, { "at (", 4 }, { "... 99999999999999999999 more", 28 }, { "a.b(c.java:99999999999999999999)", 32 },
    };
    static const char *const names[] = { "x.html", "x.md", "x.txt" };
    for (size_t i = 0; i < COUNT_OF(odd); i++)
        for (size_t k = 0; k < COUNT_OF(names); k++) {
            Report *r;
            assert_int_equal(report_parse(&r, names[k], odd[i].bytes, odd[i].size, NULL), 0);
            report_free(r);
        }
}

static void deep_and_wide_pages_stay_bounded(void **state)
{
    UNUSED(state);
    static const char *const pieces[] = { "<div>", "<b>", "<p><b class=x>", "<table><tr><td>", "<svg>", "<!--", "<a href=x>", "<ul><li>", "<details>", "> ", "* ", "[", "![", "`", "**a", "tap > " };
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        Buf text = { 0 };
        for (int k = 0; k < 40000; k++)
            buf_add_str(&text, pieces[i]);
        static const char *const names[] = { "x.html", "x.txt" };
        for (size_t k = 0; k < COUNT_OF(names); k++) {
            Report *r;
            assert_int_equal(report_parse(&r, names[k], text.data, text.size, NULL), 0);
            report_free(r);
        }
        buf_free(&text);
    }
}

static void the_fuzzers_seeds_are_read(void **state)
{
    UNUSED(state);
    glob_t found;
    assert_int_equal(glob("tests/fuzz/corpus/*/*", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Report *r;
        assert_int_equal(report_read(&r, found.gl_pathv[i], NULL), 0);
        assert_true(r->sentence_count > 0);
        report_free(r);
    }
    globfree(&found);
}

static void the_corpus_pages_have_titles_authors_and_posts(void **state)
{
    UNUSED(state);
    const char *corpus = getenv("REENACT_CORPUS");
    char *pattern = xasprintf("%s/text/pages/*", corpus ? corpus : "../shared/corpus");
    glob_t found;
    if (glob(pattern, 0, NULL, &found)) {
        print_message("no corpus at %s: skipped\n", pattern);
        free(pattern);
        skip();
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Report *r;
        assert_int_equal(report_read(&r, found.gl_pathv[i], NULL), 0);
        assert_string_equal(r->document.site, "github");
        assert_true(*report_title(r));
        for (int k = 0; k < r->document.post_count; k++)
            assert_true(*r->document.posts[k].author);
        report_free(r);
    }
    globfree(&found);
    free(pattern);
}

static void time_grows_with_size_and_not_faster(void **state)
{
    UNUSED(state);
    static const char *const lines[] = { "1. Tap the Save button > Menu and wait, e.g. 10\n", "05-22 18:22:23.222 1 2 E AndroidRuntime: \tat a.b.C.d(C.java:12)\n", "<p>Tap <b>Save</b></p>\n" };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        double seconds[2];
        for (int k = 0; k < 2; k++) {
            Buf text = { 0 };
            while (text.size < (k ? 2000000u : 500000u))
                buf_add_str(&text, lines[i]);
            clock_t start = clock();
            Report *r;
            assert_int_equal(report_parse(&r, i == 2 ? "x.html" : "x.txt", text.data, text.size, NULL), 0);
            report_free(r);
            seconds[k] = (double)(clock() - start) / CLOCKS_PER_SEC;
            buf_free(&text);
        }
        assert_true(seconds[1] < seconds[0] * 12 + 0.5);   /* four times the size */
    }
}

static void rules_choose_sentences_and_have_an_order(void **state)
{
    UNUSED(state);
    Report *r = parse("report.md", markdown);
    bool chosen[200];
    assert_true(r->sentence_count < 200);
    assert_true(report_apply_rule(r, 1, chosen));
    int n = 0;
    for (int i = 0; i < r->sentence_count; i++)
        n += chosen[i];
    assert_int_equal(n, report_step_count(r));
    assert_true(report_apply_rule(r, 7, chosen) && chosen[0]);
    assert_true(report_apply_rule(r, 11, chosen));
    assert_false(report_apply_rule(r, 10, chosen));
    int order[REFINING_RULES], seen = 0;
    refining_rule_order(NULL, order);
    for (int i = 0; i < REFINING_RULES; i++)
        seen |= 1 << order[i];
    assert_int_equal(seen, ((1 << REFINING_RULES) - 1) << 1);
    report_free(r);
}

static void an_unreadable_file_is_an_error_with_a_sentence(void **state)
{
    UNUSED(state);
    Report *r;
    assert_int_not_equal(report_read(&r, "/no/such/report.html", NULL), 0);
    assert_non_null(strstr(error_text(), "/no/such/report.html"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markdown_is_read),
        cmocka_unit_test(the_same_as_plain_text_is_read_the_same),
        cmocka_unit_test(a_github_page_has_its_posts_and_authors),
        cmocka_unit_test(other_trackers_pages_are_read),
        cmocka_unit_test(preconditions_become_facts),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(odd_bytes_are_survived),
        cmocka_unit_test(deep_and_wide_pages_stay_bounded),
        cmocka_unit_test(the_fuzzers_seeds_are_read),
        cmocka_unit_test(the_corpus_pages_have_titles_authors_and_posts),
        cmocka_unit_test(time_grows_with_size_and_not_faster),
        cmocka_unit_test(rules_choose_sentences_and_have_an_order),
        cmocka_unit_test(an_unreadable_file_is_an_error_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
