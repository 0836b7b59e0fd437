/* The screen's size in each rotation. See screen.h. */
#include "android/screen.h"

#include "android/profile.h"

#include <stdlib.h>

static Rotation *rotation(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_SCREEN);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Rotation));
    return *slot;
}

bool screen_is_landscape(Vm *vm)
{
    return *rotation(vm) & 1;
}

void screen_rotate(Vm *vm, Rotation to)
{
    *rotation(vm) = to;
}

static i32 to_dp(i32 pixels)
{
    return pixels * 160 / SCREEN_DENSITY;
}

Screen screen_now(Vm *vm)
{
    Screen s = { .rotation = *rotation(vm), .width = SCREEN_WIDTH, .height = SCREEN_HEIGHT };
    if (screen_is_landscape(vm)) {
        s.width = SCREEN_HEIGHT;
        s.height = SCREEN_WIDTH;
    }
    /* A phone's navigation bar stays at the same edge of the glass: at the side in landscape. */
    s.app_width = s.width - (screen_is_landscape(vm) ? NAVIGATION_BAR_SIZE : 0);
    s.app_height = s.height - (screen_is_landscape(vm) ? 0 : NAVIGATION_BAR_SIZE);
    s.width_dp = to_dp(s.app_width);
    s.height_dp = to_dp(s.app_height - STATUS_BAR_HEIGHT);
    return s;
}
