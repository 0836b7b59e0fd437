#include "android/screen.h"

#include "android/profile.h"

/* The rotation is the whole state: it fits into the place itself. */
i32 screen_rotation(Vm *vm)
{
    return (i32)(intptr_t)*vm_extension(vm, EXT_SCREEN);
}

void screen_set_rotation(Vm *vm, i32 rotation)
{
    *vm_extension(vm, EXT_SCREEN) = (void *)(intptr_t)(rotation & 3);
}

bool screen_is_landscape(Vm *vm)
{
    return screen_rotation(vm) & 1;
}

i32 screen_width(Vm *vm)
{
    return screen_is_landscape(vm) ? SCREEN_HEIGHT : SCREEN_WIDTH;
}

i32 screen_height(Vm *vm)
{
    return screen_is_landscape(vm) ? SCREEN_WIDTH : SCREEN_HEIGHT;
}

i32 screen_app_width(Vm *vm)
{
    return screen_width(vm) - (screen_is_landscape(vm) ? NAVIGATION_BAR : 0);
}

i32 screen_app_height(Vm *vm)
{
    return screen_height(vm) - (screen_is_landscape(vm) ? 0 : NAVIGATION_BAR);
}
