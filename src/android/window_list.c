/*
 * The windows in their order, the tokens they belong to, and the focus.
 *
 * The order is the platform's: by the layer of the window's type; among the app's
 * windows by activity, and in an activity its own window below its dialogs, even
 * when a dialog came first; sub-windows lie around their parent. See window.h.
 */
#include "android/window.h"

#include "android/input.h"
#include "android/natives.h"

#include <cairo.h>

typedef struct Windows {
    Window *bottom;
    Window *focused;
    WindowToken *tokens;            /* the lowest */
    WindowToken *focused_token;     /* NULL: the highest */
    u32 serial;
    bool key_mode;                  /* not in touch mode */
} Windows;

static Windows *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_WINDOWS);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Windows));
    return *slot;
}

Window *window_bottom(Vm *vm)
{
    return state(vm)->bottom;
}

u32 window_next_serial(Vm *vm)
{
    return ++state(vm)->serial;
}

Window *window_of_client(Vm *vm, const Object *client)
{
    for (Window *w = state(vm)->bottom; w; w = w->next)
        if (w->client && ref_object(*w->client) == client)
            return w;
    return NULL;
}

Window *window_find_type(Vm *vm, i32 type)
{
    for (Window *w = state(vm)->bottom; w; w = w->next)
        if (w->attributes.type == type)
            return w;
    return NULL;
}

/* ---- the order ------------------------------------------------------------------------------- */

static const struct { i32 type, layer; } layers[] = {
    { TYPE_WALLPAPER, 2 }, { TYPE_PHONE, 3 }, { 2001, 4 }, { 2033, 4 }, { 2031, 5 }, { 2022, 6 }, { 2008, 7 }, { TYPE_TOAST, 8 }, { TYPE_PRIORITY_PHONE, 9 },
    { 2023, 10 }, { TYPE_SYSTEM_ALERT, 11 }, { TYPE_INPUT_METHOD, 12 }, { 2012, 13 }, { 2029, 14 }, { 2017, 15 }, { TYPE_STATUS_BAR, 16 }, { 2014, 17 },
    { 2009, 18 }, { 2020, 19 }, { TYPE_SYSTEM_OVERLAY, 20 }, { TYPE_NAVIGATION_BAR, 21 }, { 2024, 22 }, { TYPE_SYSTEM_ERROR, 23 },
};

static i32 layer_of(const Window *w)
{
    for (size_t i = 0; i < COUNT_OF(layers); i++)
        if (layers[i].type == w->attributes.type)
            return layers[i].layer;
    return 2;
}

/* Panel, media, sub-panel, attached dialog, media overlay, above sub-panel: media lies below its parent. */
static i32 sub_layer(const Window *w)
{
    static const i32 sub_layers[] = { 1, -2, 2, 1, -1, 3 };
    u32 kind = (u32)(w->attributes.type - FIRST_SUB_WINDOW);
    return !w->parent ? 0 : kind < COUNT_OF(sub_layers) ? sub_layers[kind] : 1;
}

static i32 token_order(Vm *vm, const WindowToken *token)
{
    i32 order = 0;
    for (const WindowToken *k = state(vm)->tokens; k && token; k = k->next, order++)
        if (k == token)
            return order;
    return -1;
}

static i32 compare_roots(Vm *vm, const Window *a, const Window *b)
{
    i32 order = layer_of(a) - layer_of(b);
    if (!order)
        order = token_order(vm, a->token) - token_order(vm, b->token);
    if (!order)
        order = (b->attributes.type == TYPE_BASE_APPLICATION) - (a->attributes.type == TYPE_BASE_APPLICATION);
    return order ? order : (i32)(a->serial - b->serial);
}

/* Above zero: a lies above b. */
static i32 compare(Vm *vm, const Window *a, const Window *b)
{
    const Window *root_a = a->parent ? a->parent : a, *root_b = b->parent ? b->parent : b;
    if (root_a != root_b)
        return compare_roots(vm, root_a, root_b);
    i32 order = sub_layer(a) - sub_layer(b);
    return order ? order : (i32)(a->serial - b->serial);
}

void window_insert(Vm *vm, Window *w)
{
    Window **link = &state(vm)->bottom;
    while (*link && compare(vm, w, *link) > 0)
        link = &(*link)->next;
    w->next = *link;
    *link = w;
}

void window_sort(Vm *vm)
{
    Window *all = state(vm)->bottom;
    state(vm)->bottom = NULL;
    while (all) {
        Window *w = all;
        all = w->next;
        window_insert(vm, w);
    }
}

/* ---- tokens ------------------------------------------------------------------------------------ */

WindowToken *window_token(Vm *vm, const Object *token)
{
    for (WindowToken *k = state(vm)->tokens; k; k = k->next)
        if (ref_object(*k->object) == token)
            return k;
    return NULL;
}

static void put_on_top(Vm *vm, WindowToken *token)
{
    WindowToken **end = &state(vm)->tokens;
    while (*end)
        end = &(*end)->next;
    token->next = NULL;
    *end = token;
}

static void take_out(Vm *vm, const WindowToken *token)
{
    for (WindowToken **link = &state(vm)->tokens; *link; link = &(*link)->next) {
        if (*link == token) {
            *link = token->next;
            return;
        }
    }
}

void window_add_token(Thread *t, Object *token)
{
    if (window_token(t->vm, token))
        return;
    WindowToken *k = xcalloc(1, sizeof *k);
    k->object = vm_root_add(t->vm, token);
    put_on_top(t->vm, k);
}

void window_move_token_to_top(Thread *t, const Object *token)
{
    WindowToken *k = window_token(t->vm, token);
    if (!k)
        return;
    take_out(t->vm, k);
    put_on_top(t->vm, k);
    window_sort(t->vm);
}

/* Java code may remove windows while it runs: the clients are gathered first. */
static u32 clients_of(Vm *vm, const WindowToken *token, Object **out, u32 room)
{
    u32 count = 0;
    for (const Window *w = state(vm)->bottom; w && count < room; w = w->next)
        if (w->client && (!token || w->token == token))
            out[count++] = ref_object(*w->client);
    return count;
}

enum { MOST_WINDOWS = 256 };

void window_set_token_visible(Thread *t, const Object *token, bool visible)
{
    WindowToken *k = window_token(t->vm, token);
    if (!k || k->hidden == !visible)
        return;
    k->hidden = !visible;
    Object *clients[MOST_WINDOWS];
    u32 count = clients_of(t->vm, k, clients, MOST_WINDOWS);
    for (u32 i = 0; i < count && !t->exception; i++)
        vm_call_method(t, clients[i], "dispatchAppVisibility", "(Z)V", visible);
    window_layout_all(t, NULL, NULL);
    window_update_focus(t);
}

void window_redraw_all(Thread *t)
{
    Object *clients[MOST_WINDOWS];
    u32 count = clients_of(t->vm, NULL, clients, MOST_WINDOWS);
    for (u32 i = 0; i < count && !t->exception; i++)
        vm_call_method(t, clients[i], "dispatchGetNewSurface", "()V");
}

static Window *window_with_token(Vm *vm, const WindowToken *token)
{
    for (Window *w = state(vm)->bottom; w; w = w->next)
        if (w->token == token)
            return w;
    return NULL;
}

void window_remove_token(Thread *t, const Object *token)
{
    WindowToken *k = window_token(t->vm, token);
    if (!k)
        return;
    for (Window *w; (w = window_with_token(t->vm, k));)
        window_remove(t, w);
    take_out(t->vm, k);
    if (state(t->vm)->focused_token == k)
        state(t->vm)->focused_token = NULL;
    vm_root_remove(t->vm, k->object);
    free(k);
}

void window_focus_token(Thread *t, const Object *token)
{
    state(t->vm)->focused_token = token ? window_token(t->vm, token) : NULL;
    window_update_focus(t);
}

/* ---- what is shown, touched, focused -------------------------------------------------------------- */

/* Also true of one that was added and not laid out yet: it may have the focus. */
static bool visible_or_adding(const Window *w)
{
    for (; w; w = w->parent)
        if (!w->visible || (w->token && w->token->hidden))
            return false;
    return true;
}

bool window_is_shown(const Window *w)
{
    return w->laid_out && visible_or_adding(w) && (!w->parent || w->parent->laid_out);
}

Window *window_focused(Vm *vm)
{
    return state(vm)->focused;
}

static bool takes_focus(Vm *vm, const Window *w)
{
    const WindowToken *focused = state(vm)->focused_token;
    if (!w->client || w->attributes.flags & FLAG_NOT_FOCUSABLE || !visible_or_adding(w))
        return false;
    return !focused || !w->token || token_order(vm, w->token) >= token_order(vm, focused);
}

static void tell_focus(Thread *t, Object *client, bool focused)
{
    if (client && !t->exception)
        vm_call_method(t, client, "windowFocusChanged", "(ZZ)V", focused, window_in_touch_mode(t->vm));
}

/* The highest that wants the focus has it. */
void window_update_focus(Thread *t)
{
    Windows *all = state(t->vm);
    Window *top = NULL;
    for (Window *w = all->bottom; w; w = w->next)
        if (takes_focus(t->vm, w))
            top = w;
    if (top == all->focused)
        return;
    Object *before = all->focused ? ref_object(*all->focused->client) : NULL, *now = top ? ref_object(*top->client) : NULL;
    all->focused = top;
    tell_focus(t, before, false);
    tell_focus(t, now, true);
    window_update_system_ui(t);
    window_layout_all(t, NULL, NULL);       /* bars and keyboard follow the focus */
}

/* A phone starts in touch mode; a key that moves the focus leaves it. */
bool window_in_touch_mode(Vm *vm)
{
    return !state(vm)->key_mode;
}

void window_set_touch_mode(Vm *vm, bool touch)
{
    state(vm)->key_mode = !touch;
}

static bool contains(const RectI *r, i32 x, i32 y)
{
    return x >= r->left && x < r->right && y >= r->top && y < r->bottom;
}

static RectI inset(RectI r, const RectI *by)
{
    return (RectI){ r.left + by->left, r.top + by->top, r.right - by->right, r.bottom - by->bottom };
}

static bool touchable_at(const Window *w, i32 x, i32 y)
{
    RectI frame = w->frames.frame;
    RectI content = inset(frame, &w->given_content), visible = inset(frame, &w->given_visible);
    switch (w->touchable) {
    case TOUCHABLE_CONTENT:
        return contains(&content, x, y);
    case TOUCHABLE_VISIBLE:
        return contains(&visible, x, y);
    case TOUCHABLE_REGION:
        return w->touchable_region && cairo_region_contains_point(w->touchable_region, x - frame.left, y - frame.top);
    default:
        return contains(&frame, x, y);
    }
}

static bool takes_touch(const Window *w, i32 x, i32 y)
{
    i32 flags = w->attributes.flags;
    if (!window_is_shown(w) || flags & FLAG_NOT_TOUCHABLE)
        return false;
    return !(flags & (FLAG_NOT_FOCUSABLE | FLAG_NOT_TOUCH_MODAL)) || touchable_at(w, x, y);
}

Window *window_touched(Vm *vm, i32 x, i32 y)
{
    Window *found = NULL;
    for (Window *w = state(vm)->bottom; w; w = w->next)
        if (takes_touch(w, x, y))
            found = w;
    return found;
}

bool window_wants_outside_touch(const Window *w)
{
    return window_is_shown(w) && w->attributes.flags & FLAG_WATCH_OUTSIDE_TOUCH;
}

/* ---- coming and going --------------------------------------------------------------------------------- */

Window *window_add_own(Thread *t, i32 type, RectI (*place)(Vm *vm), void (*touch)(Thread *t, i32 action, float x, float y))
{
    Window *w = xcalloc(1, sizeof *w);
    w->attributes = (WindowAttributes){ .type = type, .flags = FLAG_NOT_FOCUSABLE };
    w->place = place;
    w->frames.frame = place(t->vm);
    w->serial = window_next_serial(t->vm);
    w->visible = w->laid_out = true;
    w->touch = touch;
    window_insert(t->vm, w);
    return w;
}

static void drop_root(Vm *vm, ObjectRef *root)
{
    if (root)
        vm_root_remove(vm, root);
}

static void forget(Vm *vm, Window *w)
{
    input_window_gone(vm, w);
    if (w->channel)
        input_channel_close(w->channel);
    drop_root(vm, w->client);
    drop_root(vm, w->id);
    window_surface_release(w->surface);
    if (w->touchable_region)
        cairo_region_destroy(w->touchable_region);
    free(w->title);
    free(w);
}

static Window *child_of(Vm *vm, const Window *parent)
{
    for (Window *w = state(vm)->bottom; w; w = w->next)
        if (w->parent == parent)
            return w;
    return NULL;
}

/* A window takes its sub-windows with it. */
static void unlink_window(Vm *vm, Window *w)
{
    for (Window *child; (child = child_of(vm, w));)
        unlink_window(vm, child);
    Windows *all = state(vm);
    for (Window **link = &all->bottom; *link; link = &(*link)->next) {
        if (*link == w) {
            *link = w->next;
            break;
        }
    }
    if (all->focused == w)
        all->focused = NULL;
    forget(vm, w);
}

void window_remove(Thread *t, Window *w)
{
    unlink_window(t->vm, w);
    window_layout_all(t, NULL, NULL);
    window_update_focus(t);
}
