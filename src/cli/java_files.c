/*
 * What of the host a program sees: its class path (read-only), the current folder
 * (what it writes there stays in memory), and what --mount names.
 */
#include "cli/java_files.h"

#include "libcore/libcore.h"
#include "libcore/net.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Puts the current folder before a relative path. The caller frees. */
static char *absolute(const char *cwd, const char *path)
{
    return *path == '/' ? xstrdup(path) : !strcmp(path, ".") ? xstrdup(cwd) : xasprintf("%s/%s", strcmp(cwd, "/") ? cwd : "", path);
}

static bool is_visible(Vfs *vfs, const char *host, const char *path)
{
    char real[PATH_MAX];
    char *behind = vfs_host_path(vfs, path);
    bool same = behind && realpath(host, real) && !strcmp(behind, real);
    free(behind);
    return same;
}

/* An entry that does not exist is nobody's error, as with java. */
static void mount_class_path(Vfs *vfs, const char *cwd, const char *class_path)
{
    char *copy = xstrdup(class_path), *rest = copy;
    for (char *entry; (entry = strsep(&rest, ":"));) {
        char *path = absolute(cwd, *entry ? entry : ".");
        if (strcmp(path, "/") && !is_visible(vfs, path, path))
            vfs_mount(vfs, path, path, MOUNT_READ_ONLY);
        free(path);
    }
    free(copy);
}

/* HOST[:PATH][:ro|:rw|:cow] */
static int mount_option(Vfs *vfs, const char *cwd, const char *value)
{
    char *copy = xstrdup(value);
    VfsMountMode mode = MOUNT_READ_ONLY;
    char *last = strrchr(copy, ':');
    if (last && (!strcmp(last, ":rw") || !strcmp(last, ":ro") || !strcmp(last, ":cow"))) {
        mode = last[1] == 'c' ? MOUNT_COPY_ON_WRITE : last[2] == 'w' ? MOUNT_WRITABLE : MOUNT_READ_ONLY;
        *last = 0;
    }
    char *colon = strchr(copy, ':');
    if (colon)
        *colon = 0;
    char *host = absolute(cwd, copy), *path = absolute(cwd, colon ? colon + 1 : copy);
    int status = vfs_mount(vfs, host, path, mode);
    if (status)
        error_set(ERR_INPUT, "--mount=%s: %s", value, strerror(-status));
    free(host);
    free(path);
    free(copy);
    return status ? ERR_INPUT : OK;
}

int java_files(Vm *vm, const Invocation *call, const char *class_path)
{
    Vfs *vfs = vfs_of(vm);
    char cwd[PATH_MAX];
    if (!getcwd(cwd, sizeof cwd))
        strcpy(cwd, "/");
    if (strcmp(cwd, "/"))
        vfs_mount(vfs, cwd, cwd, MOUNT_COPY_ON_WRITE);
    mount_class_path(vfs, cwd, class_path);
    for (int i = 0; i < call->option_count; i++) {
        const char *name = call->options[i].name, *value = call->options[i].value;
        if (!strcmp(name, "mount") && mount_option(vfs, cwd, value))
            return ERR_INPUT;
        if (!strcmp(name, "env")) {
            char *variable = xstrdup(value), *equals = strchr(variable, '=');
            if (equals)
                *equals = 0;
            libcore_set_environment(vm, variable, equals ? equals + 1 : "");
            free(variable);
        }
    }
    if (option_set(call, "network"))
        net_open_host(vfs);
    vfs_set_cwd(vfs, cwd);
    return OK;
}
