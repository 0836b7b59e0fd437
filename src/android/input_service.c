/*
 * The input service and the key map: one virtual device with a full keyboard, as
 * an emulator has. Keys give the characters of a US keyboard.
 */
#include "android/input.h"
#include "android/key_names.h"
#include "android/natives.h"
#include "android/services.h"

enum {
    VIRTUAL_DEVICE = -1, SOURCE_KEYBOARD = 0x101, SOURCE_DPAD = 0x201, KEYBOARD_ALPHABETIC = 2, MAP_TYPE_FULL = 4,
    META_SHIFT = 0x1, META_CAPS = 0x100000,
    KEY_0 = 7, KEY_9 = 16, KEY_A = 29, KEY_Z = 54, KEY_SHIFT_LEFT = 59,
};

/* Keys beside digits and letters: code, plain, with shift. */
static const struct { u8 key; char plain, shifted; } keys[] = {
    { 55, ',', '<' }, { 56, '.', '>' }, { 61, '\t', '\t' }, { 62, ' ', ' ' }, { 66, '\n', '\n' }, { 68, '`', '~' }, { 69, '-', '_' },
    { 70, '=', '+' }, { 71, '[', '{' }, { 72, ']', '}' }, { 73, '\\', '|' }, { 74, ';', ':' }, { 75, '\'', '"' }, { 76, '/', '?' },
    { 17, '*', '*' }, { 18, '#', '#' }, { 77, '@', '@' }, { 81, '+', '+' },
    { 144, '0', '0' }, { 145, '1', '1' }, { 146, '2', '2' }, { 147, '3', '3' }, { 148, '4', '4' }, { 149, '5', '5' }, { 150, '6', '6' },
    { 151, '7', '7' }, { 152, '8', '8' }, { 153, '9', '9' }, { 154, '/', '/' }, { 155, '*', '*' }, { 156, '-', '-' }, { 157, '+', '+' },
    { 158, '.', '.' }, { 160, '\n', '\n' },
};
static const char shifted_digits[] = ")!@#$%^&*(";

static u16 character(i32 key, i32 meta)
{
    bool shift = meta & META_SHIFT, caps = meta & META_CAPS;
    if (key >= KEY_0 && key <= KEY_9)
        return (u16)(shift ? shifted_digits[key - KEY_0] : '0' + key - KEY_0);
    if (key >= KEY_A && key <= KEY_Z)
        return (u16)((shift != caps ? 'A' : 'a') + key - KEY_A);
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (keys[i].key == key)
            return (u16)(shift ? keys[i].shifted : keys[i].plain);
    return 0;
}

bool input_key_for_character(u16 c, i32 *key, bool *shift)
{
    for (*key = 1; *key < 161; ++*key) {
        for (int s = 0; s < 2; s++) {
            if (character(*key, s ? META_SHIFT : 0) == c) {
                *shift = s;
                return true;
            }
        }
    }
    return false;
}

/* ---- android.view.KeyCharacterMap --------------------------------------------------------- */

static void nativeGetCharacter(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = character(args[2].i, args[3].i);
}

static void nativeGetNumber(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    u16 c = character(args[2].i, 0);
    result->i = c >= '0' && c <= '9' ? c : 0;
}

static void nativeGetDisplayLabel(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    i32 key = args[2].i;
    result->i = character(key, key >= KEY_A && key <= KEY_Z ? META_SHIFT : 0);
}

/* char nativeGetMatch(long map, int key, char[] of, int meta): the one of these that the key can give */
static void nativeGetMatch(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Object *of = args[3].l;
    for (i32 i = 0; of && i < ARRAY_LENGTH(of) && !result->i; i++)
        if (ARRAY_U16(of)[i] == character(args[2].i, 0) || ARRAY_U16(of)[i] == character(args[2].i, META_SHIFT))
            result->i = ARRAY_U16(of)[i];
}

static void nativeGetKeyboardType(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = MAP_TYPE_FULL;
}

static bool add_event(Thread *t, Object *list, i32 action, i32 key, i32 meta)
{
    i64 now = vm_nanos(t->vm) / 1000000;
    Object *event = vm_new(t, vm_boot_class(t, "android/view/KeyEvent"), "(JJIIIIII)V", now, now, action, key, 0, meta, VIRTUAL_DEVICE, 0);
    if (event)
        vm_call_method(t, list, "add", "(Ljava/lang/Object;)Z", event);
    return event != NULL;
}

/* KeyEvent[] nativeGetEvents(long map, char[] chars): the keys to press for a text; null when one is not on the keyboard */
static void nativeGetEvents(Thread *t, const Slot *args, Slot *result)
{
    enum { DOWN, UP };
    const Object *chars = args[2].l;
    Object *list = vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "()V");
    for (i32 i = 0; list && chars && i < ARRAY_LENGTH(chars); i++) {
        i32 key;
        bool shift;
        if (!input_key_for_character(ARRAY_U16(chars)[i], &key, &shift))
            return;
        i32 meta = shift ? META_SHIFT | 0x40 : 0;
        if ((shift && !add_event(t, list, DOWN, KEY_SHIFT_LEFT, meta)) || !add_event(t, list, DOWN, key, meta)
            || !add_event(t, list, UP, key, meta) || (shift && !add_event(t, list, UP, KEY_SHIFT_LEFT, 0)))
            return;
    }
    Object *array = list ? vm_new_object_array(t, "android/view/KeyEvent", vm_call_method(t, list, "size", "()I").i) : NULL;
    if (array)
        result->l = vm_call_method(t, list, "toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;", array).l;
}

const NativeMethod natives_android_view_KeyCharacterMap[] = {
    { "nativeGetCharacter", NULL, nativeGetCharacter }, { "nativeGetNumber", NULL, nativeGetNumber },
    { "nativeGetDisplayLabel", NULL, nativeGetDisplayLabel }, { "nativeGetMatch", NULL, nativeGetMatch },
    { "nativeGetKeyboardType", NULL, nativeGetKeyboardType }, { "nativeGetEvents", NULL, nativeGetEvents },
    { "nativeGetFallbackAction", NULL, native_nothing }, { "nativeDispose", NULL, native_nothing },
    { 0 },
};

/* ---- android.view.KeyEvent ------------------------------------------------------------------ */

static void nativeKeyCodeToString(Thread *t, const Slot *args, Slot *result)
{
    const char *label = key_label(args[0].i);
    result->l = label ? vm_string_utf8(t, label) : NULL;
}

static void nativeKeyCodeFromString(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    char *name = vm_string_to_utf8(args[0].l), *full = name ? xasprintf("KEYCODE_%s", name) : NULL;
    i32 code = full ? key_code_of_name(full) : 0;
    result->i = MAX(code, 0);
    free(name);
    free(full);
}

const NativeMethod natives_android_view_KeyEvent[] = {
    { "nativeKeyCodeToString", NULL, nativeKeyCodeToString }, { "nativeKeyCodeFromString", NULL, nativeKeyCodeFromString },
    { 0 },
};

/* ---- the service ----------------------------------------------------------------------------- */

/* InputDevice getInputDevice(int id): null for any but the virtual one */
static void getInputDevice(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef map_pointer = FIELD("android/view/KeyCharacterMap", "mPtr", "J");
    if (args[1].i != VIRTUAL_DEVICE)
        return;
    /* Its constructors read parcels: made bare, with a handle that only has to be there. */
    Object *map = vm_new_object(t, vm_boot_class(t, "android/view/KeyCharacterMap"));
    if (!map)
        return;
    SET_LONG(t, map, &map_pointer, 1);
    result->l = vm_new(t, vm_boot_class(t, "android/view/InputDevice"),
                       "(IIILjava/lang/String;IILjava/lang/String;ZIILandroid/view/KeyCharacterMap;ZZZ)V", VIRTUAL_DEVICE, 1, 0,
                       vm_string_utf8(t, "Virtual"), 0, 0, vm_string_utf8(t, "a718a782d34bc767f4689c232d64d527998ea7fd"), 0,
                       SOURCE_KEYBOARD | SOURCE_DPAD, KEYBOARD_ALPHABETIC, map, 0, 0, 0);
}

static void getInputDeviceIds(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *ids = vm_new_primitive_array(t, 'I', 1);
    if (ids)
        ARRAY_I32(ids)[0] = VIRTUAL_DEVICE;
    result->l = ids;
}

const ServiceMethod service_input[] = {
    { "getInputDevice", getInputDevice },
    { "getInputDeviceIds", getInputDeviceIds },
    { "registerInputDevicesChangedListener", NULL },
    { 0 },
};
