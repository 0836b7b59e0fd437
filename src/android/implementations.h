/*
 * Classes of ours that implement abstract types of the framework: services, and
 * things that on a phone come from elsewhere (WebView's provider). Every abstract
 * method gets a function: that of its row, or the one for what is missing.
 */
#ifndef ANDROID_IMPLEMENTATIONS_H
#define ANDROID_IMPLEMENTATIONS_H

#include "android/services.h"

typedef struct Implementation {
    const char *class_name;         /* internal form */
    const char *super;              /* an abstract class; NULL: Object */
    const char *const *types;       /* interfaces, NULL at the end; NULL: none */
    const ServiceMethod *first;     /* rows that come before the others; NULL: none */
    const ServiceMethod *methods;   /* by name, for all overloads; function NULL: the default answer; NULL: no rows */
    NativeFunction *missing;
    const MadeField *fields;
    u32 field_count;
    void *data;                     /* native_data of every method */
} Implementation;

/* The class, initialised. NULL: thrown. */
Class *implementation_make(Thread *t, const Implementation *implementation);
/* A new object, constructed by the superclass's constructor without parameters. */
Object *implementation_new(Thread *t, Class *c);

#endif
