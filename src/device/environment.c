/* Conditions as text: checked against the table, kept in order, printed for a .repro. */
#include "device/environment.h"

#include "device/condition.h"

#include <stdlib.h>
#include <string.h>

static const ConditionKind *kind_of(const char *name)
{
    for (const ConditionKind *k = condition_kinds; k->name; k++)
        if (!strcmp(k->name, name))
            return k;
    return NULL;
}

static int unknown_name(const char *name)
{
    Buf all = { 0 };
    for (const ConditionKind *k = condition_kinds; k->name; k++)
        buf_printf(&all, "%s%s", k == condition_kinds ? "" : ", ", k->name);
    int status = error_set(ERR_INPUT, "there is no condition \"%s\"; there are: %s", name, buf_str(&all));
    buf_free(&all);
    return status;
}

/* Is the value one of the words of "a | b | c"? */
static bool is_word_of(const char *form, const char *value)
{
    size_t length = strlen(value);
    for (const char *p = form; length && (p = strstr(p, value)); p += length) {
        bool begins = p == form || p[-1] == ' ', ends = !p[length] || p[length] == ' ';
        if (begins && ends && *value != '|')
            return true;
    }
    return false;
}

static int check_value(const ConditionKind *kind, const char *value)
{
    if (strchr(value, '\n'))
        return error_set(ERR_INPUT, "%s: a value is one line", kind->name);
    if (!kind->check && is_word_of(kind->form, value))
        return OK;
    if (!kind->check)
        return error_set(ERR_INPUT, "%s cannot be \"%s\": it is %s", kind->name, value, kind->form);
    if (!kind->check(value))
        return OK;
    char *why = xstrdup(error_text());
    int status = error_set(ERR_INPUT, "%s cannot be \"%s\": %s; it is %s", kind->name, value, why, kind->form);
    free(why);
    return status;
}

static Condition *find(Environment *e, const ConditionKind *kind)
{
    for (u32 i = 0; i < e->condition_count; i++)
        if (e->conditions[i].kind == kind)
            return &e->conditions[i];
    return NULL;
}

static void add(Environment *e, const ConditionKind *kind, const char *value)
{
    e->conditions = xrealloc(e->conditions, (e->condition_count + 1) * sizeof *e->conditions);
    e->conditions[e->condition_count++] = (Condition){ kind, xstrdup(value) };
}

int environment_set(Environment *e, const char *name, const char *value)
{
    const ConditionKind *kind = kind_of(name);
    if (!kind)
        return unknown_name(name);
    int status = check_value(kind, value);
    if (status)
        return status;
    Condition *old = kind->repeats ? NULL : find(e, kind);
    if (old) {
        free(old->value);
        old->value = xstrdup(value);
    } else {
        add(e, kind, value);
    }
    return OK;
}

int environment_set_from(Environment *e, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    if (!equals)
        return error_set(ERR_INPUT, "\"%s\" is no condition: write NAME=VALUE, as in network=offline", assignment);
    char *name = xstrndup(assignment, (size_t)(equals - assignment));
    int status = environment_set(e, name, equals + 1);
    free(name);
    return status;
}

Environment environment_copy(const Environment *e)
{
    Environment copy = *e;
    copy.conditions = NULL;
    copy.condition_count = 0;
    for (u32 i = 0; i < e->condition_count; i++)
        add(&copy, e->conditions[i].kind, e->conditions[i].value);
    return copy;
}

void environment_clear(Environment *e)
{
    for (u32 i = 0; i < e->condition_count; i++)
        free(e->conditions[i].value);
    free(e->conditions);
    e->conditions = NULL;
    e->condition_count = 0;
}

void environment_print(Buf *out, const Environment *e)
{
    for (u32 i = 0; i < e->condition_count; i++)
        buf_printf(out, "env %s %s\n", e->conditions[i].kind->name, e->conditions[i].value);
}

void environment_describe(Buf *out)
{
    for (const ConditionKind *k = condition_kinds; k->name; k++)
        buf_printf(out, "%-16s %-32s %s\n", k->name, k->form, k->help);
}
