/* reenact help: the overview, one command, the man page, the completions. */
#include "cli/cli.h"

#include <stdio.h>

static const Option options[] = {
    { 0, "man", NULL, "print the man page" },
    { 0, "completions", "SHELL", "print the completions for bash or zsh" },
    { 0 },
};

static int run(const Invocation *call)
{
    Buf text = { 0 };
    bool color = color_wanted(call, 1);

    if (option_set(call, "man"))
        generate_man_page(&text);
    else if (option_set(call, "completions")) {
        if (generate_completions(&text, option_value(call, "completions")))
            return complain(EXIT_USAGE, "%s", error_text());
    } else if (call->count == 0)
        help_overview(&text, color);
    else {
        const char *name = call->arguments[0];
        const Command *command = find_command(name);

        if (!command) {
            const char *near = nearest_command(name);
            return near ? complain(EXIT_USAGE, "there is no command '%s'; did you mean '%s'?", name, near)
                        : complain(EXIT_USAGE, "there is no command '%s'; `reenact help` lists them", name);
        }
        help_command(&text, command, color);
    }
    fputs(buf_str(&text), stdout);
    buf_free(&text);
    return EXIT_DONE;
}

const Command command_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "examples and options of a command; the man page; completions",
    .examples = "reenact help java\n"
                "reenact help --man | man -l -\n"
                "reenact help --completions=bash > /etc/bash_completion.d/reenact\n",
    .options = options,
    .run = run,
};
