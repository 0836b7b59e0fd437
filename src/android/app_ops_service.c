/* App-ops: each operation has the mode that the framework's own table gives it by default; nobody has changed any. */
#include "android/natives.h"
#include "android/services.h"

static i32 default_mode(Thread *t, i32 op)
{
    return vm_call_static(t, "android/app/AppOpsManager", "opToDefaultMode", "(I)I", op).i;
}

/* int checkOperation(int op, int uid, String package); noteOperation and noteProxyOperation begin alike */
static void checkOperation(Thread *t, const Slot *args, Slot *result)
{
    result->i = default_mode(t, args[1].i);
}

/* int startOperation(IBinder token, int op, int uid, String package) */
static void startOperation(Thread *t, const Slot *args, Slot *result)
{
    result->i = default_mode(t, args[2].i);
}

static void permissionToOpCode(Thread *t, const Slot *args, Slot *result)
{
    result->i = vm_call_static(t, "android/app/AppOpsManager", "permissionToOpCode", "(Ljava/lang/String;)I", args[1].l).i;
}

const ServiceMethod service_appops[] = {
    { "checkOperation", checkOperation },
    { "noteOperation", checkOperation },
    { "noteProxyOperation", checkOperation },
    { "startOperation", startOperation },
    { "permissionToOpCode", permissionToOpCode },
    { "finishOperation", NULL }, { "startWatchingMode", NULL }, { "stopWatchingMode", NULL }, { "getToken", NULL }, { "checkPackage", NULL },
    { "checkAudioOperation", NULL }, { "getPackagesForOps", NULL }, { "getOpsForPackage", NULL },
    { 0 },
};
