/* reenact java: runs a Java program as `java` does. */
#include "cli/cli.h"

static const Option options[] = {
    { 0, "class-path", "PATHS", "jars, dex files and folders, joined by ':'" },
    { 0, "cp", "PATHS", "the same" },
    { 'D', "define", "NAME=VALUE", "set a system property" },
    { 0, "trace", "FILE", "write calls, returns and exceptions" },
    { 0, "stats", NULL, "print instructions, classes, heap, collections and gaps at the end" },
    { 0 },
};

static int run(const Invocation *call)
{
    UNUSED(call);
    return complain(EXIT_ENVIRONMENT, "java: the machine is not built yet");
}

const Command command_java = {
    .name = "java",
    .arguments = "MAIN-CLASS [ARGUMENT...]",
    .summary = "run a Java program on Android 6.0.1's core library",
    .examples = "reenact java -cp app.jar Main one two\n"
                "reenact java --seed=7 --stats -cp app.dex:lib.jar com.example.Main\n"
                "reenact java --trace=run.trace -cp classes Main\n",
    .options = options,
    .stops_at_first_argument = true,
    .run = run,
};
