/*
 * The input method: what the app's InputMethodManager talks to, and the soft
 * keyboard. Text reaches the app through the input connection of the editor that
 * has the focus.
 */
#ifndef ANDROID_INPUT_METHOD_H
#define ANDROID_INPUT_METHOD_H

#include "vm/vm.h"

/* What the focused editor asked of the keyboard: EditorInfo. */
typedef struct Editor {
    i32 input_type, options, caps, action;  /* action: of its own label; 0: none */
    bool has_label;
} Editor;

/* The editor that has the focus, NULL: none. */
const Editor *input_method_editor(Vm *vm);

/* Each as the keyboard's keys do it. False: no editor has the focus. */
bool input_method_type(Thread *t, u32 character);
bool input_method_enter(Thread *t);
bool input_method_delete(Thread *t);

/* A key event on its way to a window passes the keyboard first: true, it took it (BACK hides it). */
bool input_method_takes_key(Thread *t, const Object *key_event);

bool input_method_is_shown(Vm *vm);
void input_method_hide(Thread *t);

/* ---- the keyboard's window: keyboard.c ---- */

void keyboard_show(Thread *t);
void keyboard_hide(Thread *t);
/* The page that suits the editor that has come into focus. */
void keyboard_restart(Thread *t);

#endif
