/*
 * The spare process of a phone: a copy from the moment before the app started,
 * which waits. When the app's process is to die, what survives is handed to a copy
 * of the spare, which goes on in its place, on the same channel to the controller.
 */
#ifndef DEVICE_SPARE_H
#define DEVICE_SPARE_H

#include "base/buf.h"

/*
 * Sets the spare aside. Returns 0 in the phone; 1 in a copy that takes over, with
 * *channel and what survived.
 */
int spare_keep(int *channel, Buf *survivors);
/* The end of this process: a copy of the spare takes over. Returns only on an error. */
int spare_take_over(int channel, const Buf *survivors);

#endif
