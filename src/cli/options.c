/*
 * The option parser, over the rows of a command and the common ones.
 *
 *   --name  --name=value  --name value     long
 *   -n  -nvalue  -n value  -abc            short, switches may be joined
 *   -name value                            long with one dash, as `java -cp` has it
 *   --                                     what follows are arguments
 *   REENACT_NAME=value                     in the environment, when no flag says otherwise
 *
 * Options and arguments may come in any order, except for a command that stops
 * at its first argument. An unknown option is answered with the nearest known.
 */
#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int complain(int code, const char *format, ...)
{
    va_list args;

    fflush(stdout);
    fputs("reenact: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return code;
}

/* The rows of a command, then the common ones, seen as one list. */
static const Option *option_at(const Command *command, int index)
{
    int own = 0;

    if (command->options)
        while (command->options[own].name) {
            if (own == index)
                return &command->options[own];
            own++;
        }
    for (int i = 0; common_options[i].name; i++)
        if (own + i == index)
            return &common_options[i];
    return NULL;
}

static const Option *option_by_name(const Command *command, const char *name, size_t length)
{
    const Option *option;

    for (int i = 0; (option = option_at(command, i)); i++)
        if (strlen(option->name) == length && !memcmp(option->name, name, length))
            return option;
    return NULL;
}

static const Option *option_by_letter(const Command *command, char letter)
{
    const Option *option;

    for (int i = 0; (option = option_at(command, i)); i++)
        if (option->letter == letter)
            return option;
    return NULL;
}

/* ---- the nearest known word ---- */

/* Edits (insert, delete, replace, swap neighbours) that turn a into b. */
static int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    int rows[LONGEST + 1][LONGEST + 1];
    int n = (int)strlen(a), m = (int)strlen(b);

    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (int i = 0; i <= n; i++)
        rows[i][0] = i;
    for (int j = 0; j <= m; j++)
        rows[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int best = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = MIN(best, rows[i - 1][j] + 1);
            best = MIN(best, rows[i][j - 1] + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = MIN(best, rows[i - 2][j - 2] + 1);
            rows[i][j] = best;
        }
    return rows[n][m];
}

const char *nearest_word(const char *word, CandidateAt at, const void *list)
{
    const char *nearest = NULL, *candidate;
    int least = 1 + MAX(1, (int)strlen(word) / 3);

    for (int i = 0; (candidate = at(list, i)); i++) {
        int distance = edit_distance(word, candidate);
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

static const char *option_name_at(const void *command, int index)
{
    const Option *option = option_at(command, index);
    return option ? option->name : NULL;
}

static const char *command_name_at(const void *list, int index)
{
    UNUSED(list);
    return all_commands[index] ? all_commands[index]->name : NULL;
}

const char *nearest_command(const char *word)
{
    return nearest_word(word, command_name_at, NULL);
}

static int unknown_option(const Command *command, const char *word)
{
    char name[64];
    size_t length;
    const char *near;

    while (*word == '-')
        word++;
    length = MIN(strcspn(word, "="), sizeof name - 1);
    memcpy(name, word, length);
    name[length] = 0;
    near = nearest_word(name, option_name_at, command);
    if (near)
        return complain(EXIT_USAGE, "%s has no option '%s'; did you mean '--%s'?", command->name, name, near);
    return complain(EXIT_USAGE, "%s has no option '%s'; `reenact %s --help` lists them", command->name, name,
                    command->name);
}

/* ---- the parser ---- */

static int keep(Invocation *call, const Option *option, const char *value)
{
    if (call->option_count == (int)COUNT_OF(call->options))
        return complain(EXIT_USAGE, "more than %zu options", COUNT_OF(call->options));
    call->options[call->option_count].name = option->name;
    call->options[call->option_count++].value = value;
    return 0;
}

/* Keeps an option whose value, if it has one, is `joined` or the next word. Moves *next past it. */
static int take(Invocation *call, const Option *option, const char *joined, int argc, char **argv, int *next)
{
    if (!option->argument) {
        if (joined)
            return complain(EXIT_USAGE, "--%s takes no value, but was given '%s'", option->name, joined);
        return keep(call, option, "");
    }
    if (joined)
        return keep(call, option, joined);
    if (*next == argc)
        return complain(EXIT_USAGE, "--%s needs a value: --%s=%s", option->name, option->name, option->argument);
    return keep(call, option, argv[(*next)++]);
}

static int take_letters(Invocation *call, const char *letters, int argc, char **argv, int *next)
{
    for (; *letters; letters++) {
        const Option *option = option_by_letter(call->command, *letters);
        int code;

        if (!option)
            return unknown_option(call->command, letters);
        if (option->argument)
            return take(call, option, letters[1] ? letters + 1 : NULL, argc, argv, next);
        code = keep(call, option, "");
        if (code)
            return code;
    }
    return 0;
}

static int take_option(Invocation *call, const char *word, int argc, char **argv, int *next)
{
    bool two_dashes = word[1] == '-';
    const char *name = word + (two_dashes ? 2 : 1);
    size_t length = strcspn(name, "=");
    const Option *option = option_by_name(call->command, name, length);

    if (option && (two_dashes || length > 1))
        return take(call, option, name[length] ? name + length + 1 : NULL, argc, argv, next);
    if (two_dashes)
        return unknown_option(call->command, word);
    return take_letters(call, name, argc, argv, next);
}

int options_parse(Invocation *call, const Command *command, int argc, char **argv)
{
    int next = 0, kept = 0;

    *call = (Invocation){ .command = command, .arguments = argv };
    while (next < argc) {
        char *word = argv[next++];
        bool is_option = word[0] == '-' && word[1];

        if (is_option && !strcmp(word, "--"))
            break;
        if (is_option) {
            int code = take_option(call, word, argc, argv, &next);
            if (code)
                return code;
            continue;
        }
        argv[kept++] = word;    /* never ahead of next: the words move down in place */
        if (command->stops_at_first_argument)
            break;
    }
    while (next < argc)
        argv[kept++] = argv[next++];
    call->count = kept;
    return 0;
}

/* ---- asking for values ---- */

/* REENACT_NAME of --name, or NULL. A switch counts as set unless it is empty or 0. */
static const char *environment_value(const Command *command, const char *name)
{
    char variable[80] = "REENACT_";
    size_t used = strlen(variable);
    const Option *option = option_by_name(command, name, strlen(name));
    const char *value;

    for (const char *c = name; *c && used < sizeof variable - 1; c++)
        variable[used++] = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
    variable[used] = 0;
    value = getenv(variable);
    if (!value || !*value)
        return NULL;
    if (option && !option->argument)
        return strcmp(value, "0") ? "" : NULL;
    return value;
}

const char *option_value(const Invocation *call, const char *name)
{
    for (int i = call->option_count; i-- > 0;)
        if (!strcmp(call->options[i].name, name))
            return call->options[i].value;
    if (!strcmp(name, "help"))
        return NULL;
    return environment_value(call->command, name);
}

bool option_set(const Invocation *call, const char *name)
{
    return option_value(call, name) != NULL;
}

i64 option_number(const Invocation *call, const char *name, i64 otherwise)
{
    const char *text = option_value(call, name);
    char *end;
    long long value;

    if (!text)
        return otherwise;
    errno = 0;
    value = strtoll(text, &end, 0);
    if (errno || end == text || *end)
        exit(complain(EXIT_USAGE, "--%s needs a number, but was given '%s'", name, text));
    return value;
}

bool color_wanted(const Invocation *call, int descriptor)
{
    const char *when = call ? option_value(call, "color") : NULL;
    const char *none = getenv("NO_COLOR");

    if (when && !strcmp(when, "always"))
        return true;
    if (when && !strcmp(when, "never"))
        return false;
    if (when && strcmp(when, "auto"))
        exit(complain(EXIT_USAGE, "--color is auto, always or never, but was given '%s'", when));
    return !(none && *none) && isatty(descriptor);
}
