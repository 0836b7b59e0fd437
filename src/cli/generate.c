/*
 * The man page and the shell completions, written from the table.
 */
#include "cli/cli.h"

#include <string.h>

/* ---- man page ---- */

/* roff reads a leading dot or quote, a backslash and a plain dash in its own way. */
static void roff_text(Buf *out, const char *text)
{
    bool line_start = true;

    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            buf_add_str(out, "\\&");
        if (*text == '\\')
            buf_add_str(out, "\\e");
        else if (*text == '-')
            buf_add_str(out, "\\-");
        else
            buf_add_char(out, *text);
        line_start = *text == '\n';
    }
}

static void roff_options(Buf *out, const Option *options)
{
    for (const Option *option = options; option && option->name; option++) {
        buf_add_str(out, ".TP\n");
        if (option->letter)
            buf_printf(out, "\\fB\\-%c\\fR, ", option->letter);
        buf_add_str(out, "\\fB\\-\\-");
        roff_text(out, option->name);
        buf_add_str(out, "\\fR");
        if (option->argument)
            buf_printf(out, "=\\fI%s\\fR", option->argument);
        buf_add_char(out, '\n');
        roff_text(out, option->help);
        buf_add_char(out, '\n');
    }
}

void generate_man_page(Buf *out)
{
    buf_add_str(out, ".TH REENACT 1 \"\" \"reenact " REENACT_VERSION "\" \"User Commands\"\n"
                     ".SH NAME\nreenact \\- from a bug report and an app to the crash, reproduced\n"
                     ".SH SYNOPSIS\n.B reenact\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIARGUMENTS\\fR\n"
                     ".SH COMMANDS\n");
    for (int i = 0; all_commands[i]; i++) {
        const Command *command = all_commands[i];

        buf_printf(out, ".SS %s ", command->name);
        roff_text(out, command->arguments ? command->arguments : "");
        buf_add_char(out, '\n');
        roff_text(out, command->summary);
        buf_add_str(out, ".\n");
        if (command->examples) {
            buf_add_str(out, ".PP\n.nf\n");
            roff_text(out, command->examples);
            if (command->examples[strlen(command->examples) - 1] != '\n')
                buf_add_char(out, '\n');
            buf_add_str(out, ".fi\n");
        }
        roff_options(out, command->options);
    }
    buf_add_str(out, ".SH OPTIONS OF EVERY COMMAND\n");
    roff_options(out, common_options);
    buf_add_str(out, ".SH ENVIRONMENT\n"
                     ".TP\nREENACT_\\fINAME\\fR\nStands for the option \\-\\-\\fIname\\fR when the flag is not given.\n"
                     ".TP\nREENACT_CACHE\nWhere boot files are kept; else $XDG_CACHE_HOME/reenact, else ~/.cache/reenact.\n"
                     ".TP\nNO_COLOR\nNo colour unless \\-\\-color asks for it.\n"
                     ".SH EXIT STATUS\n"
                     "0 done or reproduced, 1 not reproduced, 2 usage, 3 input unreadable, 4 another crash,\n"
                     "5 environment, 6 budget spent, 125 cannot judge, 130 interrupted.\n"
                     ".PP\n\\fBreenact java\\fR exits as the Java program does.\n");
}

/* ---- completions ---- */

static void words_of_options(Buf *out, const Option *options)
{
    for (const Option *option = options; option && option->name; option++)
        buf_printf(out, " --%s%s", option->name, option->argument ? "=" : "");
}

static void bash_completion(Buf *out)
{
    buf_add_str(out, "# bash completion for reenact\n"
                     "_reenact() {\n"
                     "    local word=${COMP_WORDS[COMP_CWORD]} options=\n"
                     "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
                     "        COMPREPLY=($(compgen -W '");
    for (int i = 0; all_commands[i]; i++)
        buf_printf(out, "%s ", all_commands[i]->name);
    buf_add_str(out, "--help --version' -- \"$word\") $(compgen -f -- \"$word\"))\n"
                     "        return\n"
                     "    fi\n"
                     "    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; all_commands[i]; i++) {
        buf_printf(out, "        %s) options='", all_commands[i]->name);
        words_of_options(out, all_commands[i]->options);
        buf_add_str(out, "' ;;\n");
    }
    buf_add_str(out, "    esac\n"
                     "    options=\"$options");
    words_of_options(out, common_options);
    buf_add_str(out, "\"\n"
                     "    case $word in\n"
                     "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                     "            [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace ;;\n"
                     "        *)  COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
                     "    esac\n"
                     "}\n"
                     "complete -o filenames -F _reenact reenact\n");
}

/* Text inside a single-quoted zsh specification. */
static void zsh_text(Buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            buf_add_str(out, "'\\''");
        else if (strchr(":[]", *text)) {
            buf_add_char(out, '\\');
            buf_add_char(out, *text);
        } else
            buf_add_char(out, *text);
    }
}

static void zsh_options(Buf *out, const Option *options)
{
    for (const Option *option = options; option && option->name; option++) {
        buf_printf(out, " \\\n                '--%s%s[", option->name, option->argument ? "=" : "");
        zsh_text(out, option->help);
        buf_add_str(out, "]");
        if (option->argument)
            buf_printf(out, ":%s:_files", option->argument);
        buf_add_str(out, "'");
    }
}

static void zsh_completion(Buf *out)
{
    buf_add_str(out, "#compdef reenact\n"
                     "_reenact() {\n"
                     "    local -a commands=(\n");
    for (int i = 0; all_commands[i]; i++) {
        buf_printf(out, "        '%s:", all_commands[i]->name);
        zsh_text(out, all_commands[i]->summary);
        buf_add_str(out, "'\n");
    }
    buf_add_str(out, "    )\n"
                     "    if (( CURRENT == 2 )); then\n"
                     "        _describe command commands\n"
                     "        _files\n"
                     "        return\n"
                     "    fi\n"
                     "    case $words[2] in\n");
    for (int i = 0; all_commands[i]; i++) {
        buf_printf(out, "        %s) _arguments", all_commands[i]->name);
        zsh_options(out, all_commands[i]->options);
        zsh_options(out, common_options);
        buf_add_str(out, " \\\n                '*:file:_files' ;;\n");
    }
    buf_add_str(out, "    esac\n"
                     "}\n"
                     "_reenact \"$@\"\n");
}

int generate_completions(Buf *out, const char *shell)
{
    if (!strcmp(shell, "bash"))
        bash_completion(out);
    else if (!strcmp(shell, "zsh"))
        zsh_completion(out);
    else
        return error_set(ERR_NOT_FOUND, "completions are written for bash and zsh, not for '%s'", shell);
    return OK;
}
