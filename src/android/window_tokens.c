#include "android/window.h"
void window_set_token_visible(Thread *t, Object *token, bool visible) { UNUSED(t); UNUSED(token); UNUSED(visible); }
void window_remove_token(Thread *t, Object *token) { UNUSED(t); UNUSED(token); }
void window_resize_all(Thread *t) { UNUSED(t); }
