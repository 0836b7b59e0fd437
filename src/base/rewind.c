/*
 * Rewind, as pages.h tells it.
 *
 *   regions   the writable mappings, from /proc/self/maps; each has a slot per page:
 *             0 untouched and write-protected, else 1 + its place among the open pages
 *   open      pages that were written since; saved[i] is what open[i] goes back to
 *   fresh     mappings made since the last keep
 *
 * All of that lies in memory that is not a region itself. The fault handler runs
 * on a stack of its own, since the fault may be on any other.
 */
#define _GNU_SOURCE
#include "base/rewind.h"

#include "base/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    PAGE = 4096, MAX_REGIONS = 1024, MAX_FRESH = 256, MAX_OPEN = 1 << 16, MAX_IDLE = 12,
    MAX_EXEMPT = 16, HANDLER_STACK = 1 << 16, BREAK_ROOM = 1 << 30, DESCRIPTOR_GAP = 16, MAX_HOLES = 16,
};

typedef struct Region {
    u8 *start, *end, *limit;            /* what lies behind end needs not go back */
    u32 *slots;
} Region;

typedef struct Rewind {
    Region regions[MAX_REGIONS];
    u32 region_count;
    Region *heap;                       /* malloc's, which grows at its end */
    u8 *open[MAX_OPEN];
    u32 open_count, always_open;
    u8 idle[MAX_OPEN];                  /* how often it came back unchanged, one time after the other */
    u8 (*saved)[PAGE];
    struct { u8 *start; size_t size; } fresh[MAX_FRESH];
    u32 fresh_count;
    int first_descriptor;               /* from here on they were opened since */
    int holes[MAX_HOLES];               /* and these, below it */
    u32 hole_count;
    void (*on_fault)(int signal);
    u8 handler_stack[HANDLER_STACK];
} Rewind;

static Rewind *now;                     /* NULL: none is open */
static struct { u8 *start, *end; } exempt[MAX_EXEMPT];
static u32 exempt_count;

/* Between pages that nobody may touch, or the kernel's list would join them with a neighbour. */
static void *private_pages(size_t size)
{
    size = ALIGN_UP(size, PAGE);
    u8 *p = mmap(NULL, size + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED || mprotect(p + PAGE, size, PROT_READ | PROT_WRITE) ? NULL : p + PAGE;
}

bool rewind_possible(void)
{
#ifdef WITH_ASAN
    return false;
#else
    return true;
#endif
}

void rewind_prepare(void)
{
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 0x7fffffff);
    mallopt(M_TOP_PAD, 1 << 20);
}

void *rewind_exempt(size_t size)
{
    u8 *p = exempt_count < MAX_EXEMPT ? private_pages(size) : NULL;
    if (p) {
        exempt[exempt_count].start = p;
        exempt[exempt_count++].end = p + size;
    }
    return p;
}

/* ---- regions ------------------------------------------------------------------------ */

static bool is_exempt(const u8 *start, const u8 *end)
{
    const u8 *here = __builtin_frame_address(0);
    if ((here >= start && here < end) || (start >= (const u8 *)now && start < (const u8 *)(now + 1)))
        return true;
    for (u32 i = 0; i < exempt_count; i++)
        if (start < exempt[i].end && end > exempt[i].start)
            return true;
    return start == (const u8 *)now->saved;
}

static Region *region_at(const u8 *address)
{
    for (u32 i = 0; i < now->region_count; i++)
        if (address >= now->regions[i].start && address < now->regions[i].end)
            return &now->regions[i];
    return NULL;
}

static u32 *slot_of(u8 *page)
{
    Region *r = region_at(page);
    return r ? &r->slots[(page - r->start) / PAGE] : NULL;
}

static void open_page(u8 *page, u32 *slot)
{
    memcpy(now->saved[now->open_count], page, PAGE);
    now->idle[now->open_count] = 0;
    now->open[now->open_count++] = page;
    *slot = now->open_count;
}

static bool protect(u8 *start, u8 *end)
{
    return start >= end || !mprotect(start, (size_t)(end - start), PROT_READ);
}

/*
 * The kernel writes into the thread's own block whenever it likes (restartable
 * sequences), and ends the process if it cannot: those pages are always open.
 */
static bool protect_region(Region *r)
{
    u8 *thread = (u8 *)((uintptr_t)__builtin_thread_pointer() & ~(uintptr_t)(PAGE - 1));
    if (thread < r->start || thread >= r->end)
        return protect(r->start, r->end);
    u8 *after = MIN(thread + 2 * PAGE, r->end);
    for (u8 *page = thread; page < after; page += PAGE)
        open_page(page, &r->slots[(page - r->start) / PAGE]);
    now->always_open = now->open_count;
    return protect(r->start, thread) && protect(after, r->end);
}

static Region *add_region(u8 *start, u8 *end, size_t room)
{
    if (now->region_count == MAX_REGIONS)
        return NULL;
    Region *r = &now->regions[now->region_count];
    u32 *slots = private_pages(room / PAGE * sizeof *slots);
    if (!slots)
        return NULL;
    *r = (Region){ start, end, end, slots };
    now->region_count++;
    return protect_region(r) ? r : NULL;
}

/*
 * The kernel joins neighbouring mappings in its list: ours are cut out of it.
 * The list is read as a whole before the first slot array is mapped.
 */
static bool add_regions(void)
{
    static char text[1 << 17];
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t size = 0;
    for (ssize_t n; file >= 0 && (n = read(file, text + size, sizeof text - 1 - size)) > 0;)
        size += (size_t)n;
    if (file < 0)
        return false;
    close(file);
    text[size] = 0;
    typedef struct Range { u8 *start, *end; bool heap; } Range;
    static Range ranges[MAX_REGIONS];
    u32 count = 0;
    for (char *line = text, *next; *line && count < MAX_REGIONS; line = next) {
        next = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line);
        unsigned long start, end;
        char access[8];
        if (sscanf(line, "%lx-%lx %7s", &start, &end, access) != 3 || strcmp(access, "rw-p") || memmem(line, (size_t)(next - line), "[stack]", 7))
            continue;
        ranges[count++] = (Range){ (u8 *)start, (u8 *)end, memmem(line, (size_t)(next - line), "[heap]", 6) != NULL };
    }
    for (u32 i = 0; i < count; i++) {
        if (is_exempt(ranges[i].start, ranges[i].end))
            continue;
        size_t room = (size_t)(ranges[i].end - ranges[i].start) + (ranges[i].heap ? BREAK_ROOM : 0);
        Region *r = add_region(ranges[i].start, ranges[i].end, room);
        if (!r)
            return false;
        if (ranges[i].heap)
            now->heap = r;
    }
    return true;
}

/* Pages that were written once and then no more are closed, so that going back stays cheap. The last open one takes its place. */
static void forget_page(u32 i)
{
    u32 last = --now->open_count;
    *slot_of(now->open[i]) = 0;
    if (i == last)
        return;
    memcpy(now->saved[i], now->saved[last], PAGE);
    now->open[i] = now->open[last];
    now->idle[i] = now->idle[last];
    *slot_of(now->open[i]) = i + 1;
}

/* The kernel's list may show our mapping joined with the next one: what follows the hole becomes a region of its own. */
static bool cut_hole(Region *r, u8 *from, u8 *to)
{
    u8 *end = r->end;
    for (u32 i = now->open_count; i-- > 0;)
        if (now->open[i] >= from && now->open[i] < to)
            forget_page(i);
    r->end = from;
    r->limit = to;
    mprotect(from, (size_t)(to - from), PROT_READ | PROT_WRITE);
    return to >= end || add_region(to, end, (size_t)(end - to));
}

void rewind_skip(const void *from, const void *to)
{
    u8 *start = (u8 *)ALIGN_UP((uintptr_t)from, PAGE), *end = (u8 *)to;
    for (u32 i = 0; i < now->region_count; i++) {
        Region *r = &now->regions[i];
        if (r->limit == end && r->end <= start) {
            protect(r->end, start);
            r->end = start;
            return;
        }
        if (start >= r->start && start < r->end) {
            cut_hole(r, start, end);
            return;
        }
    }
}

/* ---- faults --------------------------------------------------------------------------- */

static void on_signal(int signal, siginfo_t *info, void *context)
{
    u8 *page = (u8 *)((uintptr_t)info->si_addr & ~(uintptr_t)(PAGE - 1));
    bool writes = signal == SIGSEGV && ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
    u32 *slot = writes ? slot_of(page) : NULL;
    if (slot && !*slot && now->open_count < MAX_OPEN && !mprotect(page, PAGE, PROT_READ | PROT_WRITE)) {
        open_page(page, slot);
        return;
    }
    now->on_fault(signal);
    _exit(70);
}

static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF };

static void set_handlers(bool ours)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
    if (ours)
        action.sa_sigaction = on_signal;
    else
        action = (struct sigaction){ .sa_handler = SIG_DFL };
    for (size_t i = 0; i < COUNT_OF(caught); i++)
        sigaction(caught[i], &action, NULL);
}

/* The C library keeps the end of its heap in memory of its own, which goes back by itself; the kernel's must follow. NULL only asks. */
static u8 *kernel_break(u8 *wanted)
{
    return (u8 *)syscall(SYS_brk, wanted);
}

/* ---- descriptors ------------------------------------------------------------------------ */

/* Which descriptors are free: some below the last one, and all above it. */
static void note_descriptors(void)
{
    int last = 2;
    now->hole_count = 0;
    for (int fd = 3; fd < last + DESCRIPTOR_GAP; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            last = fd;
        else if (now->hole_count < MAX_HOLES)
            now->holes[now->hole_count++] = fd;
    now->first_descriptor = last + 1;
    while (now->hole_count && now->holes[now->hole_count - 1] > last)
        now->hole_count--;
}

static void close_fresh_descriptors(void)
{
    syscall(SYS_close_range, now->first_descriptor, ~0u, 0);
    for (u32 i = 0; i < now->hole_count; i++)
        close(now->holes[i]);
}

/* ---- the interface ------------------------------------------------------------------------ */

bool rewind_is_open(void)
{
    return now;
}

void rewind_mapped(void *pages, size_t size)
{
    if (!now)
        return;
    if (now->fresh_count == MAX_FRESH) {
        now->on_fault(SIGBUS);
        _exit(70);
    }
    now->fresh[now->fresh_count].start = pages;
    now->fresh[now->fresh_count++].size = size;
}

bool rewind_unmapped(void *pages, size_t size)
{
    UNUSED(size);
    for (u32 i = 0; now && i < now->fresh_count; i++)
        if (now->fresh[i].start == pages) {
            now->fresh[i] = now->fresh[--now->fresh_count];
            return true;
        }
    return !now;
}

bool rewind_open(void (*on_fault)(int signal))
{
    Rewind *r = private_pages(sizeof *r);
    u8 (*saved)[PAGE] = private_pages((size_t)MAX_OPEN * PAGE);
    if (!r || !saved)
        return false;
    now = r;
    r->saved = saved;
    r->on_fault = on_fault;
    stack_t stack = { .ss_sp = r->handler_stack, .ss_size = HANDLER_STACK };
    sigaltstack(&stack, NULL);
    set_handlers(true);
    if (!add_regions()) {
        rewind_close();
        return false;
    }
    rewind_keep();
    return true;
}

void rewind_close(void)
{
    for (u32 i = 0; i < now->region_count; i++)
        mprotect(now->regions[i].start, (size_t)(now->regions[i].end - now->regions[i].start), PROT_READ | PROT_WRITE);
    set_handlers(false);
    now = NULL;
}

/* Has the page not changed? One that never does is closed. */
static bool is_idle(u32 i)
{
    if (memcmp(now->open[i], now->saved[i], PAGE)) {
        now->idle[i] = 0;
        return false;
    }
    if (++now->idle[i] > MAX_IDLE && i >= now->always_open) {
        mprotect(now->open[i], PAGE, PROT_READ);
        forget_page(i);
    }
    return true;
}

void rewind_keep(void)
{
    for (u32 i = 0; i < now->fresh_count; i++)
        add_region(now->fresh[i].start, now->fresh[i].start + now->fresh[i].size, now->fresh[i].size);
    now->fresh_count = 0;
    u8 *end = kernel_break(NULL);
    if (now->heap && end > now->heap->end) {
        mprotect(now->heap->end, (size_t)(end - now->heap->end), PROT_READ);
        now->heap->end = now->heap->limit = end;
    }
    note_descriptors();
    for (u32 i = now->open_count; i-- > 0;)
        if (!is_idle(i))
            memcpy(now->saved[i], now->open[i], PAGE);
}

/* The part of a page that is in [from, to) is kept, the rest goes back. */
static void back_in_parts(u32 i, const u8 *from, const u8 *to)
{
    u8 *page = now->open[i];
    size_t first = from > page ? (size_t)(from - page) : 0, last = to < page + PAGE ? (size_t)(to - page) : PAGE;
    memcpy(now->saved[i] + first, page + first, last - first);
    memcpy(page, now->saved[i], PAGE);
}

void rewind_back(const void *from, const void *to)
{
    for (u32 i = now->open_count; i-- > 0;) {
        u8 *page = now->open[i];
        if (is_idle(i))
            continue;
        if (page + PAGE > (const u8 *)from && page < (const u8 *)to)
            back_in_parts(i, from, to);
        else
            memcpy(page, now->saved[i], PAGE);
    }
    for (u32 i = 0; i < now->fresh_count; i++)
        munmap(now->fresh[i].start, now->fresh[i].size);
    now->fresh_count = 0;
    if (now->heap && kernel_break(NULL) != now->heap->end)
        kernel_break(now->heap->end);
    close_fresh_descriptors();
}
