/*
 * Snapshots by fork(). The control socket of a parked process carries one-byte
 * requests with a socket attached: the channel of the copy to be made. A parked
 * process whose controller has gone away reads end-of-file and exits.
 */
#define _GNU_SOURCE
#include "vm/snapshot.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int make_pair(int pair[2])
{
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return error_set(ERR_IO, "cannot make a socket for a snapshot: %s", strerror(errno));
    return OK;
}

/* A message of a pid with a descriptor attached. */
static int send_fd(int socket, pid_t pid, int fd)
{
    struct iovec data = { &pid, sizeof pid };
    char space[CMSG_SPACE(sizeof fd)] = { 0 };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space };
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(head), &fd, sizeof fd);
    while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            return error_set(ERR_IO, "the other side of a snapshot has gone: %s", strerror(errno));
    return OK;
}

static int receive_fd(int socket, pid_t *pid, int *fd)
{
    struct iovec data = { pid, sizeof *pid };
    char space[CMSG_SPACE(sizeof *fd)];
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space };
    ssize_t n;
    do
        n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!head || head->cmsg_type != SCM_RIGHTS)
        return error_set(ERR_IO, "the other side of a snapshot has gone");
    memcpy(fd, CMSG_DATA(head), sizeof *fd);
    return OK;
}

int snapshot_spawn(Worker *out, int (*work)(void *context, int channel), void *context)
{
    int pair[2];
    int status = make_pair(pair);
    if (status)
        return status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        close(pair[0]);
        close(pair[1]);
        return error_set(ERR_IO, "cannot start a process: %s", strerror(errno));
    }
    if (!pid) {
        close(pair[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        int code = work(context, pair[1]);
        fflush(NULL);
        _exit(code);
    }
    close(pair[1]);
    *out = (Worker){ pid, pair[0] };
    return OK;
}

/* The parked process: forks a copy for each request. Returns only in a copy. */
static void park(int control, int *channel)
{
    signal(SIGCHLD, SIG_IGN);       /* copies that end need no wait */
    for (;;) {
        pid_t unused;
        int fd;
        if (receive_fd(control, &unused, &fd))
            _exit(0);
        pid_t pid = fork();
        if (!pid) {
            close(control);
            signal(SIGCHLD, SIG_DFL);
            *channel = fd;
            return;
        }
        close(fd);
        while (send(control, &pid, sizeof pid, MSG_NOSIGNAL) < 0 && errno == EINTR)
            ;
    }
}

int snapshot_take(int *channel)
{
    int pair[2];
    int status = make_pair(pair);
    if (status)
        return status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        close(pair[0]);
        close(pair[1]);
        return error_set(ERR_IO, "cannot fork a snapshot: %s", strerror(errno));
    }
    if (!pid) {
        close(pair[0]);
        close(*channel);
        park(pair[1], channel);
        return 1;
    }
    close(pair[1]);
    status = send_fd(*channel, pid, pair[0]);
    close(pair[0]);
    return status;
}

int snapshot_split(int *channel)
{
    int pair[2];
    int status = make_pair(pair);
    if (status)
        return status;
    fflush(NULL);
    signal(SIGCHLD, SIG_IGN);           /* copies that end need no wait */
    pid_t pid = fork();
    if (pid < 0) {
        close(pair[0]);
        close(pair[1]);
        return error_set(ERR_IO, "cannot fork a phone: %s", strerror(errno));
    }
    if (!pid) {
        close(pair[0]);
        close(*channel);
        *channel = pair[1];
        return 1;
    }
    close(pair[1]);
    status = send_fd(*channel, pid, pair[0]);
    close(pair[0]);
    return status;
}

int snapshot_receive(const Worker *worker, Snapshot *out)
{
    return receive_fd(worker->channel, &out->pid, &out->control);
}

int snapshot_resume(const Snapshot *snapshot, Worker *out)
{
    int pair[2];
    int status = make_pair(pair);
    if (status)
        return status;
    status = send_fd(snapshot->control, 0, pair[1]);
    close(pair[1]);
    ssize_t n = -1;
    if (!status) {
        do
            n = recv(snapshot->control, &out->pid, sizeof out->pid, 0);
        while (n < 0 && errno == EINTR);
    }
    if (n != sizeof out->pid || out->pid < 0) {
        close(pair[0]);
        return status ? status : error_set(ERR_IO, "a snapshot did not resume");
    }
    out->channel = pair[0];
    return OK;
}

u64 snapshot_private_bytes(pid_t pid)
{
    char path[64], line[256];
    unsigned long long kilobytes = 0, part;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    FILE *in = fopen(path, "r");
    if (!in)
        return 0;
    while (fgets(line, sizeof line, in))
        if (sscanf(line, "Private_Clean: %llu", &part) == 1 || sscanf(line, "Private_Dirty: %llu", &part) == 1)
            kilobytes += part;
    fclose(in);
    return kilobytes << 10;
}

void snapshot_drop(Snapshot *snapshot)
{
    close(snapshot->control);       /* the parked process reads the end and exits */
    snapshot->control = -1;
}

void worker_stop(Worker *worker)
{
    close(worker->channel);
    kill(worker->pid, SIGKILL);
    waitpid(worker->pid, NULL, 0);
    worker->channel = -1;
}
