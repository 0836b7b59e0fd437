/*
 * The soft keyboard's window: keys where a phone of this size has them, so that
 * touches recorded on one type the same.
 *
 * A page is four rows of text; each key is one letter, or a word in braces for
 * those that do something else. Widths are in tenths of a row: a letter has one.
 * A '.' … no key is left out: what is not named by a row is no key. See input_method.h.
 */
#include "android/input_method.h"

#include "android/input.h"
#include "android/natives.h"
#include "android/screen.h"
#include "android/window.h"

void keyboard_show(Thread *t)
{
    UNUSED(t);
}

void keyboard_hide(Thread *t)
{
    UNUSED(t);
}

void keyboard_restart(Thread *t)
{
    UNUSED(t);
}
