/* The two halves of android.graphics.Paint's natives: properties and text. */
#ifndef ANDROID_GRAPHICS_PAINT_NATIVES_H
#define ANDROID_GRAPHICS_PAINT_NATIVES_H

#include "android/graphics_paint.h"
#include "android/natives.h"

Paint *paint_of_java(Thread *t, const Object *paint);

#define STRING "Ljava/lang/String;"
/*    name                              descriptor                  function */
#define PAINT_TEXT(X)                                                                   \
    X("ascent",                         NULL,                       paint_ascent)       \
    X("descent",                        NULL,                       paint_descent)      \
    X("getFontMetrics",    "(Landroid/graphics/Paint$FontMetrics;)F", paint_getFontMetrics) \
    X("getFontMetricsInt", "(Landroid/graphics/Paint$FontMetricsInt;)I", paint_getFontMetricsInt) \
    X("native_measureText",             "([CIII)F",                 paint_measureChars) \
    X("native_measureText",             "(" STRING "III)F",         paint_measureSubstring) \
    X("native_measureText",             "(" STRING "I)F",           paint_measureString) \
    X("native_breakText",               "(JJ[CIIFI[F)I",            paint_breakChars)   \
    X("native_breakText",               "(JJ" STRING "ZFI[F)I",     paint_breakString)  \
    X("native_getTextWidths",           "(JJ[CIII[F)I",             paint_widthsOfChars) \
    X("native_getTextWidths",           "(JJ" STRING "III[F)I",     paint_widthsOfString) \
    X("native_getTextRunAdvances",      "(JJ[CIIIIZ[FI)F",          paint_advancesOfChars) \
    X("native_getTextRunAdvances",      "(JJ" STRING "IIIIZ[FI)F",  paint_advancesOfString) \
    X("native_getTextRunCursor",        "(J[CIIIII)I",              paint_cursorInChars) \
    X("native_getTextRunCursor",        "(J" STRING "IIIII)I",      paint_cursorInString) \
    X("native_getTextPath",             "(JJI[CIIFFJ)V",            paint_pathOfChars)  \
    X("native_getTextPath",             "(JJI" STRING "IIFFJ)V",    paint_pathOfString) \
    X("nativeGetStringBounds",          NULL,                       paint_boundsOfString) \
    X("nativeGetCharArrayBounds",       NULL,                       paint_boundsOfChars) \
    X("native_hasGlyph",                NULL,                       paint_hasGlyph)     \
    X("native_getRunAdvance",           NULL,                       paint_getRunAdvance) \
    X("native_getOffsetForAdvance",     NULL,                       paint_getOffsetForAdvance)

#define X(name, descriptor, function) NativeFunction function;
PAINT_TEXT(X)
#undef X

#define PAINT_TEXT_ROW(name, descriptor, function) { name, descriptor, function },
#define PAINT_TEXT_METHODS PAINT_TEXT(PAINT_TEXT_ROW)

#endif
