/* The two halves of android.graphics.Canvas's natives: state and shapes; bitmaps and text. */
#ifndef ANDROID_GRAPHICS_CANVAS_NATIVES_H
#define ANDROID_GRAPHICS_CANVAS_NATIVES_H

#include "android/graphics_canvas.h"
#include "android/natives.h"

#define STRING "Ljava/lang/String;"
#define BITMAP "Landroid/graphics/Bitmap;"
#define CANVAS_DRAW(X)                                                                      \
    X("native_drawBitmap", "(J" BITMAP "FFJIII)V",              canvas_drawBitmapAt)        \
    X("native_drawBitmap", "(J" BITMAP "FFFFFFFFJII)V",         canvas_drawBitmapRect)      \
    X("native_drawBitmap", "(J[IIIFFIIZJ)V",                    canvas_drawColors)          \
    X("nativeDrawBitmapMatrix", NULL,                           canvas_drawBitmapMatrix)    \
    X("nativeDrawBitmapMesh", NULL,                             canvas_drawBitmapMesh)      \
    X("nativeDrawVertices", NULL,                               canvas_drawVertices)        \
    X("native_drawText", "(J[CIIFFIJJ)V",                       canvas_drawChars)           \
    X("native_drawText", "(J" STRING "IIFFIJJ)V",               canvas_drawString)          \
    X("native_drawTextRun", "(J" STRING "IIIIFFZJJ)V",          canvas_drawStringRun)       \
    X("native_drawTextRun", "(J[CIIIIFFZJJ)V",                  canvas_drawCharsRun)        \
    X("native_drawTextOnPath", "(J[CIIJFFIJJ)V",                canvas_drawCharsOnPath)     \
    X("native_drawTextOnPath", "(J" STRING "JFFIJJ)V",          canvas_drawStringOnPath)

#define X(name, descriptor, function) NativeFunction function;
CANVAS_DRAW(X)
#undef X

#define CANVAS_DRAW_ROW(name, descriptor, function) { name, descriptor, function },
#define CANVAS_DRAW_METHODS CANVAS_DRAW(CANVAS_DRAW_ROW)

#endif
