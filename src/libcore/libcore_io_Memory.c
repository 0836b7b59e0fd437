/*
 * Memory as the library sees it: libcore.io.Memory (numbers at addresses, byte
 * arrays as numbers in either order), java.nio.ByteOrder, and the calls of
 * libcore.io.Posix that map files and memory.
 */
#define _GNU_SOURCE
#include "libcore/posix.h"

#include "base/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- single values ----------------------------------------------------------------- */

static void *at_address(Slot slot)
{
    return (void *)(uintptr_t)slot.j;
}

static void peekByte(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = *(i8 *)at_address(args[0]);
}

static void peekShort(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    i16 n;
    memcpy(&n, at_address(args[0]), sizeof n);
    result->i = n;
}

static void peekInt(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    memcpy(&result->i, at_address(args[0]), 4);
}

static void peekLong(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    memcpy(&result->j, at_address(args[0]), 8);
}

static void pokeByte(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    *(i8 *)at_address(args[0]) = (i8)args[2].i;
}

static void pokeShort(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    i16 n = (i16)args[2].i;
    memcpy(at_address(args[0]), &n, sizeof n);
}

static void pokeInt(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    memcpy(at_address(args[0]), &args[2].i, 4);
}

static void pokeLong(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    memcpy(at_address(args[0]), &args[2].j, 8);
}

/* ---- arrays -------------------------------------------------------------------------- */

/* Copies count elements of 1 << shift bytes, each turned round when swap is set. Neither side need be aligned. */
static void copy_elements(u8 *to, const u8 *from, i32 count, u32 shift, bool swap)
{
    memmove(to, from, (size_t)count << shift);
    if (!swap || !shift)
        return;
    for (i32 i = 0; i < count; i++, to += 1u << shift) {
        u16 a;
        u32 b;
        u64 c;
        switch (shift) {
        case 1: memcpy(&a, to, 2), a = __builtin_bswap16(a), memcpy(to, &a, 2); break;
        case 2: memcpy(&b, to, 4), b = __builtin_bswap32(b), memcpy(to, &b, 4); break;
        case 3: memcpy(&c, to, 8), c = __builtin_bswap64(c), memcpy(to, &c, 8); break;
        }
    }
}

static u8 *elements(Object *array)
{
    return (u8 *)array + (object_class(array)->element_shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA);
}

/* The place of a range of an array; NULL: thrown. */
static u8 *array_range(Thread *t, Object *array, i32 offset, i32 count)
{
    if (!array)
        return vm_throw_null(t, "array == null");
    if (offset < 0 || count < 0 || offset > ARRAY_LENGTH(array) - count)
        return vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "length=%d; regionStart=%d; regionLength=%d", ARRAY_LENGTH(array), offset, count);
    return elements(array) + ((size_t)offset << object_class(array)->element_shift);
}

/* void peekXArray(long address, X[] to, int offset, int count [, boolean swap]) */
static void peekArray(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    u8 *to = array_range(t, args[2].l, args[3].i, args[4].i);
    u32 shift = to ? object_class(args[2].l)->element_shift : 0;
    if (to)
        copy_elements(to, at_address(args[0]), args[4].i, shift, shift && args[5].i);
}

static void pokeArray(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const u8 *from = array_range(t, args[2].l, args[3].i, args[4].i);
    u32 shift = from ? object_class(args[2].l)->element_shift : 0;
    if (from)
        copy_elements(at_address(args[0]), from, args[4].i, shift, shift && args[5].i);
}

/*
 * void unsafeBulkGet(Object to, int toOffset, int byteCount, byte[] from, int fromOffset, int elementSize, boolean swap)
 * toOffset counts elements, fromOffset bytes.
 */
static void unsafeBulkGet(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    u32 shift = (u32)__builtin_ctz((u32)args[5].i);
    copy_elements(elements(args[0].l) + ((size_t)args[1].i << shift), elements(args[3].l) + args[4].i, args[2].i >> shift, shift, args[6].i);
}

/* void unsafeBulkPut(byte[] to, int toOffset, int byteCount, Object from, int fromOffset, int elementSize, boolean swap) */
static void unsafeBulkPut(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    u32 shift = (u32)__builtin_ctz((u32)args[5].i);
    copy_elements(elements(args[0].l) + args[1].i, elements(args[3].l) + ((size_t)args[4].i << shift), args[2].i >> shift, shift, args[6].i);
}

/* void memmove(Object to, int toOffset, Object from, int fromOffset, long byteCount) */
static void memmove_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    u8 *to = posix_bytes(t, args[0].l, args[1].i, (i32)args[4].j);
    const u8 *from = to ? posix_bytes(t, args[2].l, args[3].i, (i32)args[4].j) : NULL;
    if (from)
        memmove(to, from, (size_t)args[4].j);
}

const NativeMethod natives_libcore_io_Memory[] = {
    { "peekByte", NULL, peekByte },
    { "peekShortNative", NULL, peekShort },
    { "peekIntNative", NULL, peekInt },
    { "peekLongNative", NULL, peekLong },
    { "pokeByte", NULL, pokeByte },
    { "pokeShortNative", NULL, pokeShort },
    { "pokeIntNative", NULL, pokeInt },
    { "pokeLongNative", NULL, pokeLong },
    { "peekByteArray", NULL, peekArray },
    { "peekCharArray", NULL, peekArray },
    { "peekDoubleArray", NULL, peekArray },
    { "peekFloatArray", NULL, peekArray },
    { "peekIntArray", NULL, peekArray },
    { "peekLongArray", NULL, peekArray },
    { "peekShortArray", NULL, peekArray },
    { "pokeByteArray", NULL, pokeArray },
    { "pokeCharArray", NULL, pokeArray },
    { "pokeDoubleArray", NULL, pokeArray },
    { "pokeFloatArray", NULL, pokeArray },
    { "pokeIntArray", NULL, pokeArray },
    { "pokeLongArray", NULL, pokeArray },
    { "pokeShortArray", NULL, pokeArray },
    { "unsafeBulkGet", NULL, unsafeBulkGet },
    { "unsafeBulkPut", NULL, unsafeBulkPut },
    { "memmove", NULL, memmove_ },
    { 0 },
};

static void isLittleEndian(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

const NativeMethod natives_java_nio_ByteOrder[] = {
    { "isLittleEndian", NULL, isLittleEndian },
    { 0 },
};

/* ---- mapping ------------------------------------------------------------------------------ */

/* Memory of one's own, filled from the file when there is one. */
static int map_private(Thread *t, int fd, i64 offset, size_t length, void **out)
{
    void *p = pages_map(length, 0);
    if (!p)
        return -ENOMEM;
    for (size_t done = 0; fd >= 0 && done < length;) {
        i64 got = vfs_pread(posix_files(t), fd, (u8 *)p + done, length - done, offset + (i64)done);
        if (got < 0) {
            pages_unmap(p, length);
            return (int)got;
        }
        if (!got)
            break;
        done += (size_t)got;
    }
    PosixState *state = posix_state(t->vm);
    PrivateMapping *mapping = xmalloc(sizeof *mapping);
    *mapping = (PrivateMapping){ p, length, state->mappings };
    state->mappings = mapping;
    *out = p;
    return 0;
}

/* long mmap(long address, long byteCount, int prot, int flags, FileDescriptor fd, long offset) */
static void mmap_(Thread *t, const Slot *args, Slot *result)
{
    i64 length = args[3].j, offset = args[8].j;
    int flags = args[6].i, fd = flags & MAP_ANONYMOUS ? -1 : posix_fd(t, args[7].l);
    void *p = NULL;
    int status = -EINVAL;
    if (length <= 0 || offset < 0 || offset % 4096)
        ;
    else if (length > (i64)2 << 30)
        status = -ENOMEM;
    else if (fd >= 0 && flags & MAP_SHARED)
        status = vfs_map_shared(posix_files(t), fd, offset, (size_t)length, &p);
    else
        status = map_private(t, fd, offset, (size_t)length, &p);
    result->j = posix_check(t, "mmap", status) ? (i64)(uintptr_t)p : -1;
}

static void munmap_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    PosixState *state = posix_state(t->vm);
    void *p = at_address(args[1]);
    if (!vfs_unmap(state->vfs, p))
        return;
    for (PrivateMapping **link = &state->mappings; *link; link = &(*link)->next) {
        PrivateMapping *mapping = *link;
        if (mapping->address != p)
            continue;
        *link = mapping->next;
        pages_unmap(mapping->address, mapping->length);
        free(mapping);
        return;
    }
    posix_throw(t, "munmap", EINVAL);
}

/* void mincore(long address, long byteCount, byte[] vector): everything is in memory */
static void mincore_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    if (args[5].l)
        memset(ARRAY_I8(args[5].l), 1, (size_t)ARRAY_LENGTH(args[5].l));
}

/* msync: shared mappings are the file's own bytes, so there is nothing to write back */
const NativeMethod natives_libcore_io_Posix_memory[] = {
    { "mmap", NULL, mmap_ },
    { "munmap", NULL, munmap_ },
    { "msync", NULL, native_nothing },
    { "mlock", NULL, native_nothing },
    { "munlock", NULL, native_nothing },
    { "mincore", NULL, mincore_ },
    { 0 },
};
