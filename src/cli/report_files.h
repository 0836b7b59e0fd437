/* The reports and the app that a command line names, in any order: files, folders of reports, "-". */
#ifndef CLI_REPORT_FILES_H
#define CLI_REPORT_FILES_H

#include "cli/cli.h"
#include "report/report.h"

typedef struct ReportFiles {
    Report **reports;
    int count;
} ReportFiles;

/* Sorts the arguments and reads the reports, and --trace. Returns an exit code; says what is wrong. *apk is borrowed; NULL: none was named. */
int report_files_sort(ReportFiles *out, const Invocation *call, const char **apk);
void report_files_free(ReportFiles *files);

#endif
