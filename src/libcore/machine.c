/*
 * Opening a machine that is ready to run Java: the boot image in the cache (made
 * from the boot jars at the first use), natives, core classes.
 */
#include "libcore/libcore.h"

#include "base/file.h"

#include <stdlib.h>

/* android-all first: it is the platform. What it lacks, java.lang above all, comes from the port of the same library. */
static const char *const boot_jars[] = { "android-all-6.0.1_r3-robolectric-r1.jar", "robovm-rt-2.3.21.jar" };

static int boot_image(const char *cache, char **path)
{
    *path = xasprintf("%s/boot-6.0.1_r3.%d.image", cache, BOOT_IMAGE_VERSION);
    if (boot_image_is_current(*path))
        return OK;
    char *jars[COUNT_OF(boot_jars)];
    int status = OK;
    for (size_t i = 0; i < COUNT_OF(boot_jars); i++) {
        jars[i] = xasprintf("%s/boot/%s", cache, boot_jars[i]);
        if (!status && !file_exists(jars[i]))
            status = error_set(ERR_NOT_FOUND, "the boot file %s is missing: run scripts/setup-boot once (it fetches it from Maven Central)", jars[i]);
    }
    if (!status)
        status = boot_image_build((const char *const *)jars, COUNT_OF(boot_jars), *path);
    for (size_t i = 0; i < COUNT_OF(boot_jars); i++)
        free(jars[i]);
    return status;
}

int libcore_boot_image(char **path)
{
    char *cache = cache_dir();
    int status = boot_image(cache, path);
    free(cache);
    if (status) {
        free(*path);
        *path = NULL;
    }
    return status;
}

int libcore_open(Vm **out, const VmOptions *options)
{
    return libcore_open_with(out, options, NULL);
}

int libcore_open_with(Vm **out, const VmOptions *options, void (*add_natives)(Vm *vm))
{
    char *image = NULL;
    VmOptions complete = *options;
    int status = OK;
    if (!complete.boot_image) {
        status = libcore_boot_image(&image);
        complete.boot_image = image;
    }
    if (!status)
        status = vm_open(out, &complete);
    if (!status) {
        libcore_register(*out);
        if (add_natives)
            add_natives(*out);
        status = vm_boot(*out);
    }
    free(image);
    return status;
}
