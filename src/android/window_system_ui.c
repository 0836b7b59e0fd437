/*
 * Bars that the app hides (View.setSystemUiVisibility): the window with the focus
 * decides; flags that it has not set are taken from the others, and all that
 * listen are told. Where the navigation bar is hidden and the app has not asked
 * for immersion, the first touch only brings the bars back.
 */
#include "android/window.h"

#include "android/natives.h"

enum { UI_LOW_PROFILE = 1, UI_CLEARABLE = UI_LOW_PROFILE | UI_HIDE_NAVIGATION | UI_FULLSCREEN, UI_IMMERSIVE = 0x800, UI_IMMERSIVE_STICKY = 0x1000 };

/* Marks and finds the windows that are to be told, one at a time: the list may change while they are. */
static Window *next_to_tell(Vm *vm, i32 visibility, i32 *cleared)
{
    for (Window *w = window_bottom(vm); w; w = w->next) {
        i32 diff = (w->attributes.system_ui ^ visibility) & UI_CLEARABLE & ~visibility;
        bool news = w->client && (diff || (w->has_ui_listeners && w->told_ui != visibility));
        if (!news)
            continue;
        w->attributes.system_ui &= ~diff;
        w->sequence += diff != 0;
        w->told_ui = visibility;
        *cleared = diff;
        return w;
    }
    return NULL;
}

static void tell_all(Thread *t, i32 visibility)
{
    i32 cleared;
    for (Window *w; !t->exception && (w = next_to_tell(t->vm, visibility, &cleared));)
        vm_call_method(t, ref_object(*w->client), "dispatchSystemUiVisibilityChanged", "(IIII)V", w->sequence, visibility, w->attributes.system_ui, cleared);
}

void window_update_system_ui(Thread *t)
{
    const Window *w = window_focused(t->vm);
    if (w)
        tell_all(t, w->attributes.system_ui & UI_CLEARABLE);
}

bool window_reveal_bars(Thread *t)
{
    const Window *w = window_focused(t->vm);
    i32 ui = w ? w->attributes.system_ui : 0;
    if (!(ui & UI_HIDE_NAVIGATION) || ui & (UI_IMMERSIVE | UI_IMMERSIVE_STICKY))
        return false;
    tell_all(t, 0);
    window_layout_all(t, NULL, NULL);
    return true;
}
