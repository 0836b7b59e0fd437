/*
 * The screen as it is held now: its size follows the rotation, and so does the
 * side on which the navigation bar lies. In pixels.
 */
#ifndef ANDROID_SCREEN_H
#define ANDROID_SCREEN_H

#include "vm/vm.h"

typedef enum Rotation { ROTATION_0, ROTATION_90, ROTATION_180, ROTATION_270 } Rotation;    /* as android.view.Surface numbers them */

typedef struct Screen {
    Rotation rotation;
    i32 width, height;              /* all of it */
    i32 app_width, app_height;      /* without the navigation bar: what Display.getSize answers */
    i32 width_dp, height_dp;        /* of Configuration: without the status bar too */
} Screen;

enum { STATUS_BAR_HEIGHT = 63, NAVIGATION_BAR_SIZE = 126 };     /* 24 and 48 dp at 420 dpi */

Screen screen_now(Vm *vm);
/* Takes effect at once for who asks; windows are told by window_resize_all. */
void screen_rotate(Vm *vm, Rotation rotation);
bool screen_is_landscape(Vm *vm);

#endif
