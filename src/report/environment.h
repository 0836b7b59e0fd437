/*
 * Environment facts: what the reporter says about app, system, device and
 * preconditions, as pairs of a fixed key and the reporter's words.
 */
#ifndef REPORT_ENVIRONMENT_H
#define REPORT_ENVIRONMENT_H

#include "base/arena.h"
#include "base/buf.h"

typedef struct Fact {
    /*
     * "app version", "android version", "api level", "device", "rom", "source",
     * "language", "network", "orientation", "permission", "storage", "location",
     * "battery", "theme", "developer option", "root", "account", "frequency"
     */
    const char *key;
    const char *value;
    int post;
} Fact;

typedef struct Facts {
    Fact *facts;
    int count;
    Buf bytes;  /* the array while it grows */
} Facts;

/* Looks at one line or sentence of a report. */
void environment_scan(Facts *environment, Arena *arena, const char *text, size_t length, int post);
/* The first value of key, or NULL. */
const char *environment_get(const Facts *environment, const char *key);
void environment_free(Facts *environment);

#endif
