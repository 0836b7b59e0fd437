/*
 * A test case as Java: values that never change are written where they are
 * used, objects get a variable named after their type, types are imported.
 * The last statement is the one that throws:
 *
 *     try {
 *         list.get(0);
 *         fail("no exception was thrown");
 *     } catch (IndexOutOfBoundsException e) {
 *         assertFrame(e, "a.b.MyList", "get", 31);
 *     }
 */
#include "testgen/java_source.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Writer {
    Buf *out;
    const Program *program;
    const TestCase *test;
    Map imports;                    /* simple name -> full name */
    char *names[MAX_STATEMENTS];    /* of variables */
} Writer;

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

static const char *last_part(const char *dotted)
{
    const char *dot = strrchr(dotted, '.');
    return dot ? dot + 1 : dotted;
}

/* The name to write for a class; notes its import. */
static void write_class(Writer *w, const Class *c)
{
    if (class_is_array(c)) {
        write_class(w, c->component);
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
    const char *simple = last_part(buf_str(&top_name));
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

static void write_text(Buf *out, const char *text, char quote)
{
    for (const u8 *p = (const u8 *)text; *p; p++) {
        if (*p == (u8)quote || *p == '\\')
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

static void write_number(Buf *out, const Statement *s)
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

static bool is_inline(const Statement *s)
{
    return s->kind <= VALUE_CLASS || s->kind == VALUE_FIELD;
}

static void write_value(Writer *w, int i)
{
    const Statement *s = &w->test->statements[i];
    switch (s->kind) {
    case VALUE_NUMBER:
        write_number(w->out, s);
        break;
    case VALUE_STRING:
        buf_add_char(w->out, '"');
        write_text(w->out, s->text, '"');
        buf_add_char(w->out, '"');
        break;
    case VALUE_CLASS:
        write_class(w, s->literal);
        buf_add_str(w->out, ".class");
        break;
    case VALUE_FIELD:
        write_class(w, s->field->owner);
        buf_printf(w->out, ".%s", s->field->name->text);
        break;
    default:
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
        write_class(w, wanted);
        buf_add_str(w->out, ") ");
    }
    if (value == NO_VALUE)
        buf_add_str(w->out, "null");
    else
        write_value(w, value);
}

static void write_call(Writer *w, const Statement *s)
{
    const Method *m = s->call->method;
    if (s->kind == CALL_NEW) {
        buf_add_str(w->out, "new ");
        write_class(w, m->owner);
    } else {
        if (method_is_static(m))
            write_class(w, m->owner);
        else if (is_inline(&w->test->statements[s->receiver]) && w->test->statements[s->receiver].kind == VALUE_NUMBER)
            buf_add_str(w->out, "null");
        else
            write_value(w, s->receiver);
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

/* ---- statements ---------------------------------------------------------------------------------- */

static void write_stub_result(Writer *w, const Statement *s, const Method *m)
{
    int index = s->mode == STUB_ARGUMENT ? stub_argument(m) : -1;
    char kind = m->return_kind;
    if (kind == 'V')
        return;
    buf_add_str(w->out, " return ");
    Slot value = { 0 };
    double d = s->number.d;
    switch (kind) {
    case 'Z': value.i = d != 0; break;
    case 'B': value.i = (i8)(i32)d; break;
    case 'S': value.i = (i16)(i32)d; break;
    case 'C': value.i = (u16)(i32)d; break;
    case 'I': value.i = (i32)d; break;
    case 'J': value.j = (i64)d; break;
    case 'F': value.f = (float)d; break;
    default: value.d = d; break;
    }
    if (index >= 0)
        buf_printf(w->out, "a%d", index);
    if (kind == 'L') {
        if (index < 0)
            buf_add_str(w->out, "null");
    } else if (index < 0 || (strchr("IJFD", kind) && d != 0)) {
        buf_add_str(w->out, index >= 0 ? " + " : "");
        Statement number = { .kind = VALUE_NUMBER, .type = vm_primitive_class(w->program->vm, kind), .number = value };
        write_number(w->out, &number);
    }
    buf_add_str(w->out, ";");
}

/* new Transformer() { public Object transform(Object a0) { return null; } } */
static void write_stub(Writer *w, const Statement *s, const char *indent)
{
    buf_add_str(w->out, "new ");
    write_class(w, s->stub->type);
    buf_add_str(w->out, "() {\n");
    for (int i = 0; i < s->stub->method_count; i++) {
        const Method *m = s->stub->methods[i];
        const Callable *types = program_callable((Program *)w->program, (Method *)m);
        buf_printf(w->out, "%s    public ", indent);
        if (m->return_kind == 'V')
            buf_add_str(w->out, "void");
        else
            write_class(w, types->result);
        buf_printf(w->out, " %s(", m->name->text);
        for (int a = 0; a < types->parameter_count; a++) {
            buf_add_str(w->out, a ? ", " : "");
            write_class(w, types->parameters[a]);
            buf_printf(w->out, " a%d", a);
        }
        buf_add_str(w->out, ") {");
        write_stub_result(w, s, m);
        buf_add_str(w->out, " }\n");
    }
    buf_printf(w->out, "%s}", indent);
}

static bool is_used(const TestCase *test, int i)
{
    for (int k = i + 1; k < test->count; k++)
        if (statement_uses(&test->statements[k], i))
            return true;
    return false;
}

static bool is_java_word(const char *word)
{
    static const char *const words[] = { "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default", "do", "double", "else", "enum", "extends", "final", "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "package", "private", "protected", "public", "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try", "void", "volatile", "while", "true", "false", "null", "e" };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

/* arrayList, arrayList2 … */
static char *variable_name(const Writer *w, int i)
{
    const Class *c = w->test->statements[i].type;
    bool array = class_is_array(c);
    while (class_is_array(c))
        c = c->component;
    const char *text = c->name->text;
    for (const char *p = c->name->text; *p; p++)
        if ((*p == '/' || *p == '$') && p[1])
            text = p + 1;
    char *base = xasprintf("%s%s", text, array ? "s" : "");
    for (char *p = base; isupper((u8)*p) && (p == base || !p[1] || !islower((u8)p[1])); p++)
        *p = (char)tolower((u8)*p);
    if (is_java_word(base)) {
        char *longer = xasprintf("%sValue", base);
        free(base);
        base = longer;
    }
    int same = 1;
    for (int k = 0; k < i; k++) {
        size_t length = strlen(base);
        same += w->names[k] && !strncmp(w->names[k], base, length) && (!w->names[k][length] || isdigit((u8)w->names[k][length]));
    }
    if (same == 1)
        return base;
    char *numbered = xasprintf("%s%d", base, same);
    free(base);
    return numbered;
}

static void write_statement(Writer *w, int i, const char *indent)
{
    const Statement *s = &w->test->statements[i];
    buf_add_str(w->out, indent);
    if (s->type && s->kind != VALUE_CLASS && is_used(w->test, i)) {
        w->names[i] = variable_name(w, i);
        write_class(w, s->type);
        buf_printf(w->out, " %s = ", w->names[i]);
    }
    if (s->kind == VALUE_STUB) {
        write_stub(w, s, indent);
    } else if (s->kind == VALUE_ARRAY) {
        buf_add_str(w->out, "{ ");
        for (int a = 0; a < s->argument_count; a++) {
            if (a)
                buf_add_str(w->out, ", ");
            if (s->arguments[a] == NO_VALUE)
                buf_add_str(w->out, "null");
            else
                write_value(w, s->arguments[a]);
        }
        buf_add_str(w->out, s->argument_count ? " }" : "}");
    } else {
        write_call(w, s);
    }
    buf_add_str(w->out, ";\n");
}

/* ---- the class -------------------------------------------------------------------------------------- */

static bool is_unchecked(const Program *p, const Class *c)
{
    Class *runtime = program_load((Program *)p, "java/lang/RuntimeException"), *error = program_load((Program *)p, "java/lang/Error");
    return c && ((runtime && vm_is_subclass(c, runtime)) || (error && vm_is_subclass(c, error)));
}

static bool declares(const Statement *s, const char *exception)
{
    const MethodDef *def = s->call ? s->call->method->def : NULL;
    for (u32 i = 0; def && i < def->exception_count; i++)
        if (!strcmp(def->exceptions[i]->text, exception))
            return true;
    return false;
}

static char *dotted(const char *internal)
{
    char *name = xstrdup(internal);
    for (char *p = name; *p; p++)
        if (*p == '/')
            *p = '.';
    return name;
}

char *java_test_name(const Evaluator *e)
{
    const char *name = e->frames[e->frame_count - 1]->class_name;
    const char *simple = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    return xasprintf("%.*sCrashTest", (int)strcspn(simple, "$"), simple);
}

static void write_method(Writer *w, const Evaluator *e)
{
    const TestCase *test = w->test;
    Class *exception = program_load((Program *)w->program, e->crash->exception);
    int last = test->count - 1;
    bool by_type = exception && program_can_name(w->program, exception) && (is_unchecked(w->program, exception) || declares(&test->statements[last], e->crash->exception));
    char *exception_name = dotted(e->crash->exception);
    buf_add_str(w->out, "    @Test\n    public void throwsAsInTheLog() throws Throwable {\n");
    for (int i = 0; i < last; i++)
        if (!is_inline(&test->statements[i]))
            write_statement(w, i, "        ");
    buf_add_str(w->out, "        try {\n");
    write_statement(w, last, "            ");
    buf_add_str(w->out, "            fail(\"no exception was thrown\");\n        } catch (");
    if (by_type)
        write_class(w, exception);
    else
        buf_add_str(w->out, "Throwable");
    buf_add_str(w->out, " e) {\n");
    if (!by_type)
        buf_printf(w->out, "            assertEquals(\"%s\", e.getClass().getName());\n", exception_name);
    for (int i = 0; i < e->frame_count; i++) {
        char *name = dotted(e->frames[i]->class_name);
        buf_printf(w->out, "            assertFrame(e, \"%s\", \"%s\", %d);\n", name, e->frames[i]->method, e->frames[i]->line);
        free(name);
    }
    buf_add_str(w->out, "        }\n    }\n");
    free(exception_name);
}

static const char helper[] =
    "\n"
    "    private static void assertFrame(Throwable e, String className, String method, int line) {\n"
    "        for (StackTraceElement frame : e.getStackTrace())\n"
    "            if (frame.getClassName().equals(className) && frame.getMethodName().equals(method) && (line < 0 || frame.getLineNumber() == line))\n"
    "                return;\n"
    "        throw new AssertionError(\"not in the stack trace: \" + className + \".\" + method + \":\" + line, e);\n"
    "    }\n"
    "}\n";

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void write_imports(Writer *w, Buf *out, const char *package)
{
    char **names = xcalloc(w->imports.used + 1, sizeof *names);
    size_t count = 0, package_length = strlen(package);
    MAP_EACH(&w->imports, entry) {
        char *name = entry->value;
        const char *simple = last_part(name);
        size_t length = (size_t)(simple - name);
        bool same = length == (package_length ? package_length + 1 : 0) && !strncmp(name, package, package_length);
        if (length && !same && !(length == 10 && !strncmp(name, "java.lang.", 10)))
            names[count++] = name;
    }
    qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count; i++)
        buf_printf(out, "import %s;\n", names[i]);
    if (count)
        buf_add_char(out, '\n');
    free(names);
}

void java_write_test(Buf *out, const Evaluator *e, const TestCase *test, const char *name, const char *note)
{
    Buf body = { 0 };
    Writer w = { .out = &body, .program = e->program, .test = test };
    char *package = dotted(e->program->package), *exception = dotted(e->crash->exception);
    map_put(&w.imports, "Test", xstrdup("org.junit.Test"));
    write_method(&w, e);
    buf_printf(out, "/*\n * Reproduces %s%s%.200s\n", exception, *e->crash->message ? ": " : "", strpbrk(e->crash->message, "\n*") ? "" : e->crash->message);
    for (int i = 0; i < e->frame_count; i++) {
        char *owner = dotted(e->frames[i]->class_name);
        buf_printf(out, " *     at %s.%s:%d\n", owner, e->frames[i]->method, e->frames[i]->line);
        free(owner);
    }
    buf_printf(out, " * %s\n */\n", note);
    if (*package)
        buf_printf(out, "package %s;\n\n", package);
    buf_add_str(out, "import static org.junit.Assert.*;\n\n");
    write_imports(&w, out, package);
    buf_printf(out, "@SuppressWarnings({\"rawtypes\", \"unchecked\", \"deprecation\"})\npublic class %s {\n", name);
    buf_add(out, body.data, body.size);
    buf_add_str(out, helper);
    MAP_EACH(&w.imports, entry)
        free(entry->value);
    map_free(&w.imports);
    for (int i = 0; i < MAX_STATEMENTS; i++)
        free(w.names[i]);
    free(package);
    free(exception);
    buf_free(&body);
}
