/*
 * The system's services. Each AIDL interface is served by an object of a class
 * that the machine makes: it implements the interface and is its own IBinder, so
 * that no parcel travels. Its methods are C functions from one table; what the
 * table lacks answers with zero, null or an empty thing of the right type, and is
 * counted as a gap of the phone.
 */
#ifndef ANDROID_SERVICES_H
#define ANDROID_SERVICES_H

#include "vm/vm.h"

/* A row answers a method of the interface, whatever its parameters. */
typedef struct ServiceMethod {
    const char *name;               /* "*", in the last row: all the rest */
    NativeFunction *function;       /* NULL: it answers the constant, or without one zero, null or an empty thing of its type; no gap */
    i64 number;
    const char *text;
} ServiceMethod;

typedef struct Service {
    const char *name;               /* for ServiceManager.getService; NULL: handed out by another service */
    const char *interface;          /* internal form */
    const ServiceMethod *methods;   /* ends with a zero row; NULL: defaults only */
} Service;

/* The object that serves an interface; one per interface and machine. NULL: thrown. */
Object *service_object(Thread *t, const char *interface);
/* A further object of the same class: a session, a token. */
Object *service_new_object(Thread *t, const char *interface);

/* The default answer of the running method: zero, null, or an empty thing of its type. */
NativeFunction service_default;

/* ServiceManager.getService: null for a service that this phone has not. */
Object *service_by_name(Thread *t, const char *name);

#endif
