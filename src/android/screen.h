/* The screen as it is held: its size turns with it. Density and the size of the device are the profile's. */
#ifndef ANDROID_SCREEN_H
#define ANDROID_SCREEN_H

#include "vm/vm.h"

/* Surface.ROTATION_0 … ROTATION_270; the device's natural way up is portrait. */
i32 screen_rotation(Vm *vm);
/* Turns the picture alone: windows and configuration are told by who calls. */
void screen_set_rotation(Vm *vm, i32 rotation);
bool screen_is_landscape(Vm *vm);
/* In pixels, as held. */
i32 screen_width(Vm *vm);
i32 screen_height(Vm *vm);
/* Without the navigation bar, which stays at the same edge of the glass: below, or at the right in landscape. What Display.getSize answers. */
i32 screen_app_width(Vm *vm);
i32 screen_app_height(Vm *vm);

#endif
