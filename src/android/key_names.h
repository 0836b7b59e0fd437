/* The names of keys, as android.view.KeyEvent has them. */
#ifndef ANDROID_KEY_NAMES_H
#define ANDROID_KEY_NAMES_H

#include "base/buf.h"

/* KeyEvent's code by its name (MENU, KEYCODE_MENU) or number; negative: there is none such. */
i32 key_code_of_name(const char *name);
/* The name without the prefix; NULL: it has none. */
const char *key_label(i32 code);
/* The same, but NULL where the name is a number: it would be read back as another key. */
const char *key_name(i32 code);
/* As KeyEvent.keyCodeToString: KEYCODE_MENU, or the number where there is no name. */
void key_print(Buf *out, i32 code);

#endif
