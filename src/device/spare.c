#define _GNU_SOURCE
#include "device/spare.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* To the spare; every copy of the phone has it, and one message is one request. */
static int to_spare = -1;

/* What travels as descriptors: the channel, a file with what survived, and the way to the spare for the next time. */
enum { CHANNEL, FILE_OF_SURVIVORS, TO_SPARE, PARTS };

static int send_parts(int socket, const int parts[PARTS])
{
    char byte = 0, space[CMSG_SPACE(PARTS * sizeof(int))] = { 0 };
    struct iovec data = { &byte, 1 };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space };
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(PARTS * sizeof(int));
    memcpy(CMSG_DATA(head), parts, PARTS * sizeof(int));
    while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            return error_set(ERR_IO, "the spare process has gone: %s", strerror(errno));
    return OK;
}

static bool receive_parts(int socket, int parts[PARTS])
{
    char byte, space[CMSG_SPACE(PARTS * sizeof(int))];
    struct iovec data = { &byte, 1 };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space };
    ssize_t n;
    do
        n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!head || head->cmsg_type != SCM_RIGHTS)
        return false;
    memcpy(parts, CMSG_DATA(head), PARTS * sizeof(int));
    return true;
}

static void read_all(int file, Buf *out)
{
    char part[64 << 10];
    lseek(file, 0, SEEK_SET);
    for (ssize_t n; (n = read(file, part, sizeof part)) > 0;)
        buf_add(out, part, (size_t)n);
    close(file);
}

/* The spare: a copy of it goes on for every request. Returns only in such a copy. */
static void wait_as_spare(int control, int *channel, Buf *survivors)
{
    signal(SIGCHLD, SIG_IGN);
    int parts[PARTS];
    for (;;) {
        if (!receive_parts(control, parts))
            _exit(0);
        if (!fork())
            break;
        for (int i = 0; i < PARTS; i++)
            close(parts[i]);
    }
    close(control);
    *channel = parts[CHANNEL];
    to_spare = parts[TO_SPARE];
    read_all(parts[FILE_OF_SURVIVORS], survivors);
}

int spare_keep(int *channel, Buf *survivors)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return error_set(ERR_IO, "cannot make a socket for the spare process: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0) {
        close(pair[0]);
        close(pair[1]);
        return error_set(ERR_IO, "cannot fork the spare process: %s", strerror(errno));
    }
    if (pid) {
        close(pair[1]);
        to_spare = pair[0];
        signal(SIGCHLD, SIG_IGN);
        return 0;
    }
    close(*channel);
    close(pair[0]);                 /* so that it hears when the last copy of the phone has gone */
    wait_as_spare(pair[1], channel, survivors);
    return 1;
}

int spare_take_over(int channel, const Buf *survivors)
{
    int file = memfd_create("survivors", MFD_CLOEXEC);
    if (file < 0 || to_spare < 0)
        return error_set(ERR_IO, "the app's process cannot be replaced: %s", strerror(errno));
    for (size_t done = 0; done < survivors->size;) {
        ssize_t n = write(file, survivors->data + done, survivors->size - done);
        if (n <= 0)
            return error_set(ERR_LIMIT, "no memory for what survives the app's process");
        done += (size_t)n;
    }
    int status = send_parts(to_spare, (int[]){ channel, file, to_spare });
    if (!status)
        _exit(0);
    return status;
}
