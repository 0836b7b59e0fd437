/* Compiles into a folder of its own below $TMPDIR, runs JUnitCore there, and removes it. */
#define _GNU_SOURCE     /* nftw */
#include "testgen/verify.h"

#include "base/file.h"
#include "testgen/junit.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    UNUSED(info);
    UNUSED(kind);
    UNUSED(at);
    return remove(path);
}

/* Runs a program in a folder, its output into out (a path). The exit code; 127: not there; 128 and more: ended by time. */
static int run_program(char *const *arguments, const char *folder, const char *out, double seconds)
{
    pid_t pid = fork();
    if (pid < 0)
        return 127;
    if (!pid) {
        int file = open(out, O_CREAT | O_WRONLY | O_TRUNC, 0600), null = open("/dev/null", O_RDONLY);
        if (file < 0 || null < 0 || chdir(folder))
            _exit(127);
        setpgid(0, 0);
        dup2(null, 0);
        dup2(file, 1);
        dup2(file, 2);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    int status = 0;
    for (double waited = 0;; waited += 0.005) {
        pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid)
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
        if (waited > seconds) {
            kill(pid, SIGKILL);
            while (waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
            return 128;
        }
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    }
}

/* The first line of the file that holds text; the caller frees. */
static char *line_with(const char *path, const char *text)
{
    Buf all = { 0 };
    char *line = NULL;
    if (!file_read(path, &all)) {
        const char *at = strstr(buf_str(&all), text);
        if (at) {
            const char *begin = at;
            while (begin > buf_str(&all) && begin[-1] != '\n')
                begin--;
            line = xstrndup(begin, strcspn(begin, "\n"));
        }
    }
    buf_free(&all);
    return line;
}

/* "a.jar:b.jar" with the current folder before what is relative. */
static char *absolute_path_list(const char *list)
{
    char *cwd = getcwd(NULL, 0), *copy = xstrdup(list), *rest = copy;
    Buf out = { 0 };
    for (char *entry; (entry = strsep(&rest, ":"));)
        if (*entry == '/')
            buf_printf(&out, "%s%s", out.size ? ":" : "", entry);
        else if (*entry)
            buf_printf(&out, "%s%s/%s", out.size ? ":" : "", cwd ? cwd : ".", entry);
    free(copy);
    free(cwd);
    return buf_take(&out);
}

static Verdict compile(const VerifyInput *input, const char *folder, const char *file, const char *class_path, const char *log, char **sentence)
{
    /* A short run: the JVM's second compiler and its parallel collectors only cost time. */
    char *javac[] = { "javac", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn", "-encoding", "UTF-8", "-proc:none", "-cp", (char *)class_path, "-d", (char *)folder, (char *)file, NULL };
    int code = run_program(javac, folder, log, input->seconds);
    if (code == 127) {
        *sentence = xstrdup("Not verified: there is no javac here.");
        return VERDICT_NONE;
    }
    if (!code)
        return VERDICT_VERIFIED;
    char *line = line_with(log, "error:");
    *sentence = xasprintf("Not verified: it does not compile (%s).", line ? line : "javac failed");
    free(line);
    return VERDICT_NOT_COMPILED;
}

static Verdict run(const VerifyInput *input, const char *folder, const char *class_path, const char *log, char **sentence)
{
    char *path = xasprintf("%s:%s", folder, class_path);
    char *selection = input->junit == 5 ? xasprintf("--select-class=%s", input->class_name) : xstrdup(input->class_name);
    char *java[] = { "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", path, (char *)junit_runner(input->junit), selection, NULL };
    int code = run_program(java, folder, log, input->seconds);
    char *line = code ? line_with(log, "not in the stack trace") : NULL;
    if (code && !line)
        line = line_with(log, "Exception");
    *sentence = !code ? xstrdup("Verified: the same exception with the same frames on the JVM that is installed here.")
                      : xasprintf("Not verified: on the JVM that is installed here it fails (%s).", line ? line : code == 128 ? "it did not end" : "see JUnit");
    free(line);
    free(selection);
    free(path);
    return code ? VERDICT_FAILED : VERDICT_VERIFIED;
}

Verdict verify_test(const VerifyInput *input, char **sentence)
{
    const char *root = getenv("TMPDIR");
    char *folder = xasprintf("%s/reenact-testgen-XXXXXX", root ? root : "/tmp");
    Verdict verdict = VERDICT_NONE;
    if (!mkdtemp(folder)) {
        *sentence = xasprintf("Not verified: no folder for temporary files (%s).", strerror(errno));
        free(folder);
        return verdict;
    }
    char *class_path = absolute_path_list(input->class_path);
    const char *slash = strrchr(input->path, '/');
    char *file = xasprintf("%s/%s", folder, slash ? slash + 1 : input->path), *log = xasprintf("%s/log", folder);
    if (file_write(file, input->source->data, input->source->size))
        *sentence = xasprintf("Not verified: %s.", error_text());
    else
        verdict = compile(input, folder, file, class_path, log, sentence);
    if (verdict == VERDICT_VERIFIED)
        verdict = run(input, folder, class_path, log, sentence);
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(class_path);
    free(file);
    free(log);
    free(folder);
    return verdict;
}
