/*
 * Commands and options, from one table: the parser, --help, the man page and
 * the shell completions are all generated from the rows of commands.c.
 *
 * A command is one file, src/cli/cmd_NAME.c, that defines one `Command`.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/base.h"

typedef struct Option {
    char letter;            /* 0: no short form */
    const char *name;       /* long form, without the dashes */
    const char *argument;   /* what --help calls the value; NULL: a switch */
    const char *help;       /* one line */
} Option;

typedef struct Invocation Invocation;

typedef struct Command {
    const char *name;
    const char *arguments;  /* "REPORT APK" */
    const char *summary;    /* one line, for the list of commands */
    const char *examples;   /* three lines that lead --help */
    const Option *options;  /* beside those that every command has; ends with a zero row */
    bool stops_at_first_argument;   /* `java Main args…`: what follows Main is not ours */
    int (*run)(const Invocation *call);
} Command;

/* Exit codes, the same for every command. */
enum {
    EXIT_DONE = 0,          /* reproduced; the app lives; found */
    EXIT_NOT_REPRODUCED = 1,
    EXIT_USAGE = 2,
    EXIT_UNREADABLE = 3,
    EXIT_OTHER_CRASH = 4,
    EXIT_ENVIRONMENT = 5,   /* no device, no boot files */
    EXIT_BUDGET = 6,
    EXIT_CANNOT_JUDGE = 125,
    EXIT_INTERRUPTED = 130,
};

struct Invocation {
    const Command *command;
    int count;              /* positional arguments */
    char **arguments;
    int option_count;
    struct { const char *name, *value; } options[64];
};

/* The value of an option (flag, then REENACT_* variable), or NULL; a switch gives "". */
const char *option_value(const Invocation *call, const char *name);
bool option_set(const Invocation *call, const char *name);
/* A number with a default; a value that is no number ends the program with EXIT_USAGE. */
i64 option_number(const Invocation *call, const char *name, i64 otherwise);

/* Prints "reenact: " and the sentence to stderr; returns code. */
int complain(int code, const char *format, ...) PRINTF_LIKE(2, 3);

extern const Command *const all_commands[];    /* NULL-terminated */

#endif
