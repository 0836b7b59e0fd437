#define _GNU_SOURCE
#include "cli/report_files.h"

#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int add(ReportFiles *files, const char *path, const char *mapping)
{
    Report *report;
    ReportOptions options = { .mapping = mapping };
    if (report_read(&report, path, &options))
        return complain(EXIT_UNREADABLE, "%s", error_text());
    files->reports = xrealloc(files->reports, (size_t)(files->count + 1) * sizeof *files->reports);
    files->reports[files->count++] = report;
    return EXIT_DONE;
}

static int is_report(const struct dirent *entry)
{
    static const char *const endings[] = { ".html", ".htm", ".md", ".markdown", ".txt", ".log" };
    size_t n = strlen(entry->d_name);
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (n > strlen(endings[i]) && !strcasecmp(entry->d_name + n - strlen(endings[i]), endings[i]))
            return *entry->d_name != '.';
    return 0;
}

static int add_folder(ReportFiles *files, const char *path, const char *mapping)
{
    struct dirent **entries;
    int n = scandir(path, &entries, is_report, alphasort), code = EXIT_DONE;
    if (n < 0)
        return complain(EXIT_UNREADABLE, "cannot list the folder %s", path);
    for (int i = 0; i < n; i++) {
        char *file = xasprintf("%s/%s", path, entries[i]->d_name);
        if (!code)
            code = add(files, file, mapping);
        free(file);
        free(entries[i]);
    }
    free(entries);
    return code || n ? code : complain(EXIT_UNREADABLE, "the folder %s holds no report (.html, .md, .txt, .log)", path);
}

/* An app is a zip file. */
static bool is_app(const char *path)
{
    char head[4] = "";
    FILE *in = strcmp(path, "-") ? fopen(path, "rb") : NULL;
    size_t n = in ? fread(head, 1, 4, in) : 0;
    if (in)
        fclose(in);
    size_t length = strlen(path);
    return (n == 4 && !memcmp(head, "PK\3\4", 4)) || (length > 4 && !strcasecmp(path + length - 4, ".apk"));
}

static bool is_folder(const char *path)
{
    struct stat s;
    return !stat(path, &s) && S_ISDIR(s.st_mode);
}

int report_files_sort(ReportFiles *out, const Invocation *call, const char **apk)
{
    const char *mapping = option_value(call, "mapping"), *trace = option_value(call, "trace");
    int code = EXIT_DONE;
    for (int i = 0; i < call->count && !code; i++) {
        const char *path = call->arguments[i];
        if (is_app(path) && *apk)
            code = complain(EXIT_USAGE, "there are two apps: %s and %s; name one", *apk, path);
        else if (is_app(path))
            *apk = path;
        else
            code = is_folder(path) ? add_folder(out, path, mapping) : add(out, path, mapping);
    }
    if (!code && trace)
        code = add(out, trace, mapping);
    return code;
}

void report_files_free(ReportFiles *files)
{
    for (int i = 0; i < files->count; i++)
        report_free(files->reports[i]);
    free(files->reports);
    *files = (ReportFiles){ 0 };
}
