/* Shapes and labels for the phone's own windows: the keyboard, the bars. Colours are 0xAARRGGBB. */
#ifndef ANDROID_WINDOW_DRAW_H
#define ANDROID_WINDOW_DRAW_H

#include "android/graphics_canvas.h"
#include "vm/vm.h"

typedef struct Pen {
    Vm *vm;
    Canvas *canvas;
} Pen;

void pen_box(const Pen *pen, RectI box, float radius, u32 colour);
/* One line of UTF-8 in the middle of the box. */
void pen_label(const Pen *pen, RectI box, const char *text, float size, u32 colour);
/* The outline of a polygon, and of a circle. */
void pen_outline(const Pen *pen, const Point *corners, u32 count, float width, u32 colour);
void pen_ring(const Pen *pen, Point centre, float radius, float width, u32 colour);

#endif
