/* What commands that work on one app share: the app, checked, and started on a phone. */
#ifndef CLI_PHONE_APP_H
#define CLI_PHONE_APP_H

#include "apk/manifest.h"
#include "cli/cli.h"
#include "device/device.h"
#include "device/repro.h"

typedef struct PhoneApp {
    const char *apk;
    Manifest *manifest;
    const char *activity;           /* the launcher's; "": none */
    Device *device;
    Screen first;
} PhoneApp;

/* Reads the manifest. An exit code, after it said what is wrong. */
int phone_app_read(PhoneApp *out, const char *apk);
/*
 * The conditions of the phone from the options --env=NAME=VALUE; EXIT_… after a
 * complaint. --env=help lists them: *listed, and there is nothing more to do.
 */
int environment_options(const Invocation *call, Environment *out, bool *listed);
/* Starts it on a new phone. */
int phone_app_start(PhoneApp *app, const Environment *environment);
void phone_app_free(PhoneApp *app);

/*
 * For commands on one .repro: reads it, finds its app (as --app or the second
 * argument names it, else beside the .repro) and calls work. An exit code.
 */
typedef int ReproWork(const Invocation *call, const Repro *repro, const char *apk);
int with_repro(const Invocation *call, ReproWork *work);
/* A .repro of events on it. */
int write_repro(const char *path, const char *apk, const Environment *environment, const Event *events, u32 count, const char *crash);

#endif
