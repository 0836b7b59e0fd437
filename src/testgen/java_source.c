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

#include "testgen/java_writer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- statements ---------------------------------------------------------------------- */

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
        java_write_class(w, s->type);
        buf_printf(w->out, " %s = ", w->names[i]);
    }
    java_write_expression(w, i, indent);
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

char *java_dotted(const char *internal)
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

/* What the versions of JUnit want. */
typedef struct JunitForm {
    const char *assertions, *test, *head, *extends;
} JunitForm;

static const JunitForm *junit_form(int version)
{
    static const JunitForm forms[] = {
        { NULL, "junit.framework.TestCase", "    public void testThrowsAsInTheLog() throws Throwable {\n", " extends TestCase" },
        { "org.junit.Assert", "org.junit.Test", "    @Test\n    public void throwsAsInTheLog() throws Throwable {\n", "" },
        { "org.junit.jupiter.api.Assertions", "org.junit.jupiter.api.Test", "    @Test\n    void throwsAsInTheLog() throws Throwable {\n", "" },
    };
    return &forms[version - JUNIT_FIRST];
}

static void write_method(Writer *w, const Evaluator *e, const JunitForm *form)
{
    const TestCase *test = w->test;
    Class *exception = program_load((Program *)w->program, e->crash->exception);
    int last = test->count - 1;
    int wrapped = test->fitness.wrapped;
    bool by_type = !wrapped && exception && program_can_name(w->program, exception) && (is_unchecked(w->program, exception) || declares(&test->statements[last], e->crash->exception));
    char *exception_name = java_dotted(e->crash->exception);
    buf_add_str(w->out, form->head);
    for (int i = 0; i < last; i++)
        if (!w->inlined[i])
            write_statement(w, i, "        ");
    buf_add_str(w->out, "        try {\n");
    write_statement(w, last, "            ");
    buf_add_str(w->out, "            fail(\"no exception was thrown\");\n        } catch (");
    if (by_type)
        java_write_class(w, exception);
    else
        buf_add_str(w->out, "Throwable");
    buf_add_str(w->out, wrapped ? " thrown) {\n            Throwable e = thrown" : " e) {\n");
    for (int i = 0; i < wrapped; i++)
        buf_add_str(w->out, i == wrapped - 1 ? ".getCause();\n" : ".getCause()");
    if (!by_type)
        buf_printf(w->out, "            assertEquals(\"%s\", e.getClass().getName());\n", exception_name);
    for (int i = 0; i < e->frame_count; i++) {
        char *name = java_dotted(e->frames[i]->class_name);
        int line = test->fitness.lines[i] > 0 ? test->fitness.lines[i] : e->frames[i]->line;
        buf_printf(w->out, "            assertFrame(e, \"%s\", \"%s\", %d);\n", name, e->frames[i]->method, line);
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
        const char *simple = java_last_part(name);
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

static void write_head(Buf *out, const Evaluator *e, const Fitness *f, const char *note)
{
    char *exception = java_dotted(e->crash->exception);
    buf_printf(out, "/*\n * Reproduces %s%s%.200s\n", exception, *e->crash->message ? ": " : "", strpbrk(e->crash->message, "\n*\\") ? "" : e->crash->message);
    for (int i = 0; i < e->frame_count; i++) {
        char *owner = java_dotted(e->frames[i]->class_name);
        buf_printf(out, " *     at %s.%s", owner, e->frames[i]->method);
        if (e->frames[i]->line >= 0)
            buf_printf(out, ":%d", e->frames[i]->line);
        if (f->lines[i] > 0 && f->lines[i] != e->frames[i]->line)
            buf_printf(out, " (line %d in the jar)", f->lines[i]);
        buf_add_char(out, '\n');
        free(owner);
    }
    if (e->frame_count < e->frames_found)
        buf_printf(out, " * the nearest to the throw of the log's %d frames of the program.\n", e->frames_found);
    buf_printf(out, " * %s\n */\n", note);
    free(exception);
}

int java_write_test(Buf *out, const Evaluator *e, const TestCase *test, const JavaForm *wanted, const char *note)
{
    Buf body = { 0 };
    const JunitForm *form = junit_form(wanted->junit);
    Writer w = { .out = &body, .program = e->program, .test = test };
    char *package = java_dotted(e->program->package);
    map_put(&w.imports, java_last_part(form->test), xstrdup(form->test));
    java_choose_inlined(&w, wanted->nested);
    write_method(&w, e, form);
    write_head(out, e, &test->fitness, note);
    if (*package)
        buf_printf(out, "package %s;\n\n", package);
    if (form->assertions)
        buf_printf(out, "import static %s.*;\n\n", form->assertions);
    write_imports(&w, out, package);
    buf_printf(out, "@SuppressWarnings({\"rawtypes\", \"unchecked\", \"deprecation\"})\npublic class %s%s {\n", wanted->name, form->extends);
    buf_add(out, body.data, body.size);
    buf_add_str(out, helper);
    MAP_EACH(&w.imports, entry)
        free(entry->value);
    map_free(&w.imports);
    for (int i = 0; i < MAX_STATEMENTS; i++)
        free(w.names[i]);
    free(package);
    buf_free(&body);
    int written = 0;
    for (int i = 0; i < test->count; i++)
        written += !w.inlined[i];
    return written;
}
