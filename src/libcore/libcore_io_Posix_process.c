/*
 * libcore.io.Posix, the part about the process: who it is, its environment, and
 * what it may not do. The process is alone in its world: others cannot be started,
 * signalled or waited for.
 */
#define _GNU_SOURCE
#include "libcore/posix.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROCESS_ID = 1000, PARENT_ID = 1, PROCESSORS = 4, PAGE_SIZE = 4096, MEMORY_PAGES = 524288 };

/* ---- identity --------------------------------------------------------------------- */

static void getpid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = PROCESS_ID;
}

static void getppid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = PARENT_ID;
}

static void getpgid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = PROCESS_ID;
}

static void gettid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = PROCESS_ID + (i32)t->id - 1;
}

static void getuid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = (i32)vfs_uid(posix_files(t));
}

static void getgid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = (i32)vfs_gid(posix_files(t));
}

/* void setuid(int), setgid(int) …: to what one is already */
static void set_id(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if ((u32)args[1].i != vfs_uid(posix_files(t)) && (u32)args[1].i != vfs_gid(posix_files(t)))
        posix_throw(t, "setid", EPERM);
}

static Object *new_passwd(Thread *t, const char *name, u32 id)
{
    return vm_new(t, vm_boot_class(t, "android/system/StructPasswd"), "(Ljava/lang/String;IILjava/lang/String;Ljava/lang/String;)V",
                  vm_string_utf8(t, name), (int)id, (int)id, vm_string_utf8(t, "/data"), vm_string_utf8(t, "/system/bin/sh"));
}

/* Applications are named u0_aN on the platform. */
static void name_of_user(u32 id, char name[32])
{
    if (id == 0)
        strcpy(name, "root");
    else if (id == 1000)
        strcpy(name, "system");
    else
        snprintf(name, 32, "u%u_a%u", id / 100000, id % 100000 >= 10000 ? id % 100000 - 10000 : id % 100000);
}

static void getpwuid_(Thread *t, const Slot *args, Slot *result)
{
    char name[32];
    name_of_user((u32)args[1].i, name);
    result->l = new_passwd(t, name, (u32)args[1].i);
}

static void getpwnam_(Thread *t, const Slot *args, Slot *result)
{
    char *name = posix_path(t, args[1].l);
    unsigned user, number;
    if (!name)
        return;
    if (!strcmp(name, "root"))
        result->l = new_passwd(t, name, 0);
    else if (!strcmp(name, "system"))
        result->l = new_passwd(t, name, 1000);
    else if (sscanf(name, "u%u_a%u", &user, &number) == 2)
        result->l = new_passwd(t, name, user * 100000 + 10000 + number);
    else
        posix_throw(t, "getpwnam", ENOENT);
    free(name);
}

/* ---- the environment ----------------------------------------------------------------- */

static void getenv_(Thread *t, const Slot *args, Slot *result)
{
    char *name = posix_path(t, args[1].l);
    const char *value = name ? map_get(&posix_state(t->vm)->environment, name) : NULL;
    if (value)
        result->l = vm_string_utf8(t, value);
    free(name);
}

/* String[] environ(): NAME=VALUE */
static void environ_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Map *environment = &posix_state(t->vm)->environment;
    Object *array = vm_new_object_array(t, "java/lang/String", (i32)environment->live);
    i32 i = 0;
    MAP_EACH(environment, entry) {
        char *text = xasprintf("%s=%s", entry->key, (char *)entry->value);
        if (array)
            ARRAY_REF(array)[i++] = object_ref(vm_string_utf8(t, text));
        free(text);
    }
    result->l = array;
}

static bool is_variable_name(const char *name)
{
    return *name && !strchr(name, '=');
}

/* void setenv(String name, String value, boolean overwrite) */
static void setenv_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *name = posix_path(t, args[1].l), *value = name ? posix_path(t, args[2].l) : NULL;
    if (value && !is_variable_name(name))
        posix_throw(t, "setenv", EINVAL);
    else if (value && (args[3].i || !map_get(&posix_state(t->vm)->environment, name)))
        libcore_set_environment(t->vm, name, value);
    free(name);
    free(value);
}

static void unsetenv_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *name = posix_path(t, args[1].l);
    if (name && !is_variable_name(name))
        posix_throw(t, "unsetenv", EINVAL);
    else if (name)
        free(map_remove(&posix_state(t->vm)->environment, name));
    free(name);
}

/* ---- other processes -------------------------------------------------------------------- */

static void execv_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    posix_throw(t, "execve", EPERM);
}

/* void kill(int pid, int signal): asking whether one lives oneself is fine */
static void kill_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (args[1].i != PROCESS_ID || args[2].i)
        posix_throw(t, "kill", args[1].i == PROCESS_ID ? EPERM : ESRCH);
}

static void waitpid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    posix_throw(t, "waitpid", ECHILD);
}

static void prctl_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 0;
}

static void setsid_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    posix_throw(t, "setsid", EPERM);
}

/* ---- the system --------------------------------------------------------------------------- */

static void uname_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    static const char *const facts[] = { "Linux", "localhost", "3.10.0", "#1 SMP PREEMPT", "x86_64" };
    Object *s[5];
    for (int i = 0; i < 5; i++)
        s[i] = vm_string_utf8(t, facts[i]);
    result->l = vm_new(t, vm_boot_class(t, "android/system/StructUtsname"),
                       "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V", s[0], s[1], s[2], s[3], s[4]);
}

static void sysconf_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    switch (args[1].i) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: result->j = PROCESSORS; break;
    case _SC_PAGESIZE: result->j = PAGE_SIZE; break;
    case _SC_PHYS_PAGES: result->j = MEMORY_PAGES; break;
    case _SC_AVPHYS_PAGES: result->j = MEMORY_PAGES / 2; break;
    case _SC_CLK_TCK: result->j = 100; break;
    case _SC_OPEN_MAX: result->j = 1024; break;
    case _SC_ARG_MAX: result->j = 131072; break;
    case _SC_IOV_MAX: result->j = 1024; break;
    case _SC_NGROUPS_MAX: result->j = 65536; break;
    case _SC_VERSION: result->j = 200809; break;
    default: result->j = -1;
    }
}

static void strerror_(Thread *t, const Slot *args, Slot *result)
{
    const char *text = strerrordesc_np(args[1].i);
    char unknown[40];
    snprintf(unknown, sizeof unknown, "Unknown error %d", args[1].i);
    result->l = vm_string_utf8(t, text ? text : unknown);
}

static void strsignal_(Thread *t, const Slot *args, Slot *result)
{
    const char *text = sigdescr_np(args[1].i);
    char unknown[40];
    snprintf(unknown, sizeof unknown, "Unknown signal %d", args[1].i);
    result->l = vm_string_utf8(t, text ? text : unknown);
}

static void gai_strerror_(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_string_utf8(t, gai_strerror(args[1].i));
}

const NativeMethod natives_libcore_io_Posix_process[] = {
    { "environ", NULL, environ_ },
    { "execv", NULL, execv_ },
    { "execve", NULL, execv_ },
    { "gai_strerror", NULL, gai_strerror_ },
    { "getegid", NULL, getgid_ },
    { "getenv", NULL, getenv_ },
    { "geteuid", NULL, getuid_ },
    { "getgid", NULL, getgid_ },
    { "getpgid", NULL, getpgid_ },
    { "getpid", NULL, getpid_ },
    { "getppid", NULL, getppid_ },
    { "getpwnam", NULL, getpwnam_ },
    { "getpwuid", NULL, getpwuid_ },
    { "gettid", NULL, gettid_ },
    { "getuid", NULL, getuid_ },
    { "kill", NULL, kill_ },
    { "prctl", NULL, prctl_ },
    { "setegid", NULL, set_id },
    { "setenv", NULL, setenv_ },
    { "seteuid", NULL, set_id },
    { "setgid", NULL, set_id },
    { "setpgid", NULL, native_nothing },
    { "setregid", NULL, set_id },
    { "setreuid", NULL, set_id },
    { "setsid", NULL, setsid_ },
    { "setuid", NULL, set_id },
    { "strerror", NULL, strerror_ },
    { "strsignal", NULL, strsignal_ },
    { "sysconf", NULL, sysconf_ },
    { "uname", NULL, uname_ },
    { "unsetenv", NULL, unsetenv_ },
    { "waitpid", NULL, waitpid_ },
    { 0 },
};

/* ---- java.lang.ProcessManager --------------------------------------------------------------- */

/* static int exec(String[] command, …): Runtime.exec asks; a run starts nothing */
static void exec(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *command = args[0].l;
    char *program = command && ARRAY_LENGTH(command) ? vm_string_to_utf8(ref_object(ARRAY_REF(command)[0])) : NULL;
    vm_throw(t, "java/io/IOException", "Cannot run program \"%s\": error=13, Permission denied", program ? program : "");
    free(program);
}

/* void watchChildren(): there never are any */
const NativeMethod natives_java_lang_ProcessManager[] = {
    { "watchChildren", NULL, native_nothing },
    { "exec", "([Ljava/lang/String;[Ljava/lang/String;Ljava/lang/String;Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;Z)I", exec },
    { 0 },
};
