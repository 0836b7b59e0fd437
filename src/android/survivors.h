/*
 * What outlives the app's process when the system ends it to have its memory: its
 * files, the tasks with what their activities saved, the phone's clock and log. The
 * app starts anew with them, in a process that knows nothing else of the old one.
 */
#ifndef ANDROID_SURVIVORS_H
#define ANDROID_SURVIVORS_H

#include "base/buf.h"
#include "vm/vm.h"

/*
 * Writes them down. False: not possible, because an activity's state cannot be
 * written (thrown), or holds an object of the system that a new process could not
 * be given.
 */
bool survivors_write(Thread *t, Buf *out);
/*
 * Takes them over, in a phone that has the app installed and not yet started: when
 * its process attaches, the activity that was in front comes back. False: thrown.
 */
bool survivors_read(Thread *t, const Buf *in);

#endif
