/* Looking at the embedded phone: its screen as the device layer shows it. */
#ifndef DEVICE_LOOK_H
#define DEVICE_LOOK_H

#include "device/screen.h"
#include "vm/vm.h"

void look(Thread *t, Screen *out);
/* Without the hierarchy and its hashes, which cost more than the rest. */
void look_briefly(Thread *t, Screen *out);
/* UIAutomator's XML; the caller frees. */
char *look_dump(Thread *t);

#endif
