/*
 * Commands and options, from one table: the parser, --help, the man page and
 * the shell completions are all generated from the rows of commands.c.
 *
 * A command is one file, src/cli/cmd_NAME.c, that defines one `Command`.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/buf.h"

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

#define REENACT_VERSION "0.1"

/* commands.c: the table. */
extern const Command *const all_commands[];    /* NULL-terminated */
extern const Option common_options[];          /* what every command has; ends with a zero row */
const Command *find_command(const char *name); /* NULL when there is none */

/*
 * options.c: reads what follows the command's name. Returns 0, or EXIT_USAGE
 * after it said what is wrong. call points into argv and borrows from it.
 */
int options_parse(Invocation *call, const Command *command, int argc, char **argv);
/* The candidate that word was most likely meant to be, or NULL when none is near. */
typedef const char *(*CandidateAt)(const void *list, int index);
const char *nearest_word(const char *word, CandidateAt at, const void *list);
const char *nearest_command(const char *word);
/* --color, NO_COLOR, and whether the file descriptor is a terminal. */
bool color_wanted(const Invocation *call, int descriptor);

/* help.c and generate.c: texts made from the table. */
void help_overview(Buf *out, bool color);
void help_command(Buf *out, const Command *command, bool color);
void generate_man_page(Buf *out);
int generate_completions(Buf *out, const char *shell);  /* ERR_NOT_FOUND: no such shell */

#endif
