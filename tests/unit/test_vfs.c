/* libcore: the file system in memory, mounts of host files, descriptors, pipes, sockets. */
#include "base/file.h"
#include "libcore/net.h"
#include "libcore/vfs.h"

#include <poll.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

static Vfs *vfs;

static int open_vfs(void **state)
{
    vfs = vfs_new(NULL);
    return 0;
}

static int close_vfs(void **state)
{
    vfs_free(vfs);
    return 0;
}

static int add_name(void *context, const char *name)
{
    buf_add_str(context, name);
    buf_add_char(context, ' ');
    return 0;
}

static void assert_listing(const char *path, const char *expected)
{
    Buf names = { 0 };
    assert_int_equal(vfs_list(vfs, path, add_name, &names), 0);
    assert_string_equal(buf_str(&names), expected);
    buf_free(&names);
}

static void assert_content(const char *path, const char *expected)
{
    Buf text = { 0 };
    assert_int_equal(vfs_read_file(vfs, path, &text), 0);
    assert_string_equal(buf_str(&text), expected);
    buf_free(&text);
}

static void write_text(const char *path, const char *text)
{
    assert_int_equal(vfs_write_file(vfs, path, text, strlen(text)), 0);
}

/* ---- the tree --------------------------------------------------------------------- */

static void the_platforms_folders_are_there(void **state)
{
    VfsStat st;
    assert_int_equal(vfs_stat(vfs, "/data/data", true, &st), 0);
    assert_true(S_ISDIR(st.mode));
    assert_listing("/tmp", "");
    assert_int_equal(vfs_mkdir(vfs, "/system/app/x", 0755), -EROFS);
    Buf text = { 0 };
    assert_int_equal(vfs_read_file(vfs, "/proc/cpuinfo", &text), 0);
    assert_non_null(strstr(buf_str(&text), "processor"));
    buf_free(&text);
}

static void a_file_keeps_what_was_written(void **state)
{
    write_text("/tmp/a", "one");
    int fd = vfs_open(vfs, "/tmp/a", O_RDWR | O_APPEND, 0);
    assert_int_equal(fd, 3);
    assert_int_equal(vfs_write(vfs, fd, "two", 3), 3);
    assert_int_equal(vfs_pwrite(vfs, fd, "X", 1, 10), 1);
    char bytes[20];
    assert_int_equal(vfs_pread(vfs, fd, bytes, sizeof bytes, 0), 11);
    assert_memory_equal(bytes, "onetwo\0\0\0\0X", 11);
    assert_int_equal(vfs_ftruncate(vfs, fd, 4), 0);
    assert_int_equal(vfs_ftruncate(vfs, fd, 6), 0);
    assert_int_equal(vfs_pread(vfs, fd, bytes, sizeof bytes, 0), 6);
    assert_memory_equal(bytes, "onet\0\0", 6);
    assert_int_equal(vfs_lseek(vfs, fd, -2, SEEK_END), 4);
    assert_int_equal(vfs_lseek(vfs, fd, -9, SEEK_CUR), -EINVAL);
    assert_int_equal(vfs_close(vfs, fd), 0);
    assert_int_equal(vfs_close(vfs, fd), -EBADF);
}

static void errors_are_those_of_linux(void **state)
{
    write_text("/tmp/file", "x");
    assert_int_equal(vfs_open(vfs, "/tmp/none", O_RDONLY, 0), -ENOENT);
    assert_int_equal(vfs_open(vfs, "/tmp/file/x", O_RDONLY, 0), -ENOTDIR);
    assert_int_equal(vfs_open(vfs, "/tmp/file/", O_RDONLY, 0), -ENOTDIR);
    assert_int_equal(vfs_open(vfs, "/tmp", O_WRONLY, 0), -EISDIR);
    assert_int_equal(vfs_open(vfs, "/tmp/file", O_RDWR | O_CREAT | O_EXCL, 0600), -EEXIST);
    assert_int_equal(vfs_open(vfs, "", O_RDONLY, 0), -ENOENT);
    assert_int_equal(vfs_mkdir(vfs, "/tmp/file", 0755), -EEXIST);
    assert_int_equal(vfs_mkdir(vfs, "/no/such", 0755), -ENOENT);
    assert_int_equal(vfs_rmdir(vfs, "/tmp"), -ENOTEMPTY);
    assert_int_equal(vfs_rmdir(vfs, "/tmp/file"), -ENOTDIR);
    assert_int_equal(vfs_unlink(vfs, "/tmp"), -EISDIR);
    assert_int_equal(vfs_remove(vfs, "/"), -EBUSY);
    assert_int_equal(vfs_rename(vfs, "/data", "/data/app/in"), -EINVAL);
    char name[400];
    memset(name, 'n', sizeof name - 1);
    name[0] = '/', name[sizeof name - 1] = 0;
    assert_int_equal(vfs_mkdir(vfs, name, 0755), -ENAMETOOLONG);
    VfsStat st;
    assert_int_equal(vfs_stat(vfs, name, true, &st), -ENAMETOOLONG);
}

static void renaming_replaces_and_moves(void **state)
{
    vfs_mkdir(vfs, "/tmp/d", 0755);
    write_text("/tmp/d/a", "a");
    write_text("/tmp/b", "b");
    assert_int_equal(vfs_rename(vfs, "/tmp/d/a", "/tmp/b"), 0);
    assert_content("/tmp/b", "a");
    assert_listing("/tmp/d", "");
    assert_int_equal(vfs_rename(vfs, "/tmp/d", "/tmp/e"), 0);
    assert_listing("/tmp", "b e ");
    write_text("/tmp/e/../e/./x", "x");
    Buf real = { 0 };
    assert_int_equal(vfs_realpath(vfs, "/tmp/b/../e//x", &real), -ENOTDIR);
    assert_int_equal(vfs_realpath(vfs, "/tmp/e/../e//x", &real), 0);
    assert_string_equal(buf_str(&real), "/tmp/e/x");
    buf_free(&real);
}

static void symbolic_links_are_followed_but_not_for_ever(void **state)
{
    write_text("/tmp/target", "t");
    assert_int_equal(vfs_symlink(vfs, "target", "/tmp/link"), 0);
    assert_content("/tmp/link", "t");
    VfsStat st;
    assert_int_equal(vfs_stat(vfs, "/tmp/link", false, &st), 0);
    assert_true(S_ISLNK(st.mode));
    vfs_symlink(vfs, "/tmp/loop2", "/tmp/loop1");
    vfs_symlink(vfs, "loop1", "/tmp/loop2");
    assert_int_equal(vfs_open(vfs, "/tmp/loop1", O_RDONLY, 0), -ELOOP);
    vfs_symlink(vfs, "/tmp", "/tmp/here");
    assert_content("/tmp/here/here/link", "t");
    assert_int_equal(vfs_unlink(vfs, "/tmp/link"), 0);
    assert_content("/tmp/target", "t");
}

static void an_unlinked_file_lives_until_it_is_closed(void **state)
{
    write_text("/tmp/a", "alive");
    assert_int_equal(vfs_link(vfs, "/tmp/a", "/tmp/b"), 0);
    int fd = vfs_open(vfs, "/tmp/a", O_RDONLY, 0), other = vfs_dup(vfs, fd, 0);
    assert_int_equal(vfs_unlink(vfs, "/tmp/a"), 0);
    assert_int_equal(vfs_unlink(vfs, "/tmp/b"), 0);
    assert_int_equal(vfs_close(vfs, fd), 0);
    char bytes[8];
    assert_int_equal(vfs_read(vfs, other, bytes, sizeof bytes), 5);
    vfs_close(vfs, other);
}

static void a_full_disk_says_so_and_deleting_makes_room(void **state)
{
    vfs_set_limit(vfs, 1000);
    char bytes[600] = { 0 };
    assert_int_equal(vfs_write_file(vfs, "/tmp/a", bytes, sizeof bytes), 0);
    assert_int_equal(vfs_write_file(vfs, "/tmp/b", bytes, sizeof bytes), -ENOSPC);
    vfs_unlink(vfs, "/tmp/a");
    assert_int_equal(vfs_write_file(vfs, "/tmp/b", bytes, sizeof bytes), 0);
}

static void a_large_file_with_a_hole_is_cheap(void **state)
{
    int fd = vfs_open(vfs, "/tmp/hole", O_RDWR | O_CREAT, 0600);
    assert_int_equal(vfs_ftruncate(vfs, fd, 500 << 20), 0);
    assert_int_equal(vfs_pwrite(vfs, fd, "end", 3, (500 << 20) - 3), 3);
    char bytes[3];
    assert_int_equal(vfs_pread(vfs, fd, bytes, 3, 300 << 20), 3);
    assert_memory_equal(bytes, "\0\0\0", 3);
    assert_int_equal(vfs_ftruncate(vfs, fd, 5000), 0);
    assert_int_equal(vfs_ftruncate(vfs, fd, 9000), 0);
    assert_int_equal(vfs_pread(vfs, fd, bytes, 3, 8000), 3);
    assert_memory_equal(bytes, "\0\0\0", 3);
    vfs_close(vfs, fd);
}

static void permissions_count_for_an_app_and_not_for_root(void **state)
{
    write_text("/tmp/secret", "s");
    vfs_chmod(vfs, "/tmp/secret", 0600);
    assert_int_equal(vfs_access(vfs, "/tmp/secret", R_OK), 0);
    vfs_set_user(vfs, 10001, 10001);
    assert_int_equal(vfs_open(vfs, "/tmp/secret", O_RDONLY, 0), -EACCES);
    assert_int_equal(vfs_mkdir(vfs, "/data/x", 0755), -EACCES);
    assert_int_equal(vfs_mkdir(vfs, "/sdcard/x", 0755), 0);
    assert_int_equal(vfs_chmod(vfs, "/tmp/secret", 0666), -EPERM);
}

static void a_mapping_and_the_file_are_the_same_bytes(void **state)
{
    write_text("/tmp/m", "mapped");
    int fd = vfs_open(vfs, "/tmp/m", O_RDWR, 0);
    void *p;
    assert_int_equal(vfs_map_shared(vfs, fd, 0, 4096, &p), 0);
    memcpy(p, "M", 1);
    assert_content("/tmp/m", "Mapped");
    assert_int_equal(vfs_pwrite(vfs, fd, "PED and more", 12, 3), 12);
    assert_memory_equal(p, "MapPED and more", 15);
    vfs_close(vfs, fd);
    vfs_unlink(vfs, "/tmp/m");
    assert_memory_equal(p, "MapPED", 6);
    assert_int_equal(vfs_unmap(vfs, p), 0);
    assert_int_equal(vfs_unmap(vfs, p), -EINVAL);
}

static void devices_and_random_bytes(void **state)
{
    u8 a[16], b[16];
    int fd = vfs_open(vfs, "/dev/zero", O_RDWR, 0);
    assert_int_equal(vfs_read(vfs, fd, a, 16), 16);
    assert_int_equal(a[15], 0);
    vfs_close(vfs, fd);
    fd = vfs_open(vfs, "/dev/urandom", O_RDONLY, 0);
    assert_int_equal(vfs_read(vfs, fd, a, 16), 16);
    vfs_close(vfs, fd);
    Vfs *twin = vfs_new(NULL);
    fd = vfs_open(twin, "/dev/urandom", O_RDONLY, 0);
    vfs_read(twin, fd, b, 16);
    vfs_free(twin);
    assert_memory_equal(a, b, 16);
    assert_int_equal(vfs_write_file(vfs, "/dev/null", "x", 1), 0);
}

/* ---- mounts ----------------------------------------------------------------------------- */

static char host[64];

static void make_host_folder(void)
{
    strcpy(host, "/tmp/vfs-test-XXXXXX");
    assert_non_null(mkdtemp(host));
    char path[128];
    snprintf(path, sizeof path, "%s/sub", host);
    file_make_dirs(path);
    snprintf(path, sizeof path, "%s/sub/a.txt", host);
    file_write(path, "host", 4);
    snprintf(path, sizeof path, "%s/way-out", host);
    assert_int_equal(symlink("/etc/passwd", path), 0);
}

static void remove_host_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", host);
    assert_int_equal(system(command), 0);
}

static void a_read_only_mount_shows_the_host_and_refuses_changes(void **state)
{
    make_host_folder();
    assert_int_equal(vfs_mount(vfs, host, "/mnt/deep/host", MOUNT_READ_ONLY), 0);
    assert_listing("/mnt/deep/host", "sub way-out ");
    assert_content("/mnt/deep/host/sub/a.txt", "host");
    assert_int_equal(vfs_write_file(vfs, "/mnt/deep/host/sub/a.txt", "x", 1), -EROFS);
    assert_int_equal(vfs_write_file(vfs, "/mnt/deep/host/sub/b.txt", "x", 1), -EROFS);
    assert_int_equal(vfs_unlink(vfs, "/mnt/deep/host/sub/a.txt"), -EROFS);
    assert_int_equal(vfs_remove(vfs, "/mnt/deep/host"), -EBUSY);
    assert_int_equal(vfs_open(vfs, "/mnt/deep/host/way-out", O_RDONLY, 0), -ENOENT);
    char *path = vfs_host_path(vfs, "/mnt/deep/host/sub/a.txt");
    assert_non_null(strstr(path, "/sub/a.txt"));
    free(path);
    remove_host_folder();
    assert_int_equal(vfs_open(vfs, "/mnt/deep/host/sub/a.txt", O_RDONLY, 0), -ENOENT);
}

static void a_copy_on_write_mount_changes_only_its_copy(void **state)
{
    make_host_folder();
    assert_int_equal(vfs_mount(vfs, host, "/mounted", MOUNT_COPY_ON_WRITE), 0);
    int fd = vfs_open(vfs, "/mounted/sub/a.txt", O_RDWR, 0);
    assert_int_equal(vfs_pwrite(vfs, fd, "C", 1, 0), 1);
    vfs_close(vfs, fd);
    assert_content("/mounted/sub/a.txt", "Cost");
    write_text("/mounted/new", "n");
    assert_listing("/mounted", "new sub way-out ");
    assert_int_equal(vfs_rename(vfs, "/mounted/sub", "/mounted/moved"), 0);
    assert_content("/mounted/moved/a.txt", "Cost");
    assert_int_equal(vfs_unlink(vfs, "/mounted/moved/a.txt"), 0);
    assert_listing("/mounted/moved", "");
    assert_int_equal(vfs_rmdir(vfs, "/mounted/moved"), 0);
    assert_listing("/mounted", "new way-out ");
    assert_int_equal(vfs_mkdir(vfs, "/mounted/sub", 0755), 0);
    assert_listing("/mounted/sub", "");
    Buf text = { 0 };
    char path[128];
    snprintf(path, sizeof path, "%s/sub/a.txt", host);
    assert_int_equal(file_read(path, &text), 0);
    assert_string_equal(buf_str(&text), "host");
    buf_free(&text);
    remove_host_folder();
}

static void a_writable_mount_changes_the_host(void **state)
{
    make_host_folder();
    assert_int_equal(vfs_mount(vfs, host, "/out", MOUNT_WRITABLE), 0);
    write_text("/out/result", "r");
    assert_int_equal(vfs_mkdir(vfs, "/out/dir", 0755), 0);
    assert_int_equal(vfs_rename(vfs, "/out/result", "/out/dir/result"), 0);
    assert_int_equal(vfs_unlink(vfs, "/out/sub/a.txt"), 0);
    assert_int_equal(vfs_rmdir(vfs, "/out/sub"), 0);
    char path[128];
    snprintf(path, sizeof path, "%s/dir/result", host);
    Buf text = { 0 };
    assert_int_equal(file_read(path, &text), 0);
    assert_string_equal(buf_str(&text), "r");
    buf_free(&text);
    snprintf(path, sizeof path, "%s/sub", host);
    assert_false(file_exists(path));
    remove_host_folder();
}

/* ---- pipes and sockets ----------------------------------------------------------------------- */

static void a_pipe_carries_bytes_and_tells_its_end(void **state)
{
    int fds[2];
    char bytes[8];
    assert_int_equal(vfs_pipe(vfs, fds, 0), 0);
    assert_int_equal(vfs_read(vfs, fds[0], bytes, 8), -EAGAIN);
    assert_int_equal(vfs_poll(vfs, fds[1]), POLLOUT);
    assert_int_equal(vfs_write(vfs, fds[1], "hello", 5), 5);
    assert_int_equal(vfs_available(vfs, fds[0]), 5);
    assert_int_equal(vfs_read(vfs, fds[0], bytes, 8), 5);
    vfs_close(vfs, fds[1]);
    assert_int_equal(vfs_read(vfs, fds[0], bytes, 8), 0);
    vfs_close(vfs, fds[0]);
    assert_int_equal(vfs_pipe(vfs, fds, 0), 0);
    vfs_close(vfs, fds[0]);
    assert_int_equal(vfs_write(vfs, fds[1], "x", 1), -EPIPE);
}

static const NetAddress here = { .bytes = { [10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1 } };

static void two_sockets_talk_over_the_loopback(void **state)
{
    NetAddress a = here, peer, local;
    int server = net_socket(vfs, AF_INET6, SOCK_STREAM, 0), client = net_socket(vfs, AF_INET6, SOCK_STREAM, 0);
    assert_int_equal(net_bind(vfs, server, &a), 0);
    assert_int_equal(net_local(vfs, server, &a), 0);
    assert_int_equal(net_connect(vfs, client, &a), -ECONNREFUSED);
    assert_int_equal(net_listen(vfs, server, 5), 0);
    assert_int_equal(net_accept(vfs, server, &peer), -EAGAIN);
    assert_int_equal(net_connect(vfs, client, &a), 0);
    assert_true(vfs_poll(vfs, server) & POLLIN);
    int accepted = net_accept(vfs, server, &peer);
    assert_true(accepted > 0);
    assert_int_equal(net_local(vfs, client, &local), 0);
    assert_int_equal(peer.port, local.port);
    char bytes[8];
    assert_int_equal(net_send(vfs, client, "ping", 4, 0, NULL), 4);
    assert_int_equal(net_receive(vfs, accepted, bytes, 8, MSG_PEEK, NULL), 4);
    assert_int_equal(net_receive(vfs, accepted, bytes, 8, 0, NULL), 4);
    assert_int_equal(net_receive(vfs, accepted, bytes, 8, 0, NULL), -EAGAIN);
    assert_int_equal(net_shutdown(vfs, client, SHUT_WR), 0);
    assert_int_equal(net_receive(vfs, accepted, bytes, 8, 0, NULL), 0);
    assert_int_equal(net_send(vfs, accepted, "pong", 4, 0, NULL), 4);
    vfs_close(vfs, accepted);
    assert_int_equal(net_receive(vfs, client, bytes, 8, 0, NULL), 4);
    assert_int_equal(net_receive(vfs, client, bytes, 8, 0, NULL), 0);
    vfs_close(vfs, client);
    vfs_close(vfs, server);
}

static void datagrams_keep_their_borders(void **state)
{
    NetAddress a = here, from;
    int one = net_socket(vfs, AF_INET, SOCK_DGRAM, 0), two = net_socket(vfs, AF_INET, SOCK_DGRAM, 0);
    net_bind(vfs, one, &a);
    net_local(vfs, one, &a);
    assert_int_equal(net_send(vfs, two, "first", 5, 0, &a), 5);
    assert_int_equal(net_send(vfs, two, "second", 6, 0, &a), 6);
    char bytes[3];
    assert_int_equal(net_receive(vfs, one, bytes, 3, 0, &from), 3);
    assert_true(net_is_loopback(&from));
    assert_int_equal(net_receive(vfs, one, bytes, 3, 0, &from), 3);
    assert_memory_equal(bytes, "sec", 3);
    assert_int_equal(net_receive(vfs, one, bytes, 3, 0, &from), -EAGAIN);
    vfs_close(vfs, one);
    vfs_close(vfs, two);
}

static void the_rest_of_the_world_is_out_of_reach(void **state)
{
    NetAddress far = { .bytes = { [10] = 0xff, [11] = 0xff, [12] = 8, [13] = 8, [14] = 8, [15] = 8 }, .port = 53 };
    int fd = net_socket(vfs, AF_INET6, SOCK_STREAM, 0);
    assert_int_equal(net_connect(vfs, fd, &far), -ENETUNREACH);
    assert_int_equal(net_socket(vfs, AF_PACKET, SOCK_RAW, 0), -EAFNOSUPPORT);
    vfs_close(vfs, fd);
}

/* ---- against Linux ---------------------------------------------------------------------------- */

static u64 dice_state = 88172645463325252ull;

static u32 dice(u32 sides)
{
    dice_state ^= dice_state << 13;
    dice_state ^= dice_state >> 7;
    dice_state ^= dice_state << 17;
    return (u32)(dice_state >> 33) % sides;
}

/* A path of few names, so that operations meet: "a/../b/c/". */
static void random_path(char *out)
{
    static const char *const parts[] = { "a", "b", "c", "a", "b", "c", "..", ".", "" };
    u32 depth = 1 + dice(3);
    *out = 0;
    for (u32 i = 0; i < depth; i++) {
        if (i)
            strcat(out, "/");
        /* The root of the comparison must not be left. */
        strcat(out, parts[dice(i ? COUNT_OF(parts) : 6)]);
    }
    if (!dice(8))
        strcat(out, "/");
}

/* Does the path climb above its start? Symbolic links may lead anywhere, so .. is taken for a climb after one. */
static bool climbs(const char *path)
{
    int depth = 0;
    for (const char *p = path; *p;) {
        size_t n = strcspn(p, "/");
        depth += n == 2 && !strncmp(p, "..", 2) ? -1 : n == 1 && *p == '.' ? 0 : n > 0;
        if (depth < 0)
            return true;
        p += n + (p[n] == '/');
    }
    return false;
}

static int host_result(int status)
{
    return status < 0 ? -errno : status;
}

static int host_stat(const char *path, bool follow, VfsStat *out)
{
    struct stat st;
    if (follow ? stat(path, &st) : lstat(path, &st))
        return -errno;
    *out = (VfsStat){ .mode = st.st_mode & S_IFMT, .size = S_ISDIR(st.st_mode) ? 0 : st.st_size, .links = S_ISDIR(st.st_mode) ? 2 : (u32)st.st_nlink };
    return 0;
}

static int our_stat(const char *path, bool follow, VfsStat *out)
{
    VfsStat st;
    int status = vfs_stat(vfs, path, follow, &st);
    if (!status)
        *out = (VfsStat){ .mode = st.mode & S_IFMT, .size = S_ISDIR(st.mode) ? 0 : st.size, .links = st.links };
    return status;
}

static int host_write(const char *path, int flags, size_t count)
{
    int fd = open(path, flags, 0644);
    if (fd < 0)
        return -errno;
    int status = (int)write(fd, "0123456789", count);
    close(fd);
    return status;
}

static int our_write(const char *path, int flags, size_t count)
{
    int fd = vfs_open(vfs, path, flags, 0644);
    if (fd < 0)
        return fd;
    int status = (int)vfs_write(vfs, fd, "0123456789", count);
    vfs_close(vfs, fd);
    return status;
}

static void random_operations_end_as_they_do_on_linux(void **state)
{
    strcpy(host, "/tmp/vfs-test-XXXXXX");
    assert_non_null(mkdtemp(host));
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(host), 0);
    vfs_mkdir(vfs, "/tmp/x", 0755);
    assert_int_equal(vfs_set_cwd(vfs, "/tmp/x"), 0);
    /* Links that lead no higher than they lie. */
    static const char *const names[] = { "a", "b", "c", "a/b" };
    for (int i = 0; i < 40000; i++) {
        char a[64], b[64], what[256];
        random_path(a);
        random_path(b);
        if (climbs(a) || climbs(b))
            continue;
        int theirs = 0, ours = 0;
        u32 operation = dice(10);
        const char *target = names[dice(4)];
        VfsStat x = { 0 }, y = { 0 };
        switch (operation) {
        case 0: theirs = host_result(mkdir(a, 0755)), ours = vfs_mkdir(vfs, a, 0755); break;
        case 1: theirs = host_result(rmdir(a)), ours = vfs_rmdir(vfs, a); break;
        case 2: theirs = host_result(unlink(a)), ours = vfs_unlink(vfs, a); break;
        case 3: theirs = host_result(rename(a, b)), ours = vfs_rename(vfs, a, b); break;
        case 4: theirs = host_write(a, O_WRONLY | O_CREAT | O_TRUNC, 5), ours = our_write(a, O_WRONLY | O_CREAT | O_TRUNC, 5); break;
        case 5: theirs = host_write(a, O_RDWR | O_APPEND, 3), ours = our_write(a, O_RDWR | O_APPEND, 3); break;
        case 6: theirs = host_result(link(a, b)), ours = vfs_link(vfs, a, b); break;
        case 7: theirs = host_stat(a, true, &x), ours = our_stat(a, true, &y); break;
        case 9: theirs = host_result(symlink(target, a)), ours = vfs_symlink(vfs, target, a); break;
        case 8: theirs = host_stat(a, false, &x), ours = our_stat(a, false, &y); break;
        }
        if (theirs != ours || x.mode != y.mode || x.size != y.size || x.links != y.links) {
            snprintf(what, sizeof what, "step %d: operation %u on %s, %s: Linux says %s, we say %s (links %u and %u)", i, operation, a, b,
                     theirs < 0 ? strerror(-theirs) : "fine", ours < 0 ? strerror(-ours) : "fine", x.links, y.links);
            assert_string_equal(what, "the same");
        }
    }
    assert_int_equal(chdir(before), 0);
    remove_host_folder();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_vfs, close_vfs)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_platforms_folders_are_there),
        TEST(a_file_keeps_what_was_written),
        TEST(errors_are_those_of_linux),
        TEST(renaming_replaces_and_moves),
        TEST(symbolic_links_are_followed_but_not_for_ever),
        TEST(an_unlinked_file_lives_until_it_is_closed),
        TEST(a_full_disk_says_so_and_deleting_makes_room),
        TEST(a_large_file_with_a_hole_is_cheap),
        TEST(permissions_count_for_an_app_and_not_for_root),
        TEST(a_mapping_and_the_file_are_the_same_bytes),
        TEST(devices_and_random_bytes),
        TEST(a_read_only_mount_shows_the_host_and_refuses_changes),
        TEST(a_copy_on_write_mount_changes_only_its_copy),
        TEST(a_writable_mount_changes_the_host),
        TEST(a_pipe_carries_bytes_and_tells_its_end),
        TEST(two_sockets_talk_over_the_loopback),
        TEST(datagrams_keep_their_borders),
        TEST(the_rest_of_the_world_is_out_of_reach),
        TEST(random_operations_end_as_they_do_on_linux),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
