/*
 * Hostile files, made from good ones and run: each must end with a clear error or
 * a Java exception, never by a signal and never not at all.
 *
 *   hostile REENACT SEEDS COUNT KEPT
 *
 * SEEDS holds a folder per program: NAME/classes (its class files), NAME/NAME.dex,
 * NAME/NAME.jar and NAME/NAME.zip (both hold the classes; the zip stores them).
 * Of every format and every kind of damage COUNT files are made, the same ones in
 * every run, and given to `reenact java` and `reenact inspect` in turn. What does
 * harm is left in KEPT. Prints a line "ok ..." or "FAILED ..." per format and kind.
 *
 * Damage: `truncated` ends early; `flipped` has up to eight bits turned over;
 * `adversarial` lies where it counts: sizes, offsets, counts and indexes become
 * 0, 1, -1, the largest number or another number of the file, and parts of it are
 * copied over others. In archives that happens to the headers, or to an entry whose
 * checksum is then put right.
 */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

enum { SECONDS = 10, CODE_OF_A_SANITIZER = 99, MOST_SEEDS = 64 };

typedef enum Format { CLASS, DEX, JAR, ZIP, FORMATS } Format;
typedef enum Kind { TRUNCATED, FLIPPED, ADVERSARIAL, KINDS } Kind;

static const char *const format_names[] = { "class", "dex", "jar", "zip" };
static const char *const kind_names[] = { "truncated", "flipped", "adversarial" };

static u64 random_state;

static u64 any(u64 below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return below ? random_state % below : 0;
}

/* ---- damage ---------------------------------------------------------------------------- */

static void put_number(u8 *at, u32 width, u64 value, bool big_endian)
{
    for (u32 i = 0; i < width; i++)
        at[big_endian ? width - 1 - i : i] = (u8)(value >> 8 * i);
}

/* A number that readers stumble over, or one that stands elsewhere in the file. */
static u64 lie(const u8 *bytes, size_t size)
{
    static const u64 numbers[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff };
    switch (any(4)) {
    case 0: return size - any(8);
    case 1: return size > 4 ? bytes[any(size)] : 0;
    default: return numbers[any(COUNT_OF(numbers))];
    }
}

static void lie_at(u8 *bytes, size_t size, size_t at, u32 width, bool big_endian)
{
    if (at + width <= size)
        put_number(bytes + at, width, lie(bytes, size), big_endian);
}

static void lie_somewhere(u8 *bytes, size_t size, Format format)
{
    u32 width = 1u << any(3);
    size_t front = any(2) ? size : MIN(size, 0x100);      /* half of the lies stand in the header */
    size_t at = any(front);
    if (format == DEX && any(4))
        at &= ~(size_t)3, width = 4;
    if (any(4))
        lie_at(bytes, size, at, width, format == CLASS);
    else if (size > 64)
        memmove(bytes + any(size - 32), bytes + any(size - 32), 1 + any(31));
}

/* The places of an archive's headers: local, central, end. */
static size_t find_header(const u8 *bytes, size_t size, u8 third, u8 fourth)
{
    size_t start = any(size);
    for (size_t i = 0; i + 4 <= size; i++) {
        size_t at = (start + i) % (size - 3);
        if (bytes[at] == 'P' && bytes[at + 1] == 'K' && bytes[at + 2] == third && bytes[at + 3] == fourth)
            return at;
    }
    return size;
}

static void lie_in_header(u8 *bytes, size_t size)
{
    static const u8 kinds[][3] = { { 3, 4, 30 }, { 1, 2, 46 }, { 5, 6, 22 } };
    const u8 *kind = kinds[any(COUNT_OF(kinds))];
    size_t at = find_header(bytes, size, kind[0], kind[1]);
    if (at < size)
        lie_at(bytes, size, at + 4 + any(kind[2] - 4u), any(2) ? 4 : 2, false);
}

static u32 read_number(const u8 *at, u32 width)
{
    u32 value = 0;
    for (u32 i = 0; i < width; i++)
        value |= (u32)at[i] << 8 * i;
    return value;
}

/* Damages a stored entry and gives it the checksum that it then has. */
static void lie_in_entry(u8 *bytes, size_t size)
{
    size_t central = find_header(bytes, size, 1, 2);
    if (central + 46 > size || read_number(bytes + central + 10, 2) != 0)
        return;
    u32 local = read_number(bytes + central + 42, 4), content = read_number(bytes + central + 20, 4);
    if ((u64)local + 30 > size)
        return;
    u64 start = (u64)local + 30 + read_number(bytes + local + 26, 2) + read_number(bytes + local + 28, 2);
    if (!content || start + content > size)
        return;
    for (u64 n = 1 + any(4); n > 0; n--)
        lie_somewhere(bytes + start, content, CLASS);
    u32 sum = (u32)crc32(0, bytes + start, content);
    put_number(bytes + local + 14, 4, sum, false);
    put_number(bytes + central + 16, 4, sum, false);
}

static size_t damage(u8 *bytes, size_t size, Format format, Kind kind)
{
    if (!size || kind == TRUNCATED)
        return any(size);
    if (kind == FLIPPED) {
        for (u64 n = 1 + any(8); n > 0; n--)
            bytes[any(size)] ^= (u8)(1 << any(8));
        return size;
    }
    for (u64 n = 1 + any(4); n > 0; n--) {
        if (format == CLASS || format == DEX)
            lie_somewhere(bytes, size, format);
        else if (format == ZIP && any(2))
            lie_in_entry(bytes, size);
        else
            lie_in_header(bytes, size);
    }
    return size;
}

/* ---- seeds ------------------------------------------------------------------------------- */

static char *seeds[MOST_SEEDS];
static u32 seed_count;

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder, sorted. */
static u32 list(const char *folder, char **names, u32 room)
{
    u32 count = 0;
    DIR *open_folder = opendir(folder);
    struct dirent *entry;
    while (open_folder && count < room && (entry = readdir(open_folder)))
        if (entry->d_name[0] != '.')
            names[count++] = xstrdup(entry->d_name);
    if (open_folder)
        closedir(open_folder);
    qsort(names, count, sizeof *names, by_name);
    return count;
}

static void must(int failed, const char *what)
{
    if (!failed)
        return;
    fprintf(stderr, "hostile: %s: %s\n", what, errno ? strerror(errno) : error_text());
    exit(2);
}

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    must(!file || fwrite(bytes, 1, size, file) != size || fclose(file), path);
}

/* Writes a damaged copy of what lies at `from` to `to`. */
static void write_damaged(const char *from, const char *to, Format format, Kind kind)
{
    Buf seed = { 0 };
    must(file_read(from, &seed), from);
    u8 *bytes = xmalloc(seed.size + 1);
    if (seed.size)
        memcpy(bytes, seed.data, seed.size);
    write_bytes(to, bytes, damage(bytes, seed.size, format, kind));
    free(bytes);
    buf_free(&seed);
}

/* A program's classes in a folder of their own, one of them damaged. */
static void write_classes(const char *from, const char *to, Kind kind)
{
    char *names[MOST_SEEDS];
    u32 count = list(from, names, MOST_SEEDS), chosen = (u32)any(count);
    for (u32 i = 0; i < count; i++) {
        char *source = xasprintf("%s/%s", from, names[i]), *target = xasprintf("%s/%s", to, names[i]);
        Buf good = { 0 };
        must(file_read(source, &good), source);
        if (i == chosen)
            write_damaged(source, target, CLASS, kind);
        else
            write_bytes(target, good.data, good.size);
        buf_free(&good);
        free(source), free(target), free(names[i]);
    }
}

/* ---- running --------------------------------------------------------------------------------- */

static char work[64], output[96];

static void start(const char *program, const char *path, const char *name, bool inspect)
{
    int nothing = open("/dev/null", O_RDWR), out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(nothing, 0), dup2(out, 1), dup2(out, 2);
    setpgid(0, 0);
    if (inspect)
        execl(program, program, "inspect", path, (char *)NULL);
    execl(program, program, "java", "--steps=3000000", "-cp", path, name, (char *)NULL);
    _exit(127);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* NULL, or what went wrong. */
static const char *run(const char *program, const char *path, const char *name, bool inspect)
{
    double began = now();
    int status;
    pid_t child = fork();
    if (child == 0)
        start(program, path, name, inspect);
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (now() - began > SECONDS * 6) {          /* far beyond any load of the machine: it hangs */
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return "no end";
        }
        usleep(500);
    }
    struct stat facts;
    if (WIFSIGNALED(status))
        return strsignal(WTERMSIG(status));
    if (WEXITSTATUS(status) == CODE_OF_A_SANITIZER)
        return "the sanitizer complains";
    if (WEXITSTATUS(status) && (stat(output, &facts) || !facts.st_size))
        return "an error without a word";
    return NULL;
}

/* ---- all of them -------------------------------------------------------------------------------- */

/* Keeps what did harm: the file, or the folder of classes. */
static void keep(const char *path, const char *kept, const char *title)
{
    char *command = xasprintf("mkdir -p '%s' && rm -rf '%s/%s' && cp -r '%s' '%s/%s'", kept, kept, title, path, kept, title);
    if (system(command))
        fprintf(stderr, "hostile: %s was not kept\n", path);
    free(command);
}

static u32 attack(const char *program, const char *folder, u32 count, const char *kept, Format format, Kind kind)
{
    u32 failed = 0;
    for (u32 i = 0; i < count; i++) {
        random_state = 0x9e3779b97f4a7c15u * (1 + i + 100000ull * (u64)(format * KINDS + (int)kind));
        any(1);
        const char *name = seeds[any(seed_count)];
        char *path = format == CLASS ? xstrdup(work) : xasprintf("%s/hostile.%s", work, format_names[format]);
        char *from = format == CLASS ? xasprintf("%s/%s/classes", folder, name) : xasprintf("%s/%s/%s.%s", folder, name, name, format_names[format]);
        if (format == CLASS)
            write_classes(from, path, kind);
        else
            write_damaged(from, path, format, kind);
        const char *problem = run(program, path, name, i % 4 == 3 && format != CLASS);
        if (problem) {
            char title[128];
            snprintf(title, sizeof title, "%s-%s-%u-%s", format_names[format], kind_names[kind], i, name);
            keep(path, kept, title);
            if (failed++ < 5)
                printf("    %s: %s\n", title, problem);
        }
        char *names[MOST_SEEDS];
        for (u32 n = list(work, names, MOST_SEEDS); n-- > 0; free(names[n])) {
            char *old = xasprintf("%s/%s", work, names[n]);
            unlink(old);
            free(old);
        }
        free(path), free(from);
    }
    return failed;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "hostile REENACT SEEDS COUNT KEPT\n");
        return 2;
    }
    u32 all = 0, count = (u32)atoi(argv[3]);
    seed_count = list(argv[2], seeds, MOST_SEEDS);
    errno = 0;
    must(!seed_count, argv[2]);
    snprintf(work, sizeof work, "/tmp/hostile-XXXXXX");
    must(!mkdtemp(work), work);
    snprintf(output, sizeof output, "%s.out", work);
    for (Format format = 0; format < FORMATS; format++) {
        for (Kind kind = 0; kind < KINDS; kind++) {
            u32 failed = attack(argv[1], argv[2], count, argv[4], format, kind);
            printf("%s %u %s %s files end with a clear error or a Java exception%s\n", failed ? "FAILED" : "ok", count, kind_names[kind],
                   format_names[format], failed ? ":" : "");
            if (failed)
                printf("    %u did not; they are in %s\n", failed, argv[4]);
            fflush(stdout);
            all += failed;
        }
    }
    rmdir(work);
    unlink(output);
    return all != 0;
}
