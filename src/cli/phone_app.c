#include "cli/phone_app.h"

#include "base/file.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int phone_app_read(PhoneApp *out, const char *apk)
{
    *out = (PhoneApp){ .apk = apk, .activity = "" };
    Zip *zip;
    if (!file_exists(apk))
        return complain(EXIT_UNREADABLE, "cannot open %s: there is no such file", apk);
    if (zip_open(&zip, apk))
        return complain(EXIT_UNREADABLE, "%s", error_text());
    int status = manifest_read(&out->manifest, zip);
    zip_close(zip);
    if (status)
        return complain(EXIT_UNREADABLE, "%s", error_text());
    const Component *launcher = manifest_launcher(out->manifest);
    if (launcher)
        out->activity = launcher->name;
    return EXIT_DONE;
}

int environment_options(const Invocation *call, Environment *out, bool *listed)
{
    *listed = false;
    for (int i = 0; i < call->option_count; i++) {
        const char *value = call->options[i].value;
        if (strcmp(call->options[i].name, "env"))
            continue;
        if (!strcmp(value, "help")) {
            Buf text = { 0 };
            environment_describe(&text);
            fputs(buf_str(&text), stdout);
            buf_free(&text);
            *listed = true;
        } else if (environment_set_from(out, value)) {
            return complain(EXIT_USAGE, "%s", error_text());
        }
    }
    return EXIT_DONE;
}

int phone_app_start(PhoneApp *app, const Environment *environment)
{
    if (device_open(&app->device, environment))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    int status = device_start(app->device, app->apk, &app->first);
    if (status)
        return complain(status == ERR_INPUT ? EXIT_UNREADABLE : EXIT_ENVIRONMENT, "%s", error_text());
    return EXIT_DONE;
}

void phone_app_free(PhoneApp *app)
{
    screen_free(&app->first);
    device_close(app->device);
    if (app->manifest)
        manifest_free(app->manifest);
    *app = (PhoneApp){ 0 };
}

int write_repro(const char *path, const char *apk, const Environment *environment, const Event *events, u32 count, const char *crash)
{
    char *copy = xstrdup(apk);
    Repro repro = { .app = xstrdup(basename(copy)), .environment = environment_copy(environment), .crash = crash ? xstrdup(crash) : NULL };
    for (u32 i = 0; i < count; i++)
        repro_add(&repro, &events[i]);
    int status = file_sha256(apk, repro.sha256);
    if (!status)
        status = repro_write(&repro, path);
    repro_free(&repro);
    free(copy);
    return status;
}

/* The APK: as named, or beside the .repro. The caller frees. */
static char *repro_app(const Invocation *call, const Repro *repro, const char *repro_path)
{
    const char *given = option_value(call, "app");
    if (given || call->count > 1)
        return xstrdup(given ? given : call->arguments[1]);
    char *copy = xstrdup(repro_path);
    char *path = xasprintf("%s/%s", dirname(copy), repro->app ? repro->app : "");
    free(copy);
    return path;
}

static int repro_check_app(const Repro *repro, const char *apk)
{
    char hash[65];
    if (!file_exists(apk))
        return complain(EXIT_UNREADABLE, "the app %s is not there; name it with --app=APK", apk);
    if (file_sha256(apk, hash))
        return complain(EXIT_UNREADABLE, "%s", error_text());
    if (*repro->sha256 && strcmp(hash, repro->sha256))
        complain(0, "%s is not the app that was recorded (its SHA-256 differs); going on all the same", apk);
    return EXIT_DONE;
}

int with_repro(const Invocation *call, ReproWork *work)
{
    const char *command = call->command->name;
    if (call->count < 1 || call->count > 2)
        return complain(EXIT_USAGE, "%s: name one file: reenact %s crash.repro", command, command);
    Repro repro;
    if (repro_read(&repro, call->arguments[0]))
        return complain(EXIT_UNREADABLE, "%s", error_text());
    char *apk = repro_app(call, &repro, call->arguments[0]);
    int code = repro_check_app(&repro, apk);
    if (!code)
        code = work(call, &repro, apk);
    free(apk);
    repro_free(&repro);
    return code;
}
