/* What the writers of this folder share. */
#ifndef EMIT_PIECES_H
#define EMIT_PIECES_H

#include "emit/dialect.h"
#include "emit/emit.h"

typedef struct Script {
    const Dialect *dialect;
    char *text;
    int said;                       /* steps that it says */
} Script;

enum { MOST_SCRIPTS = 8 };

void emit_junit(Buf *out, const Emission *e);
void emit_storyboard(Buf *out, const Emission *e, const App *app, const Script *scripts, u32 script_count);

/* Text between tags or in an attribute, of XML and HTML. */
void put_escaped(Buf *out, const char *text);

#endif
