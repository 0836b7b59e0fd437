/*
 * --help, written from the table. Examples lead: most readers need one of them
 * and nothing else.
 */
#include "cli/cli.h"

#include <string.h>

static const char overview_examples[] =
    "reenact java -cp app.jar Main             run a Java program on Android 6.0.1's core library\n"
    "reenact java --seed 7 -cp app.dex Main    the same from dex, under another schedule\n"
    "reenact help java                         examples and options of one command\n";

static const char exit_codes[] =
    "0 done, reproduced    1 not reproduced    2 usage    3 input unreadable\n"
    "4 another crash       5 environment       6 budget spent\n"
    "125 cannot judge (git bisect run)         130 interrupted\n";

static void heading(Buf *out, const char *text, bool color)
{
    buf_printf(out, color ? "\n\033[1m%s\033[0m\n" : "\n%s\n", text);
}

static void indented(Buf *out, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        buf_printf(out, "  %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* One line per option; the help text starts at one column, or on a line of its own. */
static void option_rows(Buf *out, const Option *options)
{
    enum { COLUMN = 26 };

    for (const Option *option = options; option && option->name; option++) {
        size_t start = out->size, width;

        if (option->letter)
            buf_printf(out, "  -%c, --%s", option->letter, option->name);
        else
            buf_printf(out, "      --%s", option->name);
        if (option->argument)
            buf_printf(out, "=%s", option->argument);
        width = out->size - start;
        if (width > COLUMN) {
            buf_add_char(out, '\n');
            width = 0;
        }
        buf_printf(out, "%*s  %s\n", (int)(COLUMN - width), "", option->help);
    }
}

void help_overview(Buf *out, bool color)
{
    buf_add_str(out, "reenact: from a bug report and an app to the crash, reproduced\n");
    heading(out, "Examples", color);
    indented(out, overview_examples);
    heading(out, "Commands", color);
    for (int i = 0; all_commands[i]; i++)
        buf_printf(out, "  %-12s %s\n", all_commands[i]->name, all_commands[i]->summary);
    heading(out, "Options of every command", color);
    option_rows(out, common_options);
    buf_add_str(out, "\nEach option can be given as a variable too: REENACT_SEED=7 stands for --seed=7.\n"
                     "Boot files are kept in $REENACT_CACHE, else $XDG_CACHE_HOME/reenact, else ~/.cache/reenact.\n");
    heading(out, "Exit codes", color);
    indented(out, exit_codes);
}

void help_command(Buf *out, const Command *command, bool color)
{
    buf_printf(out, "reenact %s: %s\n", command->name, command->summary);
    if (command->examples) {
        heading(out, "Examples", color);
        indented(out, command->examples);
    }
    heading(out, "Usage", color);
    buf_printf(out, "  reenact %s [OPTIONS] %s\n", command->name, command->arguments ? command->arguments : "");
    if (command->options && command->options->name) {
        heading(out, "Options", color);
        option_rows(out, command->options);
    }
    heading(out, "Options of every command", color);
    option_rows(out, common_options);
}
