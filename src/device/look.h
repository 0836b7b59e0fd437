/* Looking at the embedded phone: its screen as the device layer shows it. */
#ifndef DEVICE_LOOK_H
#define DEVICE_LOOK_H

#include "device/screen.h"
#include "vm/vm.h"

struct Hierarchy;

/* The texts of the nodes are borrowed from what is returned; look_end frees both. */
struct Hierarchy *look(Thread *t, Screen *out);
void look_end(struct Hierarchy *seen, Screen *screen);
/* Without the hierarchy and its hashes, which cost more than the rest. */
void look_briefly(Thread *t, Screen *out);
/* UIAutomator's XML; the caller frees. */
char *look_dump(Thread *t);

#endif
