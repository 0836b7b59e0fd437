/* The display service: one built-in screen. Its size and density are the profile's. */
#include "android/natives.h"
#include "android/profile.h"
#include "android/screen.h"
#include "android/services.h"

static FieldRef fields[] = {
    FIELD("android/view/DisplayInfo", "layerStack", "I"),
    FIELD("android/view/DisplayInfo", "logicalWidth", "I"),
    FIELD("android/view/DisplayInfo", "logicalHeight", "I"),
    FIELD("android/view/DisplayInfo", "appWidth", "I"),
    FIELD("android/view/DisplayInfo", "appHeight", "I"),
    FIELD("android/view/DisplayInfo", "smallestNominalAppWidth", "I"),
    FIELD("android/view/DisplayInfo", "smallestNominalAppHeight", "I"),
    FIELD("android/view/DisplayInfo", "largestNominalAppWidth", "I"),
    FIELD("android/view/DisplayInfo", "largestNominalAppHeight", "I"),
    FIELD("android/view/DisplayInfo", "logicalDensityDpi", "I"),
    FIELD("android/view/DisplayInfo", "type", "I"),
    FIELD("android/view/DisplayInfo", "state", "I"),
    FIELD("android/view/DisplayInfo", "modeId", "I"),
    FIELD("android/view/DisplayInfo", "defaultModeId", "I"),
    FIELD("android/view/DisplayInfo", "rotation", "I"),
};

/* DisplayInfo getDisplayInfo(int id): null for any but the built-in one */
static void getDisplayInfo(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef x_dpi = FIELD("android/view/DisplayInfo", "physicalXDpi", "F"), y_dpi = FIELD("android/view/DisplayInfo", "physicalYDpi", "F");
    static FieldRef name = FIELD("android/view/DisplayInfo", "name", "Ljava/lang/String;");
    static FieldRef modes = FIELD("android/view/DisplayInfo", "supportedModes", "[Landroid/view/Display$Mode;");
    if (args[1].i != 0)
        return;
    Object *info = vm_new(t, vm_boot_class(t, "android/view/DisplayInfo"), "()V");
    Object *mode = info ? vm_new(t, vm_boot_class(t, "android/view/Display$Mode"), "(IIIF)V", 1, SCREEN_WIDTH, SCREEN_HEIGHT, 60.0) : NULL;
    Object *list = mode ? vm_new_object_array(t, "android/view/Display$Mode", 1) : NULL;
    if (!list)
        return;
    ARRAY_REF(list)[0] = object_ref(mode);
    enum { BUILT_IN = 1, STATE_ON = 2, MODE = 1 };
    /* The least and the most that an app can get, over all rotations. */
    const i32 least = SCREEN_WIDTH - STATUS_BAR, most = SCREEN_HEIGHT - NAVIGATION_BAR;
    const i32 values[] = { 0, screen_width(t->vm), screen_height(t->vm), screen_app_width(t->vm), screen_app_height(t->vm), SCREEN_WIDTH, least, most,
                           most - STATUS_BAR, SCREEN_DENSITY,
                           BUILT_IN, STATE_ON, MODE, MODE, screen_rotation(t->vm) };
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        SET_INT(t, info, &fields[i], values[i]);
    SET_FLOAT(t, info, &x_dpi, SCREEN_DENSITY);
    SET_FLOAT(t, info, &y_dpi, SCREEN_DENSITY);
    SET_REF(t, info, &name, vm_string_utf8(t, "Built-in Screen"));
    SET_REF(t, info, &modes, list);
    result->l = info;
}

static void getDisplayIds(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_new_primitive_array(t, 'I', 1);
}

/* WifiDisplayStatus getWifiDisplayStatus(): the feature is not there */
static void getWifiDisplayStatus(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_new(t, vm_boot_class(t, "android/hardware/display/WifiDisplayStatus"), "()V");
}

const ServiceMethod service_display[] = {
    { "getWifiDisplayStatus", getWifiDisplayStatus },
    { "getDisplayInfo", getDisplayInfo },
    { "getDisplayIds", getDisplayIds },
    { "registerCallback", NULL },
    { 0 },
};
