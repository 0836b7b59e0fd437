/*
 * Drawing, for the other files of this folder: bitmaps and whether pixels are
 * wanted. Drawing always runs; a bitmap that nobody will look at (a window's,
 * while no screenshot is asked for) is told to discard what is drawn on it: its
 * canvas then keeps matrix, clip and save stack exactly and touches no pixel.
 */
#ifndef ANDROID_GRAPHICS_H
#define ANDROID_GRAPHICS_H

#include "vm/vm.h"

typedef struct Bitmap Bitmap;

/* Does a screenshot need the pixels of windows? Off at first. */
bool graphics_pixels(Vm *vm);
void graphics_set_pixels(Vm *vm, bool wanted);

/* A new android.graphics.Bitmap, ARGB_8888, clear, mutable. NULL: thrown. */
Object *bitmap_new_object(Thread *t, i32 width, i32 height);
/* The peer of an android.graphics.Bitmap. Borrowed. NULL for null. */
Bitmap *bitmap_of_java(Thread *t, const Object *bitmap);
void bitmap_set_discard(Bitmap *b, bool discard);

i32 bitmap_width(const Bitmap *b);
i32 bitmap_height(const Bitmap *b);
/* Premultiplied 0xAARRGGBB of an ARGB_8888 bitmap; *stride in pixels. NULL for others and recycled ones. */
u32 *bitmap_pixels(Bitmap *b, i32 *stride);
/* Writes it as a PNG file of the host. */
int bitmap_write_png(Bitmap *b, const char *path);

#endif
