/*
 * reenact java: runs a Java program as `java` does: its output, its exit code,
 * the stack trace of an uncaught exception.
 */
#include "cli/java_files.h"

#include "libcore/libcore.h"
#include "vm/trace.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Option options[] = {
    { 0, "class-path", "PATHS", "jars, dex files and folders, joined by ':'" },
    { 0, "cp", "PATHS", "the same" },
    { 'D', "define", "NAME=VALUE", "set a system property" },
    { 0, "mount", "HOST[:PATH][:rw|:cow]", "show a host file or folder; :rw lets the program write to it, :cow to a copy" },
    { 0, "network", NULL, "let the program reach the host's network" },
    { 0, "env", "NAME=VALUE", "set a variable of the program's environment" },
    { 0, "steps", "COUNT", "end the run after so many steps (calls and loops taken); code 6" },
    { 0, "trace", "FILE", "write calls, returns and exceptions" },
    { 0, "trace-instructions", "FILE", "write every instruction, with the memory it reads and writes" },
    { 0, "stats", NULL, "print instructions, classes, heap, collections and gaps at the end" },
    { 0 },
};

/* What is to be done when the program ends, wherever that is. */
static struct {
    bool stats;
    TraceFile *trace;
} at_end;

static void finish(Vm *vm)
{
    if (at_end.trace && trace_file_close(at_end.trace))
        complain(0, "%s", error_text());
    if (!at_end.stats)
        return;
    VmStats s;
    vm_stats(vm, &s);
    fprintf(stderr, "steps %llu, classes %llu, methods %llu\n", (unsigned long long)s.steps, (unsigned long long)s.classes, (unsigned long long)s.methods);
    fprintf(stderr, "heap: %.1f MB allocated, %.1f MB in use, %llu collections, longest pause %.2f ms, all pauses %.2f ms\n",
            (double)s.allocated / 1e6, (double)s.live / 1e6, (unsigned long long)s.collections,
            (double)s.longest_pause_ns / 1e6, (double)s.total_pause_ns / 1e6);
    const Gap *gaps;
    u32 count = vm_gaps(vm, &gaps);
    for (u32 i = 0; i < count; i++)
        fprintf(stderr, "gap: %s (%llu calls)\n", gaps[i].what, (unsigned long long)gaps[i].calls);
}

static Method *find_main(Thread *t, Object *loader, const char *class_name)
{
    char *internal = xstrdup(class_name);
    for (char *p = internal; *p; p++)
        if (*p == '.')
            *p = '/';
    Class *c = vm_find_class(t, loader, internal);
    free(internal);
    if (!c || !vm_initialize_class(t, c))
        return NULL;
    Method *m = vm_method(c, "main", "([Ljava/lang/String;)V");
    if (!m || !method_is_static(m))
        return vm_throw(t, "java/lang/NoSuchMethodError", "no static method main([Ljava/lang/String;)V in class %s", class_name);
    return m;
}

/* The program's threads have ended; hooks run, and the exit code is the program's. */
static void run_program(Thread *t, const char *class_path, int count, char **arguments)
{
    int code = 0;
    Object *loader = libcore_system_loader(t, class_path);
    if (loader)
        vm_call_method(t, vm_thread_object(t), "setContextClassLoader", "(Ljava/lang/ClassLoader;)V", loader);
    Method *m = loader ? find_main(t, loader, arguments[0]) : NULL;
    if (m) {
        Object *array = vm_new_object_array(t, "java/lang/String", count - 1);
        for (int i = 1; array && i < count; i++)
            ARRAY_REF(array)[i - 1] = object_ref(vm_string_utf8(t, arguments[i]));
        Slot args[] = { { .l = array } };
        vm_call(t, m, args);
    }
    Object *throwable = vm_take_exception(t);
    if (throwable) {
        code = 1;
        libcore_uncaught(t, throwable);
    }
    vm_join_all(t);
    vm_call_static(t, "java/lang/System", "exit", "(I)V", code);
    vm_exit(t->vm, code);
}

static int run(const Invocation *call)
{
    if (call->count < 1)
        return complain(EXIT_USAGE, "java: name the class to run: reenact java -cp app.jar Main");
    const char *class_path = option_value(call, "class-path");
    if (!class_path)
        class_path = option_value(call, "cp");
    if (!class_path)
        class_path = ".";
    const char *properties[130] = { 0 };
    int used = 0;
    char cwd[PATH_MAX];
    if (getcwd(cwd, sizeof cwd)) {
        properties[used++] = "user.dir";
        properties[used++] = cwd;
    }
    for (int i = 0; i < call->option_count && used < 128; i++) {
        if (strcmp(call->options[i].name, "define"))
            continue;
        char *copy = xstrdup(call->options[i].value);
        char *equals = strchr(copy, '=');
        if (equals)
            *equals = 0;
        properties[used++] = copy;
        properties[used++] = equals ? equals + 1 : "";
    }
    VmOptions vm_options = {
        .seed = (u64)option_number(call, "seed", 0),
        .max_steps = (u64)option_number(call, "steps", 0),
        .properties = properties,
        .verbose = option_set(call, "verbose"),
    };
    Vm *vm;
    if (libcore_open(&vm, &vm_options))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    if (java_files(vm, call, class_path))
        return complain(EXIT_USAGE, "java: %s", error_text());
    /* A reader of our output that goes away is an error of the write, as it is for java. */
    signal(SIGPIPE, SIG_IGN);
    at_end.stats = option_set(call, "stats");
    vm_at_exit(vm, finish);
    const char *calls = option_value(call, "trace"), *instructions = option_value(call, "trace-instructions");
    if (calls && instructions)
        return complain(EXIT_USAGE, "java: --trace and --trace-instructions exclude each other");
    if ((calls || instructions) && trace_file_open(&at_end.trace, vm, calls ? calls : instructions, calls ? TRACE_CALLS : TRACE_INSTRUCTIONS))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    run_program(vm_main_thread(vm), class_path, call->count, call->arguments);
    return EXIT_DONE;
}

const Command command_java = {
    .name = "java",
    .arguments = "MAIN-CLASS [ARGUMENT...]",
    .summary = "run a Java program on Android 6.0.1's core library",
    .examples = "reenact java -cp app.jar Main one two\n"
                "reenact java --seed=7 --stats -cp app.dex:lib.jar com.example.Main\n"
                "reenact java --trace=run.trace -cp classes Main\n",
    .options = options,
    .stops_at_first_argument = true,
    .run = run,
};
