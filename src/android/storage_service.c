/* The storage service: one emulated volume, /sdcard. */
#include "android/app_files.h"
#include "android/natives.h"
#include "android/services.h"
#include "android/state.h"

static const char storage_path[] = "/storage/emulated/0";

/* Environment.MEDIA_… */
static const char *state_of(Vm *vm)
{
    const char *state = manager_state(vm)->storage_state;
    return state ? state : "mounted";
}

/* StorageVolume[] getVolumeList(int uid, String package, int flags) */
static void getVolumeList(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    static FieldRef owner = FIELD("android/os/UserHandle", "OWNER", "Landroid/os/UserHandle;");
    Object *path = vm_new(t, vm_boot_class(t, "java/io/File"), "(Ljava/lang/String;)V", vm_string_utf8(t, storage_path));
    Object *list = path ? vm_new_object_array(t, "android/os/storage/StorageVolume", 1) : NULL;
    if (!list)
        return;
    bool primary = true, removable = false, emulated = true, mass_storage = false;
    Object *volume = vm_new(t, vm_boot_class(t, "android/os/storage/StorageVolume"),
                            "(Ljava/lang/String;ILjava/io/File;Ljava/lang/String;ZZZJZJLandroid/os/UserHandle;Ljava/lang/String;Ljava/lang/String;)V",
                            vm_string_utf8(t, "emulated"), 0x10001, path, vm_string_utf8(t, "Internal storage"), primary, removable, emulated,
                            (i64)0, mass_storage, (i64)0, ref_object(*(ObjectRef *)field_address(t, &owner)), NULL, vm_string_utf8(t, state_of(t->vm)));
    if (volume)
        ARRAY_REF(list)[0] = object_ref(volume);
    result->l = volume ? list : NULL;
}

static void getVolumeState(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, state_of(t->vm));
}

/* int mkdirs(String package, String path): the app's own folders on the volume */
static void mkdirs(Thread *t, const Slot *args, Slot *result)
{
    char *path = vm_string_to_utf8(args[2].l);
    result->i = path && !strncmp(path, storage_path, sizeof storage_path - 1) ? app_files_make_folder(t, path) : -1;
    free(path);
}

const ServiceMethod service_storage[] = {
    { "getVolumeList", getVolumeList },
    { "getVolumeState", getVolumeState },
    { "mkdirs", mkdirs },
    { 0 },
};
