/* Which files the app may touch: from its installation on it runs as its own user. */
#ifndef ANDROID_APP_FILES_H
#define ANDROID_APP_FILES_H

#include "vm/vm.h"

/* Gives the installed app its folder, the system's folders their modes, and the app its user. False: thrown. */
bool app_files_prepare(Thread *t);
/* The system makes a folder for the app, wherever it is. -errno. */
int app_files_make_folder(Thread *t, const char *path);

#endif
