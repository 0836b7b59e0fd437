/* Feeds bytes to the report reader as html; nothing may crash, leak, or take long. */
#include "report/report.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    Report *report;
    ReportOptions options = { .format = "html" };
    if (!report_parse(&report, "fuzz", (const char *)data, size, &options))
        report_free(report);
    return 0;
}
