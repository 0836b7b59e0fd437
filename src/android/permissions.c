/* See permissions.h. */
#include "android/permissions.h"

#include "android/natives.h"
#include "android/package.h"
#include "android/profile.h"
#include "android/services.h"

bool app_has_permission(Thread *t, const char *permission)
{
    Object *packages = service_object(t, "android/content/pm/IPackageManager");
    return packages && !vm_call_method(t, packages, "checkPermission", "(Ljava/lang/String;Ljava/lang/String;I)I", vm_string_utf8(t, permission),
                                       vm_string_utf8(t, package_name(t->vm)), 0).i;
}

bool enforce_permission(Thread *t, const char *permission, const char *message)
{
    if (app_has_permission(t, permission))
        return true;
    if (!t->exception)
        vm_throw(t, "java/lang/SecurityException", "%s%sNeither user %d nor current process has %s.", message ? message : "", message ? ": " : "", APP_UID, permission);
    return false;
}
