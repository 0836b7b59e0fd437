/*
 * IInputMethodManager and IInputMethodSession, with the rules of the platform's
 * InputMethodManagerService for when the keyboard comes and goes, and of the usual
 * keyboard for how a character gets into an editor. See input_method.h.
 */
#include "android/input_method.h"

#include "android/input.h"
#include "android/natives.h"
#include "android/screen.h"
#include "android/services.h"
#include "android/window.h"

#include <utf8proc.h>

#define METHOD_PACKAGE "com.android.inputmethod.latin"
#define METHOD_ID METHOD_PACKAGE "/.LatinIME"

enum { SHOW_IMPLICIT = 1, SHOW_FORCED = 2, HIDE_IMPLICIT_ONLY = 1, HIDE_NOT_ALWAYS = 2 };
enum { RESULT_UNCHANGED_SHOWN, RESULT_UNCHANGED_HIDDEN, RESULT_SHOWN, RESULT_HIDDEN };
enum { TYPE_MASK_CLASS = 0xf, ACTION_MASK = 0xff, ACTION_NONE = 1, NO_ENTER_ACTION = 0x40000000, SOFT_KEYBOARD_FLAGS = 0x6, KEY_INTERVAL_MS = 60 };

typedef struct InputMethod {
    ObjectRef *client, *context, *window;   /* IInputMethodClient, IInputContext, the window's IWindow */
    Editor editor;
    bool shown, explicitly, forced;
    i32 selection_start, selection_end;
    i32 sequence;
} InputMethod;

static InputMethod *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_INPUT_METHOD);
    if (!*slot)
        *slot = xcalloc(1, sizeof(InputMethod));
    return *slot;
}

static void keep(Vm *vm, ObjectRef **root, Object *o)
{
    if (!*root)
        *root = vm_root_add(vm, o);
    **root = object_ref(o);
}

static Object *kept(const ObjectRef *root)
{
    return root ? ref_object(*root) : NULL;
}

const Editor *input_method_editor(Vm *vm)
{
    InputMethod *m = state(vm);
    return kept(m->context) ? &m->editor : NULL;
}

bool input_method_is_shown(Vm *vm)
{
    return state(vm)->shown;
}

/* ---- the keyboard comes and goes --------------------------------------------------------------- */

static bool show(Thread *t, i32 flags)
{
    InputMethod *m = state(t->vm);
    /* In landscape the keyboard would cover the editor: it does not come unasked. */
    if (flags & SHOW_IMPLICIT && screen_is_landscape(t->vm))
        return false;
    m->explicitly |= !(flags & SHOW_IMPLICIT) || flags & SHOW_FORCED;
    m->forced |= (flags & SHOW_FORCED) != 0;
    if (!m->shown) {
        m->shown = true;
        keyboard_show(t);
    }
    return true;
}

static bool hide(Thread *t, i32 flags)
{
    InputMethod *m = state(t->vm);
    if ((flags & HIDE_IMPLICIT_ONLY && (m->explicitly || m->forced)) || (flags & HIDE_NOT_ALWAYS && m->forced))
        return false;
    bool was_shown = m->shown;
    m->shown = m->explicitly = m->forced = false;
    if (was_shown)
        keyboard_hide(t);
    return was_shown;
}

void input_method_hide(Thread *t)
{
    hide(t, 0);
}

static void report(Thread *t, Object *receiver, i32 code)
{
    if (receiver && !t->exception)
        vm_call_method(t, receiver, "send", "(ILandroid/os/Bundle;)V", code, NULL);
}

/* boolean showSoftInput(IInputMethodClient client, int flags, ResultReceiver receiver) */
static void showSoftInput(Thread *t, const Slot *args, Slot *result)
{
    bool before = state(t->vm)->shown;
    result->i = show(t, args[2].i);
    report(t, args[3].l, before ? RESULT_UNCHANGED_SHOWN : RESULT_SHOWN);
}

static void hideSoftInput(Thread *t, const Slot *args, Slot *result)
{
    bool before = state(t->vm)->shown;
    result->i = hide(t, args[2].i);
    report(t, args[3].l, before ? RESULT_HIDDEN : RESULT_UNCHANGED_HIDDEN);
}

/* By the window's softInputMode, when it gets the focus. */
static void show_for_window(Thread *t, i32 mode, i32 control, i32 window_flags)
{
    enum { UNSPECIFIED, UNCHANGED, HIDDEN, ALWAYS_HIDDEN, VISIBLE, ALWAYS_VISIBLE, STATE_MASK = 0xf, FORWARD = 0x100, IS_TEXT_EDITOR = 2 };
    bool forward = mode & FORWARD, shows_by_itself = control & IS_TEXT_EDITOR && (mode & ADJUST_MASK) == ADJUST_RESIZE;
    i32 focusable = window_flags & (FLAG_NOT_FOCUSABLE | FLAG_ALT_FOCUSABLE_IM);
    bool may_use = focusable == 0 || focusable == (FLAG_NOT_FOCUSABLE | FLAG_ALT_FOCUSABLE_IM);
    switch (mode & STATE_MASK) {
    case UNSPECIFIED:
        if (shows_by_itself && forward)
            show(t, SHOW_IMPLICIT);
        else if (!shows_by_itself && may_use)
            hide(t, HIDE_NOT_ALWAYS);
        break;
    case HIDDEN:
        if (forward)
            hide(t, 0);
        break;
    case ALWAYS_HIDDEN:
        hide(t, 0);
        break;
    case VISIBLE:
        if (forward)
            show(t, SHOW_IMPLICIT);
        break;
    case ALWAYS_VISIBLE:
        show(t, SHOW_IMPLICIT);
        break;
    }
}

/* ---- editors --------------------------------------------------------------------------------------- */

static void read_editor(Thread *t, InputMethod *m, const Object *info)
{
    static FieldRef type = FIELD("android/view/inputmethod/EditorInfo", "inputType", "I"), options = FIELD("android/view/inputmethod/EditorInfo", "imeOptions", "I");
    static FieldRef caps = FIELD("android/view/inputmethod/EditorInfo", "initialCapsMode", "I"), action = FIELD("android/view/inputmethod/EditorInfo", "actionId", "I");
    static FieldRef label = FIELD("android/view/inputmethod/EditorInfo", "actionLabel", NULL);
    static FieldRef start = FIELD("android/view/inputmethod/EditorInfo", "initialSelStart", "I"), end = FIELD("android/view/inputmethod/EditorInfo", "initialSelEnd", "I");
    m->editor = (Editor){ GET_INT(t, info, &type), GET_INT(t, info, &options), GET_INT(t, info, &caps), GET_INT(t, info, &action), GET_REF(t, info, &label) != NULL };
    m->selection_start = GET_INT(t, info, &start);
    m->selection_end = GET_INT(t, info, &end);
}

/* Keys that the window gets pass the keyboard: through this channel. */
static Object *new_channel(Thread *t)
{
    Object *channel = vm_new(t, vm_boot_class(t, "android/view/InputChannel"), "()V");
    if (channel)
        input_channel_close(input_channel_open(t, channel, METHOD_ID));
    return channel;
}

static Object *bind(Thread *t, Object *client, Object *context, const Object *info)
{
    InputMethod *m = state(t->vm);
    keep(t->vm, &m->context, context);
    read_editor(t, m, info);
    if (kept(m->client) != client) {
        keep(t->vm, &m->client, client);
        vm_call_method(t, client, "setActive", "(Z)V", 1);
    }
    if (m->shown)
        keyboard_restart(t);
    Object *session = service_object(t, "com/android/internal/view/IInputMethodSession"), *channel = session && !t->exception ? new_channel(t) : NULL;
    return channel ? vm_new(t, vm_boot_class(t, "com/android/internal/view/InputBindResult"),
                            "(Lcom/android/internal/view/IInputMethodSession;Landroid/view/InputChannel;Ljava/lang/String;II)V", session, channel,
                            vm_string_utf8(t, METHOD_ID), ++m->sequence, 0) : NULL;
}

/* InputBindResult startInput(IInputMethodClient client, IInputContext context, EditorInfo attribute, int flags) */
static void startInput(Thread *t, const Slot *args, Slot *result)
{
    if (args[3].l)
        result->l = bind(t, args[1].l, args[2].l, args[3].l);
}

/* InputBindResult windowGainedFocus(IInputMethodClient, IBinder window, int control, int softInputMode, int windowFlags, EditorInfo, IInputContext) */
static void windowGainedFocus(Thread *t, const Slot *args, Slot *result)
{
    InputMethod *m = state(t->vm);
    bool again = kept(m->window) == args[2].l;
    keep(t->vm, &m->window, args[2].l);
    if (args[6].l)
        result->l = bind(t, args[1].l, args[7].l, args[6].l);
    if (!again && !t->exception)
        show_for_window(t, args[4].i, args[3].i, args[5].i);
}

static void finishInput(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    keep(t->vm, &state(t->vm)->context, NULL);
}

static void getInputMethodWindowVisibleHeight(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    const Window *w = window_find_type(t->vm, TYPE_INPUT_METHOD);
    result->i = w ? w->frames.frame.bottom - w->frames.frame.top : 0;
}

/* List getInputMethodList(): the one keyboard that there is */
static void getInputMethodList(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *list = vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "()V");
    Object *info = list ? vm_new(t, vm_boot_class(t, "android/view/inputmethod/InputMethodInfo"),
                                 "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/CharSequence;Ljava/lang/String;)V", vm_string_utf8(t, METHOD_PACKAGE),
                                 vm_string_utf8(t, METHOD_PACKAGE ".LatinIME"), vm_string_utf8(t, "Android Keyboard (AOSP)"), NULL) : NULL;
    if (info)
        vm_call_method(t, list, "add", "(Ljava/lang/Object;)Z", info);
    result->l = list;
}

const ServiceMethod service_input_method[] = {
    { "startInput", startInput },
    { "windowGainedFocus", windowGainedFocus },
    { "finishInput", finishInput },
    { "showSoftInput", showSoftInput },
    { "hideSoftInput", hideSoftInput },
    { "getInputMethodWindowVisibleHeight", getInputMethodWindowVisibleHeight },
    { "addClient", NULL },
    { "removeClient", NULL },
    { "notifyUserAction", NULL },
    { "registerSuggestionSpansForNotification", NULL },
    { "getInputMethodList", getInputMethodList },
    { "getEnabledInputMethodList", getInputMethodList },
    { "getEnabledInputMethodSubtypeList", NULL },
    { "getCurrentInputMethodSubtype", NULL },
    { "getLastInputMethodSubtype", NULL },
    { "showInputMethodPickerFromClient", NULL },
    { 0 },
};

/* ---- IInputMethodSession ------------------------------------------------------------------------------ */

/* void updateSelection(int oldStart, int oldEnd, int start, int end, int candidatesStart, int candidatesEnd) */
static void updateSelection(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    InputMethod *m = state(t->vm);
    m->selection_start = args[3].i;
    m->selection_end = args[4].i;
}

/* void toggleSoftInput(int showFlags, int hideFlags) */
static void toggleSoftInput(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (state(t->vm)->shown)
        hide(t, args[2].i);
    else
        show(t, args[1].i);
}

const ServiceMethod service_input_method_session[] = {
    { "updateSelection", updateSelection },
    { "toggleSoftInput", toggleSoftInput },
    { "viewClicked", NULL },
    { "finishInput", NULL },
    { "updateExtractedText", NULL },
    { "updateCursor", NULL },
    { "updateCursorAnchorInfo", NULL },
    { "displayCompletions", NULL },
    { "appPrivateCommand", NULL },
    { "finishSession", NULL },
    { 0 },
};

/* ---- typing ----------------------------------------------------------------------------------------------- */

/* The connection to type through; its calls only post messages to the editor's looper. */
static Object *connection(Thread *t)
{
    Object *context = kept(state(t->vm)->context);
    return context && input_become_java_thread(t) ? context : NULL;
}

static bool send_key(Thread *t, Object *context, i32 code)
{
    for (i32 action = KEY_DOWN; action <= KEY_UP; action++) {
        Object *event = input_new_key_event(t, action, code, 0, 0, SOFT_KEYBOARD_FLAGS);
        if (!event)
            return false;
        vm_call_method(t, context, "sendKeyEvent", "(Landroid/view/KeyEvent;)V", event);
    }
    return !t->exception;
}

static bool commit(Thread *t, Object *context, u32 character)
{
    char utf8[8] = { 0 };
    utf8proc_encode_char((utf8proc_int32_t)character, (utf8proc_uint8_t *)utf8);
    Object *text = vm_string_utf8(t, utf8);
    if (!text)
        return false;
    vm_call_method(t, context, "beginBatchEdit", "()V");
    vm_call_method(t, context, "commitText", "(Ljava/lang/CharSequence;I)V", text, 1);
    vm_call_method(t, context, "endBatchEdit", "()V");
    return !t->exception;
}

/* The usual keyboard sends digits as keys; an editor without a type gets nothing but keys. */
bool input_method_type(Thread *t, u32 character)
{
    enum { KEYCODE_0 = 7 };
    Object *context = connection(t);
    bool untyped = !(state(t->vm)->editor.input_type & TYPE_MASK_CLASS);
    i32 key;
    bool shift, done = false;
    if (context && character >= '0' && character <= '9')
        done = send_key(t, context, KEYCODE_0 + (i32)(character - '0'));
    else if (context && untyped && character <= 0xffff && input_key_for_character((u16)character, &key, &shift))
        done = send_key(t, context, key);
    else if (context)
        done = commit(t, context, character);
    vm_take_exception(t);
    return done;
}

bool input_method_enter(Thread *t)
{
    Object *context = connection(t);
    const Editor *e = &state(t->vm)->editor;
    i32 action = e->options & NO_ENTER_ACTION ? ACTION_NONE : e->has_label ? e->action : e->options & ACTION_MASK;
    if (!context)
        return false;
    if (!(e->input_type & TYPE_MASK_CLASS))
        send_key(t, context, KEY_ENTER);
    else if (action == ACTION_NONE)
        commit(t, context, '\n');
    else
        vm_call_method(t, context, "performEditorAction", "(I)V", action);
    return !vm_take_exception(t);
}

bool input_method_delete(Thread *t)
{
    InputMethod *m = state(t->vm);
    Object *context = connection(t);
    if (!context)
        return false;
    i32 start = MIN(m->selection_start, m->selection_end), end = MAX(m->selection_start, m->selection_end);
    if (!(m->editor.input_type & TYPE_MASK_CLASS)) {
        send_key(t, context, KEY_DEL);
    } else {
        if (end > start)
            vm_call_method(t, context, "setSelection", "(II)V", end, end);
        vm_call_method(t, context, "deleteSurroundingText", "(II)V", end > start ? end - start : 1, 0);
    }
    return !vm_take_exception(t);
}

/* The app has handled a character, and drawn it, before the next one comes: as with any fingers. */
static void rest(Thread *t)
{
    vm_block(t, NULL, NULL, vm_nanos(t->vm) + KEY_INTERVAL_MS * 1000000LL, false);
}

bool input_text(Thread *t, const char *utf8)
{
    const u8 *p = (const u8 *)utf8;
    const Editor *e = input_method_editor(t->vm);
    if (!e || !(e->input_type & TYPE_MASK_CLASS))
        return false;
    for (utf8proc_int32_t c; *p;) {
        utf8proc_ssize_t used = utf8proc_iterate(p, -1, &c);
        if (used < 1 || !(c == '\n' ? input_method_enter(t) : input_method_type(t, (u32)c)))
            return false;
        p += used;
        rest(t);
    }
    return true;
}

bool input_method_takes_key(Thread *t, const Object *key_event)
{
    static FieldRef code = FIELD("android/view/KeyEvent", "mKeyCode", "I"), action = FIELD("android/view/KeyEvent", "mAction", "I");
    if (GET_INT(t, key_event, &code) != KEY_BACK || !state(t->vm)->shown)
        return false;
    if (GET_INT(t, key_event, &action) == KEY_UP)
        hide(t, 0);
    return true;
}
