/*
 * A theme is a table of attributes, open addressing by id: some hundred of them,
 * looked up for every attribute of every view, and copied whole.
 *
 * theme_style keeps to Android's habits where they can be seen: attributes that
 * are not asked for in ascending order within their package are not found, since
 * XML and styles are walked once from front to back.
 */
#include "apk/theme.h"

#include <stdlib.h>

enum { MOST_ATTRIBUTES = 20, XML_BLOCK = 0x10000000 };

typedef struct ThemeEntry {
    u32 attribute;                  /* 0: free */
    u32 flags;
    i32 block;
    ResValue value;
} ThemeEntry;

struct Theme {
    Resources *res;
    u32 flags;
    ThemeEntry *entries;
    u32 used, size;                 /* size: 0 or a power of two */
};

Theme *theme_new(Resources *res)
{
    Theme *theme = xcalloc(1, sizeof *theme);
    theme->res = res;
    return theme;
}

void theme_clear(Theme *theme)
{
    free(theme->entries);
    *theme = (Theme){ .res = theme->res };
}

void theme_free(Theme *theme)
{
    if (theme)
        theme_clear(theme);
    free(theme);
}

Resources *theme_resources(const Theme *theme)
{
    return theme->res;
}

u32 theme_flags(const Theme *theme)
{
    return theme->flags;
}

/* Where the attribute is, or where it would be. */
static u32 place_of(const Theme *theme, u32 attribute)
{
    u32 place = (attribute * 2654435761u) >> 7;
    for (;; place++) {
        const ThemeEntry *entry = &theme->entries[place & (theme->size - 1)];
        if (!entry->attribute || entry->attribute == attribute)
            return place & (theme->size - 1);
    }
}

static void grow(Theme *theme)
{
    Theme old = *theme;
    theme->size = old.size ? 2 * old.size : 128;
    theme->entries = xcalloc(theme->size, sizeof *theme->entries);
    for (u32 i = 0; i < old.size; i++)
        if (old.entries[i].attribute)
            theme->entries[place_of(theme, old.entries[i].attribute)] = old.entries[i];
    free(old.entries);
}

static ThemeEntry *entry_for(Theme *theme, u32 attribute)
{
    if (4 * (theme->used + 1) > 3 * theme->size)
        grow(theme);
    ThemeEntry *entry = &theme->entries[place_of(theme, attribute)];
    if (!entry->attribute) {
        entry->attribute = attribute;
        theme->used++;
    }
    return entry;
}

static const ThemeEntry *entry_of(const Theme *theme, u32 attribute)
{
    if (!theme->size || !attribute)
        return NULL;
    const ThemeEntry *entry = &theme->entries[place_of(theme, attribute)];
    return entry->attribute ? entry : NULL;
}

void theme_copy(Theme *to, const Theme *from)
{
    if (to == from)
        return;
    theme_clear(to);
    to->flags = from->flags;
    if (to->res == from->res) {
        if (from->size) {
            to->entries = xmalloc(from->size * sizeof *to->entries);
            memcpy(to->entries, from->entries, from->size * sizeof *to->entries);
            to->size = from->size;
            to->used = from->used;
        }
        return;
    }
    for (u32 i = 0; i < from->size; i++)
        if (from->entries[i].attribute && resources_package_index(from->res, from->entries[i].attribute) == 0)
            *entry_for(to, from->entries[i].attribute) = from->entries[i];
}

i32 theme_apply(Theme *theme, u32 style, bool force)
{
    const BagEntry *bag;
    u32 flags = 0;
    i32 count = resources_bag(theme->res, style, &bag, &flags);
    if (count < 0)
        return count;
    theme->flags |= flags;
    for (const BagEntry *item = bag; item < bag + count; item++) {
        if (!item->name || (item->name & 0xffff) >= resources_entry_count(theme->res, item->name))
            continue;
        ThemeEntry *entry = entry_for(theme, item->name);
        if (force || entry->value.type == VALUE_NULL) {
            entry->block = item->block;
            entry->flags |= flags;
            entry->value = item->value;
        }
    }
    return OK;
}

i32 theme_get(const Theme *theme, u32 attribute, ResValue *out, u32 *flags)
{
    if (flags)
        *flags = 0;
    for (u32 i = 0; i <= MOST_ATTRIBUTES; i++) {
        const ThemeEntry *entry = entry_of(theme, attribute);
        if (!entry)
            return RES_BAD_INDEX;
        if (flags)
            *flags |= entry->flags;
        if (entry->value.type == VALUE_NULL)
            return RES_BAD_INDEX;
        if (entry->value.type != VALUE_ATTRIBUTE) {
            *out = entry->value;
            return entry->block;
        }
        attribute = entry->value.data;
    }
    return RES_BAD_INDEX;
}

i32 theme_resolve(const Theme *theme, ResValue *value, i32 block, u32 *last_id, u32 *flags, u16 *density)
{
    if (value->type == VALUE_ATTRIBUTE) {
        u32 theme_bits;
        block = theme_get(theme, value->data, value, &theme_bits);
        if (flags)
            *flags |= theme_bits;
        if (block < 0)
            return block;
    }
    return resources_resolve(theme->res, value, block, last_id, flags, density);
}

void theme_print(Buf *out, const Theme *theme)
{
    for (u32 i = 0; i < theme->size; i++) {
        const ThemeEntry *entry = &theme->entries[i];
        if (entry->attribute && entry->value.type != VALUE_NULL)
            buf_printf(out, "0x%08x: t=0x%x, d=0x%08x (block=%d)\n", entry->attribute, entry->value.type, entry->value.data, entry->block);
    }
}

/* ---- finding attributes in XML and in styles ------------------------------------------ */

/*
 * A list of attributes, grouped by package and ascending within it, searched from
 * front to back. Where a package began is remembered, since the packages of
 * shared libraries may come in another order than they are asked for.
 */
typedef struct Finder {
    const AxmlCursor *xml;          /* or */
    const BagEntry *bag;
    u32 count;
    u32 current, largest;
    u32 current_attribute, last_package;
    bool begun;
    u32 package_count;
    struct { u32 package, start; } packages[16];
} Finder;

static u32 attribute_at(const Finder *f, u32 index)
{
    return f->xml ? axml_attribute(f->xml, index).id : f->bag[index].name;
}

static void mark_package(Finder *f, u32 package)
{
    for (u32 i = 0; i < f->package_count; i++)
        if (f->packages[i].package == package) {
            f->packages[i].start = f->current;
            return;
        }
    if (f->package_count < COUNT_OF(f->packages)) {
        f->packages[f->package_count].package = package;
        f->packages[f->package_count++].start = f->current;
    }
}

static void jump_to_package(Finder *f, u32 package)
{
    f->current = f->largest;
    for (u32 i = 0; i < f->package_count; i++)
        if (f->packages[i].package == package)
            f->current = f->packages[i].start;
    if (f->current < f->count)
        f->current_attribute = attribute_at(f, f->current);
}

/* The index of the attribute, or count. */
static u32 finder_find(Finder *f, u32 attribute)
{
    u32 package = attribute >> 24;
    if (!f->count)
        return 0;
    if (!f->begun) {
        f->begun = true;
        f->current_attribute = attribute_at(f, 0);
        f->last_package = f->current_attribute >> 24;
        mark_package(f, f->last_package);
    }
    if (f->last_package != package) {
        jump_to_package(f, package);
        f->last_package = package;
    }
    while (f->current < f->count) {
        u32 here = f->current_attribute;
        if (here >> 24 == package && attribute < here)
            break;
        if (++f->current < f->count) {
            f->current_attribute = attribute_at(f, f->current);
            if (f->current_attribute >> 24 != here >> 24)
                mark_package(f, f->current_attribute >> 24);
        }
        f->largest = MAX(f->largest, f->current);
        if (attribute == here)
            return f->current - 1;
    }
    return f->count;
}

static Finder bag_finder(Resources *res, u32 style, u32 *flags)
{
    const BagEntry *bag = NULL;
    i32 count = style ? resources_bag(res, style, &bag, flags) : -1;
    return (Finder){ .bag = bag, .count = count > 0 ? (u32)count : 0 };
}

static bool take_from_bag(Finder *f, u32 attribute, ResValue *value, i32 *block)
{
    u32 index = finder_find(f, attribute);
    if (index >= f->count)
        return false;
    *value = f->bag[index].value;
    *block = f->bag[index].block;
    return true;
}

/* ---- what a constructor asks -------------------------------------------------------------- */

/* Writes one attribute's numbers; block XML_BLOCK or negative: no cookie. */
static void put_result(i32 *out, const ResValue *value, i32 block, u32 resource, u32 flags, u16 density)
{
    out[STYLE_TYPE] = value->type;
    out[STYLE_DATA] = (i32)value->data;
    out[STYLE_COOKIE] = block == XML_BLOCK || block < 0 ? -1 : block + 1;
    out[STYLE_RESOURCE] = (i32)resource;
    out[STYLE_CHANGING] = (i32)flags;
    out[STYLE_DENSITY] = density;
}

/* @null: a reference to nothing is no value. */
static bool clear_null(ResValue *value)
{
    if (value->type != VALUE_REFERENCE || value->data)
        return false;
    value->type = VALUE_NULL;
    return true;
}

/* The style that an attribute of the theme names, else the other one. */
static u32 default_style_of(const Theme *theme, u32 attribute, u32 otherwise, u32 *flags)
{
    ResValue value;
    if (attribute && theme_get(theme, attribute, &value, flags) >= 0 && value.type == VALUE_REFERENCE)
        return value.data;
    return otherwise;
}

/* style="@style/x" or style="?attr/x" of the tag. */
static u32 style_of_tag(const Theme *theme, const AxmlCursor *xml, u32 *flags)
{
    if (!xml || !xml->style_index || xml->style_index > xml->attribute_count)
        return 0;
    ResValue value = axml_attribute(xml, xml->style_index - 1u).value;
    if (value.type == VALUE_ATTRIBUTE && theme_get(theme, value.data, &value, flags) < 0)
        return 0;
    return value.type == VALUE_REFERENCE ? value.data : 0;
}

/*
 * Writes what an attribute is: the value found for it so far, followed to its end,
 * or else the theme's. *block is that of the value; null_block stands for @null.
 * True: it has a value.
 */
static bool put_attribute(const Theme *theme, u32 attribute, ResValue value, u32 flags, i32 *block, i32 null_block, i32 *out)
{
    u32 resource = 0;
    u16 density = 0;
    i32 found;
    if (value.type != VALUE_NULL) {
        found = theme_resolve(theme, &value, *block, &resource, &flags, &density);
    } else {
        found = theme_get(theme, attribute, &value, &flags);
        /* a value that is no reference keeps the block of the attribute before it: so it is on a phone */
        if (found >= 0)
            found = resources_resolve(theme->res, &value, *block, &resource, &flags, &density);
    }
    if (found >= 0)
        *block = found;
    if (clear_null(&value))
        *block = null_block;
    put_result(out, &value, *block, resource, flags, density);
    return value.type != VALUE_NULL;
}

void theme_style(const Theme *theme, u32 default_attribute, u32 default_style, const AxmlCursor *xml, const i32 *attributes, u32 count, i32 *out,
                 i32 *indices)
{
    u32 theme_bits = 0, default_flags = 0, tag_bits = 0, style_flags = 0, with_value = 0;
    default_style = default_style_of(theme, default_attribute, default_style, &theme_bits);
    u32 style = style_of_tag(theme, xml, &tag_bits);
    Finder in_default = bag_finder(theme->res, default_style, &default_flags), in_style = bag_finder(theme->res, style, &style_flags);
    Finder in_xml = { .xml = xml, .count = xml ? xml->attribute_count : 0 };
    style_flags |= tag_bits;
    i32 block = 0;
    for (u32 i = 0; i < count; i++, out += STYLE_SIZE) {
        u32 attribute = (u32)attributes[i], flags = 0;
        ResValue value = { 0 };
        u32 index = finder_find(&in_xml, attribute);
        if (index < in_xml.count) {
            block = XML_BLOCK;
            value = axml_attribute(xml, index).value;
        }
        /* the default style's flags are the style's: so it is on a phone */
        if (value.type == VALUE_NULL && take_from_bag(&in_style, attribute, &value, &block))
            flags = style_flags;
        if (value.type == VALUE_NULL && take_from_bag(&in_default, attribute, &value, &block))
            flags = style_flags;
        if (put_attribute(theme, attribute, value, flags, &block, XML_BLOCK, out) && indices)
            indices[++with_value] = (i32)i;
    }
    if (indices)
        indices[0] = (i32)with_value;
}

void theme_attributes(const Theme *theme, u32 default_attribute, u32 default_style, const i32 *values, const i32 *attributes, u32 count, i32 *out,
                      i32 *indices)
{
    u32 theme_bits = 0, style_flags = 0, with_value = 0;
    default_style = default_style_of(theme, default_attribute, default_style, &theme_bits);
    Finder in_default = bag_finder(theme->res, default_style, &style_flags);
    style_flags |= theme_bits;
    i32 block = 0;
    for (u32 i = 0; i < count; i++, out += STYLE_SIZE) {
        u32 attribute = (u32)attributes[i], flags = 0;
        ResValue value = { 0 };
        if (values && values[i]) {
            block = -1;
            value = (ResValue){ .type = VALUE_ATTRIBUTE, .data = (u32)values[i] };
        }
        if (value.type == VALUE_NULL && take_from_bag(&in_default, attribute, &value, &block))
            flags = style_flags;
        if (put_attribute(theme, attribute, value, flags, &block, -1, out) && indices)
            indices[++with_value] = (i32)i;
    }
    if (indices)
        indices[0] = (i32)with_value;
}

void resources_xml_attributes(Resources *res, const AxmlCursor *xml, const i32 *attributes, u32 count, i32 *out, i32 *indices)
{
    u32 at = 0, with_value = 0;
    i32 block = 0;
    for (u32 i = 0; i < count; i++, out += STYLE_SIZE) {
        u32 attribute = (u32)attributes[i], resource = 0, flags = 0;
        ResValue value = { 0 };
        u16 density = 0;
        while (at < xml->attribute_count && attribute > axml_attribute(xml, at).id)
            at++;
        if (at < xml->attribute_count && attribute == axml_attribute(xml, at).id) {
            block = XML_BLOCK;
            value = axml_attribute(xml, at++).value;
        }
        if (value.type != VALUE_NULL) {
            i32 found = resources_resolve(res, &value, block, &resource, &flags, &density);
            if (found >= 0)
                block = found;
        }
        clear_null(&value);
        put_result(out, &value, block, resource, flags, density);
        if (indices && value.type != VALUE_NULL)
            indices[++with_value] = (i32)i;
    }
    if (indices)
        indices[0] = (i32)with_value;
}

i32 resources_array(Resources *res, u32 id, i32 *out, u32 room)
{
    const BagEntry *bag;
    u32 bag_flags = 0;
    i32 count = resources_bag(res, id, &bag, &bag_flags), written = 0;
    for (; written < count && (u32)written < room; written++, out += STYLE_SIZE) {
        ResValue value = bag[written].value;
        u32 resource = 0, flags = bag_flags;
        u16 density = 0;
        i32 block = bag[written].block;
        if (value.type != VALUE_NULL) {
            i32 found = resources_resolve(res, &value, block, &resource, &flags, &density);
            if (found >= 0)
                block = found;
        }
        clear_null(&value);
        put_result(out, &value, block, resource, flags, density);
    }
    return written;
}
