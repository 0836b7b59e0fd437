/*
 * The job scheduler. A job becomes due after its least delay (or its interval); the
 * phone is charging and on Wi-Fi, and never idle in the scheduler's sense. Then the
 * app's JobService is bound and started, and what it reports decides what follows.
 *
 * A Job object is the scheduler's record and the IJobCallback of the run at once.
 */
#include "android/binder_thread.h"
#include "android/connectivity.h"
#include "android/implementations.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package_resolve.h"
#include "android/state.h"
#include "android/system_binding.h"

#define JOB "reenact/services/Job"
static FieldRef job_info = FIELD(JOB, "info", NULL), job_connection = FIELD(JOB, "connection", NULL), job_call = FIELD(JOB, "call", NULL);

static i64 info_long(Thread *t, Object *job, const char *getter) { return vm_call_method(t, GET_REF(t, job, &job_info), getter, "()J").j; }
static i32 info_int(Thread *t, Object *job, const char *getter) { return vm_call_method(t, GET_REF(t, job, &job_info), getter, "()I").i; }
static bool info_is(Thread *t, Object *job, const char *getter) { return vm_call_method(t, GET_REF(t, job, &job_info), getter, "()Z").i; }

static Object *find(Thread *t, i32 id)
{
    for (RootList *l = manager_state(t->vm)->jobs; l; l = l->next)
        if (info_int(t, ref_object(*l->object), "getId") == id)
            return ref_object(*l->object);
    return NULL;
}

static void forget(Thread *t, Object *job)
{
    if (!job)
        return;
    binder_cancel(t->vm, (u64)GET_LONG(t, job, &job_call));
    root_list_remove(t->vm, &manager_state(t->vm)->jobs, job);
}

/* ---- running --------------------------------------------------------------------------------- */

static void run_job(Thread *t, Object *job);

static void arm(Thread *t, Object *job, i64 millis)
{
    SET_LONG(t, job, &job_call, (i64)binder_post_at(t, vm_nanos(t->vm) + millis * 1000000, run_job, job));
}

static void started(Thread *t, Object *binder, Object *job)
{
    Object *service = vm_call_static(t, "android/app/job/IJobService$Stub", "asInterface", "(Landroid/os/IBinder;)Landroid/app/job/IJobService;", binder).l;
    Object *extras = service ? vm_call_method(t, GET_REF(t, job, &job_info), "getExtras", "()Landroid/os/PersistableBundle;").l : NULL;
    Object *parameters = service && !t->exception ? vm_new(t, vm_boot_class(t, "android/app/job/JobParameters"), "(Landroid/os/IBinder;ILandroid/os/PersistableBundle;Z)V", job,
                                                           info_int(t, job, "getId"), extras, 0) : NULL;
    if (parameters)
        vm_call_method(t, service, "startJob", "(Landroid/app/job/JobParameters;)V", parameters);
}

static void run_job(Thread *t, Object *job)
{
    enum { RETRY_MS = 60000 };
    if (info_is(t, job, "isRequireDeviceIdle"))
        return;
    if (info_int(t, job, "getNetworkType") && !network_connected(t->vm)) {
        arm(t, job, RETRY_MS);
        return;
    }
    Object *component = vm_call_method(t, GET_REF(t, job, &job_info), "getService", "()Landroid/content/ComponentName;").l;
    Object *intent = component ? vm_new(t, vm_boot_class(t, "android/content/Intent"), "()V") : NULL;
    if (!intent)
        return;
    vm_call_method(t, intent, "setComponent", "(Landroid/content/ComponentName;)Landroid/content/Intent;", component);
    SET_REF(t, job, &job_connection, t->exception ? NULL : system_bind(t, intent, started, job));
}

/* ---- IJobCallback ------------------------------------------------------------------------------- */

static void finish(Thread *t, Object *job, bool again)
{
    Object *connection = GET_REF(t, job, &job_connection);
    SET_REF(t, job, &job_connection, NULL);
    if (again)
        arm(t, job, info_long(t, job, "getInitialBackoffMillis"));
    else if (info_is(t, job, "isPeriodic"))
        arm(t, job, info_long(t, job, "getIntervalMillis"));
    else
        forget(t, job);
    system_unbind(t, connection);
}

/* void acknowledgeStartMessage(int id, boolean ongoing): a job that goes on says later when it is done */
static void acknowledgeStart(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (!args[2].i)
        finish(t, args[0].l, false);
}

/* void jobFinished(int id, boolean again) */
static void jobFinished(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    finish(t, args[0].l, args[2].i);
}

static void self(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->l = args[0].l; }

static const ServiceMethod job_methods[] = {
    { "acknowledgeStartMessage", acknowledgeStart }, { "jobFinished", jobFinished }, { "acknowledgeStopMessage", NULL }, { "asBinder", self },
    { "queryLocalInterface", self }, { "isBinderAlive", .number = 1 }, { "pingBinder", .number = 1 }, { "unlinkToDeath", .number = 1 }, { "*", NULL },
    { 0 },
};

static Class *job_class(Thread *t)
{
    static const MadeField fields[] = { { "info", "Landroid/app/job/JobInfo;", ACC_PUBLIC }, { "connection", "Ljava/lang/Object;", ACC_PUBLIC }, { "call", "J", ACC_PUBLIC } };
    static const char *const types[] = { "android/app/job/IJobCallback", "android/os/IBinder", NULL };
    ManagerState *m = manager_state(t->vm);
    if (!m->job_class)
        m->job_class = implementation_make(t, &(Implementation){ .class_name = JOB, .types = types, .methods = job_methods, .missing = service_default,
                                                                 .fields = fields, .field_count = COUNT_OF(fields) });
    return m->job_class;
}

/* ---- IJobScheduler --------------------------------------------------------------------------------- */

/* The platform refuses a service that is not there, or that everybody could start. */
static bool is_valid(Thread *t, Object *info)
{
    static FieldRef permission = FIELD("android/content/pm/ServiceInfo", "permission", NULL);
    Object *component = vm_call_method(t, info, "getService", "()Landroid/content/ComponentName;").l;
    Object *name = component ? vm_call_method(t, component, "getClassName", "()Ljava/lang/String;").l : NULL;
    Object *service = name ? package_component(t, KIND_SERVICE, name) : NULL, *needed = service ? GET_REF(t, service, &permission) : NULL;
    if (service && needed && vm_string_is(needed, "android.permission.BIND_JOB_SERVICE"))
        return true;
    char *text = component && !t->exception ? string_of(t, component, "toString") : NULL;
    if (text && service)
        vm_throw(t, "java/lang/IllegalArgumentException", "Scheduled service %s does not require android.permission.BIND_JOB_SERVICE permission", text);
    else if (text)
        vm_throw(t, "java/lang/IllegalArgumentException", "No such service %s", text);
    free(text);
    return false;
}

/* int schedule(JobInfo) */
static void schedule(Thread *t, const Slot *args, Slot *result)
{
    enum { SUCCESS = 1, SOON_MS = 100 };
    Class *c = is_valid(t, args[1].l) ? job_class(t) : NULL;
    Object *job = c ? implementation_new(t, c) : NULL;
    if (!job)
        return;
    SET_REF(t, job, &job_info, args[1].l);
    forget(t, find(t, info_int(t, job, "getId")));
    root_list_add(t->vm, &manager_state(t->vm)->jobs, job);
    arm(t, job, MAX(info_is(t, job, "isPeriodic") ? info_long(t, job, "getIntervalMillis") : info_long(t, job, "getMinLatencyMillis"), SOON_MS));
    result->i = SUCCESS;
}

static void cancel_job(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    forget(t, find(t, args[1].i));
}

static void cancel_jobs(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    while (manager_state(t->vm)->jobs)
        forget(t, ref_object(*manager_state(t->vm)->jobs->object));
}

static void getAllPendingJobs(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *list = list_new(t);
    for (RootList *l = manager_state(t->vm)->jobs; l && list; l = l->next)
        list_add(t, list, GET_REF(t, ref_object(*l->object), &job_info));
    result->l = list;
}

const ServiceMethod service_jobs[] = {
    { "schedule", schedule }, { "cancel", cancel_job }, { "cancelAll", cancel_jobs }, { "getAllPendingJobs", getAllPendingJobs },
    { 0 },
};
