/*
 * The command line's entry: finds the command's row in the table and runs it.
 *
 *   reenact COMMAND [OPTIONS] ARGUMENTS     a command by its name
 *   reenact REPORT APK                      the bare form: runs `reproduce`
 *   reenact --help | --version
 */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* The command that the bare form stands for. */
static const char bare_command[] = "reproduce";

/* Does the first word name a report rather than a misspelt command? */
static bool looks_like_a_file(const char *word)
{
    return !strcmp(word, "-") || strchr(word, '/') || strchr(word, '.');
}

/* Is a word behind the options a command's name? */
static bool names_a_command(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (*argv[i] != '-')
            return find_command(argv[i]) != NULL;
    return false;
}

static int run(const Command *command, int argc, char **argv)
{
    Invocation call;
    int code = options_parse(&call, command, argc, argv);

    if (code)
        return code;
    if (option_set(&call, "help")) {
        Buf text = { 0 };
        help_command(&text, command, color_wanted(&call, 1));
        fputs(buf_str(&text), stdout);
        buf_free(&text);
        return EXIT_DONE;
    }
    return command->run(&call);
}

static int unknown_command(const char *word)
{
    const char *near = nearest_command(word);

    if (near)
        return complain(EXIT_USAGE, "there is no command '%s'; did you mean '%s'?", word, near);
    return complain(EXIT_USAGE, "there is no command '%s'; `reenact --help` lists them", word);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    const Command *command;

    if (!word) {
        Buf text = { 0 };
        help_overview(&text, color_wanted(NULL, 2));
        fputs(buf_str(&text), stderr);
        buf_free(&text);
        return EXIT_USAGE;
    }
    if (!strcmp(word, "--version")) {
        puts("reenact " REENACT_VERSION);
        return EXIT_DONE;
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h"))
        return run(find_command("help"), 0, NULL);

    command = find_command(word);
    if (command)
        return run(command, argc - 2, argv + 2);

    if (looks_like_a_file(word) || (*word == '-' && !names_a_command(argc, argv)))
        return run(find_command(bare_command), argc - 1, argv + 1);
    if (*word == '-')
        return complain(EXIT_USAGE, "a command comes first, then its options; `reenact --help` lists the commands");
    return unknown_command(word);
}
