/*
 * Expressions: names of classes, literals, calls, arrays and stubs, and which
 * values are written where they are used.
 */
#include "testgen/java_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTED = 1 };

/* ---- names -------------------------------------------------------------------------------- */

/* a/b/Outer$Inner -> a.b.Outer.Inner, as source text names it */
static void full_name(const Program *p, Buf *out, const Class *c)
{
    const ClassDef *def = c->def;
    if (def && def->is_inner && def->outer && def->simple_name) {
        Class *outer = program_load((Program *)p, def->outer->text);
        if (outer) {
            full_name(p, out, outer);
            buf_printf(out, ".%s", def->simple_name->text);
            return;
        }
    }
    for (const char *s = c->name->text; *s; s++)
        buf_add_char(out, *s == '/' ? '.' : *s);
}

const char *java_last_part(const char *dotted)
{
    const char *dot = strrchr(dotted, '.');
    return dot ? dot + 1 : dotted;
}

void java_write_class(Writer *w, const Class *c)
{
    if (class_is_array(c)) {
        java_write_class(w, c->component);
        buf_add_str(w->out, "[]");
        return;
    }
    if (class_is_primitive(c)) {
        buf_add_str(w->out, c->name->text);
        return;
    }
    Buf full = { 0 };
    const Class *top = c;
    full_name(w->program, &full, c);
    while (top->def && top->def->is_inner && top->def->outer) {
        const Class *outer = program_load((Program *)w->program, top->def->outer->text);
        if (!outer)
            break;
        top = outer;
    }
    Buf top_name = { 0 };
    full_name(w->program, &top_name, top);
    const char *simple = java_last_part(buf_str(&top_name));
    char **known = (char **)map_slot(&w->imports, simple);
    if (!*known)
        *known = xstrdup(buf_str(&top_name));
    if (!strcmp(*known, buf_str(&top_name)))
        buf_add_str(w->out, buf_str(&full) + (simple - buf_str(&top_name)));
    else
        buf_add_str(w->out, buf_str(&full));
    buf_free(&full);
    buf_free(&top_name);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A character beyond ASCII as Java's own escapes: the file means the same in every encoding. The bytes it took. */
static u32 write_escaped(Buf *out, const u8 *p)
{
    u32 length = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : 2, c = *p & (0xff >> (length + 1));
    for (u32 i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return i;
        c = c << 6 | (p[i] & 63);
    }
    if (c >= 0x10000)
        buf_printf(out, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10), 0xdc00 | (c & 0x3ff));
    else
        buf_printf(out, "\\u%04x", c);
    return length;
}

static void write_text(Buf *out, const char *text, char quote)
{
    for (const u8 *p = (const u8 *)text; *p; p++) {
        if (*p >= 0x80)
            p += write_escaped(out, p) - 1;
        else if (*p == (u8)quote || *p == '\\')
            buf_printf(out, "\\%c", *p);
        else if (*p == '\n')
            buf_add_str(out, "\\n");
        else if (*p == '\t')
            buf_add_str(out, "\\t");
        else if (*p == '\r')
            buf_add_str(out, "\\r");
        else if (*p < 32 || *p == 127)
            buf_printf(out, "\\%03o", *p);
        else
            buf_add_char(out, (char)*p);
    }
}

static void write_double(Buf *out, double d, const char *type, const char *suffix)
{
    if (isnan(d))
        buf_printf(out, "%s.NaN", type);
    else if (isinf(d))
        buf_printf(out, "%s.%s_INFINITY", type, d > 0 ? "POSITIVE" : "NEGATIVE");
    else if (d == (double)(i64)d && fabs(d) < 1e15)
        buf_printf(out, "%s%.1f%s", d == 0 && signbit(d) ? "" : "", d, suffix);
    else
        buf_printf(out, *suffix ? "%.9g%s" : "%.17g%s", d, suffix);
}

void java_write_number(Buf *out, const Statement *s)
{
    switch (s->type->kind) {
    case 'Z': buf_add_str(out, s->number.i ? "true" : "false"); break;
    case 'B': buf_printf(out, "(byte) %d", s->number.i); break;
    case 'S': buf_printf(out, "(short) %d", s->number.i); break;
    case 'C':
        if (s->number.i >= 32 && s->number.i < 127) {
            char text[2] = { (char)s->number.i, 0 };
            buf_add_char(out, '\'');
            write_text(out, text, '\'');
            buf_add_char(out, '\'');
        } else {
            buf_printf(out, "(char) %d", s->number.i);
        }
        break;
    case 'I': buf_printf(out, "%d", s->number.i); break;
    case 'J': buf_printf(out, "%lldL", (long long)s->number.j); break;
    case 'F': write_double(out, (double)s->number.f, "Float", "F"); break;
    default: write_double(out, s->number.d, "Double", ""); break;
    }
}

static bool is_literal(const Statement *s)
{
    return s->kind == VALUE_NUMBER || s->kind == VALUE_STRING || s->kind == VALUE_CLASS || s->kind == VALUE_FIELD;
}

void java_write_value(Writer *w, int i)
{
    const Statement *s = &w->test->statements[i];
    switch (s->kind) {
    case VALUE_NUMBER:
        java_write_number(w->out, s);
        break;
    case VALUE_STRING:
        buf_add_char(w->out, '"');
        write_text(w->out, s->text, '"');
        buf_add_char(w->out, '"');
        break;
    case VALUE_CLASS:
        java_write_class(w, s->literal);
        buf_add_str(w->out, ".class");
        break;
    case VALUE_FIELD:
        java_write_class(w, s->field->owner);
        buf_printf(w->out, ".%s", s->field->name->text);
        break;
    default:
        if (w->inlined[i])
            java_write_expression(w, i, "");
        else
            buf_add_str(w->out, w->names[i]);
    }
}

/* Another method of the name takes as many arguments: the compiler may want to know which is meant. */
static bool is_overloaded(const Method *m)
{
    for (const Class *c = m->owner; c; c = c->super)
        for (u32 i = 0; i < c->method_count; i++)
            if (&c->methods[i] != m && c->methods[i].name == m->name && c->methods[i].argument_count == m->argument_count && c->methods[i].descriptor != m->descriptor)
                return true;
    return false;
}

static void write_argument(Writer *w, int value, const Class *wanted, bool cast)
{
    const Class *given = value == NO_VALUE ? NULL : w->test->statements[value].type;
    if (value == NO_VALUE || (cast && given != wanted && !class_is_primitive(wanted))) {
        buf_add_char(w->out, '(');
        java_write_class(w, wanted);
        buf_add_str(w->out, ") ");
    }
    if (value == NO_VALUE)
        buf_add_str(w->out, "null");
    else
        java_write_value(w, value);
}

/* NDC.ht = null */
static void write_set_field(Writer *w, const Statement *s)
{
    if (s->receiver == NO_VALUE)
        java_write_class(w, s->field->owner);
    else
        java_write_value(w, s->receiver);
    buf_printf(w->out, ".%s = ", s->field->name->text);
    if (s->arguments[0] == NO_VALUE)
        buf_add_str(w->out, "null");
    else
        java_write_value(w, s->arguments[0]);
}

static void write_call(Writer *w, const Statement *s)
{
    const Method *m = s->call->method;
    if (s->kind == CALL_NEW) {
        buf_add_str(w->out, "new ");
        java_write_class(w, m->owner);
    } else {
        if (method_is_static(m))
            java_write_class(w, m->owner);
        else
            java_write_value(w, s->receiver);
        buf_printf(w->out, ".%s", m->name->text);
    }
    buf_add_char(w->out, '(');
    bool cast = is_overloaded(m);
    for (int i = 0; i < s->argument_count; i++) {
        if (i)
            buf_add_str(w->out, ", ");
        write_argument(w, s->arguments[i], s->call->parameters[i], cast);
    }
    buf_add_char(w->out, ')');
}

/* ---- stubs and arrays ------------------------------------------------------------ */

static void write_stub_result(Writer *w, const Statement *s, const Method *m)
{
    int index = s->mode == STUB_ARGUMENT ? stub_argument(m) : -1;
    char kind = m->return_kind;
    if (kind == 'V')
        return;
    buf_add_str(w->out, " return ");
    double d = s->number.d;
    Slot value = stub_number(kind, d);
    if (index >= 0)
        buf_printf(w->out, "a%d", index);
    if (kind == 'L') {
        if (index < 0)
            buf_add_str(w->out, "null");
    } else if (index < 0 || (strchr("IJFD", kind) && d != 0)) {
        buf_add_str(w->out, index >= 0 ? " + " : "");
        Statement number = { .kind = VALUE_NUMBER, .type = vm_primitive_class(w->program->vm, kind), .number = value };
        java_write_number(w->out, &number);
    }
    buf_add_str(w->out, ";");
}

/* new Transformer() { public Object transform(Object a0) { return null; } } */
static void write_stub(Writer *w, const Statement *s, const char *indent)
{
    buf_add_str(w->out, "new ");
    java_write_class(w, s->stub->type);
    buf_add_str(w->out, "() {\n");
    for (int i = 0; i < s->stub->method_count; i++) {
        const Method *m = s->stub->methods[i];
        const Callable *types = program_callable((Program *)w->program, (Method *)m);
        buf_printf(w->out, "%s    public ", indent);
        if (m->return_kind == 'V')
            buf_add_str(w->out, "void");
        else
            java_write_class(w, types->result);
        buf_printf(w->out, " %s(", m->name->text);
        for (int a = 0; a < types->parameter_count; a++) {
            buf_add_str(w->out, a ? ", " : "");
            java_write_class(w, types->parameters[a]);
            buf_printf(w->out, " a%d", a);
        }
        buf_add_str(w->out, ") {");
        write_stub_result(w, s, m);
        buf_add_str(w->out, " }\n");
    }
    buf_printf(w->out, "%s}", indent);
}

static void write_array(Writer *w, const Statement *s)
{
    buf_add_str(w->out, "{ ");
    for (int a = 0; a < s->argument_count; a++) {
        if (a)
            buf_add_str(w->out, ", ");
        if (s->arguments[a] == NO_VALUE)
            buf_add_str(w->out, "null");
        else
            java_write_value(w, s->arguments[a]);
    }
    buf_add_str(w->out, s->argument_count ? " }" : "}");
}

void java_write_expression(Writer *w, int i, const char *indent)
{
    const Statement *s = &w->test->statements[i];
    if (s->kind == VALUE_STUB)
        write_stub(w, s, indent);
    else if (s->kind == VALUE_ARRAY)
        write_array(w, s);
    else if (is_literal(s))
        java_write_value(w, i);
    else if (s->kind == SET_FIELD)
        write_set_field(w, s);
    else
        write_call(w, s);
}

/* ---- what is written where it is used ----------------------------------------------------------- */

/* The only statement that uses i, once; else -1. */
static int only_user(const TestCase *test, int i)
{
    int user = -1;
    for (int k = i + 1; k < test->count; k++) {
        const Statement *s = &test->statements[k];
        int uses = s->receiver == i;
        for (int a = 0; a < s->argument_count; a++)
            uses += s->arguments[a] == i;
        if (uses > 1 || (uses && user >= 0))
            return -1;
        user = uses ? k : user;
    }
    return user;
}

/* Only what is made right before its use may move there: nothing else then happens in between. */
static bool is_next_written(const Writer *w, int i, int user)
{
    for (int k = i + 1; k < user; k++)
        if (!w->inlined[k])
            return false;
    return true;
}

/* Java evaluates the receiver and the arguments from left to right: nothing that is made earlier may stand right of i. */
static bool keeps_order(const Writer *w, const Statement *user, int i)
{
    bool passed = user->receiver == i;
    for (int a = 0; a < user->argument_count; a++) {
        int value = user->arguments[a];
        passed = passed || value == i;
        if (passed && value >= 0 && value < i && w->inlined[value] && !is_literal(&w->test->statements[value]))
            return false;
        if (!passed && value > i && w->inlined[value] && !is_literal(&w->test->statements[value]))
            return false;
    }
    return true;
}

void java_choose_inlined(Writer *w, bool nested)
{
    const TestCase *test = w->test;
    int level[MAX_STATEMENTS] = { 0 };
    for (int i = 0; i < test->count; i++)
        w->inlined[i] = is_literal(&test->statements[i]);
    for (int i = test->count - 2; nested && i >= 0; i--) {
        const Statement *s = &test->statements[i];
        int user = s->kind == CALL_NEW || s->kind == CALL_METHOD ? only_user(test, i) : -1;
        if (user < 0 || test->statements[user].kind == VALUE_ARRAY || !is_next_written(w, i, user) || !keeps_order(w, &test->statements[user], i))
            continue;
        level[i] = w->inlined[user] ? level[user] + 1 : 1;
        w->inlined[i] = level[i] <= MAX_NESTED;
    }
}
