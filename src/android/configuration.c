#include "android/configuration.h"

#include "android/profile.h"
#include "android/screen.h"

#define CONFIGURATION "android/content/res/Configuration"

static void set_screen(Thread *t, Object *c)
{
    static FieldRef orientation = FIELD(CONFIGURATION, "orientation", "I");
    static FieldRef width = FIELD(CONFIGURATION, "screenWidthDp", "I"), height = FIELD(CONFIGURATION, "screenHeightDp", "I");
    static FieldRef smallest = FIELD(CONFIGURATION, "smallestScreenWidthDp", "I");
    static FieldRef density = FIELD(CONFIGURATION, "densityDpi", "I"), layout = FIELD(CONFIGURATION, "screenLayout", "I");
    static FieldRef compat_width = FIELD(CONFIGURATION, "compatScreenWidthDp", "I"), compat_height = FIELD(CONFIGURATION, "compatScreenHeightDp", "I");
    static FieldRef compat_smallest = FIELD(CONFIGURATION, "compatSmallestScreenWidthDp", "I");
    enum { PORTRAIT = 1, LANDSCAPE = 2, LONG_NORMAL_LTR = 0x62 };
    i32 across = screen_app_width(t->vm) * 160 / SCREEN_DENSITY, down = (screen_app_height(t->vm) - STATUS_BAR) * 160 / SCREEN_DENSITY;
    i32 least = MIN(SCREEN_WIDTH, SCREEN_HEIGHT) * 160 / SCREEN_DENSITY;
    SET_INT(t, c, &orientation, screen_is_landscape(t->vm) ? LANDSCAPE : PORTRAIT);
    SET_INT(t, c, &width, across);
    SET_INT(t, c, &compat_width, across);
    SET_INT(t, c, &height, down);
    SET_INT(t, c, &compat_height, down);
    SET_INT(t, c, &smallest, least);
    SET_INT(t, c, &compat_smallest, least);
    SET_INT(t, c, &density, SCREEN_DENSITY);
    SET_INT(t, c, &layout, LONG_NORMAL_LTR);
}

Object *configuration_new(Thread *t)
{
    static FieldRef mode = FIELD(CONFIGURATION, "uiMode", "I"), touch = FIELD(CONFIGURATION, "touchscreen", "I");
    static FieldRef keyboard = FIELD(CONFIGURATION, "keyboard", "I"), hidden = FIELD(CONFIGURATION, "keyboardHidden", "I");
    static FieldRef hard_hidden = FIELD(CONFIGURATION, "hardKeyboardHidden", "I"), navigation = FIELD(CONFIGURATION, "navigation", "I");
    static FieldRef scale = FIELD(CONFIGURATION, "fontScale", "F"), locale = FIELD(CONFIGURATION, "locale", NULL);
    enum { TYPE_NORMAL_NIGHT_NO = 0x11, FINGER = 3, NO_KEYS = 1, KEYS_SHOWN = 1, HARD_KEYS_HIDDEN = 2, NO_NAVIGATION = 1 };
    Object *c = vm_new(t, vm_boot_class(t, CONFIGURATION), "()V");
    if (!c)
        return NULL;
    set_screen(t, c);
    SET_INT(t, c, &mode, TYPE_NORMAL_NIGHT_NO);
    SET_INT(t, c, &touch, FINGER);
    SET_INT(t, c, &keyboard, NO_KEYS);
    SET_INT(t, c, &hidden, KEYS_SHOWN);             /* a soft keyboard can be shown */
    SET_INT(t, c, &hard_hidden, HARD_KEYS_HIDDEN);
    SET_INT(t, c, &navigation, NO_NAVIGATION);
    SET_FLOAT(t, c, &scale, 1);
    SET_REF(t, c, &locale, vm_call_static(t, "java/util/Locale", "getDefault", "()Ljava/util/Locale;").l);
    return t->exception ? NULL : c;
}

Object *compatibility_none(Thread *t)
{
    static FieldRef none = FIELD("android/content/res/CompatibilityInfo", "DEFAULT_COMPATIBILITY_INFO", NULL);
    return ref_object(*(ObjectRef *)field_address(t, &none));
}
