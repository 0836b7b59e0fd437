/*
 * Values and calls (the paper's INSERT-METHOD-CALL): arguments are values that
 * the test already has, null, or made anew.
 */
#include "testgen/grow.h"

#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 5, MAX_TRIES = 8, MAX_ELEMENTS = 4 };

/* ---- random numbers: splitmix64, the same on every machine ----------------------------- */

u64 random_next(Random *r)
{
    u64 z = (r->state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

u32 random_below(Random *r, u32 n)
{
    return (u32)(random_next(r) % n);
}

bool random_chance(Random *r, double probability)
{
    return (double)(random_next(r) >> 11) * 0x1p-53 < probability;
}

/* ---- primitives and strings --------------------------------------------------------------- */

static i64 some_int(Grower *g)
{
    static const i64 edges[] = { 0, 1, -1, 2, 10, 100, 255, 0x7fffffff, -0x80000000ll };
    const Constants *c = &g->program->constants;
    Random *r = &g->random;
    if (c->int_count && random_chance(r, 0.3))
        return c->ints[random_below(r, (u32)c->int_count)];
    if (random_chance(r, 0.4))
        return edges[random_below(r, COUNT_OF(edges))];
    if (random_chance(r, 0.8))
        return (i64)random_below(r, 41) - 20;
    return (i64)random_below(r, 4001) - 2000;
}

static double some_double(Grower *g)
{
    static const double edges[] = { 0, 1, -1, 0.5, 2, 10, 100, 1e10, 1e-10, INFINITY, -INFINITY, NAN, 1.7976931348623157e308, 4.9e-324 };
    const Constants *c = &g->program->constants;
    Random *r = &g->random;
    if (c->double_count && random_chance(r, 0.25))
        return c->doubles[random_below(r, (u32)c->double_count)];
    if (random_chance(r, 0.4))
        return edges[random_below(r, COUNT_OF(edges))];
    return ((double)random_below(r, 400001) - 200000) / (random_chance(r, 0.5) ? 100 : 1000);
}

/* A character that the code compares with, a digit, or any. */
char some_character(Grower *g)
{
    Random *r = &g->random;
    const Constants *c = &g->program->constants;
    if (c->character_count && random_chance(r, 0.35))
        return c->characters[random_below(r, (u32)c->character_count)];
    return (char)(random_chance(r, 0.3) ? '0' + random_below(r, 10) : 32 + random_below(r, 95));
}

void value_randomise(Grower *g, Statement *s)
{
    Random *r = &g->random;
    s->number.bits = 0;
    switch (s->type->kind) {
    case 'Z': s->number.i = (i32)random_below(r, 2); break;
    case 'B': s->number.i = (i8)some_int(g); break;
    case 'S': s->number.i = (i16)some_int(g); break;
    case 'C': s->number.i = random_chance(r, 0.8) ? some_character(g) : (u16)some_int(g); break;
    case 'I': s->number.i = (i32)some_int(g); break;
    case 'J': s->number.j = some_int(g); break;
    case 'F': s->number.f = (float)some_double(g); break;
    default: s->number.d = some_double(g); break;
    }
}

void stub_randomise(Grower *g, Statement *s)
{
    s->mode = random_below(&g->random, STUB_MODES);
    s->number.d = random_chance(&g->random, 0.5) ? (double)random_below(&g->random, 3) - 1 : some_double(g);
}

/* What programs forget: letters with accents, and characters that are two in Java. */
static const char *foreign_text(Grower *g)
{
    static const char *const texts[] = { "\u00e9", "\u20ac", "\U0001f630", "a\U0001f630", "\u0130" };
    return texts[random_below(&g->random, COUNT_OF(texts))];
}

static const char *random_text(Grower *g)
{
    Random *r = &g->random;
    char text[12];
    u32 length = random_below(r, random_chance(r, 0.7) ? 4 : 11);
    for (u32 i = 0; i < length; i++)
        text[i] = some_character(g);
    return arena_strndup(g->program->arena, text, length);
}

void string_randomise(Grower *g, Statement *s)
{
    const Constants *c = &g->program->constants;
    bool known = c->string_count && random_chance(&g->random, 0.6);
    s->text = known ? c->strings[random_below(&g->random, (u32)c->string_count)] : random_chance(&g->random, 0.05) ? foreign_text(g) : random_text(g);
}

/* ---- statements ---------------------------------------------------------------------------- */

static int append(TestCase *test, Statement s)
{
    if (test->count == MAX_STATEMENTS)
        return NO_VALUE;
    test->statements[test->count] = s;
    return test->count++;
}

static int append_number(Grower *g, TestCase *test, Class *type)
{
    Statement s = { .kind = VALUE_NUMBER, .type = type, .receiver = NO_VALUE };
    value_randomise(g, &s);
    /* The JDK's own methods mostly want sizes, positions, ports. */
    if (g->for_jdk && random_chance(&g->random, 0.7) && (type->kind == 'I' || type->kind == 'J'))
        s.number.j = (i64)random_below(&g->random, random_chance(&g->random, 0.5) ? 3 : 32);
    return append(test, s);
}

/* The values of the test that can be used as type; one of them, or NO_VALUE. */
static int existing(Grower *g, const TestCase *test, const Class *type)
{
    int found = NO_VALUE;
    u32 seen = 0;
    for (int i = 0; i < test->count; i++)
        if (test->statements[i].type && vm_is_subclass(test->statements[i].type, type) && !random_below(&g->random, ++seen))
            found = i;
    return found;
}

static bool append_call(Grower *g, TestCase *test, const Callable *call, Class *receiver, int depth);

/* An empty collection shows little: some are given elements at once. */
static void fill_collection(Grower *g, TestCase *test, int collection, Class *const *elements, int depth)
{
    Class *type = test->statements[collection].type;
    Method *m = vm_method(type, "add", "(Ljava/lang/Object;)Z");
    if (!m)
        m = vm_method(type, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
    const Callable *call = m && program_can_use(g->program, m->owner, m->access) ? program_callable(g->program, m) : NULL;
    if (!call || depth > 2 || random_chance(&g->random, elements ? 0.2 : 0.4))
        return;
    for (u32 left = 1 + random_below(&g->random, 3); left; left--) {
        Statement s = { .kind = CALL_METHOD, .type = call->result, .receiver = (i16)collection, .call = call };
        for (int i = 0; i < call->parameter_count; i++)
            s.arguments[s.argument_count++] = (i16)grow_value(g, test, elements && elements[i] ? elements[i] : call->parameters[i], depth + 1);
        append(test, s);
    }
}

static int make(Grower *g, TestCase *test, Class *type, int depth)
{
    Class *const *elements = g->elements;
    g->elements = NULL;
    const Makers *makers = program_makers(g->program, type);
    for (int tries = 0; tries < MAX_TRIES && makers->weight; tries++) {
        u32 pick = random_below(&g->random, (u32)makers->weight);
        const Maker *m = makers->items;
        while (pick >= (u32)m->weight)
            pick -= (u32)(m++)->weight;
        /* Deep inside, only what needs little. */
        if (m->kind == MAKE_CALL && depth >= MAX_DEPTH && m->call->parameter_count)
            continue;
        if (m->kind == MAKE_FIELD) {
            Class *field_type = vm_descriptor_class(g->program->thread, m->field->owner->loader, m->field->descriptor->text, m->field->descriptor->length);
            return append(test, (Statement){ .kind = VALUE_FIELD, .type = field_type, .receiver = NO_VALUE, .field = m->field });
        }
        if (m->kind == MAKE_STUB) {
            Statement s = { .kind = VALUE_STUB, .type = type, .receiver = NO_VALUE, .stub = m->stub };
            stub_randomise(g, &s);
            return append(test, s);
        }
        TestCase *t = test;
        int before = t->count;
        if (append_call(g, t, m->call, method_is_static(m->call->method) || m->call->method->flags & METHOD_CONSTRUCTOR ? NULL : m->call->method->owner, depth + 1)) {
            int made = t->count - 1;
            if (t->statements[made].type->flags & CLASS_BOOT)
                fill_collection(g, t, made, elements, depth);
            return made;
        }
        t->count = before;
    }
    return NO_VALUE;
}

static int make_array(Grower *g, TestCase *test, Class *type, int depth)
{
    Statement s = { .kind = VALUE_ARRAY, .type = type, .receiver = NO_VALUE };
    int length = (int)random_below(&g->random, MAX_ELEMENTS + 1);
    for (int i = 0; i < length; i++) {
        int element = grow_value(g, test, type->component, depth + 1);
        if (element == NO_VALUE && class_is_primitive(type->component))
            return NO_VALUE;
        s.arguments[s.argument_count++] = (i16)element;
    }
    return append(test, s);
}

/* What the crashing code casts to, or a type that often stands for Object. */
static Class *concrete_choice(Grower *g, Class *type)
{
    Program *p = g->program;
    if (p->trace_count && random_chance(&g->random, 0.4)) {
        Class *c = p->trace_types[random_below(&g->random, (u32)p->trace_count)];
        if (vm_is_subclass(c, type) && program_makers(p, c)->count)
            return c;
    }
    if (type == p->object || class_is_interface(type)) {
        if (type == p->object && random_chance(&g->random, 0.25))
            return p->string;
        if (p->cast_count && random_chance(&g->random, 0.5)) {
            Class *c = p->cast_types[random_below(&g->random, (u32)p->cast_count)];
            if (vm_is_subclass(c, type))
                return c;
        }
    }
    if (class_is_interface(type) && vm_is_subclass(p->string, type) && random_chance(&g->random, 0.5))
        return p->string;
    return type;
}

static int grow(Grower *g, TestCase *test, Class *type, int depth, bool may_be_null)
{
    Random *r = &g->random;
    if (class_is_primitive(type)) {
        int known = random_chance(r, 0.3) ? existing(g, test, type) : NO_VALUE;
        return known != NO_VALUE ? known : append_number(g, test, type);
    }
    if (may_be_null && random_chance(r, depth >= MAX_DEPTH ? 0.5 : 0.1))
        return NO_VALUE;
    int known = random_chance(r, depth ? 0.6 : 0.5) ? existing(g, test, type) : NO_VALUE;
    if (known != NO_VALUE)
        return known;
    if (depth > MAX_DEPTH)
        return existing(g, test, type);
    type = concrete_choice(g, type);
    if (type == g->program->string) {
        Statement s = { .kind = VALUE_STRING, .type = type, .receiver = NO_VALUE };
        string_randomise(g, &s);
        return append(test, s);
    }
    if (symbol_is(type->name, "java/lang/Class")) {
        Program *p = g->program;
        Class *literal = p->cast_count && random_chance(r, 0.5) ? p->cast_types[random_below(r, (u32)p->cast_count)]
                         : random_chance(r, 0.3) ? vm_primitive_class(p->vm, "ZIJD"[random_below(r, 4)]) : random_chance(r, 0.5) ? p->object : p->string;
        return append(test, (Statement){ .kind = VALUE_CLASS, .type = type, .receiver = NO_VALUE, .literal = literal });
    }
    if (class_is_array(type))
        return make_array(g, test, type, depth);
    int made = make(g, test, type, depth);
    return made != NO_VALUE || may_be_null ? made : existing(g, test, type);
}

int grow_value(Grower *g, TestCase *test, Class *type, int depth)
{
    return grow(g, test, type, depth, true);
}

/* receiver: a value of the test; NO_VALUE for constructors and static methods. */
static bool append_call_to(Grower *g, TestCase *test, const Callable *call, int receiver, int depth)
{
    Statement s = { .kind = call->method->flags & METHOD_CONSTRUCTOR ? CALL_NEW : CALL_METHOD, .type = call->result, .receiver = (i16)receiver, .call = call };
    int before = test->count;
    for (int i = 0; i < call->parameter_count; i++) {
        g->elements = call->elements[i];
        g->for_jdk = call->method->owner->flags & CLASS_BOOT;
        int value = grow(g, test, call->parameters[i], depth, true);
        g->elements = NULL;
        if (value == NO_VALUE && class_is_primitive(call->parameters[i]))
            goto undo;
        s.arguments[s.argument_count++] = (i16)value;
    }
    if (append(test, s) != NO_VALUE)
        return true;
undo:
    test->count = before;
    return false;
}

static bool append_call(Grower *g, TestCase *test, const Callable *call, Class *receiver, int depth)
{
    int before = test->count, object = receiver ? grow(g, test, receiver, depth, false) : NO_VALUE;
    if ((!receiver || object != NO_VALUE) && append_call_to(g, test, call, object, depth))
        return true;
    test->count = before;
    return false;
}

bool grow_crash_call(Grower *g, TestCase *test)
{
    u32 pick = random_below(&g->random, (u32)g->crash_count);
    return append_call(g, test, g->crash_calls[pick], g->crash_receivers[pick], 0);
}

bool grow_is_inner(const Grower *g, const Method *m)
{
    for (int i = 0; i < g->inner_count; i++)
        if (g->inner_methods[i] == m)
            return true;
    return false;
}

/* Sets a field of one of the trace's classes; not often, since no user could. */
static bool append_set_field(Grower *g, TestCase *test)
{
    Field *f = g->fields[random_below(&g->random, (u32)g->field_count)];
    Statement s = { .kind = SET_FIELD, .receiver = NO_VALUE, .field = f, .field_type = program_field_type(g->program, f), .argument_count = 1 };
    if (!(f->access & ACC_STATIC)) {
        int owner = existing(g, test, f->owner);
        if (owner == NO_VALUE)
            return false;
        s.receiver = (i16)owner;
    }
    int value = random_chance(&g->random, 0.5) && !class_is_primitive(s.field_type) ? NO_VALUE : grow_value(g, test, s.field_type, 2);
    if (value == NO_VALUE && class_is_primitive(s.field_type))
        return false;
    s.arguments[0] = (i16)value;
    return append(test, s) != NO_VALUE;
}

/* A method that the class declares or inherits and that a test may call; NULL: the one picked is none. */
static const Callable *some_method(Grower *g, const Class *type)
{
    Program *p = g->program;
    u32 own = type->method_count, all = class_is_interface(type) ? own : own + type->vtable_count;
    u32 pick = all ? random_below(&g->random, all) : 0;
    if (!all)
        return NULL;
    Method *m = pick < own ? &type->methods[pick] : type->vtable[pick - own];
    if (m->flags & METHOD_CONSTRUCTOR || symbol_is(m->name, "<clinit>") || m->owner == p->object || !program_can_name(p, m->owner) || !program_can_use(p, m->owner, m->access) || grow_is_inner(g, m))
        return NULL;
    return program_callable(p, m);
}

/* A call of an object that the test has. */
static bool append_call_on_value(Grower *g, TestCase *test)
{
    int receiver = (int)random_below(&g->random, (u32)test->count);
    Class *type = test->statements[receiver].type;
    if (!type || class_is_primitive(type) || class_is_array(type) || type == g->program->string || !program_can_name(g->program, type))
        return false;
    const Callable *call = some_method(g, type);
    return call && append_call_to(g, test, call, method_is_static(call->method) ? NO_VALUE : receiver, 1);
}

/* A method of a value that the test has, or of the classes of the trace. */
bool grow_other_call(Grower *g, TestCase *test)
{
    if (g->field_count && random_chance(&g->random, 0.12) && append_set_field(g, test))
        return true;
    for (int tries = 0; test->count && tries < MAX_TRIES && random_chance(&g->random, 0.75); tries++)
        if (append_call_on_value(g, test))
            return true;
    if (!g->other_count)
        return false;
    const Callable *call = g->other_calls[random_below(&g->random, (u32)g->other_count)];
    bool no_receiver = method_is_static(call->method) || call->method->flags & METHOD_CONSTRUCTOR;
    return append_call(g, test, call, no_receiver ? NULL : call->method->owner, 1);
}
