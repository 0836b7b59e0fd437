#include "android/survivors.h"

#include "android/java.h"
#include "android/log.h"
#include "android/natives.h"
#include "android/other_apps.h"
#include "android/package.h"
#include "android/package_resolve.h"
#include "android/parcel.h"
#include "android/profile.h"
#include "android/screen.h"
#include "android/tasks.h"
#include "libcore/vfs.h"

/* ---- numbers, bytes, texts ---------------------------------------------------------------- */

static void put_long(Buf *out, i64 n)
{
    buf_add(out, &n, sizeof n);
}

static void put_bytes(Buf *out, const void *bytes, size_t size)
{
    put_long(out, (i64)size);
    buf_add(out, bytes, size);
}

static void put_text(Buf *out, const char *text)
{
    put_long(out, text ? (i64)strlen(text) : -1);
    if (text)
        buf_add(out, text, strlen(text));
}

static void put_string(Buf *out, const Object *string)
{
    char *text = vm_string_to_utf8(string);
    put_text(out, text);
    free(text);
}

typedef struct In {
    const char *p;
} In;

static i64 take_long(In *in)
{
    i64 n;
    memcpy(&n, in->p, sizeof n);
    in->p += sizeof n;
    return n;
}

static char *take_text(In *in)
{
    i64 size = take_long(in);
    if (size < 0)
        return NULL;
    char *text = xstrndup(in->p, (size_t)size);
    in->p += size;
    return text;
}

static Object *take_string(Thread *t, In *in)
{
    char *text = take_text(in);
    Object *s = text ? vm_string_utf8(t, text) : NULL;
    free(text);
    return s;
}

/* ---- Parcelables ---------------------------------------------------------------------------- */

static bool put_parcelable(Thread *t, Buf *out, Object *o)
{
    if (!o) {
        put_long(out, -1);
        return true;
    }
    Object *parcel = vm_call_static(t, "android/os/Parcel", "obtain", "()Landroid/os/Parcel;").l;
    if (parcel)
        vm_call_method(t, parcel, "writeParcelable", "(Landroid/os/Parcelable;I)V", o, 0);
    if (t->exception)
        return false;
    const Buf *bytes = parcel_bytes(t, parcel);
    if (bytes)
        put_bytes(out, bytes->data, bytes->size);
    vm_call_method(t, parcel, "recycle", "()V");
    return bytes && !t->exception;
}

static Object *take_parcelable(Thread *t, In *in)
{
    i64 size = take_long(in);
    if (size < 0)
        return NULL;
    Object *bytes = vm_new_primitive_array(t, 'B', (i32)size), *parcel = NULL;
    if (bytes) {
        memcpy(ARRAY_I8(bytes), in->p, (size_t)size);
        parcel = vm_call_static(t, "android/os/Parcel", "obtain", "()Landroid/os/Parcel;").l;
    }
    in->p += size;
    if (!parcel)
        return NULL;
    vm_call_method(t, parcel, "unmarshall", "([BII)V", bytes, 0, (i32)size);
    vm_call_method(t, parcel, "setDataPosition", "(I)V", 0);
    return t->exception ? NULL : vm_call_method(t, parcel, "readParcelable", "(Ljava/lang/ClassLoader;)Landroid/os/Parcelable;", NULL).l;
}

/* ---- files ------------------------------------------------------------------------------------- */

enum { END_OF_FILES, A_FOLDER, A_FILE, A_LINK };

typedef struct Walk {
    Vfs *vfs;
    Buf *out;
    const char *folder;
} Walk;

static int put_file(void *context, const char *name)
{
    Walk *walk = context;
    char *path = xasprintf("%s/%s", walk->folder, name);
    VfsStat facts;
    Buf content = { 0 };
    if (!vfs_stat(walk->vfs, path, false, &facts) && !S_ISFIFO(facts.mode)) {
        put_long(walk->out, S_ISDIR(facts.mode) ? A_FOLDER : S_ISLNK(facts.mode) ? A_LINK : A_FILE);
        put_text(walk->out, path);
        put_long(walk->out, facts.mode & 07777);
        put_long(walk->out, facts.mtime);
        if (S_ISLNK(facts.mode))
            vfs_readlink(walk->vfs, path, &content);
        else if (S_ISREG(facts.mode))
            vfs_read_file(walk->vfs, path, &content);
        put_bytes(walk->out, content.data, content.size);
        if (S_ISDIR(facts.mode))
            vfs_list(walk->vfs, path, put_file, &(Walk){ walk->vfs, walk->out, path });
    }
    buf_free(&content);
    free(path);
    return 0;
}

/* The system reads and writes what it likes. */
static void as_system(Vfs *vfs, void (*work)(Vfs *vfs, void *context), void *context)
{
    u32 uid = vfs_uid(vfs), gid = vfs_gid(vfs);
    vfs_set_user(vfs, 0, 0);
    work(vfs, context);
    vfs_set_user(vfs, uid, gid);
}

static void put_files(Vfs *vfs, void *context)
{
    static const char *const roots[] = { "/data/data", "/data/system", "/storage/emulated/0" };
    Buf *out = context;
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        vfs_list(vfs, roots[i], put_file, &(Walk){ vfs, out, roots[i] });
    put_long(out, END_OF_FILES);
}

static void take_files(Vfs *vfs, void *context)
{
    In *in = context;
    for (i64 kind; (kind = take_long(in)) != END_OF_FILES;) {
        char *path = take_text(in);
        i64 mode = take_long(in), time = take_long(in), size = take_long(in);
        if (kind == A_FOLDER) {
            vfs_make_dirs(vfs, path, (u32)mode);
        } else if (kind == A_FILE) {
            vfs_write_file(vfs, path, in->p, (size_t)size);
        } else {
            char *target = xstrndup(in->p, (size_t)size);
            vfs_symlink(vfs, target, path);
            free(target);
        }
        in->p += size;
        if (kind != A_LINK) {
            vfs_chmod(vfs, path, (u32)mode);
            vfs_chown(vfs, path, false, APP_UID, APP_UID);
            vfs_set_times(vfs, path, time, time);
        }
        free(path);
    }
}

/* ---- tasks -------------------------------------------------------------------------------------- */

static FieldRef item_name = FIELD("android/content/pm/PackageItemInfo", "name", NULL);

static bool put_activities(Thread *t, Buf *out, const Activity *a)
{
    if (!a)
        return true;
    if (!put_activities(t, out, a->below))
        return false;
    if (a->finishing)
        return true;
    put_long(out, a->id);
    put_string(out, GET_REF(t, root_get(a->info), &item_name));
    put_text(out, a->other ? a->other->package : NULL);
    put_long(out, a->result_to ? a->result_to->id : 0);
    put_long(out, a->request_code);
    put_string(out, root_get(a->result_who));
    put_long(out, a->orientation);
    return put_parcelable(t, out, root_get(a->intent)) && put_parcelable(t, out, root_get(a->saved));
}

/* From the last to the one in front, as they are made anew. */
static bool put_tasks(Thread *t, Buf *out, const Task *task)
{
    if (!task)
        return true;
    if (!put_tasks(t, out, task->behind))
        return false;
    put_long(out, task->id);
    put_string(out, root_get(task->affinity));
    if (!put_parcelable(t, out, root_get(task->root_intent)) || !put_activities(t, out, task->top))
        return false;
    put_long(out, 0);               /* no more activities */
    return true;
}

static Activity *activity_of_id(Vm *vm, i64 id)
{
    for (Task *task = tasks_of(vm)->front; id && task; task = task->behind)
        for (Activity *a = task->top; a; a = a->below)
            if (a->id == id)
                return a;
    return NULL;
}

static void take_activity(Thread *t, In *in, Task *task, i64 id)
{
    char *name = take_text(in), *package = take_text(in);
    i64 result_to = take_long(in), request = take_long(in);
    Object *who = take_string(t, in);
    i64 orientation = take_long(in);
    Object *intent = take_parcelable(t, in), *saved = take_parcelable(t, in);
    const OtherApp *other = package ? other_app_activity(t->vm, package, name) : NULL;
    Object *info = other ? other_app_activity_info(t, other) : package_component(t, KIND_ACTIVITY, vm_string_utf8(t, name));
    Activity *a = intent && info && !t->exception ? activity_add(t, task, intent, info) : NULL;
    free(name);
    free(package);
    if (!a)
        return;
    a->id = (i32)id;
    a->other = other;
    a->request_code = (i32)request;
    a->orientation = (i32)orientation;
    a->result_to = activity_of_id(t->vm, result_to);
    root_set(t->vm, &a->result_who, who);
    root_set(t->vm, &a->saved, saved);
}

static void take_tasks(Thread *t, In *in)
{
    for (i64 id; (id = take_long(in)) && !t->exception;) {
        Object *affinity = take_string(t, in), *intent = take_parcelable(t, in);
        Task *task = task_new(t, affinity, intent);
        task->id = (i32)id;
        for (i64 activity; (activity = take_long(in)) && !t->exception;)
            take_activity(t, in, task, activity);
    }
}

/* ---- all of it ------------------------------------------------------------------------------------ */

bool survivors_write(Thread *t, Buf *out)
{
    const Tasks *tasks = tasks_of(t->vm);
    put_long(out, vm_nanos(t->vm));
    put_text(out, log_text(t->vm));
    put_long(out, tasks->held);
    put_long(out, screen_rotation(t->vm));
    put_long(out, tasks->last_id);
    as_system(vfs_of(t->vm), put_files, out);
    if (!put_tasks(t, out, tasks->front))
        return false;
    put_long(out, 0);
    return true;
}

bool survivors_read(Thread *t, const Buf *from)
{
    In in = { from->data };
    Tasks *tasks = tasks_of(t->vm);
    vm_block(t, NULL, NULL, take_long(&in), false);     /* the clock goes on where it was */
    char *log = take_text(&in);
    log_restore(t->vm, log ? log : "");
    free(log);
    tasks->held = (i32)take_long(&in);
    screen_set_rotation(t->vm, (i32)take_long(&in));
    i64 last_id = take_long(&in);
    as_system(vfs_of(t->vm), take_files, &in);
    take_tasks(t, &in);
    tasks->last_id = (i32)last_id;
    tasks->restored = true;
    return !t->exception;
}
