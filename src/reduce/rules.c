#include "reduce/rules.h"

#include "base/file.h"
#include "reduce/delta.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The machines of Figures 5 to 9, and the patterns of sections 4.2.1 and 4.2.2. */
static const char nine_rules[] =
    "optional CALL ENDCALL VOLUME_UP VOLUME_DOWN VOLUME_MUTE MUTE\n"
    "rule no-op\n"
    "  S0 -> S0 if same-screen quiet do delete\n"
    "rule rejected-home\n"
    "  S0 -> S0 if key:HOME same-window quiet do delete\n"
    "rule rejected-back\n"
    "  S0 -> S0 if key:BACK main same-window same-screen do delete\n"
    "rule optional-key\n"
    "  S0 -> S0 if optional-key same-window quiet do delete\n"
    "rule contrary-pair\n"
    "  S0 -> S1 if changes do start\n"
    "  S1 -> S0 if changes back-to-start do delete-all\n"
    "  S1 -> S1 if changes do start\n"
    "rule nested-contrary-pair\n"
    "  S0 -> S0 if changes undoes-top do delete-top pop\n"
    "  S0 -> S0 if do push\n"
    "rule last-effective\n"
    "  S0 -> S1 if selects do start\n"
    "  S1 -> S1 if selects same-group do delete-start start\n"
    "  S1 -> S1 if selects do start\n"
    "rule text-slide\n"
    "  S0 -> S1 if opens do start\n"
    "  S1 -> S1 if slides quiet\n"
    "  S1 -> S0 if closes back-to-start do delete-all\n"
    "rule hidden-menu\n"
    "  S0 -> S1 if reveals do start\n"
    "  S1 -> S0 if back-to-start do delete-all\n"
    "  S1 -> S2 if opens\n"
    "  S2 -> S0 if closes back-to-start do delete-all\n"
    "  S2 -> S2 if slides quiet\n"
    "  S2 -> S1 if closes\n";

/* ---- the table ------------------------------------------------------------------------------ */

typedef struct Machine {
    const UserEvent *events;
    const Record *record;
    const u32 *group;
    const struct RuleSet *rules;
    u32 start;
    bool has_start;
    u32 *stack;
    u32 stack_count;
} Machine;

typedef bool Holds(const Machine *m, const UserEvent *e, i32 argument);

typedef enum Deed { DEED_START, DEED_PUSH, DEED_POP, DEED_DELETE, DEED_DELETE_START, DEED_DELETE_ALL, DEED_DELETE_TOP, DEEDS } Deed;

static const char *const deed_names[DEEDS] = { "start", "push", "pop", "delete", "delete-start", "delete-all", "delete-top" };

enum { MOST_WORDS = 8, MOST_DEEDS = 4, MOST_ROWS = 24, MOST_KEYS = 64 };

typedef struct Word {
    Holds *holds;
    i32 argument;
    bool denied;
} Word;

typedef struct Row {
    u8 from, to;
    Word words[MOST_WORDS];
    u32 word_count;
    Deed deeds[MOST_DEEDS];
    u32 deed_count;
} Row;

typedef struct Rule {
    char *name;
    bool off;
    Row rows[MOST_ROWS];
    u32 row_count;
} Rule;

struct RuleSet {
    Rule *rules;
    u32 count;
    i32 optional[MOST_KEYS];
    u32 optional_count;
};

/* ---- words ------------------------------------------------------------------------------------- */

static bool same_status(AppStatus a, AppStatus b)
{
    return a.window == b.window && a.screen == b.screen;
}

static bool is_key(const Machine *m, const UserEvent *e, i32 key) { UNUSED(m); return e->key == key; }
static bool is_op(const Machine *m, const UserEvent *e, i32 op) { UNUSED(m); return (i32)e->op == op; }
static bool has_object(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return e->object_hash != 0; }
static bool is_editor(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return e->flags & NODE_EDITABLE; }
static bool is_checkable(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return e->flags & NODE_CHECKABLE; }
static bool is_main(const Machine *m, const UserEvent *e, i32 a) { UNUSED(a); return e->src.window == m->record->main_window; }
static bool same_window(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return !e->window_changes; }
static bool same_screen(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return same_status(e->src, e->des); }
static bool is_quiet(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return !e->active; }
static bool changes(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return !same_status(e->src, e->des); }
static bool slides(const Machine *m, const UserEvent *e, i32 a) { UNUSED(m); UNUSED(a); return !e->window_changes && (e->op == OP_DRAG || e->op == OP_TRACKBALL || e->op == OP_KEY); }

static bool is_optional(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(a);
    for (u32 i = 0; i < m->rules->optional_count; i++)
        if (m->rules->optional[i] == e->key)
            return true;
    return false;
}

/* The window that comes is above, or below: how deep the next event is. */
static bool opens(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(a);
    u32 next = (u32)(e - m->events) + 1;
    return e->window_changes && next < m->record->count && m->events[next].depth > e->depth;
}

static bool closes(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(a);
    u32 next = (u32)(e - m->events) + 1;
    return e->window_changes && next < m->record->count && m->events[next].depth < e->depth;
}

/* A choice that another one of its group replaces: a radio button, a field that gets the focus. */
static bool selects(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(m);
    UNUSED(a);
    return e->op == OP_TAP && !e->window_changes && (e->flags & (NODE_CHECKABLE | NODE_EDITABLE));
}

/* Something appears, at a tap or a key, and the activity stays: a menu that was hidden. */
static bool reveals(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(a);
    const char *from = m->record->windows[e->src.window], *to = m->record->windows[e->des.window];
    size_t activity = strcspn(from, ",");
    bool stays = activity == strcspn(to, ",") && !strncmp(from, to, activity);
    return stays && (e->op == OP_TAP || e->op == OP_LONG_TAP || e->op == OP_KEY) && !same_status(e->src, e->des);
}

static bool back_to_start(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(a);
    return m->has_start && same_status(e->des, m->events[m->start].src);
}

static bool same_object(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(a);
    return m->has_start && e->object_hash && e->object_hash == m->events[m->start].object_hash;
}

/* Radio buttons side by side; an editor only with itself. */
static bool same_group(const Machine *m, const UserEvent *e, i32 a)
{
    if (same_object(m, e, a))
        return e->flags & NODE_EDITABLE || !(e->flags & NODE_CHECKABLE);
    const UserEvent *start = &m->events[m->start];
    return m->has_start && e->flags & NODE_CHECKABLE && start->flags & NODE_CHECKABLE && e->group_hash && e->group_hash == start->group_hash
        && strstr(e->object, "Radio") && strstr(start->object, "Radio");
}

static bool undoes_top(const Machine *m, const UserEvent *e, i32 a)
{
    UNUSED(a);
    if (!m->stack_count)
        return false;
    const UserEvent *top = &m->events[m->stack[m->stack_count - 1]];
    return same_status(e->des, top->src) && same_status(e->src, top->des) && !same_status(e->src, e->des);
}

static const struct { const char *name; Holds *holds; } plain_words[] = {
    { "optional-key", is_optional }, { "object", has_object }, { "editor", is_editor }, { "checkable", is_checkable }, { "main", is_main },
    { "same-window", same_window }, { "same-screen", same_screen }, { "quiet", is_quiet }, { "opens", opens }, { "closes", closes }, { "changes", changes },
    { "selects", selects }, { "slides", slides }, { "reveals", reveals }, { "back-to-start", back_to_start }, { "same-object", same_object },
    { "same-group", same_group }, { "undoes-top", undoes_top },
};

static const char *const operation_names[] = { "tap", "long-tap", "drag", "pinch", "trackball", "key", "text", "switch", "rotate", "other" };

/* ---- reading ---------------------------------------------------------------------------------------- */

typedef struct Reader {
    RuleSet *rules;
    Rule *rule;
    const char *name;
    u32 line;
} Reader;

static int bad(const Reader *r, const char *what, const char *word)
{
    return error_set(ERR_INPUT, "%s:%u: %s \"%s\"", r->name, r->line, what, word);
}

static bool read_word(Word *out, char *word)
{
    *out = (Word){ .denied = *word == '!' };
    word += out->denied;
    if (!strncmp(word, "key:", 4)) {
        out->holds = is_key;
        out->argument = key_code_of_name(word + 4);
        return out->argument >= 0;
    }
    if (!strncmp(word, "op:", 3)) {
        out->holds = is_op;
        for (u32 i = 0; i < COUNT_OF(operation_names); i++)
            if (!strcmp(word + 3, operation_names[i])) {
                out->argument = (i32)i;
                return true;
            }
        return false;
    }
    for (size_t i = 0; i < COUNT_OF(plain_words); i++)
        if (!strcmp(word, plain_words[i].name))
            out->holds = plain_words[i].holds;
    return out->holds;
}

static bool read_state(const char *word, u8 *out)
{
    if (!word || word[0] != 'S' || !isdigit((unsigned char)word[1]) || word[2])
        return false;
    *out = (u8)(word[1] - '0');
    return true;
}

static int read_deed(const Reader *r, Row *row, const char *word)
{
    for (u32 i = 0; i < DEEDS; i++)
        if (!strcmp(word, deed_names[i]) && row->deed_count < MOST_DEEDS) {
            row->deeds[row->deed_count++] = (Deed)i;
            return OK;
        }
    return bad(r, "no deed of a rule (start, push, pop, delete, delete-start, delete-all, delete-top):", word);
}

/* S0 -> S1 [if WORD …] [do DEED …] */
static int read_row(Reader *r, char *line)
{
    char *save, *from = strtok_r(line, " \t\r", &save), *arrow = strtok_r(NULL, " \t\r", &save), *to = strtok_r(NULL, " \t\r", &save);
    Row row = { 0 };
    if (!r->rule)
        return bad(r, "a row that belongs to no rule:", from);
    if (!read_state(from, &row.from) || !arrow || strcmp(arrow, "->") || !read_state(to, &row.to))
        return bad(r, "a row is written S0 -> S1 if WORDS do DEEDS, not", from);
    enum { NOWHERE, WORDS, DONE } part = NOWHERE;
    for (char *word; (word = strtok_r(NULL, " \t\r", &save));) {
        int status = OK;
        if (!strcmp(word, "if"))
            part = WORDS;
        else if (!strcmp(word, "do"))
            part = DONE;
        else if (part == DONE)
            status = read_deed(r, &row, word);
        else if (part != WORDS || row.word_count == MOST_WORDS || !read_word(&row.words[row.word_count++], word))
            status = bad(r, "no word of a rule:", word);
        if (status)
            return status;
    }
    if (r->rule->row_count == MOST_ROWS)
        return bad(r, "too many rows in the rule", r->rule->name);
    r->rule->rows[r->rule->row_count++] = row;
    return OK;
}

static Rule *find_rule(RuleSet *rules, const char *name)
{
    for (u32 i = 0; i < rules->count; i++)
        if (!strcmp(rules->rules[i].name, name))
            return &rules->rules[i];
    return NULL;
}

static int begin_rule(Reader *r, const char *name)
{
    if (!name)
        return bad(r, "a rule needs a name:", "rule");
    r->rule = find_rule(r->rules, name);
    if (!r->rule) {
        r->rules->rules = xrealloc(r->rules->rules, (r->rules->count + 1) * sizeof *r->rules->rules);
        r->rule = &r->rules->rules[r->rules->count++];
        *r->rule = (Rule){ .name = xstrdup(name) };
    }
    r->rule->row_count = 0;
    r->rule->off = false;
    return OK;
}

static int read_optional(Reader *r, char *save)
{
    r->rules->optional_count = 0;
    for (char *word; (word = strtok_r(NULL, " \t\r", &save));) {
        i32 code = key_code_of_name(word);
        if (code < 0 || r->rules->optional_count == MOST_KEYS)
            return bad(r, "no key:", word);
        r->rules->optional[r->rules->optional_count++] = code;
    }
    return OK;
}

static int read_line(Reader *r, char *line)
{
    line[strcspn(line, "#")] = 0;
    if (!line[strspn(line, " \t\r")])
        return OK;
    if (*line == ' ' || *line == '\t')
        return read_row(r, line);
    char *save, *word = strtok_r(line, " \t\r", &save);
    if (!strcmp(word, "rule"))
        return begin_rule(r, strtok_r(NULL, " \t\r", &save));
    if (!strcmp(word, "optional"))
        return read_optional(r, save);
    bool off = !strcmp(word, "off");
    if (!off && strcmp(word, "on"))
        return bad(r, "a line of a rule file begins with rule, optional, on or off, not", word);
    while ((word = strtok_r(NULL, " \t\r", &save))) {
        Rule *rule = find_rule(r->rules, word);
        if (!rule)
            return bad(r, "there is no rule", word);
        rule->off = off;
    }
    return OK;
}

int rules_parse(RuleSet *rules, const char *text, const char *name)
{
    Reader r = { .rules = rules, .name = name };
    int status = OK;
    for (const char *p = text; !status && *p; p += strcspn(p, "\n"), p += *p == '\n') {
        char *line = xstrndup(p, strcspn(p, "\n"));
        r.line++;
        status = read_line(&r, line);
        free(line);
    }
    return status;
}

int rules_read(RuleSet *rules, const char *path)
{
    Buf text = { 0 };
    int status = file_read(path, &text);
    if (!status)
        status = rules_parse(rules, buf_str(&text), path);
    buf_free(&text);
    return status;
}

RuleSet *rules_default(void)
{
    RuleSet *rules = xcalloc(1, sizeof *rules);
    rules_parse(rules, nine_rules, "the nine rules");
    return rules;
}

void rules_free(RuleSet *rules)
{
    if (!rules)
        return;
    for (u32 i = 0; i < rules->count; i++)
        free(rules->rules[i].name);
    free(rules->rules);
    free(rules);
}

const char *rules_text(void)
{
    return nine_rules;
}

u32 rules_count(const RuleSet *rules)
{
    return rules->count;
}

const char *rule_name(const RuleSet *rules, u32 rule)
{
    return rule < rules->count ? rules->rules[rule].name : "";
}

/* ---- running the machines ----------------------------------------------------------------------------- */

typedef struct Marks {
    u32 *group, *rule;
    u32 groups, current_rule;
} Marks;

/* One deletion is one group; what is gone already stays in its own. */
static void mark(Marks *marks, u32 from, u32 to)
{
    bool any = false;
    for (u32 i = from; i <= to; i++) {
        if (marks->group[i] != NO_GROUP)
            continue;
        marks->group[i] = marks->groups;
        marks->rule[i] = marks->current_rule;
        any = true;
    }
    marks->groups += any;
}

static bool holds(const Row *row, const Machine *m, const UserEvent *e)
{
    for (u32 i = 0; i < row->word_count; i++)
        if (row->words[i].holds(m, e, row->words[i].argument) == row->words[i].denied)
            return false;
    return true;
}

static void do_deed(Machine *m, Marks *marks, Deed deed, u32 here)
{
    u32 top = m->stack_count ? m->stack[m->stack_count - 1] : here;
    switch (deed) {
    case DEED_START:
        m->start = here;
        m->has_start = true;
        break;
    case DEED_PUSH: m->stack[m->stack_count++] = here; break;
    case DEED_POP: m->stack_count -= m->stack_count > 0; break;
    case DEED_DELETE: mark(marks, here, here); break;
    case DEED_DELETE_START: mark(marks, m->start, m->start); break;
    case DEED_DELETE_ALL:
        mark(marks, m->has_start ? m->start : here, here);
        m->has_start = false;
        break;
    case DEED_DELETE_TOP: {
        /* A pair, with whatever between it was deleted before. */
        u32 group = marks->groups;
        if (marks->group[top] != NO_GROUP || marks->group[here] != NO_GROUP)
            break;
        mark(marks, top, top);
        marks->groups = group;
        mark(marks, here, here);
        break;
    }
    case DEEDS: break;
    }
}

/* Reads one event; returns the state after it. */
static u8 read_event(const Rule *rule, Machine *m, Marks *marks, u8 state, u32 here)
{
    for (;;) {
        for (u32 i = 0; i < rule->row_count; i++) {
            const Row *row = &rule->rows[i];
            if (row->from != state || !holds(row, m, &m->events[here]))
                continue;
            for (u32 k = 0; k < row->deed_count; k++)
                do_deed(m, marks, row->deeds[k], here);
            return row->to;
        }
        if (state == 0)
            return 0;
        state = 0;
        m->has_start = false;
    }
}

static void run_rule(const RuleSet *rules, const Rule *rule, const Record *record, Marks *marks)
{
    Machine m = { .events = record->events, .record = record, .group = marks->group, .rules = rules, .stack = xcalloc(MAX(record->count, 1), sizeof *m.stack) };
    u8 state = 0;
    for (u32 i = 0; i < record->count; i++)
        if (marks->group[i] == NO_GROUP && !record->events[i].crashes)
            state = read_event(rule, &m, marks, state, i);
    free(m.stack);
}

u32 rules_apply(const RuleSet *rules, const Record *record, u32 *group, u32 *rule)
{
    Marks marks = { .group = group, .rule = rule };
    for (u32 i = 0; i < record->count; i++)
        group[i] = rule[i] = NO_GROUP;
    for (u32 i = 0; i < rules->count; i++) {
        marks.current_rule = i;
        if (!rules->rules[i].off)
            run_rule(rules, &rules->rules[i], record, &marks);
    }
    return marks.groups;
}
