/*
 * Runs `reenact steps` by itself: what bench/report and the fuzzers' smoke test
 * drive. Options as the program takes them: --json, --model NAME …; -n N reads
 * the report N times and prints the median and the worst time instead.
 */
#include "cli/cli.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const Command command_steps;

const char *option_value(const Invocation *call, const char *name)
{
    for (int i = 0; i < call->option_count; i++)
        if (!strcmp(call->options[i].name, name))
            return call->options[i].value;
    return NULL;
}

bool option_set(const Invocation *call, const char *name)
{
    return option_value(call, name) != NULL;
}

int complain(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "reenact: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    return code;
}

int main(int argc, char **argv)
{
    Invocation call = { .command = &command_steps };
    char *arguments[8];
    call.arguments = arguments;
    for (int i = 1; i < argc; i++) {
        if (!strncmp(argv[i], "--", 2)) {
            bool value = !strcmp(argv[i], "--model") || !strcmp(argv[i], "--mapping") || !strcmp(argv[i], "--format");
            call.options[call.option_count].name = argv[i] + 2;
            call.options[call.option_count].value = value && i + 1 < argc ? argv[i + 1] : "";
            call.option_count++;
            i += value;
        } else if (call.count < 8) {
            arguments[call.count++] = argv[i];
        }
    }
    return command_steps.run(&call);
}
