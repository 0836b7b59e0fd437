/* reenact testgen: from a Java stack trace to a JUnit test that throws it again. */
#include "cli/java_files.h"

#include "base/file.h"
#include "base/json.h"
#include "base/pages.h"
#include "libcore/libcore.h"
#include "testgen/java_source.h"
#include "testgen/junit.h"
#include "testgen/testgen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCHEMA_VERSION = 1, DEFAULT_SECONDS = 60 };

static const Option options[] = {
    { 0, "class-path", "PATHS", "the jars and class folders that the trace comes from, joined by ':'" },
    { 0, "cp", "PATHS", "the same" },
    { 0, "evaluations", "N", "end after N evaluated tests: the same result on a slow machine as on a fast one" },
    { 0, "frames", "N", "only the N frames nearest to the throw must match" },
    { 0, "junit", "VERSION", "write the test for JUnit 3, 4 or 5 (4)" },
    { 0, "junit-jar", "PATHS", "JUnit's jars, to verify the test on the installed JVM (looked for in the usual places)" },
    { 0, "no-verify", NULL, "do not compile and run the test on the installed JVM" },
    { 0 },
};

static double rate(const TestgenResult *r)
{
    return r->search_seconds > 0 ? (double)r->evaluations / r->search_seconds : 0;
}

static void print_json(const TestgenResult *r)
{
    Buf out = { 0 };
    Json json = json_begin(&out);
    json_begin_object(&json);
    json_put_int(&json, "schema_version", SCHEMA_VERSION);
    json_put_bool(&json, "reproduced", r->reproduced);
    json_put_bool(&json, "verified", r->verdict == VERDICT_VERIFIED);
    json_put_string(&json, "verdict", r->verdict_text);
    json_put_int(&json, "frames_matched", r->frames_matched);
    json_put_int(&json, "frames_total", r->frames_total);
    json_put_double(&json, "fitness", r->fitness);
    json_put_int(&json, "evaluations", (i64)r->evaluations);
    json_put_double(&json, "seconds", r->seconds);
    json_put_double(&json, "search_seconds", r->search_seconds);
    json_put_double(&json, "evaluations_per_second", rate(r));
    json_put_int(&json, "statements", r->statements);
    json_put_string(&json, "class", r->class_name);
    json_put_string(&json, "test", buf_str(&r->source));
    json_end_object(&json);
    puts(buf_str(&out));
    buf_free(&out);
}

static int write_test(const TestgenResult *r, const char *folder)
{
    char *path = xasprintf("%s/%s", folder, r->path), *dir = xstrdup(path);
    *strrchr(dir, '/') = 0;
    int status = file_make_dirs(dir);
    if (!status)
        status = file_write(path, r->source.data, r->source.size);
    free(path);
    free(dir);
    return status;
}

static int make_test(const Invocation *call, Vm *vm, const TestgenOptions *asked)
{
    TestgenResult result;
    if (testgen_run(&result, vm, asked))
        return complain(EXIT_UNREADABLE, "testgen: %s", error_text());
    const char *folder = option_value(call, "output");
    if (folder && write_test(&result, folder)) {
        testgen_result_free(&result);
        return complain(EXIT_ENVIRONMENT, "testgen: %s", error_text());
    }
    if (option_set(call, "json"))
        print_json(&result);
    else
        fputs(buf_str(&result.source), stdout);
    if (!asked->quiet)
        fprintf(stderr, "%s: %d of %d frames, %llu evaluations in %.1f s (%.0f/s). %s\n", result.reproduced ? "reproduced" : "not reproduced",
                result.frames_matched, result.frames_total, (unsigned long long)result.evaluations, result.seconds,
                rate(&result), result.verdict_text);
    int code = result.reproduced ? EXIT_DONE : result.out_of_time ? EXIT_BUDGET : EXIT_NOT_REPRODUCED;
    testgen_result_free(&result);
    return code;
}

static int run(const Invocation *call)
{
    const char *class_path = option_value(call, "class-path");
    if (!class_path)
        class_path = option_value(call, "cp");
    if (call->count != 1 || !class_path)
        return complain(EXIT_USAGE, "testgen: give the log and the jars: reenact testgen crash.log -cp app.jar:lib.jar");
    i64 frames = option_number(call, "frames", 0), seconds = option_number(call, "timeout", DEFAULT_SECONDS);
    i64 evaluations = option_number(call, "evaluations", 0);
    if (frames < 0 || seconds <= 0 || evaluations < 0)
        return complain(EXIT_USAGE, "testgen: --frames, --timeout and --evaluations take a number above 0");
    i64 version = option_number(call, "junit", JUNIT_USUAL);
    if (version < JUNIT_FIRST || version > JUNIT_LAST)
        return complain(EXIT_USAGE, "testgen: --junit takes 3, 4 or 5");
    const char *given = option_value(call, "junit-jar");
    char *junit = given ? xstrdup(given) : junit_find(class_path, (int)version);
    TestgenOptions asked = {
        .log = call->arguments[0], .class_path = class_path, .junit = junit, .junit_version = (int)version,
        .verify = !option_set(call, "no-verify"), .frames = (int)frames, .timeout = (double)seconds, .evaluations = (u64)evaluations, .seed = (u64)option_number(call, "seed", 0),
        .verbose = option_set(call, "verbose"), .quiet = option_set(call, "quiet"),
        .progress = isatty(2) && !option_set(call, "quiet"),
    };
    rewind_prepare();
    Vm *vm;
    char here[4096];
    /* The JVM that the program knows, not a phone. */
    const char *properties[] = {
        "user.dir", getcwd(here, sizeof here) ? here : "/", "java.version", "1.8.0", "java.specification.version", "1.8",
        "java.specification.name", "Java Platform API Specification", "java.vm.specification.version", "1.8",
        "java.vm.specification.name", "Java Virtual Machine Specification", "java.class.version", "52.0",
        "java.class.path", class_path, "java.home", "/usr/lib/jvm/java-8/jre", "user.home", "/root", NULL,
    };
    VmOptions vm_options = { .seed = asked.seed, .properties = properties };
    if (libcore_open(&vm, &vm_options))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    char *visible = junit && *junit ? xasprintf("%s:%s", class_path, junit) : xstrdup(class_path);
    int mounted = java_files(vm, call, visible);
    free(visible);
    if (mounted)
        return complain(EXIT_USAGE, "testgen: %s", error_text());
    int code = make_test(call, vm, &asked);
    free(junit);
    vm_exit(vm, code);
    return code;
}

const Command command_testgen = {
    .name = "testgen",
    .arguments = "LOG",
    .summary = "make a JUnit test that throws the exception of a Java stack trace again",
    .examples = "reenact testgen crash.log -cp app.jar:lib.jar\n"
                "reenact testgen crash.log -cp app.jar -o tests --junit-jar=junit-4.12.jar:hamcrest-core-1.3.jar\n"
                "reenact testgen logcat.txt -cp classes --frames=2 --timeout=120 --json\n",
    .options = options,
    .run = run,
};
