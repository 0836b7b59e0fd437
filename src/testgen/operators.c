/*
 * The operators of the guided genetic algorithm: initial tests (Algorithm 2),
 * crossover (Algorithm 3), mutation (Algorithm 4). None of them lets a test
 * lose its last call of a method of the crash.
 */
#include "testgen/grow.h"

#include <string.h>

enum { MAX_SIZE = 8, MAX_ROUNDS = 20 };

void value_randomise(Grower *g, Statement *s);
void string_randomise(Grower *g, Statement *s);
void stub_randomise(Grower *g, Statement *s);
char some_character(Grower *g);

static bool calls_crash(const Grower *g, const TestCase *test)
{
    return test_calls(test, g->crash_methods, g->crash_count);
}

/* ---- Algorithm 2 ------------------------------------------------------------------------- */

void grow_initial(Grower *g, TestCase *out)
{
    do {
        out->count = 0;
        out->evaluated = false;
        int size = 1 + (int)random_below(&g->random, MAX_SIZE);
        double insert_probability = 1.0 / size;
        for (int calls = 0; calls < size; calls++) {
            if (random_chance(&g->random, insert_probability)) {
                grow_crash_call(g, out);
                insert_probability = 1.0 / size;
            } else {
                grow_other_call(g, out);
                insert_probability = 1.0 / (size - calls);
            }
        }
        for (int tries = 0; tries < MAX_ROUNDS && !calls_crash(g, out); tries++)
            grow_crash_call(g, out);
        test_drop_unused(out);
    } while (0);
}

/* ---- Algorithm 3 ------------------------------------------------------------------------- */

static int needed_value(Grower *g, TestCase *out, const Statement *old, Class *wanted)
{
    UNUSED(old);
    return grow_value(g, out, wanted, 2);
}

/*
 * CORRECT: copies statements of `from` behind those of out. A value that they
 * used and that was not copied is replaced by another one of the type.
 */
static void append_corrected(Grower *g, TestCase *out, const TestCase *from, int start)
{
    i16 moved[MAX_STATEMENTS];
    memset(moved, 0xff, sizeof moved);
    for (int i = start; i < from->count && out->count < MAX_STATEMENTS; i++) {
        Statement s = from->statements[i];
        bool whole = true;
        if (s.receiver != NO_VALUE) {
            int r = moved[s.receiver];
            if (r == NO_VALUE && s.receiver < start)
                r = needed_value(g, out, &s, from->statements[s.receiver].type);
            whole = r != NO_VALUE;
            s.receiver = (i16)r;
        }
        for (int a = 0; a < s.argument_count && whole; a++) {
            int old = s.arguments[a];
            if (old == NO_VALUE)
                continue;
            Class *type = statement_argument_type(&s, a);
            int value = moved[old];
            if (value == NO_VALUE)
                value = needed_value(g, out, &s, type);
            whole = value != NO_VALUE || !class_is_primitive(type);
            s.arguments[a] = (i16)value;
        }
        if (!whole || out->count == MAX_STATEMENTS)
            continue;
        moved[i] = (i16)out->count;
        out->statements[out->count++] = s;
    }
}

static void cross(Grower *g, const TestCase *head, const TestCase *tail, double mu, TestCase *out)
{
    *out = *head;
    out->evaluated = false;
    out->count = (int)(mu * head->count);
    if (out->fitness.thrown_at >= out->count)
        out->fitness.thrown_at = -1;
    append_corrected(g, out, tail, tail->count - (int)((1 - mu) * tail->count));
    test_drop_unused(out);
    if (!calls_crash(g, out))
        *out = *head;
}

void grow_crossover(Grower *g, const TestCase *p1, const TestCase *p2, TestCase *o1, TestCase *o2)
{
    double mu = (double)random_below(&g->random, 1001) / 1000;
    cross(g, p1, p2, mu, o1);
    cross(g, p2, p1, mu, o2);
}

/* ---- Algorithm 4 ------------------------------------------------------------------------- */

static void change_number(Grower *g, Statement *s)
{
    Random *r = &g->random;
    i64 delta = (i64)random_below(r, 11) - 5;
    if (random_chance(r, 0.4)) {
        value_randomise(g, s);
        return;
    }
    switch (s->type->kind) {
    case 'Z': s->number.i ^= 1; break;
    case 'B': s->number.i = (i8)(s->number.i + delta); break;
    case 'S': s->number.i = (i16)(s->number.i + delta); break;
    case 'C': s->number.i = (u16)(s->number.i + delta); break;
    case 'I': s->number.i += (i32)delta; break;
    case 'J': s->number.j += delta; break;
    case 'F': s->number.f += (float)delta / (random_chance(r, 0.5) ? 1 : 100); break;
    default: s->number.d += (double)delta / (random_chance(r, 0.5) ? 1 : 100); break;
    }
}

static void change_text(Grower *g, Statement *s)
{
    Random *r = &g->random;
    size_t length = strlen(s->text);
    if (random_chance(r, 0.35) || length > 100) {
        string_randomise(g, s);
        return;
    }
    char text[128];
    memcpy(text, s->text, length + 1);
    u32 at = random_below(r, (u32)length + 1);
    char letter = some_character(g);
    u32 what = random_below(r, 4);
    if (what == 0 && at < length) {
        memmove(text + at, text + at + 1, length - at);
    } else if (what == 1 && at < length) {
        text[at] = letter;
    } else if (what == 2) {
        memmove(text + at + 1, text + at, length - at + 1);
        text[at] = letter;
    } else {
        /* With another string's text behind it. */
        Statement other = *s;
        string_randomise(g, &other);
        if (length + strlen(other.text) < sizeof text)
            strcpy(text + length, other.text);
    }
    for (char *b = text; *b; b++)
        if ((u8)*b >= 0x80)
            return;     /* cutting a character of UTF-8 in two makes no string */
    s->text = arena_strdup(g->program->arena, text);
}

/* Rebuilds the test with new statements before position i; insert appends them and may change s, which then stands at i. */
typedef bool Insertion(Grower *g, TestCase *out, Statement *s);

static void with_insertion(Grower *g, TestCase *test, int i, Insertion *insert)
{
    TestCase out = *test;
    out.count = i;
    Statement s = test->statements[i];
    if (!insert(g, &out, &s))
        return;
    int shift = out.count - i;
    if (test->count + shift > MAX_STATEMENTS)
        return;
    out.statements[out.count++] = s;
    for (int k = i + 1; k < test->count; k++) {
        Statement next = test->statements[k];
        if (next.receiver >= i)
            next.receiver = (i16)(next.receiver + shift);
        for (int a = 0; a < next.argument_count; a++)
            if (next.arguments[a] >= i)
                next.arguments[a] = (i16)(next.arguments[a] + shift);
        out.statements[out.count++] = next;
    }
    *test = out;
}

static bool insert_call(Grower *g, TestCase *out, Statement *s)
{
    UNUSED(s);
    return random_chance(&g->random, 0.3) ? grow_crash_call(g, out) : grow_other_call(g, out);
}

/* One argument (or the receiver) becomes another value. */
static bool change_argument(Grower *g, TestCase *out, Statement *s)
{
    int places = s->argument_count + (s->receiver != NO_VALUE);
    if (!places)
        return false;
    int pick = (int)random_below(&g->random, (u32)places);
    bool of_receiver = pick == s->argument_count;
    Class *type = of_receiver ? s->call ? s->call->method->owner : s->field->owner : statement_argument_type(s, pick);
    int value = grow_value(g, out, type, 1);
    if (value == NO_VALUE && (of_receiver || class_is_primitive(type)))
        return false;
    if (of_receiver)
        s->receiver = (i16)value;
    else
        s->arguments[pick] = (i16)value;
    return true;
}

/* Another way to a value of the same type. */
static bool change_maker(Grower *g, TestCase *out, Statement *s)
{
    if (!s->type || class_is_primitive(s->type))
        return false;
    TestCase *fresh = out;
    int before = fresh->count;
    int value = grow_value(g, fresh, s->type, 1);
    if (value == NO_VALUE || value < before || value != fresh->count - 1)
        return false;
    *s = fresh->statements[--fresh->count];
    return true;
}

static void change_statement(Grower *g, TestCase *test, int i)
{
    Statement *s = &test->statements[i];
    if (s->kind == VALUE_NUMBER)
        change_number(g, s);
    else if (s->kind == VALUE_STRING)
        change_text(g, s);
    else if (s->kind == VALUE_STUB && random_chance(&g->random, 0.7))
        stub_randomise(g, s);
    else if (s->kind >= CALL_NEW && random_chance(&g->random, 0.7))
        with_insertion(g, test, i, change_argument);
    else if (s->kind == VALUE_ARRAY && s->argument_count && random_chance(&g->random, 0.3))
        s->argument_count--;
    else if (s->kind == VALUE_ARRAY && random_chance(&g->random, 0.6))
        with_insertion(g, test, i, change_argument);
    else
        with_insertion(g, test, i, change_maker);
}

/* A statement before the crash that throws hides all that follows: it goes, or becomes another. */
static bool repair(Grower *g, TestCase *test)
{
    int i = test->fitness.thrown_at;
    if (i < 0 || i >= test->count - 1 || random_chance(&g->random, 0.4))
        return false;
    const Statement *s = &test->statements[i];
    for (int k = 0; k < g->crash_count; k++)
        if (s->call && s->call->method == g->crash_methods[k])
            return false;
    if (random_chance(&g->random, 0.5))
        test_remove(test, i);
    else
        change_statement(g, test, i);
    return true;
}

void grow_mutation(Grower *g, TestCase *test)
{
    TestCase before = *test;
    bool changed = repair(g, test) && random_chance(&g->random, 0.5);
    if (changed && calls_crash(g, test)) {
        test_drop_unused(test);
        test->evaluated = false;
        return;
    }
    for (int round = 0; round < MAX_ROUNDS; round++) {
        double each = test->count ? 1.0 / test->count : 1;
        for (int i = 0; i < test->count; i++) {
            if (!random_chance(&g->random, each))
                continue;
            int was = test->count;
            if (random_chance(&g->random, 1.0 / 3) && test->count > 1) {
                test_remove(test, i);
                changed = true;
            }
            if (i < test->count && random_chance(&g->random, 1.0 / 2)) {
                change_statement(g, test, i);
                changed = true;
            }
            if (i < test->count && random_chance(&g->random, 1.0 / 3)) {
                with_insertion(g, test, i, insert_call);
                changed = true;
            }
            i += MAX(0, test->count - was);
        }
        test_drop_unused(test);
        if (!calls_crash(g, test)) {
            /* The paper repeats until a target call is there again. */
            if (round == MAX_ROUNDS - 1)
                *test = before;
            else
                grow_crash_call(g, test);
        }
        /* A copy of its parent would only be measured again. */
        if (changed && calls_crash(g, test))
            break;
    }
    test->evaluated = false;
}
