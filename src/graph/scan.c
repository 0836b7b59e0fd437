/*
 * One walk over each method of the app: its calls with what their arguments may
 * be, what goes into fields and results, and which resources and classes it
 * names. Nodes are made only for values that somebody uses.
 */
#include "code/descriptor.h"
#include "code/flow.h"
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct Scan {
    Graph *g;
    u32 function;
    Values values;
    u32 *nodes;             /* of values; 0: none was made */
    u32 *state;
    u32 *block_guards, guard;
    Numbers joins;          /* made, and still without what flows into them */
    LIST(const Symbol *) suffixes;
} Scan;

/* ---- nodes of values -------------------------------------------------------------- */

u32 field_node(Graph *g, ClassInfo *c, const Symbol *name)
{
    while (c->super && c->super->in_app) {  /* the field may be declared above */
        bool here = false;
        for (u32 i = 0; c->def && i < c->def->field_count && !here; i++)
            here = c->def->fields[i].name == name;
        if (here)
            break;
        c = c->super;
    }
    u32 *slot = key_slot(&g->field_nodes, (u64)(uintptr_t)c, (u64)(uintptr_t)name, 0);
    if (*slot == GRAPH_NONE)
        *slot = node_new(g);
    return *slot;
}

static u32 node_of_field(Graph *g, const Ref *ref)
{
    return field_node(g, class_named(g, ref->owner), ref->name);
}

static u32 node_with(Scan *s, Atom atom)
{
    u32 node = node_new(s->g);
    atom.origin = s->function;
    atom.guard = s->guard;
    node_add_atom(s->g, node, atom_number(s->g, atom));
    return node;
}

static u32 node_of_new(Scan *s, const Ref *ref, u32 unit)
{
    ClassInfo *c = class_named(s->g, ref->owner);
    bool view = class_is_named(c, "android/view/View");
    if (!c->in_app && !view)
        return node_new(s->g);
    u32 node = c->in_app ? node_with(s, (Atom){ .kind = ATOM_TYPE, .of = c }) : node_new(s->g);
    if (view && !c->library)
        node_add_atom(s->g, node, atom_number(s->g, (Atom){ .kind = ATOM_MADE, .of = c, .number = unit, .origin = s->function }));
    return node;
}

static bool is_resource(u32 number)
{
    return number >> 24 == 0x7f || (number >> 24 == 0x01 && number >> 16 & 0xff);
}

/* The function behind a lambda: the second static argument of LambdaMetafactory. */
static u32 lambda_function(Graph *g, const Ref *ref)
{
    const CallSite *site = ref->kind == REF_CALL_SITE ? ref->site : NULL;
    if (!site || site->count < 2 || site->arguments[1].tag != 'L' || site->arguments[1].ref->kind != REF_HANDLE)
        return GRAPH_NONE;
    const Ref *handle = site->arguments[1].ref;
    return function_resolve(g, class_named(g, handle->owner), handle->name, handle->descriptor, NULL);
}

static u32 value_node(Scan *s, u32 value);

static u32 node_of_definition(Scan *s, u32 unit)
{
    const Unit *insn = &s->values.code->units[unit];
    const Ref *ref = op_info[insn->op].flags & OPF_REF ? insn[1].pointer : NULL;
    i32 constant;
    switch (insn->op) {
    case OP_CONST:
        return is_resource((u32)insn->imm) ? node_with(s, (Atom){ .kind = ATOM_NUMBER, .number = (u32)insn->imm }) : 0;
    case OP_CONST_STRING:
        return node_with(s, (Atom){ .kind = ATOM_TEXT, .of = ref->name });
    case OP_CONST_CLASS:
        return node_with(s, (Atom){ .kind = ATOM_CLASS, .of = class_named(s->g, ref->owner) });
    case OP_NEW_INSTANCE:
        return node_of_new(s, ref, unit);
    case OP_NEW_ARRAY: case OP_FILLED_NEW_ARRAY:
        return node_new(s->g);
    case OP_SGET:
        if (value_constant(s->g, &s->values, 1 + unit, &constant))
            return is_resource((u32)constant) ? node_with(s, (Atom){ .kind = ATOM_NUMBER, .number = (u32)constant }) : 0;
        return node_of_field(s->g, ref);
    case OP_IGET:
        return node_of_field(s->g, ref);
    case OP_INVOKE_DYNAMIC: {
        u32 lambda = lambda_function(s->g, ref);
        return lambda == GRAPH_NONE ? 0 : node_with(s, (Atom){ .kind = ATOM_LAMBDA, .number = lambda });
    }
    default:
        return op_info[insn->op].flags & OPF_CALL ? node_new(s->g) : 0;
    }
}

static u32 value_node(Scan *s, u32 value)
{
    const Values *v = &s->values;
    if (!value || s->nodes[value])
        return value ? s->nodes[value] : 0;
    if (value_is_definition(v, value))
        return s->nodes[value] = node_of_definition(s, value - 1);
    u32 beyond = value - 1 - v->units;
    if (beyond < v->registers)
        return s->nodes[value] = s->g->functions.items[s->function].first_node + beyond;
    *list_add(&s->joins) = value;
    return s->nodes[value] = node_new(s->g);
}

static u32 register_node(Scan *s, u32 reg)
{
    return value_node(s, s->state[reg]);
}

static void fill_joins(Scan *s)
{
    const Values *v = &s->values;
    for (u32 i = 0; i < s->joins.count; i++) {
        u32 value = s->joins.items[i], beyond = value - 1 - v->units - v->registers;
        u32 block = beyond / v->registers, reg = beyond % v->registers;
        for (u32 k = 0; k < flow_count(&v->flow->in, block); k++) {
            u32 before = flow_edge(&v->flow->in, block, k);
            u32 from = before < v->flow->block_count ? v->leave[(size_t)before * v->registers + reg] : 0;
            node_add_flow(s->g, value_node(s, from), s->nodes[value]);
        }
    }
    s->joins.count = 0;
}

/* ---- instructions --------------------------------------------------------------------- */

void graph_add_fact(Graph *g, Fact fact)
{
    *list_add(&g->facts) = fact;
}

static void add_fact(Scan *s, Fact fact)
{
    fact.function = s->function;
    fact.guard = s->guard;
    graph_add_fact(s->g, fact);
}

/* Calls that say nothing about an app's interface. */
static bool is_boring(const ClassInfo *c)
{
    static const char *const kept[] = { "java/lang/Thread", "java/lang/Runnable", "java/lang/Class", "java/lang/Iterable", "java/lang/Comparable" };
    static const char *const boring[] = { "java/lang/", "java/io/", "java/math/", "java/text/", "java/net/", "java/nio/", "android/util/Log", "android/graphics/" };
    const char *name = c->name->text;
    if (c->in_app)
        return false;
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        if (!strncmp(name, kept[i], strlen(kept[i])))
            return false;
    if (!strncmp(name, "java/lang/ref", 13))
        return false;
    for (size_t i = 0; i < COUNT_OF(boring); i++)
        if (!strncmp(name, boring[i], strlen(boring[i])))
            return true;
    return name[0] == '[';
}

static void scan_call(Scan *s, const Unit *insn, u32 unit)
{
    Graph *g = s->g;
    const Ref *ref = insn[1].pointer;
    if (ref->kind != REF_METHOD || is_boring(class_named(g, ref->owner)))
        return;
    Site site = { .ref = ref, .function = s->function, .unit = unit, .op = (u8)insn->op, .guard = s->guard, .arg_count = insn->a };
    site.first_arg = g->arg_nodes.count;
    for (u32 i = 0; i < insn->a; i++) {
        u32 node = register_node(s, call_register(insn, i));
        *list_add(&g->arg_nodes) = node;
    }
    site.result = insn->b == NO_RESULT ? 0 : value_node(s, 1 + unit);
    bool dispatches = insn->op == OP_INVOKE_VIRTUAL || insn->op == OP_INVOKE_INTERFACE;
    u32 receiver = dispatches && site.arg_count ? g->arg_nodes.items[site.first_arg] : 0;
    if (receiver) {
        site.next = g->nodes.items[receiver].sites;
        g->nodes.items[receiver].sites = g->sites.count;
    }
    *list_add(&g->sites) = site;
}

/* Ends of class names that reflection uses: Class.forName(name + "_ViewBinding"). */
static bool is_suffix(const Symbol *text)
{
    return text->length > 3 && text->length < 40 && (text->text[0] == '_' || text->text[0] == '$') && !strchr(text->text, ' ');
}

static void keep_suffixes(Scan *s, const Function *f)
{
    bool reflects = false;
    for (u32 i = 0; i < f->site_count && s->suffixes.count; i++)
        reflects |= name_in("forName loadClass", s->g->sites.items[f->first_site + i].ref->name->text);
    for (u32 i = 0; i < s->suffixes.count && reflects; i++)
        map_put(&s->g->suffixes, s->suffixes.items[i]->text, s);
    s->suffixes.count = 0;
}

static void note_resource(Scan *s, u32 number, u32 unit)
{
    ResourceKind kind = is_resource(number) ? resource_kind(s->g, number) : RES_OTHER;
    if (kind == RES_LAYOUT || kind == RES_MENU || kind == RES_XML)
        add_fact(s, (Fact){ .kind = FACT_RESOURCE, .number = number, .unit = unit });
}

static void scan_instruction(Scan *s, u32 unit)
{
    Graph *g = s->g;
    const Unit *insn = &s->values.code->units[unit];
    const Ref *ref = op_info[insn->op].flags & OPF_REF ? insn[1].pointer : NULL;
    i32 constant;
    switch (insn->op) {
    case OP_CONST:
        note_resource(s, (u32)insn->imm, unit);
        break;
    case OP_SGET:
        if (ref->descriptor->text[0] == 'I' && value_constant(g, &s->values, 1 + unit, &constant))
            note_resource(s, (u32)constant, unit);
        break;
    case OP_CONST_STRING:
        if (is_suffix(ref->name))
            *list_add(&s->suffixes) = ref->name;
        break;
    case OP_NEW_INSTANCE: {
        ClassInfo *c = class_named(g, ref->owner);
        c->made = true;
        add_fact(s, (Fact){ .kind = FACT_NEW, .class = c, .unit = unit });
        break;
    }
    case OP_CONST_CLASS:    /* somebody may make one by reflection */
        class_named(g, ref->owner)->made = true;
        break;
    case OP_SPUT: case OP_IPUT:
        if (strchr("IL[", ref->descriptor->text[0]))
            node_add_flow(g, register_node(s, insn->a), node_of_field(g, ref));
        break;
    case OP_APUT_L:
        node_add_flow(g, register_node(s, insn->a), register_node(s, insn->b));
        break;
    case OP_FILLED_NEW_ARRAY:
        for (u32 i = 0; i < insn->a && insn->b != NO_RESULT; i++)
            node_add_flow(g, register_node(s, call_register(insn, i)), value_node(s, 1 + unit));
        break;
    case OP_RETURN: {
        const Function *f = &g->functions.items[s->function];
        node_add_flow(g, register_node(s, insn->a), f->first_node + f->argument_registers);
        break;
    }
    default:
        if (op_info[insn->op].flags & OPF_CALL)
            scan_call(s, insn, unit);
    }
}

static void scan_blocks(Scan *s)
{
    const Values *v = &s->values;
    for (u32 b = 0; b < v->flow->block_count; b++) {
        const FlowBlock *block = &v->flow->blocks[b];
        memcpy(s->state, v->entry + (size_t)b * v->registers, v->registers * sizeof *s->state);
        s->guard = s->block_guards ? s->block_guards[b] : 0;
        for (u32 unit = block->start; unit < block->end; unit += insn_length(&v->code->units[unit])) {
            scan_instruction(s, unit);
            values_step(v, s->state, unit);
        }
    }
    fill_joins(s);
}

static int scan_function(Scan *s)
{
    Function *f = &s->g->functions.items[s->function];
    Code *code;
    int status = code_translate(f->owner->def, f->def, false, &code);
    if (!status)
        status = code_check(code);
    if (!status)
        status = values_find(&s->values, code, &s->g->scratch);
    if (status)
        return status;
    f->code = code;
    const Values *v = &s->values;
    s->block_guards = guards_find(s->g, v, &s->g->scratch);
    s->nodes = ARENA_ARRAY(&s->g->scratch, u32, 1 + v->units + (size_t)v->registers * (v->flow->block_count + 2));
    s->state = ARENA_ARRAY(&s->g->scratch, u32, v->registers + 1);
    f->first_site = s->g->sites.count;
    scan_blocks(s);
    f->site_count = s->g->sites.count - f->first_site;
    keep_suffixes(s, f);
    return OK;
}

static u32 argument_registers(const MethodDef *m)
{
    u32 count = m->access & ACC_STATIC ? 0 : 1;
    const char *p = m->descriptor->text;
    for (p += *p == '('; *p && *p != ')'; p = descriptor_next(p))
        count += kind_is_wide(descriptor_kind(p)) ? 2 : 1;
    return count;
}

void scan_functions(Graph *g)
{
    Scan s = { .g = g };
    for (u32 i = 0; i < g->functions.count; i++) {
        Function *f = &g->functions.items[i];
        f->argument_registers = (u16)argument_registers(f->def);
        f->first_node = g->nodes.count;
        for (u32 k = 0; k <= f->argument_registers; k++)
            node_new(g);
    }
    for (u32 i = 0; i < g->functions.count; i++) {
        ArenaMark mark = arena_mark(&g->scratch);
        s.function = i;
        if (g->functions.items[i].def->has_code && scan_function(&s))
            graph_add_note(g, "%s.%s: %s", g->functions.items[i].owner->name->text, g->functions.items[i].def->name->text, error_text());
        arena_release(&g->scratch, mark);
    }
    list_free(&s.joins);
    list_free(&s.suffixes);
}
