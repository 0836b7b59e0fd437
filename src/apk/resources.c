/*
 * Lookup. Tables are grouped by package id:
 *
 *   Resources ─ groups[id] ─ types[tt] ─┬─ the ArscTypes of that number, one per table that has it
 *                                       ├─ choices[eeee]: which variant fits best
 *                                       └─ bags[eeee]: the joined style
 *
 * choices and bags are made when the first entry of a type is asked for. A choice
 * is remembered with the generation of the configuration, so that a change of it
 * forgets all of them at once; bags are freed then.
 */
#include "apk/resources.h"

#include <stdlib.h>

enum { MOST_REFERENCES = 20, MOST_PARENTS = 200, PACKAGES = 256, APP_PACKAGE = 0x7f, SYSTEM_PACKAGE = 0x01 };

typedef struct Choice {
    u32 generation;
    u16 type;                       /* in the slot's list; NO_CHOICE: no configuration fits */
    u16 variant;
} Choice;
enum { NO_CHOICE = 0xffff };

typedef struct Bag {
    u32 count, flags;
    BagEntry entries[];
} Bag;

typedef struct TypeRef {
    const ArscType *type;
    i32 block;
} TypeRef;

typedef struct TypeSlot {
    TypeRef *types;
    u32 type_count;
    u32 entry_count;                /* the most that one of them has */
    Choice *choices;
    Bag **bags;
    u32 **by_key;                   /* for each of types: entry + 1 by the key's index; made at the first search by name */
} TypeSlot;

typedef struct Group {
    u32 id;
    const char *name;
    const ArscPackage **packages;
    PoolIndex *key_indices;         /* for each of packages */
    u32 package_count;
    TypeSlot types[256];            /* by type id - 1 */
    u8 translation[PACKAGES];       /* package numbers of build time to those of now; 0: unknown */
} Group;

struct Resources {
    ResConfig config;
    u32 generation;
    const Arsc **blocks;
    u32 block_count;
    Group **groups;
    u32 group_count;
    u8 group_of[PACKAGES];          /* index plus one by package id */
    u32 next_library;
    u32 parents;                    /* how deep the style is that is being made */
};

static Bag being_made;              /* marks a style whose parents are being looked at: a cycle ends there */

Resources *resources_new(void)
{
    Resources *res = xcalloc(1, sizeof *res);
    res->generation = 1;
    res->next_library = 2;
    return res;
}

static void free_bags(Group *group)
{
    for (u32 i = 0; i < 256; i++) {
        TypeSlot *slot = &group->types[i];
        for (u32 j = 0; slot->bags && j < slot->entry_count; j++)
            if (slot->bags[j] != &being_made)
                free(slot->bags[j]);
        free(slot->bags);
        slot->bags = NULL;
    }
}

static void free_keys(TypeSlot *slot)
{
    for (u32 i = 0; slot->by_key && i < slot->type_count; i++)
        free(slot->by_key[i]);
    free(slot->by_key);
    slot->by_key = NULL;
}

void resources_free(Resources *res)
{
    if (!res)
        return;
    for (u32 i = 0; i < res->group_count; i++) {
        Group *group = res->groups[i];
        free_bags(group);
        for (u32 j = 0; j < 256; j++) {
            free_keys(&group->types[j]);
            free(group->types[j].types);
            free(group->types[j].choices);
        }
        for (u32 j = 0; j < group->package_count; j++)
            pool_index_free(&group->key_indices[j]);
        free(group->key_indices);
        free(group->packages);
        free(group);
    }
    free(res->groups);
    free(res->blocks);
    free(res);
}

void resources_configure(Resources *res, const ResConfig *config)
{
    if (res_config_same(&res->config, config))
        return;
    res->config = *config;
    res->generation++;
    for (u32 i = 0; i < res->group_count; i++)
        free_bags(res->groups[i]);
}

const ResConfig *resources_config(const Resources *res)
{
    return &res->config;
}

/* ---- adding tables --------------------------------------------------------------- */

static void translate_names(Group *in, const char *name, u32 id)
{
    for (u32 i = 0; i < in->package_count; i++)
        for (u32 j = 0; j < in->packages[i]->library_count; j++)
            if (in->packages[i]->libraries[j].id < PACKAGES && !strcmp(in->packages[i]->libraries[j].name, name))
                in->translation[in->packages[i]->libraries[j].id] = (u8)id;
}

static Group *group_for(Resources *res, const ArscPackage *package)
{
    u32 id = package->id ? package->id : res->next_library++ & 0xff;
    if (res->group_of[id])
        return res->groups[res->group_of[id] - 1];
    if (res->group_count == 255)
        return NULL;
    Group *group = xcalloc(1, sizeof *group);
    group->id = id;
    group->name = package->name;
    group->translation[APP_PACKAGE] = APP_PACKAGE;
    group->translation[SYSTEM_PACKAGE] = SYSTEM_PACKAGE;
    group->translation[0] = (u8)id;
    group->translation[id] = (u8)id;
    res->groups = xrealloc(res->groups, (res->group_count + 1) * sizeof *res->groups);
    res->groups[res->group_count++] = group;
    res->group_of[id] = (u8)res->group_count;
    return group;
}

static void add_package(Resources *res, const ArscPackage *package, i32 block)
{
    Group *group = group_for(res, package);
    if (!group)
        return;
    group->packages = xrealloc(group->packages, (group->package_count + 1) * sizeof *group->packages);
    group->key_indices = xrealloc(group->key_indices, (group->package_count + 1) * sizeof *group->key_indices);
    group->key_indices[group->package_count] = (PoolIndex){ 0 };
    group->packages[group->package_count++] = package;
    free_bags(group);
    for (u32 i = 0; i < package->type_count; i++) {
        const ArscType *type = &package->type_list[i];
        TypeSlot *slot = &group->types[type->id - 1];
        free_keys(slot);
        free(slot->choices);
        slot->choices = NULL;
        slot->types = xrealloc(slot->types, (slot->type_count + 1) * sizeof *slot->types);
        slot->entry_count = MAX(slot->entry_count, type->entry_count);
        slot->types[slot->type_count++] = (TypeRef){ type, block };
    }
    for (u32 i = 0; i < res->group_count; i++)
        for (u32 j = 0; j < res->group_count; j++)
            translate_names(res->groups[i], res->groups[j]->name, res->groups[j]->id);
}

void resources_add(Resources *res, const Arsc *arsc)
{
    i32 block = (i32)res->block_count;
    res->blocks = xrealloc(res->blocks, (res->block_count + 1) * sizeof *res->blocks);
    res->blocks[res->block_count++] = arsc;
    for (u32 i = 0; arsc && i < arsc->package_count; i++)
        add_package(res, &arsc->packages[i], block);
    res->generation++;
    for (u32 i = 0; i < res->group_count; i++)
        free_bags(res->groups[i]);
}

u32 resources_block_count(const Resources *res)
{
    return res->block_count;
}

const StringPool *resources_strings(const Resources *res, u32 block)
{
    return block < res->block_count && res->blocks[block] ? &res->blocks[block]->values : NULL;
}

/* ---- packages ---------------------------------------------------------------------- */

i32 resources_package_index(const Resources *res, u32 id)
{
    return (i32)res->group_of[id >> 24] - 1;
}

u32 resources_package_count(const Resources *res)
{
    return res->group_count;
}

u32 resources_package_id(const Resources *res, u32 index)
{
    return res->groups[index]->id;
}

const char *resources_package_name(const Resources *res, u32 index)
{
    return res->groups[index]->name;
}

static bool translate(const Group *group, u32 *id)
{
    u32 package = *id >> 24;
    if (package == APP_PACKAGE)
        return true;
    if (!group->translation[package])
        return false;
    *id = (*id & 0xffffff) | (u32)group->translation[package] << 24;
    return true;
}

bool resources_translate(const Resources *res, u32 package_index, u32 *id)
{
    return translate(res->groups[package_index], id);
}

static bool translate_value(const Group *group, ResValue *value)
{
    if (value->type != VALUE_DYNAMIC_REFERENCE && value->type != VALUE_DYNAMIC_ATTRIBUTE)
        return true;
    if (!translate(group, &value->data))
        return false;
    value->type = value->type == VALUE_DYNAMIC_REFERENCE ? VALUE_REFERENCE : VALUE_ATTRIBUTE;
    return true;
}

/* ---- entries ------------------------------------------------------------------------- */

/* The group and the type of an id; NULL: unknown. */
static TypeSlot *slot_of(const Resources *res, u32 id, Group **group)
{
    u32 type = id >> 16 & 0xff, index = res->group_of[id >> 24];
    if (!index || !type)
        return NULL;
    *group = res->groups[index - 1];
    TypeSlot *slot = &(*group)->types[type - 1];
    return slot->type_count ? slot : NULL;
}

u32 resources_entry_count(const Resources *res, u32 id)
{
    Group *group;
    const TypeSlot *slot = slot_of(res, id, &group);
    return slot ? slot->entry_count : 0;
}

static Choice choose(const TypeSlot *slot, u32 entry, const ResConfig *config)
{
    Choice best = { .type = NO_CHOICE };
    const ArscVariant *best_variant = NULL;
    ArscEntry found;
    for (u32 i = 0; i < slot->type_count && i < NO_CHOICE; i++) {
        const ArscType *type = slot->types[i].type;
        for (u32 j = 0; j < type->variant_count && j < NO_CHOICE; j++) {
            const ArscVariant *variant = &type->variants[j];
            if (!res_config_matches(&variant->config, config) || !arsc_variant_entry(variant, entry, &found))
                continue;
            if (best_variant && !res_config_is_better(&variant->config, &best_variant->config, config))
                continue;
            best_variant = variant;
            best = (Choice){ .type = (u16)i, .variant = (u16)j };
        }
    }
    return best;
}

typedef struct Found {
    const Group *group;
    const TypeRef *type;
    const ArscVariant *variant;
    ArscEntry entry;
    u32 flags;
} Found;

static bool find(Resources *res, u32 id, u16 density, Found *out)
{
    Group *group;
    TypeSlot *slot = slot_of(res, id, &group);
    u32 entry = id & 0xffff;
    if (!slot || entry >= slot->entry_count)
        return false;
    Choice choice;
    if (density && density != res->config.density) {
        ResConfig other = res->config;
        other.density = density;
        choice = choose(slot, entry, &other);
    } else {
        if (!slot->choices)
            slot->choices = xcalloc(slot->entry_count, sizeof *slot->choices);
        if (slot->choices[entry].generation != res->generation) {
            slot->choices[entry] = choose(slot, entry, &res->config);
            slot->choices[entry].generation = res->generation;
        }
        choice = slot->choices[entry];
    }
    if (choice.type == NO_CHOICE)
        return false;
    *out = (Found){ .group = group, .type = &slot->types[choice.type] };
    out->variant = &out->type->type->variants[choice.variant];
    /* every table that has the type says what it varies by */
    for (u32 i = 0; i < slot->type_count; i++)
        if (entry < slot->types[i].type->entry_count)
            out->flags |= le32(slot->types[i].type->flags + 4 * (size_t)entry);
    return arsc_variant_entry(out->variant, entry, &out->entry);
}

i32 resources_get(Resources *res, u32 id, u16 density, ResValue *out, u32 *flags, u16 *found_density)
{
    Found found;
    if (!find(res, id, density, &found))
        return RES_BAD_INDEX;
    if (found.entry.flags & ENTRY_COMPLEX || !arsc_entry_value(&found.entry, out) || !translate_value(found.group, out))
        return RES_BAD_VALUE;
    if (flags)
        *flags = found.flags;
    if (found_density)
        *found_density = found.variant->config.density;
    return found.type->block;
}

i32 resources_resolve(Resources *res, ResValue *value, i32 block, u32 *last_id, u32 *flags, u16 *found_density)
{
    for (u32 i = 0; i < MOST_REFERENCES && block >= 0 && value->type == VALUE_REFERENCE && value->data; i++) {
        u32 found_flags = 0;
        if (last_id)
            *last_id = value->data;
        i32 next = resources_get(res, value->data, 0, value, &found_flags, found_density);
        if (next == RES_BAD_INDEX)
            return RES_BAD_INDEX;
        if (flags)
            *flags |= found_flags;
        if (next < 0)
            return block;
        block = next;
    }
    return block;
}

/* ---- bags ------------------------------------------------------------------------------ */

/* 0x01000000 and the like name no attribute: a position in an array, a quantity, an attribute's own properties. */
static bool is_internal(u32 name)
{
    return (name & 0xffff0000) && !(name & 0xff0000);
}

/*
 * Puts an item where it belongs: at or after *at, since items come sorted. One
 * of the same name is replaced. Returns the bag, which may have moved.
 */
static Bag *put_item(Bag *bag, u32 *room, u32 *at, const BagEntry *item)
{
    while (*at < bag->count && bag->entries[*at].name < item->name)
        (*at)++;
    if (*at >= bag->count || bag->entries[*at].name != item->name) {
        if (bag->count == *room) {
            *room = 2 * *room + 8;
            bag = xrealloc(bag, sizeof *bag + *room * sizeof *bag->entries);
        }
        memmove(bag->entries + *at + 1, bag->entries + *at, (bag->count - *at) * sizeof *bag->entries);
        bag->count++;
    }
    bag->entries[(*at)++] = *item;
    return bag;
}

/* The bag of an entry, joined with its parents'; NULL: it cannot be made. */
static Bag *make_bag(Resources *res, u32 id)
{
    Found found;
    if (!find(res, id, 0, &found))
        return NULL;
    u32 parent, count, room = 0, at = 0, place = 0;
    arsc_entry_map(&found.entry, &parent, &count);
    const BagEntry *inherited = NULL;
    i32 inherited_count = 0;
    u32 inherited_flags = 0;
    if (parent) {
        if (!translate(found.group, &parent))
            return NULL;
        inherited_count = MAX(resources_bag(res, parent, &inherited, &inherited_flags), 0);
    }
    /* a count that the chunk has no room for makes no large bag */
    room = (u32)inherited_count + MIN(count, found.entry.room / 12);
    Bag *bag = xmalloc(sizeof *bag + room * sizeof *bag->entries);
    bag->count = (u32)inherited_count;
    bag->flags = found.flags | inherited_flags;
    if (inherited_count)
        memcpy(bag->entries, inherited, (u32)inherited_count * sizeof *inherited);
    for (u32 i = 0; i < count; i++) {
        ArscItem item;
        bool good = arsc_entry_item(&found.entry, &at, &item)
            && (is_internal(item.name) || translate(found.group, &item.name)) && translate_value(found.group, &item.value);
        if (!good) {
            free(bag);
            return NULL;
        }
        bag = put_item(bag, &room, &place, &(BagEntry){ item.name, found.type->block, item.value });
    }
    return bag;
}

i32 resources_bag(Resources *res, u32 id, const BagEntry **out, u32 *flags)
{
    Group *group;
    TypeSlot *slot = slot_of(res, id, &group);
    u32 entry = id & 0xffff;
    if (!slot || entry >= slot->entry_count)
        return RES_BAD_INDEX;
    if (!slot->bags)
        slot->bags = xcalloc(slot->entry_count, sizeof *slot->bags);
    if (!slot->bags[entry]) {
        if (res->parents == MOST_PARENTS)
            return RES_BAD_INDEX;
        slot->bags[entry] = &being_made;
        res->parents++;
        Bag *bag = make_bag(res, id);
        res->parents--;
        if (bag)
            slot->bags[entry] = bag;
    }
    Bag *bag = slot->bags[entry];
    if (bag == &being_made)
        return RES_BAD_INDEX;
    if (flags)
        *flags = bag->flags;
    *out = bag->entries;
    return (i32)bag->count;
}

/* ---- names -------------------------------------------------------------------------------- */

bool resources_name(const Resources *res, u32 id, ResName *out)
{
    Group *group;
    const TypeSlot *slot = slot_of(res, id, &group);
    for (u32 i = 0; slot && i < slot->type_count; i++) {
        const ArscType *type = slot->types[i].type;
        for (u32 j = 0; j < type->variant_count; j++) {
            ArscEntry entry;
            if (!arsc_variant_entry(&type->variants[j], id & 0xffff, &entry))
                continue;
            out->package = group->name;
            return string_pool_text(&type->package->types, type->id - 1u - type->package->type_id_offset, &out->type)
                && string_pool_text(&type->package->keys, entry.key, &out->entry);
        }
    }
    return false;
}

/* Which entry of a type has this key, plus one; an index over all configurations, made once. */
static u32 entry_with_key(TypeSlot *slot, u32 which, u32 key)
{
    const ArscType *type = slot->types[which].type;
    if (!slot->by_key)
        slot->by_key = xcalloc(slot->type_count, sizeof *slot->by_key);
    if (!slot->by_key[which]) {
        u32 keys = type->package->keys.count, index;
        ArscEntry entry;
        slot->by_key[which] = xcalloc(keys + 1u, sizeof **slot->by_key);
        /* from the back, so that the first entry with a key stays */
        for (u32 j = type->variant_count; j-- > 0;)
            for (u32 place = arsc_variant_places(&type->variants[j]); place-- > 0;)
                if (arsc_variant_place(&type->variants[j], place, &index, &entry) && entry.key < keys)
                    slot->by_key[which][entry.key] = index + 1;
    }
    return slot->by_key[which][key];
}

static u32 find_key(Group *group, const ArscPackage *package, const char *name, size_t length)
{
    u32 i = 0;
    while (group->packages[i] != package)
        i++;
    return pool_index_find(&group->key_indices[i], &package->keys, name, length);
}

static u32 find_entry(Group *group, u32 type_index, const char *name, size_t length)
{
    if (type_index > 255)
        return 0;
    TypeSlot *slot = &group->types[type_index];
    for (u32 i = 0; i < slot->type_count; i++) {
        u32 key = find_key(group, slot->types[i].type->package, name, length);
        u32 entry = key == POOL_NONE ? 0 : entry_with_key(slot, i, key);
        if (entry)
            return group->id << 24 | (type_index + 1) << 16 | (entry - 1);
    }
    return 0;
}

static u32 find_in_group(Group *group, const char *type, size_t type_length, const char *name, size_t length)
{
    for (u32 i = 0; i < group->package_count; i++) {
        const ArscPackage *package = group->packages[i];
        u32 index = string_pool_find(&package->types, type, type_length);
        u32 id = index == POOL_NONE ? 0 : find_entry(group, index + package->type_id_offset, name, length);
        if (!id && type_length == 4 && !memcmp(type, "attr", 4)) {
            index = string_pool_find(&package->types, "^attr-private", 13);
            id = index == POOL_NONE ? 0 : find_entry(group, index + package->type_id_offset, name, length);
        }
        if (id)
            return id;
    }
    return 0;
}

/* Names that stand for themselves: an attribute's properties, quantities, positions. */
static u32 internal_name(const char *name)
{
    static const struct { const char *name; u32 id; } names[] = {
        { "^type", 0x01000000 }, { "^min", 0x01000001 }, { "^max", 0x01000002 }, { "^l10n", 0x01000003 }, { "^other", 0x01000004 },
        { "^zero", 0x01000005 }, { "^one", 0x01000006 }, { "^two", 0x01000007 }, { "^few", 0x01000008 }, { "^many", 0x01000009 },
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(names[i].name, name))
            return names[i].id;
    if (!strncmp(name, "^index_", 7) && name[7]) {
        int index = atoi(name + 7);
        return index & ~0xffff ? 0 : 0x02000000u | (u32)index;
    }
    return 0;
}

u32 resources_find(Resources *res, const char *name, const char *type, const char *package)
{
    if (name[0] == '^')
        return internal_name(name);
    const char *colon = strrchr(name, ':'), *slash = strrchr(name, '/');
    if (*name == '@')
        name += name[1] == '*' ? 2 : 1;
    size_t package_length = package ? strlen(package) : 0, type_length = type ? strlen(type) : 0;
    if (colon) {
        if (colon < name)
            return 0;
        package = name;
        package_length = (size_t)(colon - name);
        name = colon + 1;
    }
    if (slash) {
        if (slash < name)
            return 0;
        type = name;
        type_length = (size_t)(slash - name);
        name = slash + 1;
    }
    if (!package || !type || !*name)
        return 0;
    for (u32 i = 0; i < res->group_count; i++) {
        Group *group = res->groups[i];
        if (strlen(group->name) == package_length && !memcmp(group->name, package, package_length))
            return find_in_group(group, type, type_length, name, strlen(name));
    }
    return 0;
}

void resources_each_config(const Resources *res, u32 block, void (*visit)(void *context, const ResConfig *config), void *context)
{
    const Arsc *arsc = block < res->block_count ? res->blocks[block] : NULL;
    for (u32 i = 0; arsc && i < arsc->package_count; i++)
        for (u32 j = 0; j < arsc->packages[i].type_count; j++)
            for (u32 k = 0; k < arsc->packages[i].type_list[j].variant_count; k++)
                visit(context, &arsc->packages[i].type_list[j].variants[k].config);
}
