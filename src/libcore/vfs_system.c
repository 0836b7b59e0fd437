/*
 * What is there before a program writes anything: the folders of the platform,
 * its devices, a few harmless files of /proc, and the standard streams, the only
 * descriptors that reach the host.
 *
 * Standard output goes through stdio's buffer. It is flushed when it is full, at
 * the end, when it is a terminal, and before anything is written to standard
 * error or read from standard input, so that what a person sees keeps its order.
 */
#include "libcore/vfs_internal.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- the tree ------------------------------------------------------------------- */

static const char *const folders[] = {
    "/data/app", "/data/data", "/data/local/tmp", "/data/misc", "/data/user", "/data/dalvik-cache", "/cache",
    "/storage/emulated/0", "/storage/self", "/mnt", "/tmp", "/dev", "/etc", "/proc/self", "/proc/sys/kernel", "/proc/net",
    "/system/app", "/system/bin", "/system/etc", "/system/fonts", "/system/framework", "/system/lib", "/system/usr/share/zoneinfo",
    "/sys/devices/system/cpu", "/sys/class/net/lo", "/var",
};

static const struct { const char *path; Device device; } devices[] = {
    { "/dev/null", DEVICE_NULL }, { "/dev/zero", DEVICE_ZERO }, { "/dev/full", DEVICE_FULL },
    { "/dev/random", DEVICE_RANDOM }, { "/dev/urandom", DEVICE_RANDOM },
};

static void cpuinfo(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    for (int i = 0; i < 4; i++)
        buf_printf(out, "processor\t: %d\nmodel name\t: reenact virtual processor\nBogoMIPS\t: 200.00\n\n", i);
    buf_add_str(out, "Hardware\t: reenact\n");
}

static void meminfo(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "MemTotal:        2097152 kB\nMemFree:         1048576 kB\nBuffers:           65536 kB\nCached:           524288 kB\n"
                     "SwapTotal:             0 kB\nSwapFree:              0 kB\n");
}

static void process_stat(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "1000 (main) R 1 1000 0 0 -1 0 0 0 0 0 10 5 0 0 20 0 1 0 100 1073741824 16384\n");
}

static void process_status(Vfs *vfs, Buf *out)
{
    buf_printf(out, "Name:\tmain\nState:\tR (running)\nTgid:\t1000\nPid:\t1000\nPPid:\t1\nTracerPid:\t0\nUid:\t%u\t%u\t%u\t%u\nGid:\t%u\t%u\t%u\t%u\n"
               "VmSize:\t 1048576 kB\nVmRSS:\t   65536 kB\nThreads:\t1\n",
               vfs->uid, vfs->uid, vfs->uid, vfs->uid, vfs->gid, vfs->gid, vfs->gid, vfs->gid);
}

static void command_line(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add(out, "main", 5);
}

static void version(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "Linux version 3.10.0 (reenact) #1 SMP PREEMPT\n");
}

static void uptime(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "100.00 400.00\n");
}

static void cpu_stat(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "cpu  100 0 50 10000 0 0 0 0 0 0\ncpu0 100 0 50 10000 0 0 0 0 0 0\n");
}

static void load_average(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "0.00 0.00 0.00 1/100 1000\n");
}

static void mounts(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "rootfs / rootfs rw 0 0\n/dev/block/system /system ext4 ro 0 0\n/dev/block/data /data ext4 rw 0 0\n");
}

static void cpu_range(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "0-3\n");
}

static void nothing_in_it(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    UNUSED(out);
}

/* java.net.NetworkInterface reads its facts here: there is the loopback and nothing else. */
static void loopback_index(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "1\n");
}

static void loopback_flags(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "0x49\n");
}

static void loopback_address(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "00:00:00:00:00:00\n");
}

static void loopback_mtu(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "65536\n");
}

static void inet6_addresses(Vfs *vfs, Buf *out)
{
    UNUSED(vfs);
    buf_add_str(out, "00000000000000000000000000000001 01 80 10 80       lo\n");
}

static const struct { const char *path; void (*generate)(Vfs *vfs, Buf *out); } files[] = {
    { "/proc/cpuinfo", cpuinfo }, { "/proc/meminfo", meminfo }, { "/proc/version", version }, { "/proc/uptime", uptime },
    { "/proc/stat", cpu_stat }, { "/proc/loadavg", load_average }, { "/proc/mounts", mounts }, { "/proc/self/mounts", mounts },
    { "/proc/self/stat", process_stat }, { "/proc/self/status", process_status }, { "/proc/self/cmdline", command_line },
    { "/proc/self/maps", nothing_in_it }, { "/proc/net/tcp", nothing_in_it }, { "/proc/net/udp", nothing_in_it },
    { "/proc/net/if_inet6", inet6_addresses }, { "/sys/class/net/lo/ifindex", loopback_index },
    { "/sys/class/net/lo/flags", loopback_flags }, { "/sys/class/net/lo/address", loopback_address }, { "/sys/class/net/lo/mtu", loopback_mtu },
    { "/sys/devices/system/cpu/present", cpu_range }, { "/sys/devices/system/cpu/possible", cpu_range },
    { "/sys/devices/system/cpu/online", cpu_range },
};

static Inode *make_file(Vfs *vfs, const char *path, u32 mode)
{
    Place place;
    if (path_place(vfs, path, false, &place) || place.inode)
        return NULL;
    Inode *inode = inode_new(vfs, mode);
    inode_attach(vfs, place.dir, place.name, inode);
    return inode;
}

static void set_mode(Vfs *vfs, const char *path, u32 mode)
{
    vfs_chmod(vfs, path, mode);
}

/* Nobody changes what belongs to the system. */
static void make_read_only(Vfs *vfs, const char *path, Mount *mount)
{
    Inode *inode;
    if (!path_find(vfs, path, false, &inode))
        inode->mount = mount;
}

void vfs_make_system(Vfs *vfs)
{
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        vfs_make_dirs(vfs, folders[i], 0755);
    set_mode(vfs, "/tmp", 01777);
    set_mode(vfs, "/storage/emulated/0", 0777);
    set_mode(vfs, "/data/local/tmp", 0777);
    for (size_t i = 0; i < COUNT_OF(devices); i++) {
        Inode *inode = make_file(vfs, devices[i].path, S_IFCHR | 0666);
        inode->device = devices[i].device;
    }
    for (size_t i = 0; i < COUNT_OF(files); i++)
        make_file(vfs, files[i].path, S_IFREG | 0444)->generate = files[i].generate;
    vfs_symlink(vfs, "/storage/emulated/0", "/storage/self/primary");
    vfs_symlink(vfs, "/storage/self/primary", "/sdcard");
    vfs_symlink(vfs, "/storage/self/primary", "/mnt/sdcard");
    Mount *mount = xcalloc(1, sizeof *mount);
    *mount = (Mount){ MOUNT_READ_ONLY, vfs->next_device++, vfs->mounts };
    vfs->mounts = mount;
    static const char *const fixed[] = { "/proc", "/proc/self", "/proc/net", "/sys", "/system", "/system/app", "/system/bin",
                                         "/system/etc", "/system/fonts", "/system/framework", "/system/lib" };
    for (size_t i = 0; i < COUNT_OF(fixed); i++)
        make_read_only(vfs, fixed[i], mount);
}

/* ---- the standard streams ------------------------------------------------------------ */

static bool input_is_ready(void)
{
    struct pollfd p = { STDIN_FILENO, POLLIN, 0 };
    return poll(&p, 1, 0) > 0;
}

/* While a person thinks, other threads run; a file or a pipe is waited for, so that the run repeats. */
static i64 input_read(Vfs *vfs, OpenFile *file, void *bytes, size_t count)
{
    vfs_flush(vfs);
    if (file_is_terminal_input(file) && !input_is_ready())
        return -EAGAIN;
    ssize_t got;
    do
        got = read(STDIN_FILENO, bytes, count);
    while (got < 0 && errno == EINTR);
    return got < 0 ? -errno : got;
}

static int input_poll(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    return !file_is_terminal_input(file) || input_is_ready() ? POLLIN : 0;
}

static i64 input_available(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    UNUSED(file);
    struct stat st;
    if (!fstat(STDIN_FILENO, &st) && S_ISREG(st.st_mode)) {
        off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
        return at < 0 ? 0 : MAX(0, st.st_size - at);
    }
    int waiting = 0;
    return ioctl(STDIN_FILENO, FIONREAD, &waiting) ? 0 : waiting;
}

static int output_error(void)
{
    int error = errno ? errno : EIO;
    clearerr(stdout);
    return -error;
}

static i64 output_write(Vfs *vfs, OpenFile *file, const void *bytes, size_t count)
{
    UNUSED(file);
    errno = 0;
    if (fwrite(bytes, 1, count, stdout) != count)
        return output_error();
    if (vfs->shows_output && fflush(stdout))
        return output_error();
    return (i64)count;
}

static i64 error_write(Vfs *vfs, OpenFile *file, const void *bytes, size_t count)
{
    UNUSED(file);
    vfs_flush(vfs);
    ssize_t put;
    do
        put = write(STDERR_FILENO, bytes, count);
    while (put < 0 && errno == EINTR);
    return put < 0 ? -errno : put;
}

static int output_poll(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    UNUSED(file);
    return POLLOUT;
}

static const FileKind input_kind = { input_read, NULL, input_poll, input_available, NULL, S_IFCHR };
static const FileKind output_kind = { NULL, output_write, output_poll, NULL, NULL, S_IFCHR };
static const FileKind error_kind = { NULL, error_write, output_poll, NULL, NULL, S_IFCHR };

bool file_is_terminal_input(const OpenFile *file)
{
    return file->kind == &input_kind && isatty(STDIN_FILENO);
}

void vfs_make_standard_streams(Vfs *vfs)
{
    vfs->shows_output = isatty(STDOUT_FILENO);
    vfs_install(vfs, &input_kind, NULL, O_RDONLY);
    vfs_install(vfs, &output_kind, NULL, O_WRONLY);
    vfs_install(vfs, &error_kind, NULL, O_WRONLY);
}

void vfs_flush(Vfs *vfs)
{
    UNUSED(vfs);
    fflush(stdout);
}

bool vfs_isatty(Vfs *vfs, int fd)
{
    const OpenFile *file = vfs_file(vfs, fd);
    if (!file || file->inode)
        return false;
    return file->kind == &input_kind ? isatty(STDIN_FILENO) : file->kind == &output_kind ? isatty(STDOUT_FILENO)
           : file->kind == &error_kind ? isatty(STDERR_FILENO) : false;
}
