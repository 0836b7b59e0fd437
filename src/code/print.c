/*
 * The disassembler.
 *
 *   class public final a/B extends a/A implements a/I
 *     source B.java
 *     field private static count I = 3
 *     method public run(J)V  4 registers, 3 for arguments
 *           line 12
 *       0  const              v3, #1
 *       1  if-eqz             v3 -> 7
 *         try 2 to 6 -> 9 java/io/IOException
 */
#include "code/print.h"

#include <string.h>

typedef struct FlagName {
    u32 flag;
    const char *name;
} FlagName;

static const FlagName class_flags[] = {
    { ACC_PUBLIC, "public" }, { ACC_FINAL, "final" }, { ACC_INTERFACE, "interface" }, { ACC_ABSTRACT, "abstract" },
    { ACC_SYNTHETIC, "synthetic" }, { ACC_ANNOTATION, "annotation" }, { ACC_ENUM, "enum" }, { 0 },
};

static const FlagName field_flags[] = {
    { ACC_PUBLIC, "public" }, { ACC_PRIVATE, "private" }, { ACC_PROTECTED, "protected" }, { ACC_STATIC, "static" },
    { ACC_FINAL, "final" }, { ACC_VOLATILE, "volatile" }, { ACC_TRANSIENT, "transient" }, { ACC_SYNTHETIC, "synthetic" },
    { ACC_ENUM, "enum" }, { 0 },
};

static const FlagName method_flags[] = {
    { ACC_PUBLIC, "public" }, { ACC_PRIVATE, "private" }, { ACC_PROTECTED, "protected" }, { ACC_STATIC, "static" },
    { ACC_FINAL, "final" }, { ACC_SYNCHRONIZED | ACC_DECLARED_SYNCHRONIZED, "synchronized" }, { ACC_BRIDGE, "bridge" },
    { ACC_VARARGS, "varargs" }, { ACC_NATIVE, "native" }, { ACC_ABSTRACT, "abstract" }, { ACC_STRICT, "strictfp" },
    { ACC_SYNTHETIC, "synthetic" }, { 0 },
};

static void print_flags(Buf *out, const FlagName *names, u32 access)
{
    for (; names->name; names++)
        if (access & names->flag)
            buf_printf(out, " %s", names->name);
}

static void print_names(Buf *out, const char *word, const Symbol *const *names, u32 count)
{
    for (u32 i = 0; i < count; i++)
        buf_printf(out, "%s%s", i ? ", " : word, names[i]->text);
}

static void print_constant(Buf *out, const ConstantValue *value)
{
    float single;
    double wide;
    u32 low = (u32)value->bits;
    memcpy(&single, &low, sizeof single);
    memcpy(&wide, &value->bits, sizeof wide);
    switch (value->tag) {
    case 'I': buf_printf(out, " = %d", (i32)value->bits); break;
    case 'J': buf_printf(out, " = %lld", (long long)value->bits); break;
    case 'F': buf_printf(out, " = %.9g", single); break;
    case 'D': buf_printf(out, " = %.17g", wide); break;
    case 's': buf_add_str(out, " = "); symbol_print_quoted(out, value->text); break;
    case 'c': buf_printf(out, " = %s", value->text->text); break;
    case 'n': buf_add_str(out, " = null"); break;
    }
}

static void print_header(Buf *out, const ClassDef *def)
{
    buf_add_str(out, "class");
    print_flags(out, class_flags, def->access);
    buf_printf(out, " %s", def->name->text);
    if (def->super)
        buf_printf(out, " extends %s", def->super->text);
    print_names(out, " implements ", def->interfaces, def->interface_count);
    buf_add_char(out, '\n');
    if (def->source_file)
        buf_printf(out, "  source %s\n", def->source_file->text);
    if (def->signature)
        buf_printf(out, "  signature %s\n", def->signature->text);
    if (def->outer)
        buf_printf(out, "  member of %s\n", def->outer->text);
    if (def->enclosing_class)
        buf_printf(out, "  within %s%s%s%s\n", def->enclosing_class->text, def->enclosing_method ? "." : "",
                   def->enclosing_method ? def->enclosing_method->text : "",
                   def->enclosing_descriptor ? def->enclosing_descriptor->text : "");
}

static void print_code(Buf *out, const Code *code)
{
    u32 line = 0;
    buf_printf(out, "  %u registers, %u for arguments\n", code->register_count, code->argument_registers);
    for (u32 pc = 0; pc < code->unit_count; pc += insn_length(&code->units[pc])) {
        for (; line < code->line_count && code->lines[line].unit <= pc; line++)
            buf_printf(out, "        line %u\n", code->lines[line].line);
        insn_print(out, code, &code->units[pc]);
    }
    for (u32 i = 0; i < code->try_count; i++) {
        const TryRange *range = &code->tries[i];
        buf_printf(out, "        try %u to %u -> %u %s\n", range->start, range->end, range->handler,
                   range->type ? range->type->owner->text : "any");
    }
}

static void print_method(Buf *out, const ClassDef *def, const MethodDef *method)
{
    Code *code;
    buf_add_str(out, "  method");
    print_flags(out, method_flags, method->access);
    buf_printf(out, " %s%s", method->name->text, method->descriptor->text);
    print_names(out, " throws ", method->exceptions, method->exception_count);
    if (!method->has_code)
        buf_add_char(out, '\n');
    else if (code_translate(def, method, false, &code))
        buf_printf(out, "\n        cannot be read: %s\n", error_text());
    else
        print_code(out, code);
}

/* "run" or "run(J)V" */
static bool is_asked_for(const MethodDef *method, const char *asked)
{
    size_t length = method->name->length;
    return !asked || (!strncmp(asked, method->name->text, length)
                      && (!asked[length] || !strcmp(asked + length, method->descriptor->text)));
}

int code_print_class(Buf *out, const ClassDef *def, const char *method)
{
    bool found = !method;
    if (!method) {
        print_header(out, def);
        for (u32 i = 0; i < def->field_count; i++) {
            buf_add_str(out, "  field");
            print_flags(out, field_flags, def->fields[i].access);
            buf_printf(out, " %s %s", def->fields[i].name->text, def->fields[i].descriptor->text);
            print_constant(out, &def->fields[i].constant);
            buf_add_char(out, '\n');
        }
    }
    for (u32 i = 0; i < def->method_count; i++) {
        if (!is_asked_for(&def->methods[i], method))
            continue;
        if (!found)
            print_header(out, def);
        found = true;
        print_method(out, def, &def->methods[i]);
    }
    return found ? OK : error_set(ERR_NOT_FOUND, "%s has no method %s", def->name->text, method);
}
