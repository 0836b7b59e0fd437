/* Which component an intent means: the app's own, by the filters of its manifest, and those of the built-in apps. */
#ifndef ANDROID_PACKAGE_RESOLVE_H
#define ANDROID_PACKAGE_RESOLVE_H

#include "vm/vm.h"

typedef enum ComponentKind { KIND_ACTIVITY, KIND_RECEIVER, KIND_SERVICE, KIND_PROVIDER } ComponentKind;
struct OtherApp;

/* ActivityInfo, ServiceInfo or ProviderInfo of the app by class name; NULL without an exception: it has none. */
Object *package_component(Thread *t, ComponentKind kind, const Object *class_name);
/* List of all of them. NULL: thrown. */
Object *package_components(Thread *t, ComponentKind kind);

/* The Info of the component that the intent names outright, the app's or a built-in one. */
Object *package_component_by_intent(Thread *t, ComponentKind kind, Object *intent);

/* List of ResolveInfo, best first. type: as Intent.resolveType gives it; may be NULL. NULL: thrown. */
Object *package_query(Thread *t, ComponentKind kind, Object *intent, Object *type, bool default_only);
/*
 * The ActivityInfo that startActivity starts. *other: the built-in app that it is
 * of. NULL without an exception: there is none.
 */
Object *package_resolve_activity(Thread *t, Object *intent, Object *type, const struct OtherApp **other);

#endif
