/* reenact slice: which lines of the app made the crash of a .repro happen. */
#include "cli/cli.h"

#include "cli/phone_app.h"
#include "slice/slice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    { 0, "app", "APK", "the app; else the file that the .repro names, beside it" },
    { 0, "at", "FILE:LINE", "start from the last run of this line of the app instead of the throw: Main.java:12" },
    { 0, "depth", "HOW", "app: steps of the system are folded (as without it); all: its decisions count as well" },
    { 0, "src", "DIR", "the app's sources: lines are shown with their text" },
    { 0, "history", "MB", "disk for the run's history; of a longer run only the end is looked at (1024)" },
    { 0, "check", NULL, "compare every value that is read with what its known writer wrote, and say how many differ" },
    { 0, "sarif", NULL, "print it as SARIF: a code flow, which editors show" },
    { 0 },
};

static int print(const Invocation *call, const Slice *slice, const Repro *repro)
{
    Buf out = { 0 };
    if (option_set(call, "sarif"))
        slice_write_sarif(&out, slice);
    else if (option_set(call, "json"))
        slice_write_json(&out, slice, repro);
    else
        slice_write_text(&out, slice, repro, option_value(call, "src"));
    fwrite(out.data, 1, out.size, stdout);
    buf_free(&out);
    return EXIT_DONE;
}

static int make_and_print(const Invocation *call, const Repro *repro, const char *apk)
{
    const char *depth = option_value(call, "depth"), *at = option_value(call, "at");
    if (depth && strcmp(depth, "app") && strcmp(depth, "all"))
        return complain(EXIT_USAGE, "slice: --depth is app or all, not \"%s\"", depth);
    if (at && !strchr(at, ':'))
        return complain(EXIT_USAGE, "slice: --at names a line as Main.java:12, not as \"%s\"", at);
    SliceOptions how = { .at = at, .most_bytes = (u64)MAX(option_number(call, "history", 1024), 4) << 20, .check = option_set(call, "check"), .whole = depth && !strcmp(depth, "all") };
    Slice slice;
    int status = slice_make(&slice, repro, apk, &how);
    if (status)
        return complain(status == ERR_NOT_FOUND ? EXIT_NOT_REPRODUCED : EXIT_CANNOT_JUDGE, "%s", error_text());
    if (!option_set(call, "quiet") && repro->crash && slice.crash && strcmp(repro->crash, slice.crash))
        complain(0, "this is another crash than the one that was recorded");
    int code = print(call, &slice, repro);
    slice_free(&slice);
    return code;
}

static int run(const Invocation *call)
{
    return with_repro(call, make_and_print);
}

const Command command_slice = {
    .name = "slice",
    .arguments = "FILE.repro [APK]",
    .summary = "the lines at fault: which lines of the app made the crash happen, and how",
    .examples = "reenact slice crash.repro\n"
                "reenact slice --src=app/src/main/java crash.repro\n"
                "reenact slice --at=Main.java:12 --json crash.repro\n",
    .options = options,
    .run = run,
};
