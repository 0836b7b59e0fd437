/*
 * The window service as the app sees it: IWindowManager and IWindowSession. The
 * windows themselves are in window_list.c, their places in window_layout.c, what
 * is drawn in them in window_surface.c.
 */
#include "android/window.h"

#include "android/activity.h"
#include "android/graphics_region.h"
#include "android/input.h"
#include "android/natives.h"
#include "android/package.h"
#include "android/profile.h"
#include "android/screen.h"
#include "android/services.h"

/* ---- reading and writing Java's structures ----------------------------------------------------- */

#define PARAMS "android/view/WindowManager$LayoutParams"
#define RECT "android/graphics/Rect"

static FieldRef rect_fields[] = { FIELD(RECT, "left", "I"), FIELD(RECT, "top", "I"), FIELD(RECT, "right", "I"), FIELD(RECT, "bottom", "I") };

static void set_rect(Thread *t, Object *rect, const RectI *r)
{
    const i32 values[] = { r->left, r->top, r->right, r->bottom };
    for (size_t i = 0; rect && i < COUNT_OF(values); i++)
        SET_INT(t, rect, &rect_fields[i], values[i]);
}

static RectI get_rect(Thread *t, const Object *rect)
{
    if (!rect)
        return (RectI){ 0 };
    return (RectI){ GET_INT(t, rect, &rect_fields[0]), GET_INT(t, rect, &rect_fields[1]), GET_INT(t, rect, &rect_fields[2]), GET_INT(t, rect, &rect_fields[3]) };
}

static void read_attributes(Thread *t, WindowAttributes *a, const Object *params)
{
    static FieldRef type = FIELD(PARAMS, "type", "I"), flags = FIELD(PARAMS, "flags", "I"), x = FIELD(PARAMS, "x", "I"), y = FIELD(PARAMS, "y", "I");
    static FieldRef width = FIELD(PARAMS, "width", "I"), height = FIELD(PARAMS, "height", "I"), gravity = FIELD(PARAMS, "gravity", "I");
    static FieldRef soft_input = FIELD(PARAMS, "softInputMode", "I"), features = FIELD(PARAMS, "inputFeatures", "I");
    static FieldRef system_ui = FIELD(PARAMS, "systemUiVisibility", "I"), subtree_ui = FIELD(PARAMS, "subtreeSystemUiVisibility", "I");
    static FieldRef h_margin = FIELD(PARAMS, "horizontalMargin", "F"), v_margin = FIELD(PARAMS, "verticalMargin", "F");
    static FieldRef dim = FIELD(PARAMS, "dimAmount", "F"), insets = FIELD(PARAMS, "surfaceInsets", NULL);
    *a = (WindowAttributes){
        .type = GET_INT(t, params, &type), .flags = GET_INT(t, params, &flags), .x = GET_INT(t, params, &x), .y = GET_INT(t, params, &y),
        .width = GET_INT(t, params, &width), .height = GET_INT(t, params, &height), .gravity = GET_INT(t, params, &gravity),
        .soft_input = GET_INT(t, params, &soft_input), .input_features = GET_INT(t, params, &features),
        .system_ui = GET_INT(t, params, &system_ui) | GET_INT(t, params, &subtree_ui), .horizontal_margin = GET_FLOAT(t, params, &h_margin),
        .vertical_margin = GET_FLOAT(t, params, &v_margin), .dim_amount = GET_FLOAT(t, params, &dim),
        .surface_insets = get_rect(t, GET_REF(t, params, &insets)),
    };
    /* What the platform's policy adds of its own. */
    if (a->type == TYPE_SYSTEM_OVERLAY || a->type == TYPE_SECURE_SYSTEM_OVERLAY) {
        a->flags |= FLAG_NOT_FOCUSABLE | FLAG_NOT_TOUCHABLE;
        a->flags &= ~FLAG_WATCH_OUTSIDE_TOUCH;
    }
    if (a->flags & FLAG_DRAWS_SYSTEM_BAR_BACKGROUNDS)
        a->system_ui |= UI_LAYOUT_FULLSCREEN | UI_LAYOUT_HIDE_NAVIGATION;
}

/* What the app says of the bars counts when it knows what the phone last did to them. */
static void change_attributes(Thread *t, Window *w, const Object *params, i32 sequence)
{
    static FieldRef listeners = FIELD(PARAMS, "hasSystemUiListeners", "Z");
    i32 before = w->attributes.system_ui;
    read_attributes(t, &w->attributes, params);
    if (sequence != w->sequence)
        w->attributes.system_ui = before;
    w->has_ui_listeners = FIELD_AT(params, u8, field_offset(t, &listeners));
}

/* ---- IWindowManager ------------------------------------------------------------------------------- */

static void openSession(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = service_object(t, "android/view/IWindowSession");
}

/* Animations last as long as the app says: in virtual time they cost nothing. */
static void animator_scale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->f = 1;
}

static void yes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

static void rotation(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = screen_rotation(t->vm);
}

/* void getInitialDisplaySize(int display, Point out) */
static void getInitialDisplaySize(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static FieldRef x = FIELD("android/graphics/Point", "x", "I"), y = FIELD("android/graphics/Point", "y", "I");
    if (!args[2].l)
        return;
    SET_INT(t, args[2].l, &x, SCREEN_WIDTH);
    SET_INT(t, args[2].l, &y, SCREEN_HEIGHT);
}

static void getInitialDisplayDensity(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = SCREEN_DENSITY;
}

static void setInTouchMode(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    window_set_touch_mode(t->vm, args[1].i);
}

const ServiceMethod service_window[] = {
    { "openSession", openSession },
    { "getCurrentAnimatorScale", animator_scale },
    { "getAnimationScale", animator_scale },
    { "hasNavigationBar", yes },
    { "getRotation", rotation },
    { "watchRotation", rotation },
    { "removeRotationWatcher", NULL },
    { "getPreferredOptionsPanelGravity", NULL },
    { "getInitialDisplaySize", getInitialDisplaySize },
    { "getBaseDisplaySize", getInitialDisplaySize },
    { "getInitialDisplayDensity", getInitialDisplayDensity },
    { "getBaseDisplayDensity", getInitialDisplayDensity },
    { "setInTouchMode", setInTouchMode },
    { "inputMethodClientHasFocus", yes },
    { "isKeyguardLocked", NULL },
    { "isKeyguardSecure", NULL },
    { "inKeyguardRestrictedInputMode", NULL },
    { "isRotationFrozen", NULL },
    { "isSafeModeEnabled", NULL },
    { "closeSystemDialogs", NULL },
    { "overridePendingAppTransition", NULL },
    { "dismissKeyguard", NULL },
    { "disableKeyguard", NULL },
    { "reenableKeyguard", NULL },
    { 0 },
};

/* ---- adding a window --------------------------------------------------------------------------------- */

enum {
    ADDED = 0, BAD_APP_TOKEN = -1, BAD_SUBWINDOW_TOKEN = -2, NOT_APP_TOKEN = -3, DUPLICATE_ADD = -5, PERMISSION_DENIED = -8, INVALID_DISPLAY = -9, INVALID_TYPE = -10,
};

static bool has_permission(Thread *t, const char *permission)
{
    Object *service = service_object(t, "android/content/pm/IPackageManager");
    return service && vm_call_method(t, service, "checkPermission", "(Ljava/lang/String;Ljava/lang/String;I)I", vm_string_utf8(t, permission),
                                     vm_string_utf8(t, package_name(t->vm)), 0).i == 0;
}

static i32 check_type(Thread *t, i32 type)
{
    switch (type) {
    case TYPE_TOAST: case TYPE_INPUT_METHOD: case TYPE_WALLPAPER: case 2023: case 2030: case 2031: case 2032:
        return ADDED;
    case TYPE_PHONE: case TYPE_SYSTEM_ALERT: case TYPE_SYSTEM_OVERLAY: case TYPE_PRIORITY_PHONE: case TYPE_SYSTEM_ERROR:
        return has_permission(t, "android.permission.SYSTEM_ALERT_WINDOW") ? ADDED : PERMISSION_DENIED;
    default:
        if ((type >= TYPE_BASE_APPLICATION && type <= LAST_APPLICATION_WINDOW) || (type >= FIRST_SUB_WINDOW && type <= LAST_SUB_WINDOW))
            return ADDED;
        return type >= FIRST_SYSTEM_WINDOW && type <= LAST_SYSTEM_WINDOW ? PERMISSION_DENIED : INVALID_TYPE;
    }
}

/* Finds what the window belongs to: its activity, or the window that it is a part of. */
static i32 attach(Thread *t, Window *w, Object *token)
{
    i32 type = w->attributes.type;
    if (type >= FIRST_SUB_WINDOW && type <= LAST_SUB_WINDOW) {
        w->parent = token ? window_of_client(t->vm, token) : NULL;
        if (!w->parent || w->parent->parent)
            return BAD_SUBWINDOW_TOKEN;
        w->token = w->parent->token;
        return ADDED;
    }
    if (type > LAST_APPLICATION_WINDOW)
        return type == TYPE_INPUT_METHOD || type == TYPE_WALLPAPER || (type >= 2031 && type <= 2032) || type == 2023 ? BAD_APP_TOKEN : ADDED;
    if (!token || !activity_token_alive(t->vm, token))
        return token && window_of_client(t->vm, token) ? NOT_APP_TOKEN : BAD_APP_TOKEN;
    window_add_token(t, token);
    w->token = window_token(t->vm, token);
    return ADDED;
}

/* int addToDisplay(IWindow, int seq, LayoutParams, int visibility, int display, Rect content, Rect stable, …) */
static i32 add(Thread *t, const Slot *args, Object *content, Object *stable, Object *channel)
{
    enum { VISIBLE = 0, IN_TOUCH_MODE = 1, APP_VISIBLE = 2, NO_INPUT_CHANNEL = 2 };
    static FieldRef token = FIELD(PARAMS, "token", NULL);
    Object *params = args[3].l;
    Window w = { .visible = args[4].i == VISIBLE };
    read_attributes(t, &w.attributes, params);
    i32 status = check_type(t, w.attributes.type);
    if (status == ADDED && window_of_client(t->vm, args[1].l))
        status = DUPLICATE_ADD;
    if (status == ADDED)
        status = attach(t, &w, GET_REF(t, params, &token));
    if (status != ADDED || t->exception)
        return status;
    window_add_bars(t);
    Window *added = xcalloc(1, sizeof *added);
    *added = w;
    added->client = vm_root_add(t->vm, args[1].l);
    added->title = vm_string_to_utf8(vm_call_method(t, vm_call_method(t, params, "getTitle", "()Ljava/lang/CharSequence;").l, "toString", "()Ljava/lang/String;").l);
    added->serial = window_next_serial(t->vm);
    if (channel && !(w.attributes.input_features & NO_INPUT_CHANNEL))
        added->channel = input_channel_open(t, channel, added->title ? added->title : "window");
    window_insert(t->vm, added);
    RectI content_insets, stable_insets;
    window_inset_hint(t->vm, &added->attributes, &content_insets, &stable_insets);
    set_rect(t, content, &content_insets);
    set_rect(t, stable, &stable_insets);
    bool app_visible = !added->token || !added->token->hidden;
    window_update_focus(t);
    return (window_in_touch_mode(t->vm) ? IN_TOUCH_MODE : 0) | (app_visible ? APP_VISIBLE : 0);
}

static void addToDisplay(Thread *t, const Slot *args, Slot *result)
{
    result->i = args[5].i ? INVALID_DISPLAY : add(t, args, args[6].l, args[7].l, args[9].l);
}

static void addToDisplayWithoutInputChannel(Thread *t, const Slot *args, Slot *result)
{
    result->i = args[5].i ? INVALID_DISPLAY : add(t, args, args[6].l, args[7].l, NULL);
}

/* The older forms have no display. */
static void add_window(Thread *t, const Slot *args, Slot *result)
{
    result->i = add(t, args, args[5].l, args[6].l, args[7].l);
}

static void addWithoutInputChannel(Thread *t, const Slot *args, Slot *result)
{
    result->i = add(t, args, args[5].l, args[6].l, NULL);
}

/* ---- laying out and removing ------------------------------------------------------------------------------ */

static void answer_frames(Thread *t, Window *w, const Slot *args)
{
    const WindowFrames f = w->reported = w->frames;
    const RectI *const rects[] = { &f.frame, &f.overscan_insets, &f.content_insets, &f.visible_insets, &f.stable_insets, &(RectI){ 0 } };
    for (size_t i = 0; i < COUNT_OF(rects); i++)
        set_rect(t, args[8 + i].l, rects[i]);
}

/*
 * int relayout(IWindow, int seq, LayoutParams, int width, int height, int visibility, int flags, Rect frame,
 *   Rect overscan, Rect content, Rect visible, Rect stable, Rect outsets, Configuration, Surface)
 */
static void relayout(Thread *t, const Slot *args, Slot *result)
{
    enum { VISIBLE = 0, IN_TOUCH_MODE = 1, FIRST_TIME = 2 };
    Window *w = window_of_client(t->vm, args[1].l);
    Object *surface = args[15].l;
    if (!w)
        return;
    if (args[3].l)
        change_attributes(t, w, args[3].l, args[2].i);
    bool was_shown = window_is_shown(w);
    w->requested_width = args[4].i;
    w->requested_height = args[5].i;
    w->visible = args[6].i == VISIBLE;
    w->laid_out = true;
    window_layout_all(t, w, NULL);
    if (t->exception || !(w = window_of_client(t->vm, args[1].l)))
        return;
    answer_frames(t, w, args);
    if (w->visible && !window_give_surface(t, w, surface))
        return;
    if (!w->visible && surface)
        vm_call_method(t, surface, "release", "()V");
    bool first = !was_shown && window_is_shown(w);
    if (!t->exception)
        window_update_focus(t);
    if (!t->exception)
        window_update_system_ui(t);
    result->i = (window_in_touch_mode(t->vm) ? IN_TOUCH_MODE : 0) | (first ? FIRST_TIME : 0);
}

static void remove_window(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Window *w = window_of_client(t->vm, args[1].l);
    if (w)
        window_remove(t, w);
}

/* ---- smaller questions --------------------------------------------------------------------------------------- */

static void getInTouchMode(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = window_in_touch_mode(t->vm);
}

/* void getDisplayFrame(IWindow, Rect out) */
static void getDisplayFrame(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Window *w = window_of_client(t->vm, args[1].l);
    set_rect(t, args[2].l, w ? &w->frames.display : &(RectI){ 0 });
}

/* void setInsets(IWindow, int touchable, Rect content, Rect visible, Region touchableRegion) */
static void setInsets(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static FieldRef native_region = FIELD("android/graphics/Region", "mNativeRegion", "J");
    Window *w = window_of_client(t->vm, args[1].l);
    if (!w)
        return;
    w->touchable = (TouchableInsets)args[2].i;
    w->given_content = get_rect(t, args[3].l);
    w->given_visible = get_rect(t, args[4].l);
    if (w->touchable_region)
        cairo_region_destroy(w->touchable_region);
    const Region *region = args[5].l ? peer(GET_LONG(t, args[5].l, &native_region)) : NULL;
    w->touchable_region = region ? cairo_region_copy(region->set) : NULL;
}

/* IWindowId getWindowId(IBinder window): never null for a window that is there */
static void getWindowId(Thread *t, const Slot *args, Slot *result)
{
    Window *w = window_of_client(t->vm, args[1].l);
    if (!w)
        return;
    Object *id = w->id ? ref_object(*w->id) : service_new_object(t, "android/view/IWindowId");
    if (id && !w->id)
        w->id = vm_root_add(t->vm, id);
    result->l = id;
}

const ServiceMethod service_window_session[] = {
    { "addToDisplay", addToDisplay },
    { "addToDisplayWithoutInputChannel", addToDisplayWithoutInputChannel },
    { "add", add_window },
    { "addWithoutInputChannel", addWithoutInputChannel },
    { "relayout", relayout },
    { "remove", remove_window },
    { "getInTouchMode", getInTouchMode },
    { "setInTouchMode", setInTouchMode },
    { "finishDrawing", NULL },
    { "getDisplayFrame", getDisplayFrame },
    { "setInsets", setInsets },
    { "getWindowId", getWindowId },
    { "onRectangleOnScreenRequested", NULL },
    { "performHapticFeedback", NULL },
    { "performDeferredDestroy", NULL },
    { "setTransparentRegion", NULL },
    { "pokeDrawLock", NULL },
    { "setWallpaperPosition", NULL },
    { "wallpaperOffsetsComplete", NULL },
    { 0 },
};
