/*
 * Resource tables as text, in the form of `aapt dump --values resources`: people
 * know it, and our tests compare with it. (aapt calls numbers and booleans colours.)
 */
#include "apk/arsc.h"

void arsc_print_quoted(Buf *out, const PoolText *text)
{
    Buf plain = { 0 };
    pool_text_append(&plain, text);
    for (size_t i = 0; i < plain.size; i++) {
        char c = plain.data[i];
        if (c == '\\' || c == '"')
            buf_add_char(out, '\\');
        if (c == '\n')
            buf_add_str(out, "\\n");
        else
            buf_add_char(out, c);
    }
    buf_free(&plain);
}

/*
 * Dimensions and fractions: a mantissa of 24 bits in the upper part, in the lower
 * 4 bits the unit, and in the 2 above them where the point lies.
 */
static void print_complex(Buf *out, u32 data, bool fraction)
{
    static const float scales[] = { 1.0f / (1 << 8), 1.0f / (1 << 15), 1.0f / (1 << 23), 1.0f / (1u << 31) };
    static const char *const units[] = { "px", "dp", "sp", "pt", "in", "mm" };
    u32 unit = data & 15;
    buf_printf(out, "%f", (double)((float)(data & 0xffffff00) * scales[data >> 4 & 3]));
    if (fraction)
        buf_add_str(out, unit == 0 ? "%" : unit == 1 ? "%p" : " (unknown unit)");
    else
        buf_add_str(out, unit < COUNT_OF(units) ? units[unit] : " (unknown unit)");
}

void arsc_print_value(Buf *out, const ResValue *value, const StringPool *pool)
{
    u32 data = value->data;
    PoolText text;
    float number;

    switch (value->type) {
    case VALUE_NULL:
        buf_add_str(out, data == 1 ? "(null empty)" : "(null)");
        if (data > 1)
            buf_printf(out, " 0x%08x", data);
        return;
    case VALUE_REFERENCE:
        buf_printf(out, "(reference) 0x%08x", data);
        return;
    case VALUE_DYNAMIC_REFERENCE:
        buf_printf(out, "(dynamic reference) 0x%08x", data);
        return;
    case VALUE_ATTRIBUTE:
        buf_printf(out, "(attribute) 0x%08x", data);
        return;
    case VALUE_DYNAMIC_ATTRIBUTE:
        buf_printf(out, "(dynamic attribute) 0x%08x", data);
        return;
    case VALUE_STRING:
        if (!string_pool_text(pool, data, &text)) {
            buf_add_str(out, "(string) null");
            return;
        }
        buf_add_str(out, text.utf8 ? "(string8) \"" : "(string16) \"");
        arsc_print_quoted(out, &text);
        buf_add_char(out, '"');
        return;
    case VALUE_FLOAT:
        memcpy(&number, &data, sizeof number);
        buf_printf(out, "(float) %g", (double)number);
        return;
    case VALUE_DIMENSION:
        buf_add_str(out, "(dimension) ");
        print_complex(out, data, false);
        return;
    case VALUE_FRACTION:
        buf_add_str(out, "(fraction) ");
        print_complex(out, data, true);
        return;
    case VALUE_INT_BOOLEAN:
        if (data && data != 0xffffffff)
            buf_printf(out, "(boolean) 0x%08x", data);
        else
            buf_printf(out, "(boolean) %s", data ? "true" : "false");
        return;
    default:
        break;
    }
    if (value->type >= VALUE_FIRST_COLOR && value->type <= VALUE_LAST_COLOR)
        buf_printf(out, "(color) #%08x", data);
    else if (value->type >= VALUE_INT_DEC && value->type <= VALUE_LAST_INT)
        buf_printf(out, "(int) 0x%08x or %d", data, (i32)data);
    else
        buf_printf(out, "(unknown type) t=0x%02x d=0x%08x (s=0x%04x r=0x%02x)", value->type, data, value->size, value->reserved);
}

/* "package:type/key" by the first configuration that has the entry; false when none has. */
static bool print_name(Buf *out, const ArscPackage *package, const ArscType *type, u32 index)
{
    ArscEntry entry;
    PoolText type_name, key;
    u32 variant = 0;
    while (variant < type->variant_count && !arsc_variant_entry(&type->variants[variant], index, &entry))
        variant++;
    if (variant == type->variant_count || !string_pool_text(&package->types, type->id - 1u - package->type_id_offset, &type_name)
        || !string_pool_text(&package->keys, entry.key, &key))
        return false;
    buf_printf(out, "%s:", package->name);
    pool_text_append(out, &type_name);
    buf_add_char(out, '/');
    pool_text_append(out, &key);
    return true;
}

static void print_entry(Buf *out, const Arsc *arsc, const ArscEntry *entry, bool values)
{
    ResValue value;
    bool complex = entry->flags & ENTRY_COMPLEX, whole = complex || arsc_entry_value(entry, &value);
    if (complex)
        buf_add_str(out, "<bag>");
    else if (whole)
        buf_printf(out, "t=0x%02x d=0x%08x (s=0x%04x r=0x%02x)", value.type, value.data, value.size, value.reserved);
    else
        buf_add_str(out, "cut off");
    if (entry->flags & ENTRY_PUBLIC)
        buf_add_str(out, " (PUBLIC)");
    buf_add_char(out, '\n');
    if (!values || !whole)
        return;
    if (!complex) {
        buf_add_str(out, "          ");
        arsc_print_value(out, &value, &arsc->values);
        buf_add_char(out, '\n');
        return;
    }
    u32 parent, count, at = 0;
    ArscItem item;
    arsc_entry_map(entry, &parent, &count);
    buf_printf(out, "          Parent=0x%08x(Resolved=0x%08x), Count=%u\n", parent, parent, count);
    for (u32 i = 0; i < count && arsc_entry_item(entry, &at, &item); i++) {
        buf_printf(out, "          #%u (Key=0x%08x): ", i, item.name);
        arsc_print_value(out, &item.value, &arsc->values);
        buf_add_char(out, '\n');
    }
}

static void print_type(Buf *out, const Arsc *arsc, const ArscPackage *package, const ArscType *type, bool values)
{
    u32 first_id = package->id << 24 | (u32)type->id << 16;
    buf_printf(out, "    type %u configCount=%u entryCount=%u\n", type->id - 1u, type->variant_count, type->entry_count);
    for (u32 i = 0; i < type->entry_count; i++) {
        size_t begin = out->size;
        buf_printf(out, "      spec resource 0x%08x ", first_id | i);
        if (print_name(out, package, type, i)) {
            buf_printf(out, ": flags=0x%08x\n", le32(type->flags + 4 * (size_t)i));
        } else {
            out->size = begin;
            buf_printf(out, "      INVALID TYPE CONFIG FOR RESOURCE 0x%08x\n", first_id | i);
        }
    }
    for (u32 i = 0; i < type->variant_count; i++) {
        const ArscVariant *variant = &type->variants[i];
        buf_add_str(out, "      config ");
        size_t begin = out->size;
        res_config_append(out, &variant->config);
        buf_add_str(out, out->size == begin ? "(default)" : "");
        if (variant->flags)
            buf_printf(out, " flags=0x%02x%s", variant->flags, variant->flags & 1 ? " [sparse]" : "");
        buf_add_str(out, ":\n");
        for (u32 place = 0; place < arsc_variant_places(variant); place++) {
            ArscEntry entry;
            u32 index;
            if (!arsc_variant_place(variant, place, &index, &entry))
                continue;
            begin = out->size;
            buf_printf(out, "        resource 0x%08x ", first_id | index);
            if (!print_name(out, package, type, index)) {
                out->size = begin;
                buf_printf(out, "        INVALID RESOURCE 0x%08x", first_id | index);
            }
            buf_add_str(out, ": ");
            print_entry(out, arsc, &entry, values);
        }
    }
}

void arsc_print(Buf *out, const Arsc *arsc, bool values)
{
    buf_printf(out, "Package Groups (%u)\n", arsc->package_count);
    for (u32 i = 0; i < arsc->package_count; i++) {
        const ArscPackage *package = &arsc->packages[i];
        buf_printf(out, "Package Group %u id=0x%02x packageCount=1 name=%s\n", i, package->id, package->name);
        if (package->library_count) {
            buf_printf(out, "  DynamicRefTable entryCount=%u:\n", package->library_count);
            for (u32 j = 0; j < package->library_count; j++)
                buf_printf(out, "    0x%02x -> %s\n", package->libraries[j].id, package->libraries[j].name);
            buf_add_char(out, '\n');
        }
        buf_printf(out, "  Package 0 id=0x%02x name=%s\n", package->id, package->name);
        /* by type, whatever the order in the file */
        for (u32 id = 1; id < 256; id++)
            for (u32 j = 0; j < package->type_count; j++)
                if (package->type_list[j].id == id)
                    print_type(out, arsc, package, &package->type_list[j], values);
    }
}
