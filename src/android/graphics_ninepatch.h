/* Nine-patch chunks: which columns and rows of a bitmap stretch. */
#ifndef ANDROID_GRAPHICS_NINEPATCH_H
#define ANDROID_GRAPHICS_NINEPATCH_H

#include "android/graphics_matrix.h"

/* A chunk, checked. Divs come in pairs: where a stretching part begins and ends. */
typedef struct NinePatchView {
    const i32 *x_divs, *y_divs;
    const u32 *colors;
    u32 x_count, y_count, color_count;
    RectI padding;
} NinePatchView;

/* False: not a chunk. The view points into the bytes. */
bool nine_patch_view(NinePatchView *out, const u8 *bytes, size_t size);
void nine_patch_scale(u8 *bytes, size_t size, float scale);

#endif
