/* Whole files of the host. */
#define _GNU_SOURCE
#include "base/file.h"

#include "base/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int file_read(const char *path, Buf *out)
{
    int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : dup(0);
    if (fd < 0)
        return error_set(errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "cannot open %s: %s", path, strerror(errno));
    for (;;) {
        buf_reserve(out, 1 << 16);
        pages_touch(out->data + out->size, 1 << 16);
        ssize_t n = read(fd, out->data + out->size, 1 << 16);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int e = errno;
            close(fd);
            return error_set(ERR_IO, "cannot read %s: %s", path, strerror(e));
        }
        out->size += (size_t)n;
        out->data[out->size] = 0;
        if (n == 0)
            break;
    }
    close(fd);
    return OK;
}

int file_write(const char *path, const void *data, size_t size)
{
    char *temp = xasprintf("%s.%d.part", path, (int)getpid());
    int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int status = OK;
    if (fd < 0)
        status = error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
    for (size_t done = 0; !status && done < size;) {
        ssize_t n = write(fd, (const u8 *)data + done, size - done);
        if (n < 0 && errno != EINTR)
            status = error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
        else if (n > 0)
            done += (size_t)n;
    }
    if (fd >= 0 && close(fd) && !status)
        status = error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
    if (!status && rename(temp, path))
        status = error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
    if (status)
        unlink(temp);
    free(temp);
    return status;
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

int file_make_dirs(const char *path)
{
    char *copy = xstrdup(path);
    int status = OK;
    for (char *p = copy + 1; !status; p++) {
        if (*p && *p != '/')
            continue;
        char old = *p;
        *p = 0;
        if (mkdir(copy, 0777) && errno != EEXIST)
            status = error_set(ERR_IO, "cannot make the folder %s: %s", copy, strerror(errno));
        *p = old;
        if (!old)
            break;
    }
    free(copy);
    return status;
}

int file_map(MappedFile *out, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0)
        return error_set(errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "cannot open %s: %s", path, strerror(errno));
    if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
        close(fd);
        return error_set(ERR_IO, "%s is not a regular file", path);
    }
    *out = (MappedFile){ (const u8 *)"", 0 };
    if (st.st_size > 0) {
        void *data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data == MAP_FAILED) {
            close(fd);
            return error_set(ERR_IO, "cannot map %s: %s", path, strerror(errno));
        }
        *out = (MappedFile){ data, (size_t)st.st_size };
    }
    close(fd);
    return OK;
}

void file_unmap(MappedFile *file)
{
    if (file->size)
        munmap((void *)file->data, file->size);
    *file = (MappedFile){ 0 };
}

char *cache_dir(void)
{
    const char *home = getenv("REENACT_CACHE");
    if (home && *home)
        return xstrdup(home);
    home = getenv("XDG_CACHE_HOME");
    if (home && *home)
        return xasprintf("%s/reenact", home);
    home = getenv("HOME");
    return xasprintf("%s/.cache/reenact", home && *home ? home : "/tmp");
}
