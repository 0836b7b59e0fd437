/* The names of keys, as android.view.KeyEvent has them. */
#ifndef ANDROID_KEY_NAMES_H
#define ANDROID_KEY_NAMES_H

#include "base/base.h"

/* KeyEvent's code by its name (MENU, KEYCODE_MENU) or number; negative: there is none such. */
i32 key_code_of_name(const char *name);
/* NULL: it has no name that would be read back as this key; a digit is taken for a code. */
const char *key_name(i32 code);
/* The name as KeyEvent has it, digits too. */
const char *key_label(i32 code);

#endif
