/*
 * The machine's interface to everything above it: native methods, services,
 * commands. All state is in one Vm; there is one Vm in a process, and a fork of
 * the process is a copy of it.
 *
 * Exceptions: a function that can throw leaves the Throwable in t->exception
 * and returns NULL, 0 or false; the caller returns at once. Objects are never
 * moved, and C stacks are scanned, so a reference in a C variable is safe; one
 * in malloc'd memory is not (use vm_root_add).
 */
#ifndef VM_VM_H
#define VM_VM_H

#include "base/buf.h"
#include "code/source.h"
#include "vm/object.h"
#include "vm/thread.h"

/* ---- the machine ---------------------------------------------------------- */

typedef struct VmOptions {
    const char *boot_image;         /* path */
    u64 seed;
    u64 heap_limit;                 /* bytes; 0: 256 MB */
    i64 start_time_ms;              /* the virtual clock's first reading; 0: a fixed date */
    u64 max_steps;                  /* work budget; 0: none */
    const char *const *properties;  /* key, value, key, value …, NULL */
    bool verbose;                   /* the library's own log lines go to stderr */
} VmOptions;

/*
 * Reserves the machine's memory. Then the layers above register their native
 * methods, and vm_boot loads the core classes and makes the main thread.
 */
int vm_open(Vm **out, const VmOptions *options);
int vm_boot(Vm *vm);

/* The thread that runs main; the caller's OS stack is its stack. */
Thread *vm_main_thread(Vm *vm);

/* ---- classes --------------------------------------------------------------- */

/* Finds or loads a class through a loader (NULL: boot). Throws NoClassDefFoundError / ClassNotFoundException. */
Class *vm_find_class(Thread *t, Object *loader, const char *internal_name);
Class *vm_find_class_symbol(Thread *t, Object *loader, const Symbol *name);
/* Only one that this loader has already defined or been recorded for; no exception. */
Class *vm_loaded_class(Vm *vm, Object *loader, const Symbol *name);
/* The same, but one that another thread is just linking is waited for: nobody sees half a class. */
Class *vm_usable_class(Thread *t, Object *loader, const Symbol *name);
/* A class of the boot files that must be there. */
Class *vm_boot_class(Thread *t, const char *internal_name);
Class *vm_define_class(Thread *t, Object *loader, ClassDef *def);
Class *vm_array_class(Thread *t, Class *component);
Class *vm_primitive_class(Vm *vm, char kind);
/* The class that a descriptor ("I", "[J", "Lx/Y;") names. */
Class *vm_descriptor_class(Thread *t, Object *loader, const char *descriptor, size_t length);
bool vm_initialize_class(Thread *t, Class *c);
bool vm_is_subclass(const Class *sub, const Class *super);     /* assignable: classes, interfaces, arrays */
bool vm_instance_of(const Object *o, const Class *c);
Object *vm_class_object(Thread *t, Class *c);
Class *vm_class_of_object(const Object *class_object);          /* the Class that a java.lang.Class stands for */
/* java.lang.String with dots. */
Object *vm_class_name_string(Thread *t, const Class *c);

/* Declared in the class itself. NULL when absent; nothing is thrown. */
Field *vm_declared_field(const Class *c, const char *name, const char *descriptor);
Method *vm_declared_method(const Class *c, const char *name, const char *descriptor);
/* In the class or above it. */
Field *vm_field(const Class *c, const char *name, const char *descriptor);
Method *vm_method(const Class *c, const char *name, const char *descriptor);
/* The method that a virtual call of m on an object of class c runs. */
Method *vm_select_method(const Class *c, const Method *m);

/*
 * What a run has used of the boot files (a line per class with its translated
 * methods), and getting ready by it: nothing is initialised and no code runs.
 */
void vm_preload_write(const Vm *vm, Buf *out);
void vm_preload_read(Thread *t, const char *text);

/* ---- objects ---------------------------------------------------------------- */

Object *vm_new_object(Thread *t, Class *c);                     /* fields zero; no constructor; class initialised */
Object *vm_new(Thread *t, Class *c, const char *constructor_descriptor, ...);  /* arguments as for vm_call_args */
Object *vm_new_array(Thread *t, Class *array_class, i32 length);
Object *vm_new_primitive_array(Thread *t, char kind, i32 length);
Object *vm_new_object_array(Thread *t, const char *element_class, i32 length);
/* An array of arrays, filled down to `count` dimensions; lengths are not negative. */
Object *vm_new_nested_array(Thread *t, Class *array_class, const i32 *lengths, u32 count);
Object *vm_clone(Thread *t, Object *o);
i32 vm_identity_hash(Thread *t, Object *o);
bool vm_array_store_ok(const Object *array, const Object *element);

Object *vm_string_utf8(Thread *t, const char *utf8);            /* real UTF-8 */
Object *vm_string_utf8_n(Thread *t, const char *utf8, size_t length);
Object *vm_string_mutf8(Thread *t, const Symbol *text);         /* modified UTF-8 of class and dex files */
Object *vm_string_utf16(Thread *t, const u16 *chars, i32 count);
Object *vm_intern(Thread *t, Object *string);
i32 vm_string_length(const Object *string);
const u16 *vm_string_chars(const Object *string);               /* borrowed; not terminated */
/* UTF-8 for C; unpaired surrogates become "?". The caller frees. NULL for null. */
char *vm_string_to_utf8(const Object *string);
void vm_string_append_utf8(Buf *out, const Object *string);
bool vm_string_is(const Object *string, const char *ascii);

/* Boxes by the kind's letter; an L is returned as it is. */
Object *vm_box(Thread *t, char kind, Slot value);
/* Unboxes and widens to kind; false (nothing thrown) when that cannot be. */
bool vm_unbox(const Object *boxed, char kind, Slot *out);

/* ---- fields by name, for C ------------------------------------------------- */

/*
 * A field that C code knows by name. Put one in a static variable; the offset is
 * looked up at the first use and stays the same for the life of the process.
 *     static FieldRef count = FIELD("java/lang/String", "count", "I");
 *     i32 n = FIELD_AT(s, i32, field_offset(t, &count));
 */
typedef struct FieldRef {
    const char *owner, *name, *descriptor;
    u32 offset;
    u8 *address;
} FieldRef;
#define FIELD(owner, name, descriptor) { owner, name, descriptor, 0, NULL }
u32 field_offset(Thread *t, FieldRef *field);                   /* instance fields */
u8 *field_address(Thread *t, FieldRef *field);                  /* static fields; initialises the class */

#define GET_INT(t, o, field) FIELD_AT(o, i32, field_offset(t, field))
#define GET_LONG(t, o, field) FIELD_AT(o, i64, field_offset(t, field))
#define GET_FLOAT(t, o, field) FIELD_AT(o, float, field_offset(t, field))
#define GET_REF(t, o, field) ref_object(FIELD_AT(o, ObjectRef, field_offset(t, field)))
#define SET_INT(t, o, field, value) (FIELD_AT(o, i32, field_offset(t, field)) = (value))
#define SET_LONG(t, o, field, value) (FIELD_AT(o, i64, field_offset(t, field)) = (value))
#define SET_FLOAT(t, o, field, value) (FIELD_AT(o, float, field_offset(t, field)) = (value))
#define SET_BOOL(t, o, field, value) (FIELD_AT(o, u8, field_offset(t, field)) = (value))
#define SET_REF(t, o, field, value) (FIELD_AT(o, ObjectRef, field_offset(t, field)) = object_ref(value))

Slot vm_get_field(const Object *o, const Field *field);         /* o NULL for statics */
void vm_set_field(Object *o, const Field *field, Slot value);

/* ---- calls ------------------------------------------------------------------ */

/* Runs exactly this method; args are argument registers. The result is in the returned Slot. */
Slot vm_call(Thread *t, Method *m, const Slot *args);
/* The same, but virtual: by the class of args[0]. */
Slot vm_call_virtual(Thread *t, Method *m, const Slot *args);
/*
 * By name, arguments after the descriptor: int for Z B C S I, i64 for J, double
 * for F and D, Object* for references. Virtual methods are dispatched.
 */
Slot vm_call_method(Thread *t, Object *receiver, const char *name, const char *descriptor, ...);
Slot vm_call_static(Thread *t, const char *owner, const char *name, const char *descriptor, ...);

/* ---- exceptions --------------------------------------------------------------- */

/* A captured stack (a long[]: method, unit, …) of the running thread, without the frames of a Throwable's own making. */
Object *vm_capture_stack(Thread *t);
/* Class[] / StackTraceElement[] of one. */
Object *vm_stack_trace_elements(Thread *t, const Object *captured);

/* Throws class (internal form) with a message (NULL: none), printf-like. Always returns NULL. */
void *vm_throw(Thread *t, const char *class_name, const char *format, ...) PRINTF_LIKE(3, 4);
void *vm_throw_object(Thread *t, Object *throwable);
void *vm_throw_null(Thread *t, const char *what);               /* NullPointerException */
void *vm_throw_out_of_memory(Thread *t, u64 wanted);
/* Takes the pending exception away. */
Object *vm_take_exception(Thread *t);
/* The stack trace as printStackTrace prints it, made without running Java code. */
void vm_print_throwable(Vm *vm, Buf *out, const Object *throwable);

typedef struct StackEntry {
    const Method *method;
    i32 line;                       /* -1 unknown, -2 native */
} StackEntry;
/* The calling frames, innermost first; returns how many were written. */
u32 vm_stack(const Thread *t, StackEntry *out, u32 room);
/* The class of the method `depth` frames above the running native (0: its caller). NULL past the end. */
Class *vm_caller_class(const Thread *t, u32 depth);

/* ---- native methods ------------------------------------------------------------- */

enum {
    NATIVE_INJECT_STATIC = 1,       /* add the method to the class if it does not declare it */
    NATIVE_INJECT = 2,
};

/*
 * A row binds a method of the class: a native one, or a Java method that C
 * overrides. descriptor NULL: any with that name. The name "*" in the last row:
 * every native method of the class that has no row of its own.
 */
typedef struct NativeMethod {
    const char *name, *descriptor;
    NativeFunction *function;
    int inject;
} NativeMethod;

typedef struct NativeClass {
    const char *class_name;         /* internal form */
    const NativeMethod *methods;    /* ends with a zero row */
} NativeClass;

/* For methods that have nothing to do here: returns zero, null or nothing, and is no gap. */
NativeFunction native_nothing;

/* Adds tables; before the classes are loaded. classes ends with a zero row. */
void vm_register_natives(Vm *vm, const NativeClass *classes);

/*
 * A class made by the machine instead of read from a file: proxies, lambdas,
 * the system's services. Its methods are C functions; `data` is found in
 * t->frame->method->native_data while one runs.
 */
typedef struct MadeMethod {
    const char *name, *descriptor;
    u32 access;                     /* ACC_NATIVE is added */
    NativeFunction *function;
    void *data;
} MadeMethod;

typedef struct MadeField {
    const char *name, *descriptor;
    u32 access;
} MadeField;

typedef struct MadeClass {
    const char *name;               /* internal form */
    Object *loader;
    Class *super;
    Class *const *interfaces;
    u32 interface_count;
    u32 access;
    const MadeMethod *methods;
    u32 method_count;
    const MadeField *fields;
    u32 field_count;
} MadeClass;

/* The class, linked. NULL: thrown. */
Class *vm_make_class(Thread *t, const MadeClass *made);

/* Native methods that were called and that we do not have. */
typedef struct Gap {
    const Method *method;
    const char *what;               /* for gaps that are no method */
    const Method *caller;           /* who last called it */
    u64 calls, last_step;           /* when, in steps */
} Gap;
u32 vm_gaps(const Vm *vm, const Gap **out);
/* Does the stack of a throwable, or of one that caused it, pass through the method? */
bool vm_throwable_passes(const Vm *vm, const Object *throwable, const Method *m);
/* Counts a gap by a sentence: "Cipher AES/XTS". */
void vm_note_gap(Thread *t, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- threads and time -------------------------------------------------------------- */

i64 vm_nanos(const Vm *vm);         /* virtual, monotonic: since the phone was switched on */
i64 vm_millis(const Vm *vm);        /* virtual, since 1970 */
u64 vm_steps(const Vm *vm);         /* instructions so far */
u64 vm_random(Vm *vm);              /* from the seed */

/*
 * Parks the thread until ready(context) is true, the deadline (virtual nanos;
 * < 0: none) has passed, or the thread is interrupted (when interruptible).
 * Every blocking native goes through this.
 */
BlockResult vm_block(Thread *t, bool (*ready)(void *context), void *context, i64 deadline, bool interruptible);
void vm_yield(Thread *t);
/* A native that works for long says so now and then: it counts as so many steps, and other threads may run. */
void vm_work(Thread *t, i64 steps);
Thread *vm_running_thread(const Vm *vm);
/*
 * What to ask when every thread waits and no deadline is left: true when something
 * was made ready (input came), false when there is nothing more (a deadlock).
 */
void vm_on_idle(Vm *vm, bool (*idle)(Vm *vm));
/*
 * What happens when no thread can run: wait may look outside the machine (a
 * terminal, a network that the user opened) for up to nanos, < 0 for as long as
 * it takes, and returns the nanos that passed. 0: nothing outside; time jumps.
 */
void vm_on_wait(Vm *vm, i64 (*wait)(Vm *vm, i64 nanos));

/* A new thread that runs entry on a stack of its own; object is its java.lang.Thread. */
Thread *vm_start_thread(Vm *vm, Object *object, bool daemon, void (*entry)(Thread *t));
/* Waits until all threads but this one that are no daemons have ended. */
void vm_join_all(Thread *t);

/* Monitors, as the instructions and Object's methods use them. False: thrown. */
bool monitor_enter(Thread *t, Object *o);
bool monitor_exit(Thread *t, Object *o);
bool monitor_holds(Thread *t, const Object *o);
bool monitor_wait(Thread *t, Object *o, i64 nanos);             /* 0: without end */
bool monitor_notify(Thread *t, Object *o, bool all);

/* State of a layer above that belongs to this machine; NULL at first. */
typedef enum VmExtension {
    EXT_FILES, EXT_LIBCORE, EXT_CRYPTO, EXT_TESTGEN, EXT_DEVICE,
    EXT_RESOURCES, EXT_GRAPHICS, EXT_LOG, EXT_SERVICES,
    EXT_ACTIVITIES, EXT_COMPONENTS, EXT_BROADCASTS, EXT_PENDING_INTENTS, EXT_PROVIDERS, EXT_PACKAGE,
    EXT_WINDOWS, EXT_INPUT, EXT_INPUT_METHOD, EXT_KEYBOARD, EXT_HIERARCHY, EXT_SCREEN, EXT_CRASH,
    EXT_SYSTEM_PROVIDERS, EXT_SETTINGS, EXT_CONTENT, EXT_PROPERTIES, EXT_BINDER, EXT_MANAGERS, EXT_NOTIFICATIONS, EXT_WEBVIEW,
    EXT_COUNT = 40,
} VmExtension;
void **vm_extension(Vm *vm, VmExtension which);
CodeStore *vm_store(Vm *vm);
Source *vm_boot_source(Vm *vm);
/* Called when the program ends. */
void vm_at_exit(Vm *vm, void (*hook)(Vm *vm));
/* Ends the program: the hook, then exit(code). */
void vm_exit(Vm *vm, int code);
/*
 * What happens when the running program ends itself, by an exception that nobody
 * caught (code 1) or by System.exit (throwable NULL). The hook does not return to
 * the program. Without one, an exception goes to the program's own handlers, and
 * an exit ends the process.
 */
typedef void EndHook(Thread *t, Object *throwable, int code);
void vm_on_end(Vm *vm, EndHook *hook);
/* Calls that hook; returns when there is none. */
void vm_end(Thread *t, Object *throwable, int code);

typedef struct VmStats {
    u64 steps, classes, methods, collections, allocated, live, longest_pause_ns, total_pause_ns;
} VmStats;
void vm_stats(const Vm *vm, VmStats *out);
Object *vm_thread_object(Thread *t);

/* ---- roots ------------------------------------------------------------------------- */

/* Keeps an object alive from C; the returned place may be read and written. */
ObjectRef *vm_root_add(Vm *vm, Object *o);
void vm_root_remove(Vm *vm, ObjectRef *root);
void vm_collect(Thread *t, bool clear_soft);
/* What to call, at a moment when Java may run, after a collection has cleared references. */
void vm_on_references(Vm *vm, void (*wake)(Thread *t));

#endif
