/*
 * Scripts for other tools, each a dialect: one line for a step, by templates. The same
 * templates read a script back, and what was read must be the steps that were written;
 * a script that fails this is not given out.
 *
 * Template words: {x} {y} {x2} {y2} whole pixels, {s} the selector and {t} the text in
 * the dialect's quotes, {k} a key's number, {m} milliseconds, {r} rotation 0 or 1,
 * {p} the package and {a} the activity that is launched.
 */
#ifndef EMIT_DIALECT_H
#define EMIT_DIALECT_H

#include "emit/emit.h"

enum { BY_ANY = -1 };

typedef struct Form {
    EventKind kind;
    int by;                         /* a SelectorKind, or BY_ANY */
    i32 key;                        /* of EVENT_KEY: this one alone; 0: any. EVENT_ROTATE: 1 landscape, 2 portrait */
    const char *pattern;
} Form;

typedef enum Quotes { QUOTES_SHELL, QUOTES_DOUBLE, QUOTES_MONKEY } Quotes;

typedef struct App {
    char *package, *activity, *label, *version;
} App;

typedef struct Dialect {
    const char *file, *what;
    const Form *forms;              /* ends with a NULL pattern */
    Quotes quotes;
    const char *indent, *comment;   /* before a step's line; what begins a comment */
    void (*head)(Buf *out, const Outcome *outcome, const App *app);
    void (*tail)(Buf *out, const Outcome *outcome, const App *app);
} Dialect;

extern const Dialect dialects[];    /* ends with a NULL file */

void dialect_write(Buf *out, const Dialect *dialect, const Outcome *outcome, const App *app);
/* How many of the steps a script says, read back from its text; negative: it says something else. */
int dialect_check(const Dialect *dialect, const char *script, const Outcome *outcome, const App *app);
/* Text in a dialect's quotes. */
void put_quoted(Buf *out, Quotes quotes, const char *text);

/* Reads what the manifest says. */
int app_read(App *out, const char *apk);
void app_free(App *app);

#endif
