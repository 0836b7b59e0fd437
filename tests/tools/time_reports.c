/*
 * Reads each report named on the command line once to warm up and then five
 * times; prints the median and the 99th percentile over reports of the best time.
 */
#include "base/file.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    double *times = xcalloc((size_t)argc, sizeof(double));
    int n = 0;
    for (int i = 1; i < argc; i++) {
        double best = 1e9;
        for (int k = 0; k < 6; k++) {
            Report *report;
            double start = now();
            if (report_read(&report, argv[i], NULL))
                continue;
            double time = now() - start;
            report_free(report);
            if (k && time < best)
                best = time;
        }
        if (getenv("SHOW_TIMES"))
            fprintf(stderr, "%.2f ms %s\n", best, argv[i]);
        times[n++] = best;
    }
    qsort(times, (size_t)n, sizeof *times, ascending);
    printf("%d reports: median %.2f ms, 99th percentile %.2f ms, worst %.2f ms\n", n, times[n / 2], times[MIN(n - 1, n * 99 / 100)], times[n - 1]);
    return 0;
}
