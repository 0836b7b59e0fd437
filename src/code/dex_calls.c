/*
 * Method handles and call sites (dex 038 and later).
 *
 *   method handle          call site: u32 offset of an encoded array of
 *   OFFSET SIZE MEANING      0   method handle: the bootstrap method
 *     0     2   kind         1   string: the name
 *     2     2   unused       2   method type: the descriptor of the site
 *     4     2   field or     3…  static arguments
 *               method
 *     6     2   unused
 */
#include "code/dex_internal.h"

enum { HANDLE_SIZE = 8, CALL_SITE_ID_SIZE = 4 };

Ref *dex_handle_ref(DexFile *file, u32 index)
{
    /* static put, static get, instance put, instance get, static, instance, constructor, direct, interface */
    static const u8 jvm_kinds[] = { 4, 2, 3, 1, 6, 5, 8, 7, 9 };
    enum { LAST_FIELD_KIND = 3, INTERFACE_KIND = 8 };

    if (index >= file->handles.count) {
        dex_fail(file, "method handle %u does not exist (there are %u)", index, file->handles.count);
        return NULL;
    }
    if (file->handle_refs[index])
        return file->handle_refs[index];
    const u8 *item = file->bytes + file->handles.offset + (size_t)index * HANDLE_SIZE;
    u16 kind = le16(item), member_index = le16(item + 4);
    if (kind >= COUNT_OF(jvm_kinds)) {
        dex_fail(file, "method handle %u has the unknown kind %u", index, kind);
        return NULL;
    }
    const Ref *member = kind <= LAST_FIELD_KIND ? dex_field_ref(file, member_index) : dex_method_ref(file, member_index);
    if (!member)
        return NULL;
    Ref *ref = ARENA_NEW(file->store->arena, Ref);
    *ref = (Ref){
        .kind = REF_HANDLE, .handle_kind = jvm_kinds[kind], .of_interface = kind == INTERFACE_KIND,
        .owner = member->owner, .name = member->name, .descriptor = member->descriptor,
    };
    return file->handle_refs[index] = ref;
}

static int bootstrap_argument(DexFile *file, const AnnotationValue *value, BootstrapArg *out)
{
    switch (value->tag) {
    case 'Z': case 'B': case 'S': case 'C': case 'I':
        *out = (BootstrapArg){ .tag = 'I', .bits = value->bits };
        return OK;
    case 'J': case 'F': case 'D':
        *out = (BootstrapArg){ .tag = value->tag, .bits = value->bits };
        return OK;
    case 'h':
        *out = (BootstrapArg){ .tag = 'L', .ref = dex_handle_ref(file, (u32)value->bits) };
        break;
    case 't':
        *out = (BootstrapArg){ .tag = 'L', .ref = dex_method_type_ref(file, (u32)value->bits) };
        break;
    case 's':
        *out = (BootstrapArg){ .tag = 'L', .ref = dex_string_ref(file, (u32)value->bits) };
        break;
    case 'c':
        *out = (BootstrapArg){ .tag = 'L', .ref = dex_class_ref(file, (u32)value->bits) };
        break;
    default:
        return dex_fail(file, "a call site has an argument of kind %c", value->tag);
    }
    return out->ref ? OK : ERR_INPUT;
}

static Ref *read_call_site(DexFile *file, u32 index, u32 offset)
{
    Arena *arena = file->store->arena;
    u32 count;
    AnnotationValue *values;
    if (dex_value_array(file, offset, "call site", &count, &values))
        return NULL;
    if (count < 3 || values[0].tag != 'h' || values[1].tag != 's' || values[2].tag != 't') {
        dex_fail(file, "call site %u does not begin with a handle, a name and a type", index);
        return NULL;
    }
    CallSite *site = ARENA_NEW(arena, CallSite);
    const Symbol *descriptor = dex_proto(file, (u32)values[2].bits);
    if (!descriptor || !(site->bootstrap = dex_handle_ref(file, (u32)values[0].bits)))
        return NULL;
    site->count = count - 3;
    site->arguments = ARENA_ARRAY(arena, BootstrapArg, site->count);
    for (u32 i = 0; i < site->count; i++)
        if (bootstrap_argument(file, &values[3 + i], &site->arguments[i]))
            return NULL;
    Ref *ref = ARENA_NEW(arena, Ref);
    *ref = (Ref){ .kind = REF_CALL_SITE, .name = values[1].text, .descriptor = descriptor, .site = site };
    return ref;
}

Ref *dex_call_site_ref(DexFile *file, u32 index)
{
    if (index >= file->call_sites.count) {
        dex_fail(file, "call site %u does not exist (there are %u)", index, file->call_sites.count);
        return NULL;
    }
    if (file->call_site_refs[index])
        return file->call_site_refs[index];
    if (code_store_scratch(file->store))
        return NULL;
    ArenaMark mark = arena_mark(&file->store->scratch);
    u32 offset = le32(file->bytes + file->call_sites.offset + (size_t)index * CALL_SITE_ID_SIZE);
    file->call_site_refs[index] = read_call_site(file, index, offset);
    arena_release(&file->store->scratch, mark);
    return file->call_site_refs[index];
}
