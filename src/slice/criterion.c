#include "slice/criterion.h"

#include "slice/methods.h"
#include "slice/shadow.h"

#include <stdlib.h>
#include <string.h>

/* ---- the throw ---------------------------------------------------------------------------- */

static Object *cause_of(Object *e)
{
    const Field *cause = vm_field(object_class(e), "cause", "Ljava/lang/Throwable;");
    Object *inner = cause ? vm_get_field(e, cause).l : NULL;
    return inner == e ? NULL : inner;
}

Node criterion_of_throwable(Vm *vm, Object *throwable)
{
    UNUSED(vm);
    Node found = 0;
    for (int depth = 0; throwable && depth < 20; depth++) {
        Node node = shadow_thrown(throwable);
        if (node)
            found = node;
        throwable = cause_of(throwable);
    }
    return found;
}

const char *criterion_text(const History *history, Node node, Object *throwable)
{
    static const struct { const char *class_name, *text; } texts[] = {
        { "java/lang/NullPointerException", "the null reference" },
        { "java/lang/ArrayIndexOutOfBoundsException", "the index and the length" },
        { "java/lang/StringIndexOutOfBoundsException", "the index and the length" },
        { "java/lang/IndexOutOfBoundsException", "the index and the length" },
        { "java/lang/ArithmeticException", "the divisor" },
        { "java/lang/ClassCastException", "the object of the wrong class" },
        { "java/lang/NegativeArraySizeException", "the length" },
        { "java/lang/NumberFormatException", "the text that is no number" },
        { "java/lang/IllegalArgumentException", "the argument that was refused" },
        { "java/lang/IllegalStateException", "the state that was refused" },
    };
    for (Object *inner; (inner = cause_of(throwable)); throwable = inner)
        if (!shadow_thrown(inner))
            break;
    NodeView view;
    history_read(history, node, &view);
    for (const Class *c = object_class(throwable); c; c = c->super)
        for (u32 i = 0; i < COUNT_OF(texts); i++)
            if (!strcmp(c->name->text, texts[i].class_name))
                return texts[i].text;
    return "the throw, and what decided over it";
}

/* ---- a line ---------------------------------------------------------------------------------- */

static bool is_line(const MethodFacts *facts, u32 place, const char *file, size_t length, i32 line)
{
    const Symbol *source = facts->method->owner->source_file;
    return facts->of_app && facts->method->code && source && source->length == length && !memcmp(source->text, file, length)
        && code_line(facts->method->code, place - facts->first_place) == line;
}

Node criterion_of_line(const History *history, const char *at)
{
    const char *colon = strrchr(at, ':');
    if (!colon)
        return 0;
    Node last = 0;
    NodeView view;
    for (Node node = 1, next; node < history_end(history); node = next) {
        next = history_read(history, node, &view);
        const MethodFacts *facts = view.place >= FIRST_PLACE ? method_of_place(view.place) : NULL;
        if (facts && is_line(facts, view.place, at, (size_t)(colon - at), atoi(colon + 1)))
            last = node;
    }
    return last;
}
