/* reenact inspect for apps: what cmd_inspect.c hands over. Each returns an exit code. */
#ifndef CLI_INSPECT_APP_H
#define CLI_INSPECT_APP_H

#include "cli/cli.h"

int inspect_summary(const char *path);
int inspect_manifest(const char *path);
int inspect_resources(const char *path);
int inspect_strings(const char *path);
/* One binary XML file of the app, or all of them: each after a line "NAME:". */
int inspect_xml(const char *path, const char *name);

#endif
