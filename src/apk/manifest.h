/*
 * What an app says about itself, read without a machine: for commands that only
 * look at the file. (A running phone reads the manifest with the framework's own
 * PackageParser.)
 */
#ifndef APK_MANIFEST_H
#define APK_MANIFEST_H

#include "apk/zip.h"

typedef enum ComponentKind { COMPONENT_ACTIVITY, COMPONENT_ALIAS, COMPONENT_SERVICE, COMPONENT_RECEIVER, COMPONENT_PROVIDER } ComponentKind;

typedef struct Component {
    ComponentKind kind;
    char *name;             /* full class name */
    char *label;            /* NULL: none of its own */
    bool launcher;          /* has a filter for MAIN and LAUNCHER */
    bool disabled;
    char *target;           /* of an alias: the activity that it stands for; else NULL */
    char **actions;         /* of its intent filters */
    u32 action_count;
} Component;

typedef struct Manifest {
    char *package;
    char *version_name;     /* NULL: none */
    i64 version_code;
    i32 min_sdk, target_sdk;    /* 1 and min_sdk where nothing is said */
    char *min_sdk_name;     /* a preview's name instead of a number, or NULL */
    char *label;            /* the app's name for the default configuration; NULL: none */
    char *application;      /* class, or NULL */
    char **permissions;
    u32 permission_count;
    Component *components;
    u32 component_count;
} Manifest;

/* Reads AndroidManifest.xml, and labels out of resources.arsc. On success *out belongs to the caller: manifest_free(). */
int manifest_read(Manifest **out, Zip *zip);
/* The same for bytes of a binary manifest; table may be NULL. */
struct Resources;
int manifest_read_bytes(Manifest **out, const char *name, const void *bytes, size_t size, struct Resources *resources);
void manifest_free(Manifest *manifest);
/* The first activity or alias with a launcher filter; NULL: none. */
const Component *manifest_launcher(const Manifest *manifest);
const char *component_kind_name(ComponentKind kind);

#endif
