/*
 * What the machine's files know of each other; besides them only the natives of
 * java.lang (libcore), which are the machine seen from Java, may look in here.
 */
#ifndef VM_INTERNAL_H
#define VM_INTERNAL_H

#include "base/map.h"
#include "vm/heap.h"
#include "vm/vm.h"

/*
 * Addresses: the heap and the machine's data lie below 2 GB, the same in every
 * run. Nothing else is mapped there: the program is position-independent, and the
 * kernel puts such programs, their libraries and stacks far above.
 */
/* The one machine of this process. */
extern Vm *vm_current;

#define HEAP_BASE 0x10000000ull
#define HEAP_SIZE 0x30000000ull
#define ARENA_BASE 0x40000000ull
#define ARENA_SIZE 0x3f000000ull
#define CODE_SIZE 0x40000000ull

typedef struct ClassTable {
    struct { const Symbol *name; Object *loader; Class *c; } *entries;
    u32 size, count;
} ClassTable;

typedef struct InternTable {
    ObjectRef *entries;
    u32 size, count;
} InternTable;

typedef struct MethodCache {
    const Class *c;
    const Method *interface_method;
    Method *target;
} MethodCache;
enum { METHOD_CACHE_SIZE = 1024, LATELY = 256 };

/* A lock that a thin lock word cannot hold: contended, waited on, or hashed. */
typedef struct Monitor {
    Thread *owner;
    u32 count;
    i32 hash;
    u32 waiting;                    /* threads in wait() or trying to enter */
    ObjectRef object;               /* 0: on the free list */
    u32 index;
    struct Monitor *next_free;
} Monitor;

typedef struct RootChunk RootChunk;

/* Classes and members that the machine itself names. */
typedef struct Known {
    Class *object, *class_, *string, *throwable, *thread, *cloneable, *serializable;
    Class *error, *stack_trace_element;
    Class *primitives[128];         /* by kind letter; V too */
    Class *object_array, *char_array, *long_array, *string_array, *class_array;
    u32 string_value, string_offset, string_count;
    u32 class_vm;                   /* hidden field of java.lang.Class: the Class */
    u32 referent, queue, queue_next, pending_next;
    u32 throwable_state, throwable_message, throwable_cause;
    const Symbol *init, *clinit, *void_descriptor, *object_name, *finalize;
} Known;

struct Vm {
    Arena arena;
    Arena code;                     /* instructions and what they name: written by the interpreter alone, as it learns */
    CodeStore store;
    Source *boot;
    Heap heap;
    ClassTable classes;
    Class *newest_class;
    u32 class_count;
    InternTable interned;
    Known known;
    MethodCache method_cache[METHOD_CACHE_SIZE];
    u32 next_hash;
    Map natives;                    /* class name -> list of NativeMethod tables */
    Map gap_index;
    Gap *gaps;
    u32 gap_count, gap_room;
    Monitor **monitors;             /* by index; slot 0 unused */
    u32 monitor_count, monitor_room;
    Monitor *free_monitors;
    /* threads */
    Thread *threads, *current, *main;
    u32 next_thread_id;
    u64 wait_counter;
    i64 budget;                     /* steps until the scheduler looks; counted down by the interpreter */
    i64 quantum;                    /* what budget was set to */
    i64 clock;                      /* virtual nanos at the start of the quantum */
    i64 start_millis;
    u64 steps;                      /* done before this quantum */
    u64 max_steps;
    u64 random_state[2];
    bool booted;
    bool verbose;
    u8 *main_stack_bottom;
    size_t main_stack_size;
    bool (*idle)(Vm *vm);           /* all threads wait: can something happen? */
    i64 (*wait_outside)(Vm *vm, i64 nanos);     /* vm_on_wait */
    void (*on_exit)(Vm *vm);
    EndHook *on_end;
    /* trace */
    const struct Tracer *tracer;
    bool trace_calls, trace_instructions, trace_allocations;
    /* roots */
    RootChunk *roots;
    ObjectRef **free_roots;
    u32 free_root_count, free_root_room;
    bool references_pending;        /* the reference daemons have work */
    bool daemons_started;
    void (*wake_daemons)(Thread *t);    /* the library's: starts them at their first work */
    /* figures for --stats */
    u64 methods_translated, natives_bound;
    u32 classes_initialized;
    Class *lately_initialized[LATELY];  /* a ring: the last ones, by the count */
    Method *lately_translated[LATELY];
    u32 lambda_count;
    const char *const *properties;
    void *extensions[EXT_COUNT];           /* state of the layers above, by VmExtension */
};

enum { NANOS_PER_STEP = 10 };
/* What the clock says at the start of a run: as on a phone that was switched on a day ago. */
#define UPTIME_AT_START_NANOS (24ll * 60 * 60 * 1000000000)

/* class.c */
void classes_open(Vm *vm);
Class *class_new(Vm *vm, const Symbol *name, u32 access);
void class_table_put(Vm *vm, const Symbol *name, Object *loader, Class *c);
bool class_make_mirror(Thread *t, Class *c);
typedef struct DottedName { char text[512]; } DottedName;
const char *dotted_name(const Symbol *name, DottedName *out);
Object *string_dotted(Thread *t, const Symbol *name);
bool class_same_package(const Class *a, const Class *b);
/* link.c */
bool class_link(Thread *t, Class *c);
void class_link_tables(Thread *t, Class *c);
void method_set_descriptor(Vm *vm, Method *m);
Method *class_find_declared(const Class *c, const Symbol *name, const Symbol *descriptor);
Method *class_find_virtual(const Class *c, const Symbol *name, const Symbol *descriptor);
i32 class_vtable_index(const Class *c, const Symbol *name, const Symbol *descriptor);
/* resolve.c */
Class *resolve_class(Thread *t, const Class *from, Ref *ref);
Class *resolve_class_named(Thread *t, const Class *from, const Symbol *name);
Field *resolve_field(Thread *t, const Class *from, Ref *ref, bool is_static);
Method *resolve_method(Thread *t, const Class *from, Ref *ref, int op);
Object *resolve_string(Thread *t, Ref *ref);
Object *resolve_handle(Thread *t, const Class *from, Ref *ref);
Method *resolve_call_site(Thread *t, const Class *from, Ref *ref);
/* call.c, interp.c */
Slot interpret(Thread *t);
bool push_frame(Thread *t, Method *m, const Slot *args);
bool method_prepare(Thread *t, Method *m);
Method *interface_target(Vm *vm, const Class *c, const Method *m);
extern Unit entry_untranslated[], entry_native[], entry_abstract[], entry_synchronized[];
/* trace.c */
void trace_allocated(Thread *t, const Object *o);
/* checked.c */
bool method_verify(Thread *t, Method *m, Code *code);
bool check_operands(Thread *t, const Frame *f, const Unit *pc);
/* exception.c */
void throw_stack_overflow(Thread *t);
void throw_null_at(Thread *t, const Frame *frame, const Unit *pc);
void throw_index(Thread *t, i32 index, i32 length);
void throw_class_cast(Thread *t, const Object *o, const Class *c);
void throw_array_store(Thread *t, const Object *value, const Object *array);
/* monitor.c */
void monitors_sweep(Vm *vm);
/* sched.c */
void sched_open(Vm *vm, u64 seed);
Thread *thread_new(Vm *vm, void (*entry)(Thread *t));
void thread_start(Thread *t);
void thread_exit(Thread *t);
void sched_switch(Thread *t);
void sched_tick(Thread *t);
void sched_hurry(Vm *vm);              /* the next step ticks */
/* native.c */
void native_bind_class(Thread *t, Class *c);
void native_gap(Thread *t, const Slot *args, Slot *result);
/* gc.c */
ObjectRef *vm_root_place(Vm *vm);       /* a root that is still null and stays for good */
void gc_collect(Vm *vm, bool clear_soft);

#endif
