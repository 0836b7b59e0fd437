#include "slice/natives.h"

#include "base/map.h"

#include <string.h>
#include <strings.h>

enum { MOST_COPIED = 1 << 16, MOST_SCANNED = 4096, ROOM_FOR_CONTENTS = MOST_LINKS - 30 };

typedef struct Links {
    Link items[MOST_LINKS];
    u32 count;
} Links;

static void add_link(Links *links, Node to, u8 kind, u32 room)
{
    if (!to || links->count >= room)
        return;
    for (u32 i = links->count; i-- > 0 && i + 8 > links->count;)
        if (links->items[i].to == to)
            return;
    links->items[links->count++] = (Link){ to, kind };
}

/* Everything that an object or array holds itself. */
static void add_contents(Links *links, const Object *o)
{
    u32 bytes = MIN(shadow_object_bytes(o), MOST_SCANNED * 4u);
    add_link(links, shadow_made(o), LINK_VALUE, ROOM_FOR_CONTENTS);
    for (u32 at = OBJECT_HEADER; at + 4 <= ALIGN_UP(bytes, 4); at += 4)
        add_link(links, shadow_get(o, (uintptr_t)o + at, 4, false), LINK_VALUE, ROOM_FOR_CONTENTS);
}

static bool is_class(const Object *o, const char *name)
{
    return !strcmp(object_class(o)->name->text, name);
}

static bool is_box(const Object *o)
{
    const Class *super = object_class(o)->super;
    return (super && !strcmp(super->name->text, "java/lang/Number")) || is_class(o, "java/lang/Boolean") || is_class(o, "java/lang/Character");
}

/* Arrays, strings and boxes are values to a native method; of other objects it knows which one it is. */
static void add_value(Links *links, const Object *o, u32 depth)
{
    bool array = class_is_array(object_class(o)), string = is_class(o, "java/lang/String");
    if (array || string || is_box(o))
        add_contents(links, o);
    if (!depth || !(string || (array && object_class(o)->element_kind == 'L')))
        return;
    u32 first = array ? ARRAY_DATA : OBJECT_HEADER, bytes = array ? MIN(shadow_object_bytes(o), 256u) : 12;
    for (u32 at = first; at + 4 <= bytes; at += 4) {
        const Object *part = ref_object(FIELD_AT(o, ObjectRef, at));
        /* A string's first field is its characters. */
        if (part && (array || at == OBJECT_HEADER))
            add_value(links, part, depth - 1);
    }
}

/* Calls visit for each argument that is an object. */
static void each_object(const Method *m, const Slot *args, void (*visit)(void *context, Object *o), void *context)
{
    u32 at = 0;
    if (!method_is_static(m) && args[at++].l)
        visit(context, args[0].l);
    for (const char *kind = m->argument_kinds; *kind; kind++) {
        if (*kind == 'L' && args[at].l)
            visit(context, args[at].l);
        at += *kind == 'J' || *kind == 'D' ? 2 : 1;
    }
}

static void link_value(void *context, Object *o)
{
    add_value(context, o, 2);
}

/* ---- what it keeps ----------------------------------------------------------------------------- */

enum { MOST_KEYS = 4 };

/* Handles of different families, as android/database and android/content, may be the same number. */
static u32 family_of(const Method *m)
{
    const char *owner = m->owner->name->text, *slash = strchr(owner, '/');
    const char *second = slash ? strchr(slash + 1, '/') : NULL;
    return hash_bytes(owner, second ? (size_t)(second - owner) : strlen(owner));
}

/* The handles under which it keeps things; without any, its object. */
static u32 hidden_keys(const Method *m, const Slot *args, u64 *out)
{
    u32 count = 0, at = !method_is_static(m);
    u64 family = (u64)family_of(m) << 24;
    for (const char *kind = m->argument_kinds; *kind && count < MOST_KEYS; kind++) {
        if (*kind == 'J' && args[at].bits)
            out[count++] = args[at].bits ^ family;
        at += *kind == 'J' || *kind == 'D' ? 2 : 1;
    }
    if (!count && !method_is_static(m) && args[0].l)
        out[count++] = (uintptr_t)args[0].l;
    return count;
}

static bool begins_with_one_of(const char *name, const char *const *verbs)
{
    static const char *const prefixes[] = { "native_", "native", "internal", "n" };
    for (u32 i = 0; i <= COUNT_OF(prefixes); i++) {
        size_t skip = i ? strlen(prefixes[i - 1]) : 0;
        if (i && strncmp(name, prefixes[i - 1], skip))
            continue;
        for (const char *const *verb = verbs; *verb; verb++)
            if (!strncasecmp(name + skip, *verb, strlen(*verb)))
                return true;
    }
    return false;
}

/* What is drawn is never asked for again. */
static bool only_draws(const Method *m)
{
    const char *owner = m->owner->name->text;
    return !strncmp(owner, "android/graphics/", 17) || !strncmp(owner, "android/view/", 13) || !strncmp(owner, "android/os/MessageQueue", 23);
}

/* By its verb, since C tells nothing else: does it change what it keeps? */
static bool keeps(const Method *m)
{
    static const char *const verbs[] = {
        "write", "pwrite", "put", "set", "add", "insert", "execute", "bind", "append", "send", "start", "move", "delete", "remove",
        "rename", "mkdir", "copy", "unlink", "ftruncate", "reset", "clear", "seek", NULL,
    };
    return !only_draws(m) && begins_with_one_of(m->name->text, verbs);
}

/* Its handle will be somebody else's. */
static bool forgets(const Method *m)
{
    static const char *const verbs[] = { "destroy", "close", "free", "release", "finalize", "dispose", NULL };
    return begins_with_one_of(m->name->text, verbs);
}

static bool asks(const Method *m)
{
    static const char *const makers[] = { "create", "init", "open", "new", NULL };
    return m->return_kind != 'V' && !only_draws(m) && !begins_with_one_of(m->name->text, makers);
}

enum { KNOWN = 1, KEEPS = 2, ASKS = 4, COPIES_ARRAYS = 8, CLONES = 16, FORGETS = 32 };

static bool is_array_copy(const Method *m)
{
    return symbol_is(m->name, "arraycopy") && !strcmp(m->owner->name->text, "java/lang/System");
}

/* All that its name says, looked up once. */
static u8 traits(MethodFacts *facts)
{
    const Method *m = facts->method;
    if (!facts->native)
        facts->native = KNOWN | (keeps(m) ? KEEPS : 0) | (asks(m) ? ASKS : 0) | (is_array_copy(m) ? COPIES_ARRAYS : 0)
            | (strstr(m->name->text, "lone") ? CLONES : 0) | (forgets(m) ? FORGETS : 0);
    return facts->native;
}

/* ---- what it wrote --------------------------------------------------------------------------- */

typedef struct Copying {
    ThreadShadow *s;
    FrameShadow *f;
} Copying;

static void copy_object(void *context, Object *o)
{
    Copying *c = context;
    u32 bytes = shadow_object_bytes(o);
    if (bytes <= OBJECT_HEADER || bytes > MOST_COPIED)
        return;
    u32 head[2] = { object_ref(o), bytes };
    buf_add(&c->s->copies, head, sizeof head);
    buf_add(&c->s->copies, (u8 *)o + OBJECT_HEADER, bytes - OBJECT_HEADER);
    c->f->copied++;
}

static void compare_object(const Object *o, const u8 *before, u32 bytes, Node node)
{
    const u8 *now = (const u8 *)o + OBJECT_HEADER;
    if (!memcmp(now, before, bytes - OBJECT_HEADER))
        return;
    for (u32 at = 0; at < bytes - OBJECT_HEADER; at += 4) {
        u32 size = MIN(4u, bytes - OBJECT_HEADER - at);
        u64 address = (uintptr_t)o + OBJECT_HEADER + at;
        /* What Java methods wrote that it called has its own node. */
        if (memcmp(now + at, before + at, size) && shadow_get(NULL, address, 4, false) <= node) {
            shadow_put(address, 4, false, node);
            shadow_set_value(address, *(const u32 *)(uintptr_t)address);
        }
    }
}

static void compare_all(ThreadShadow *s, FrameShadow *f, Node node)
{
    const u8 *p = (const u8 *)s->copies.data + f->copies;
    for (u32 i = 0; i < f->copied; i++) {
        u32 head[2];
        memcpy(head, p, sizeof head);
        compare_object(ref_object(head[0]), p + sizeof head, head[1], node);
        p += sizeof head + head[1] - OBJECT_HEADER;
    }
    s->copies.size = f->copies;
}

/* ---- System.arraycopy: each reference keeps its own history ------------------------------------- */

static void copy_references(const Slot *args, u32 place, Node copy)
{
    enum { MOST = 4096 };
    const Object *from = args[0].l, *to = args[2].l;
    u32 start = (u32)args[1].i, target = (u32)args[3].i, count = (u32)args[4].i;
    if (!from || !to || object_class(to)->element_kind != 'L' || !count || count > MOST)
        return;
    Node nodes[MOST];
    for (u32 i = 0; i < count; i++)
        nodes[i] = shadow_get(from, (uintptr_t)from + ARRAY_DATA + (start + i) * 4ull, 4, false);
    for (u32 i = 0; i < count; i++) {
        Link link = { nodes[i], LINK_VALUE };
        u64 address = (uintptr_t)to + ARRAY_DATA + (target + i) * 4ull;
        shadow_put(address, 4, false, record_node(place, copy, &link, 1));
        shadow_set_value(address, *(const u32 *)(uintptr_t)address);
    }
}

/* ---- calls ---------------------------------------------------------------------------------------- */

void native_enter(ThreadShadow *s, const Thread *t, FrameShadow *f)
{
    const Method *m = f->method;
    const Slot *args = t->frame->registers;
    const Node *nodes = shadow_registers(s, t, t->frame);
    f->facts = method_facts(m);
    u8 does = traits(f->facts);
    bool array_copy = does & COPIES_ARRAYS;
    Links links = { .count = 0 };
    for (u32 i = 0; i < m->argument_registers; i++)
        add_link(&links, nodes[i], LINK_VALUE, MOST_LINKS);
    if (!array_copy || (args[0].l && object_class(args[0].l)->element_kind != 'L'))
        each_object(m, args, link_value, &links);
    if (does & CLONES && m->argument_registers && args[0].l)
        add_contents(&links, args[0].l);
    u64 keys[MOST_KEYS];
    u32 key_count = does & (KEEPS | ASKS | FORGETS) ? hidden_keys(m, args, keys) : 0;
    for (u32 i = 0; i < key_count; i++)
        add_link(&links, shadow_hidden(keys[i]), LINK_HIDDEN, MOST_LINKS);
    f->last = record_node(f->facts->first_place, f->call, links.items, links.count);
    for (u32 i = 0; i < key_count && does & (KEEPS | FORGETS); i++)
        shadow_set_hidden(keys[i], does & FORGETS ? 0 : f->last);
    f->copies = s->copies.size;
    Copying copying = { s, f };
    if (!array_copy)
        each_object(m, args, copy_object, &copying);
}

/* What Java methods gave it that it called is part of its result. */
static Node with_nested(const FrameShadow *f)
{
    if (!f->nested_count)
        return f->last;
    Link links[NESTED_RESULTS + 1] = { { f->last, LINK_VALUE } };
    u32 count = MIN(f->nested_count, (u32)NESTED_RESULTS);
    for (u32 i = 0; i < count; i++)
        links[i + 1] = (Link){ f->nested[i], LINK_VALUE };
    return record_node(f->facts->first_place, f->call, links, count + 1);
}

void native_leave(ThreadShadow *s, const Thread *t, FrameShadow *f, bool by_exception)
{
    f->last = with_nested(f);
    f->result = f->last;
    if (traits(f->facts) & COPIES_ARRAYS && !by_exception) {
        const Slot *args = t->frame->registers;
        const Object *to = args[2].l;
        if (object_class(to)->element_kind == 'L' && args[4].i <= 4096) {
            copy_references(args, f->facts->first_place, f->last);
            return;
        }
        u32 shift = object_class(to)->element_shift, data = shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA;
        u64 begin = (uintptr_t)to + data + ((u64)(u32)args[3].i << shift), end = begin + ((u64)(u32)args[4].i << shift);
        for (u64 at = begin & ~3ull; at < end; at += 4) {
            shadow_put(at, 4, false, f->last);
            shadow_set_value(at, *(const u32 *)(uintptr_t)at);
        }
        return;
    }
    compare_all(s, f, f->last);
}
