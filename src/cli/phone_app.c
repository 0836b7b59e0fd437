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
