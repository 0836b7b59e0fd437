/*
 * Runs a fuzzer's seed corpus as a test, without libFuzzer.
 *
 *   replay FOLDER|FILE...
 *
 * Each file is given as it is; then truncated, and with bits flipped, in ways
 * that are the same in every run (REPLAY_DAMAGED inputs of each kind in all,
 * spread over the files). Every input is a copy in memory of exactly its size,
 * so that the address sanitizer sees a read past its end. The name of the
 * input is printed when it ends the program.
 *
 * Then memory runs out: a child reads the file while the first allocation fails,
 * the next one while the second does, and so on. Each must end well, or with the
 * code of exhausted memory. REPLAY_FAILING children in all, spread as above.
 */
#include "failing_memory.h"

#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static char input_name[4400];

static void say_which(int signal_number)
{
    static const char end[] = "\n";

    if (write(2, input_name, strlen(input_name)) < 0 || write(2, end, 1) < 0)
        _exit(1);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void give(const void *data, size_t size)
{
    u8 *copy = malloc(size ? size : 1);

    memcpy(copy, data, size);
    alarm(20);
    LLVMFuzzerTestOneInput(copy, size);
    alarm(0);
    free(copy);
}

static u64 next_random(u64 *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* ---- memory that runs out --------------------------------------------------------------- */

enum { CODE_OF_EXHAUSTED_MEMORY = 5 };

static void read_with_failure(const Buf *seed, u64 n)
{
    int nowhere = open("/dev/null", O_WRONLY);

    dup2(nowhere, 2);
    memory_fail(n);
    alarm(20);
    LLVMFuzzerTestOneInput((const u8 *)seed->data, seed->size);
    _exit(0);
}

static u64 count_allocations(const Buf *seed)
{
    memory_fail(0);
    LLVMFuzzerTestOneInput((const u8 *)seed->data, seed->size);
    return memory_allocations();
}

static void replay_without_memory(const char *path, int children)
{
    Buf seed = { 0 };

    if (file_read(path, &seed) || !seed.size)
        return;
    u64 all = count_allocations(&seed), step = all / (u64)children + 1;

    for (u64 n = 1; n <= all; n += step) {
        int status;
        pid_t child = fork();

        if (child == 0)
            read_with_failure(&seed, n);
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == CODE_OF_EXHAUSTED_MEMORY))
            continue;
        fprintf(stderr, "%s, when allocation %llu of %llu fails: %s %d\n", path, (unsigned long long)n, (unsigned long long)all,
                WIFSIGNALED(status) ? "signal" : "code", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        exit(1);
    }
    buf_free(&seed);
}

/* ---- all files ------------------------------------------------------------------------------ */

static void replay_file(const char *path, int damaged)
{
    Buf seed = { 0 };
    u64 random = 0x9e3779b97f4a7c15u;

    if (file_read(path, &seed)) {
        fprintf(stderr, "%s\n", error_text());
        exit(1);
    }
    snprintf(input_name, sizeof input_name, "%s", path);
    give(seed.data ? seed.data : "", seed.size);
    for (int i = 0; i < damaged && seed.size; i++) {
        size_t length = next_random(&random) % seed.size;
        snprintf(input_name, sizeof input_name, "%s, its first %zu bytes", path, length);
        give(seed.data, length);
    }
    for (int i = 0; i < damaged && seed.size; i++) {
        int flips = 1 + (int)(next_random(&random) % 8);
        char *bytes = xmalloc(seed.size);

        memcpy(bytes, seed.data, seed.size);
        for (int flip = 0; flip < flips; flip++)
            bytes[next_random(&random) % seed.size] ^= (char)(1 << next_random(&random) % 8);
        snprintf(input_name, sizeof input_name, "%s, damaged for the %d. time", path, i + 1);
        give(bytes, seed.size);
        free(bytes);
    }
    buf_free(&seed);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Appends the files of a folder, sorted, or the file itself. */
static void collect(const char *path, char ***files, int *count)
{
    struct stat facts;
    DIR *folder;
    struct dirent *entry;
    int first = *count;

    if (stat(path, &facts) == 0 && !S_ISDIR(facts.st_mode)) {
        *files = xrealloc(*files, sizeof **files * (size_t)(*count + 1));
        (*files)[(*count)++] = xstrdup(path);
        return;
    }
    folder = opendir(path);
    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] != '.') {
            *files = xrealloc(*files, sizeof **files * (size_t)(*count + 1));
            (*files)[(*count)++] = xasprintf("%s/%s", path, entry->d_name);
        }
    if (folder)
        closedir(folder);
    if (*count > first)
        qsort(*files + first, (size_t)(*count - first), sizeof **files, by_name);
}

/* How many inputs of a kind each of `files` files gives. */
static int share(const char *variable, int otherwise, int files)
{
    const char *wanted = getenv(variable);

    return (wanted ? atoi(wanted) : otherwise) / files + 1;
}

int main(int argc, char **argv)
{
    char **files = NULL;
    int count = 0;

    signal(SIGSEGV, say_which);
    signal(SIGBUS, say_which);
    signal(SIGABRT, say_which);
    signal(SIGFPE, say_which);
    signal(SIGALRM, say_which);
    for (int i = 1; i < argc; i++)
        collect(argv[i], &files, &count);
    if (!count) {
        fprintf(stderr, "no seed in %s\n", argc > 1 ? argv[1] : "(nothing)");
        return 1;
    }
    for (int i = 0; i < count; i++) {
        replay_file(files[i], share("REPLAY_DAMAGED", 1000, count));
        if (memory_can_fail)
            replay_without_memory(files[i], share("REPLAY_FAILING", 500, count));
        free(files[i]);
    }
    free(files);
    return 0;
}
