/*
 * Where windows lie, by the rules of the platform's PhoneWindowManager for a phone
 * with a status bar and a navigation bar.
 *
 * From the bars, and the soft keyboard while it is shown, come a few nested areas
 * (Areas). A window's flags choose from them: the frame of its parent, in which it
 * is placed by size and gravity; the frame in which it must fit; and those of its
 * content, of what stays visible, and of what is stable, whose distances to the
 * window's own frame are the insets that the app is told. See window.h.
 */
#include "android/window.h"

#include "android/configuration.h"
#include "android/natives.h"
#include "android/profile.h"
#include "android/screen.h"

enum { MATCH_PARENT = -1, NO_LIMIT = 10000 };

typedef struct Areas {
    RectI unrestricted;             /* all of the screen */
    RectI restricted;               /* without the navigation bar */
    RectI stable;                   /* without both bars, whether shown or not */
    RectI stable_fullscreen;        /* without the navigation bar, whether shown or not */
    RectI dock;                     /* without the bars that are shown: where the keyboard may lie */
    RectI content;                  /* and without the keyboard */
} Areas;

static RectI intersect(RectI a, RectI b)
{
    return (RectI){ MAX(a.left, b.left), MAX(a.top, b.top), MIN(a.right, b.right), MIN(a.bottom, b.bottom) };
}

/* ---- bars ---------------------------------------------------------------------------------------- */

/* The highest window of an activity that fills the screen decides about the bars. */
static const Window *top_fullscreen(Vm *vm)
{
    const Window *top = NULL;
    for (const Window *w = window_bottom(vm); w; w = w->next)
        if (w->attributes.type <= LAST_APPLICATION_WINDOW && w->client && window_is_shown(w) && w->attributes.width == MATCH_PARENT && w->attributes.height == MATCH_PARENT)
            top = w;
    return top;
}

bool window_status_bar_shown(Vm *vm)
{
    const Window *top = top_fullscreen(vm);
    return !top || !(top->attributes.flags & FLAG_FULLSCREEN || top->attributes.system_ui & UI_FULLSCREEN);
}

/* The window with the focus says whether the navigation bar goes. */
static bool navigation_bar_shown(Vm *vm)
{
    const Window *w = window_focused(vm);
    return !w || !(w->attributes.system_ui & UI_HIDE_NAVIGATION);
}

static RectI navigation_bar_place(Vm *vm)
{
    i32 width = screen_width(vm), height = screen_height(vm);
    return screen_is_landscape(vm) ? (RectI){ screen_app_width(vm), 0, width, height } : (RectI){ 0, screen_app_height(vm), width, height };
}

RectI window_navigation_bar(Vm *vm)
{
    return navigation_bar_shown(vm) ? navigation_bar_place(vm) : (RectI){ 0 };
}

static RectI without_bar(RectI r, RectI bar)
{
    if (bar.left > 0)
        r.right = MIN(r.right, bar.left);
    else
        r.bottom = MIN(r.bottom, bar.top);
    return r;
}

static Areas areas_now(Vm *vm)
{
    Areas a = { .unrestricted = { 0, 0, screen_width(vm), screen_height(vm) } };
    RectI bar = navigation_bar_place(vm);
    a.stable_fullscreen = without_bar(a.unrestricted, bar);
    a.stable = a.stable_fullscreen;
    a.stable.top = STATUS_BAR;
    a.restricted = navigation_bar_shown(vm) ? a.stable_fullscreen : a.unrestricted;
    a.dock = a.restricted;
    if (window_status_bar_shown(vm))
        a.dock.top = STATUS_BAR;
    a.content = a.dock;
    const Window *keyboard = window_find_type(vm, TYPE_INPUT_METHOD);
    if (keyboard && keyboard->frames.frame.bottom)
        a.content.bottom = MIN(a.content.bottom, keyboard->frames.frame.top);
    return a;
}

/* ---- which area serves for what ---------------------------------------------------------------------- */

typedef struct Choice {
    RectI parent, display, overscan, content, visible;
} Choice;

static RectI by_adjust(const WindowAttributes *a, const Areas *areas)
{
    return (a->soft_input & ADJUST_MASK) == ADJUST_RESIZE ? areas->content : areas->dock;
}

static RectI visible_by_adjust(const WindowAttributes *a, const Areas *areas, RectI content)
{
    return (a->soft_input & ADJUST_MASK) == ADJUST_NOTHING ? content : areas->content;
}

static RectI stable_content(const WindowAttributes *a, const Areas *areas, RectI content)
{
    if (!(a->system_ui & UI_LAYOUT_STABLE))
        return content;
    return intersect(content, a->flags & FLAG_FULLSCREEN ? areas->stable_fullscreen : areas->stable);
}

static bool is_apps(const WindowAttributes *a)
{
    return a->type <= LAST_SUB_WINDOW;
}

/* A sub-window lies in what its parent shows. */
static Choice choose_attached(const Window *w, const Areas *areas, bool inset_decor)
{
    const WindowAttributes *a = &w->attributes;
    const WindowFrames *parent = &w->parent->frames;
    Choice c;
    if ((a->soft_input & ADJUST_MASK) == ADJUST_RESIZE)
        c.content = intersect(parent->content, areas->content);
    else
        c.content = a->flags & FLAG_LAYOUT_ATTACHED_IN_DECOR ? parent->content : parent->overscan;
    c.display = inset_decor ? parent->display : c.content;
    c.overscan = inset_decor ? parent->overscan : c.content;
    c.visible = parent->visible;
    c.parent = a->flags & FLAG_LAYOUT_IN_SCREEN ? c.display : parent->frame;
    return c;
}

/* A usual activity: under the bars, told by how much they cover it. */
static Choice choose_inset_decor(const WindowAttributes *a, const Areas *areas)
{
    bool over_navigation = is_apps(a) && (a->flags & FLAG_LAYOUT_IN_OVERSCAN || a->system_ui & UI_LAYOUT_HIDE_NAVIGATION);
    Choice c = { .overscan = areas->unrestricted };
    c.parent = c.display = over_navigation ? areas->unrestricted : areas->restricted;
    c.content = stable_content(a, areas, a->flags & FLAG_FULLSCREEN ? areas->restricted : by_adjust(a, areas));
    c.visible = visible_by_adjust(a, areas, c.content);
    return c;
}

static Choice choose_in_screen(const WindowAttributes *a, const Areas *areas)
{
    bool over_navigation = (is_apps(a) && (a->flags & FLAG_LAYOUT_IN_OVERSCAN || a->system_ui & UI_LAYOUT_HIDE_NAVIGATION))
                           || (a->type == TYPE_TOAST && a->system_ui & UI_LAYOUT_HIDE_NAVIGATION);
    Choice c;
    c.parent = c.display = c.overscan = over_navigation ? areas->unrestricted : areas->restricted;
    c.content = stable_content(a, areas, c.parent);
    c.visible = visible_by_adjust(a, areas, c.content);
    return c;
}

static Choice choose_inside(const WindowAttributes *a, const Areas *areas)
{
    if (a->type == TYPE_TOAST || a->type == TYPE_SYSTEM_ALERT)
        return (Choice){ areas->stable, areas->stable, areas->stable, areas->stable, areas->stable };
    RectI content = by_adjust(a, areas);
    return (Choice){ areas->content, content, content, content, visible_by_adjust(a, areas, content) };
}

static Choice choose(const Window *w, const Areas *areas)
{
    const WindowAttributes *a = &w->attributes;
    bool in_screen = a->flags & FLAG_LAYOUT_IN_SCREEN, inset_decor = in_screen && a->flags & FLAG_LAYOUT_INSET_DECOR;
    Choice c;
    if (inset_decor)
        c = w->parent ? choose_attached(w, areas, true) : choose_inset_decor(a, areas);
    else if (in_screen || a->system_ui & (UI_LAYOUT_FULLSCREEN | UI_LAYOUT_HIDE_NAVIGATION))
        c = choose_in_screen(a, areas);
    else
        c = w->parent ? choose_attached(w, areas, false) : choose_inside(a, areas);
    if (a->flags & FLAG_LAYOUT_NO_LIMITS && a->type != TYPE_SYSTEM_ERROR)
        c.display = c.overscan = c.content = c.visible = (RectI){ -NO_LIMIT, -NO_LIMIT, NO_LIMIT, NO_LIMIT };
    return c;
}

/* ---- gravity --------------------------------------------------------------------------------------------- */

enum { AXIS_PULL_BEFORE = 2, AXIS_PULL_AFTER = 4, AXIS_CLIP = 8, VERTICAL_SHIFT = 4, CLIP_HORIZONTAL = 0x01000000, CLIP_VERTICAL = 0x10000000 };

/* One axis of android.view.Gravity.apply. */
static void place_axis(i32 gravity, i32 size, i32 start, i32 end, i32 offset, i32 *from, i32 *to)
{
    switch (gravity & (AXIS_PULL_BEFORE | AXIS_PULL_AFTER)) {
    case 0:
        *from = start + (end - start - size) / 2 + offset;
        *to = *from + size;
        break;
    case AXIS_PULL_BEFORE:
        *from = start + offset;
        *to = *from + size;
        break;
    case AXIS_PULL_AFTER:
        *to = end - offset;
        *from = *to - size;
        break;
    default:
        *from = start + offset;
        *to = end + offset;
        return;
    }
    if (gravity & AXIS_CLIP) {
        *from = MAX(*from, start);
        *to = MIN(*to, end);
    }
}

/* One axis of applyDisplay: what sticks out is cut, or pushed back inside. */
static void fit_axis(bool clip, i32 start, i32 end, i32 *from, i32 *to)
{
    if (clip) {
        *from = MAX(*from, start);
        *to = MIN(*to, end);
        return;
    }
    i32 offset = *from < start ? start - *from : *to > end ? end - *to : 0;
    if (!offset)
        return;
    if (*to - *from > end - start) {
        *from = start;
        *to = end;
    } else {
        *from += offset;
        *to += offset;
    }
}

static RectI place(const Window *w, const Choice *c)
{
    const WindowAttributes *a = &w->attributes;
    i32 room_x = c->parent.right - c->parent.left, room_y = c->parent.bottom - c->parent.top;
    bool scaled = a->flags & FLAG_SCALED;
    i32 width = scaled ? (a->width < 0 ? room_x : a->width) : a->width == MATCH_PARENT ? room_x : w->requested_width;
    i32 height = scaled ? (a->height < 0 ? room_y : a->height) : a->height == MATCH_PARENT ? room_y : w->requested_height;
    RectI r;
    place_axis(a->gravity, width, c->parent.left, c->parent.right, (i32)((float)a->x + a->horizontal_margin * (float)room_x), &r.left, &r.right);
    place_axis(a->gravity >> VERTICAL_SHIFT, height, c->parent.top, c->parent.bottom, (i32)((float)a->y + a->vertical_margin * (float)room_y), &r.top, &r.bottom);
    fit_axis(a->gravity & CLIP_HORIZONTAL, c->display.left, c->display.right, &r.left, &r.right);
    fit_axis(a->gravity & CLIP_VERTICAL, c->display.top, c->display.bottom, &r.top, &r.bottom);
    return r;
}

/* ---- frames ------------------------------------------------------------------------------------------------ */

static RectI insets_of(const RectI *frame, const RectI *inner)
{
    return (RectI){ MAX(inner->left - frame->left, 0), MAX(inner->top - frame->top, 0), MAX(frame->right - inner->right, 0), MAX(frame->bottom - inner->bottom, 0) };
}

static void layout(Window *w, const Areas *areas)
{
    Choice c = choose(w, areas);
    WindowFrames *f = &w->frames;
    f->frame = place(w, &c);
    f->display = c.display;
    f->overscan = c.overscan;
    f->content = intersect(c.content, f->frame);
    f->visible = intersect(c.visible, f->frame);
    f->stable = intersect(areas->stable, f->frame);
    f->overscan_insets = insets_of(&f->frame, &c.overscan);
    f->content_insets = insets_of(&f->frame, &f->content);
    f->visible_insets = insets_of(&f->frame, &f->visible);
    f->stable_insets = insets_of(&f->frame, &f->stable);
}

void window_inset_hint(Vm *vm, const WindowAttributes *a, RectI *content, RectI *stable)
{
    *content = *stable = (RectI){ 0 };
    if (!(a->flags & FLAG_LAYOUT_IN_SCREEN) || !(a->flags & FLAG_LAYOUT_INSET_DECOR))
        return;
    Areas areas = areas_now(vm);
    RectI outer = a->system_ui & UI_LAYOUT_HIDE_NAVIGATION ? areas.unrestricted : areas.restricted;
    *stable = insets_of(&outer, &areas.stable);
    if (a->system_ui & UI_LAYOUT_STABLE)
        *content = insets_of(&outer, a->flags & FLAG_FULLSCREEN ? &areas.stable_fullscreen : &areas.stable);
    else if (!(a->flags & (FLAG_FULLSCREEN | FLAG_LAYOUT_IN_OVERSCAN)))
        *content = insets_of(&outer, &areas.content);
}

/* ---- telling the app ---------------------------------------------------------------------------------------- */

static Object *new_rect(Thread *t, const RectI *r)
{
    return vm_new(t, vm_boot_class(t, "android/graphics/Rect"), "(IIII)V", r->left, r->top, r->right, r->bottom);
}

static void tell(Thread *t, Window *w, Object *configuration)
{
    const WindowFrames f = w->reported = w->frames;
    const RectI *const rects[] = { &f.frame, &f.overscan_insets, &f.content_insets, &f.visible_insets, &f.stable_insets, &(RectI){ 0 } };
    Object *made[COUNT_OF(rects)];
    for (size_t i = 0; i < COUNT_OF(rects); i++)
        if (!(made[i] = new_rect(t, rects[i])))
            return;
    vm_call_method(t, ref_object(*w->client), "resized",
                   "(Landroid/graphics/Rect;Landroid/graphics/Rect;Landroid/graphics/Rect;Landroid/graphics/Rect;Landroid/graphics/Rect;"
                   "Landroid/graphics/Rect;ZLandroid/content/res/Configuration;)V",
                   made[0], made[1], made[2], made[3], made[4], made[5], 0, configuration);
}

static bool same(const RectI *a, const RectI *b)
{
    return a->left == b->left && a->top == b->top && a->right == b->right && a->bottom == b->bottom;
}

static bool has_news(const Window *w)
{
    const WindowFrames *now = &w->frames, *told = &w->reported;
    return !same(&now->frame, &told->frame) || !same(&now->content_insets, &told->content_insets) || !same(&now->visible_insets, &told->visible_insets)
        || !same(&now->stable_insets, &told->stable_insets) || !same(&now->overscan_insets, &told->overscan_insets);
}

/* Parents before the sub-windows that lie in them, whatever lies above. */
static void layout_generation(Vm *vm, const Areas *areas, bool children)
{
    for (Window *w = window_bottom(vm); w; w = w->next)
        if (w->client && !w->parent == !children)
            layout(w, areas);
}

static Window *next_with_news(Vm *vm, const Window *quiet)
{
    for (Window *w = window_bottom(vm); w; w = w->next)
        if (w != quiet && w->client && window_is_shown(w) && has_news(w))
            return w;
    return NULL;
}

static void place_own(Vm *vm)
{
    for (Window *w = window_bottom(vm); w; w = w->next)
        if (w->place)
            w->frames.frame = w->place(vm);
}

/* The list may change while the app is told: looked through from its beginning each time. */
void window_layout_all(Thread *t, const Window *quiet, Object *configuration)
{
    place_own(t->vm);
    Areas areas = areas_now(t->vm);
    layout_generation(t->vm, &areas, false);
    layout_generation(t->vm, &areas, true);
    for (Window *w; !t->exception && (w = next_with_news(t->vm, quiet));)
        tell(t, w, configuration);
}

void window_resize_all(Thread *t)
{
    Object *configuration = configuration_new(t);
    for (Window *w = window_bottom(t->vm); w; w = w->next)
        w->reported = (WindowFrames){ 0 };
    window_layout_all(t, NULL, configuration);
}
