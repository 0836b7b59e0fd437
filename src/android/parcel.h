/* The native half of android.os.Parcel, for C. */
#ifndef ANDROID_PARCEL_H
#define ANDROID_PARCEL_H

#include "base/buf.h"
#include "vm/vm.h"

/* What was written; NULL: it holds objects (binders, descriptors), which are not bytes. Borrowed. */
const Buf *parcel_bytes(Thread *t, Object *parcel);

#endif
