/*
 * How long it takes to take a snapshot of a machine with a 100 MB heap, and to
 * resume it: medians of 20, from the controller's side, as a row for bench/run.
 */
#include "libcore/libcore.h"
#include "vm/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 20, HEAP_MB = 100 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Objects of 1 KB in one array: a heap of many pages, all of them touched. */
static int fill_heap(Thread *t)
{
    i32 count = HEAP_MB * 1024;
    Object *all = vm_new_object_array(t, "java/lang/Object", count);
    if (!all)
        return 1;
    vm_root_add(t->vm, all);
    for (i32 i = 0; i < count; i++) {
        Object *one = vm_new_primitive_array(t, 'B', 1000);
        if (!one)
            return 1;
        ARRAY_REF(all)[i] = object_ref(one);
    }
    return 0;
}

/* Takes a snapshot at each byte it is sent; a resumed copy says one byte back and ends. */
static int work(void *context, int channel)
{
    UNUSED(context);
    Vm *vm;
    char byte = 'r';
    if (libcore_open(&vm, &(VmOptions){ .heap_limit = 512u << 20 }) || fill_heap(vm_main_thread(vm))) {
        fprintf(stderr, "%s\n", error_text());
        return 1;
    }
    send(channel, &byte, 1, 0);
    while (recv(channel, &byte, 1, 0) == 1) {
        int resumed = snapshot_take(&channel);
        if (resumed == 1) {
            send(channel, &byte, 1, 0);
            return 0;
        }
        if (resumed)
            return 1;
    }
    return 0;
}

static int row(const char *what, double *times)
{
    qsort(times, RUNS, sizeof *times, ascending);
    double median = times[RUNS / 2];
    printf("snapshot of a %d MB heap: %s | <= 5 ms | %.2f ms | %s\n", HEAP_MB, what, median, median <= 5 ? "reached" : "SHORT");
    return 0;
}

int main(void)
{
    Worker worker;
    char byte;
    double taken[RUNS], resumed[RUNS];
    if (snapshot_spawn(&worker, work, NULL) || recv(worker.channel, &byte, 1, 0) != 1)
        return 1;
    for (int i = 0; i < RUNS; i++) {
        Snapshot snapshot;
        Worker copy;
        double start = now_ms();
        if (send(worker.channel, "t", 1, 0) != 1 || snapshot_receive(&worker, &snapshot))
            return 1;
        taken[i] = now_ms() - start;
        start = now_ms();
        if (snapshot_resume(&snapshot, &copy) || recv(copy.channel, &byte, 1, 0) != 1)
            return 1;
        resumed[i] = now_ms() - start;
        close(copy.channel);
        snapshot_drop(&snapshot);
    }
    worker_stop(&worker);
    return row("take", taken) || row("resume", resumed);
}
