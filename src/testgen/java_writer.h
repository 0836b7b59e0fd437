/* What the two halves of the Java writer share: expressions (java_values.c) and the class around them (java_source.c). */
#ifndef TESTGEN_JAVA_WRITER_H
#define TESTGEN_JAVA_WRITER_H

#include "testgen/evaluate.h"

typedef struct Writer {
    Buf *out;
    const Program *program;
    const TestCase *test;
    Map imports;                    /* simple name -> full name */
    char *names[MAX_STATEMENTS];    /* of variables */
    bool inlined[MAX_STATEMENTS];   /* written where it is used */
} Writer;

/* Which statements are written where they are used: literals, and when nested also calls. */
void java_choose_inlined(Writer *w, bool nested);
/* The name to write for a class; notes its import. */
void java_write_class(Writer *w, const Class *c);
void java_write_number(Buf *out, const Statement *s);
/* The value of statement i: a literal, an expression or a variable's name. */
void java_write_value(Writer *w, int i);
/* Statement i itself, without what it is assigned to. */
void java_write_expression(Writer *w, int i, const char *indent);
const char *java_last_part(const char *dotted);
char *java_dotted(const char *internal);

#endif
