/*
 * Snapshots: parked processes.
 *
 * A running process takes a snapshot of itself by forking: the copy waits on a
 * socket. Resuming it forks the copy, and the child goes on from the same point
 * with a socket of its own to whoever resumed it. A snapshot can be resumed any
 * number of times; it costs the pages that its descendants change.
 *
 *   controller                    worker (runs the machine)
 *   snapshot_spawn(run)      ->   run(channel): … work, talk over the channel …
 *   <- "here"                     snapshot_take(channel, &id)     returns 0 in the worker,
 *                                                                 1 in every resumed copy
 *   snapshot_resume(s)       ->   a copy goes on, with a channel of its own
 */
#ifndef VM_SNAPSHOT_H
#define VM_SNAPSHOT_H

#include "base/base.h"

#include <sys/types.h>

typedef struct Snapshot {
    pid_t pid;
    int control;                /* socket to the parked process */
} Snapshot;

typedef struct Worker {
    pid_t pid;
    int channel;                /* socket to the running process */
} Worker;

/*
 * Controller side. Starts a worker process that runs work(context, channel) and
 * exits with its result.
 */
int snapshot_spawn(Worker *out, int (*work)(void *context, int channel), void *context);
/* Receives a snapshot that the worker took (it must be taking one). */
int snapshot_receive(const Worker *worker, Snapshot *out);
int snapshot_resume(const Snapshot *snapshot, Worker *out);
/* Resident bytes that belong to this process alone. */
u64 snapshot_private_bytes(pid_t pid);
void snapshot_drop(Snapshot *snapshot);
void worker_stop(Worker *worker);

/*
 * Worker side. Parks a copy of this process and sends it to the controller.
 * Returns 0 here, 1 in a resumed copy (with *channel replaced), negative on error.
 */
int snapshot_take(int *channel);
/*
 * Forks: the copy goes on at once, with a channel of its own, which the controller
 * gets by snapshot_receive as a worker. Returns 0 here, 1 in the copy, negative on
 * error.
 */
int snapshot_split(int *channel);

#endif
