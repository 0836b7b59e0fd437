/*
 * The table of commands, and the options that all of them have.
 *
 * To add a command: write src/cli/cmd_NAME.c with one `const Command
 * command_NAME`, and add its row here. Parser, --help, man page and
 * completions follow.
 */
#include "cli/cli.h"

#include <string.h>

extern const Command command_java;
extern const Command command_inspect;
extern const Command command_open;
extern const Command command_replay;
extern const Command command_monkey;
extern const Command command_reduce;
extern const Command command_reproduce;
extern const Command command_slice;
extern const Command command_steps;
extern const Command command_testgen;
extern const Command command_graph;
extern const Command command_doctor;
extern const Command command_help;

const Command *const all_commands[] = {
    &command_reproduce,
    &command_java,
    &command_open,
    &command_replay,
    &command_monkey,
    &command_reduce,
    &command_slice,
    &command_inspect,
    &command_steps,
    &command_testgen,
    &command_graph,
    &command_doctor,
    &command_help,
    NULL,
};

const Option common_options[] = {
    { 'h', "help",    NULL,    "show this command's examples and options" },
    { 'q', "quiet",   NULL,    "print the result alone: no progress, no notes" },
    { 'v', "verbose", NULL,    "say more about what is done" },
    { 0,   "json",    NULL,    "print the result as JSON" },
    { 0,   "color",   "WHEN",  "colour: auto (on a terminal), always, never" },
    { 'o', "output",  "DIR",   "write files into DIR" },
    { 's', "seed",    "N",     "schedule and random numbers; the same seed gives the same run" },
    { 0,   "timeout", "SECONDS", "stop after this time and write what is known" },
    { 'j', "jobs",    "N",     "processes that may work side by side" },
    { 0 },
};

const Command *find_command(const char *name)
{
    for (int i = 0; all_commands[i]; i++)
        if (!strcmp(all_commands[i]->name, name))
            return all_commands[i];
    return NULL;
}
