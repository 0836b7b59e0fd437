/*
 * The phone's folders as an app meets them. On a phone most of /data cannot be listed
 * (its folders can only be passed through), and the shared storage can be read and
 * written by apps that have the permission; an app that lists a folder without asking
 * whether it may gets null.
 */
#include "android/app_files.h"

#include "android/natives.h"
#include "android/package.h"
#include "android/permissions.h"
#include "android/profile.h"
#include "libcore/vfs.h"

static const char shared[] = "/storage/emulated/0";

enum { SYSTEM = 1000 };

static const struct { const char *path; u32 mode; } folders[] = {
    { "/data", 0771 }, { "/data/data", 0771 }, { "/data/app", 0771 }, { "/data/misc", 01771 }, { "/data/user", 0711 }, { "/data/local", 0751 },
    { "/data/local/tmp", 0771 }, { "/data/dalvik-cache", 0771 }, { "/cache", 0770 }, { "/storage/emulated", 0711 }, { "/storage/self", 0711 },
};

/* Shared storage knows no owners: what an app may do there is one thing for all of it. */
static u32 shared_mode(Thread *t)
{
    if (app_has_permission(t, "android.permission.WRITE_EXTERNAL_STORAGE"))
        return 0777;
    return app_has_permission(t, "android.permission.READ_EXTERNAL_STORAGE") ? 0775 : 0771;
}

static int make_own(Vfs *vfs, const char *path, u32 mode)
{
    int status = vfs_make_dirs(vfs, path, 0771);
    if (!status)
        status = vfs_chmod(vfs, path, mode);
    return status ? status : vfs_chown(vfs, path, true, APP_UID, APP_UID);
}

int app_files_make_folder(Thread *t, const char *path)
{
    Vfs *vfs = vfs_of(t->vm);
    u32 uid = vfs_uid(vfs), gid = vfs_gid(vfs);
    vfs_set_user(vfs, 0, 0);
    int status = make_own(vfs, path, 0771);
    vfs_set_user(vfs, uid, gid);
    return status;
}

bool app_files_prepare(Thread *t)
{
    Vfs *vfs = vfs_of(t->vm);
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        vfs_chmod(vfs, folders[i].path, folders[i].mode);
        vfs_chown(vfs, folders[i].path, true, SYSTEM, SYSTEM);
    }
    char *data = xasprintf("/data/data/%s", package_name(t->vm)), *outside = xasprintf("%s/Android/data/%s", shared, package_name(t->vm));
    make_own(vfs, data, 0751);
    vfs_symlink(vfs, "/data/data", "/data/user/0");
    VfsStat facts;
    if (!vfs_stat(vfs, shared, true, &facts) && facts.mode & S_IWOTH) {
        make_own(vfs, outside, 0771);
        vfs_chmod(vfs, shared, shared_mode(t));
    }
    free(data);
    free(outside);
    vfs_set_user(vfs, APP_UID, APP_UID);
    return !t->exception;
}
