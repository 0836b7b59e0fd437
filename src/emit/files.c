/* The folder of files that a reproduction leaves. */
#include "emit/pieces.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int add_file(Emission *e, const char *name, const char *what, const char *text)
{
    char *path = xasprintf("%s/%s", e->folder, name);
    int status = file_write(path, text, strlen(text));
    if (status) {
        free(path);
        return status;
    }
    e->files = xrealloc(e->files, (e->file_count + 1) * sizeof *e->files);
    e->files[e->file_count++] = (EmittedFile){ path, what };
    return OK;
}

static int add_buf(Emission *e, const char *name, const char *what, Buf *text)
{
    int status = add_file(e, name, what, buf_str(text));
    buf_free(text);
    return status;
}

/* Scripts that read back as the steps they were made from. */
static u32 make_scripts(const Outcome *o, const App *app, Script *out)
{
    u32 count = 0;
    for (const Dialect *d = dialects; d->file && count < MOST_SCRIPTS; d++) {
        Buf text = { 0 };
        dialect_write(&text, d, o, app);
        int said = dialect_check(d, buf_str(&text), o, app);
        if (said >= 0)
            out[count++] = (Script){ d, buf_take(&text), said };
        buf_free(&text);
    }
    return count;
}

static int write_scripts(Emission *e, const Script *scripts, u32 count)
{
    int status = OK;
    for (u32 i = 0; i < count && !status; i++) {
        status = add_file(e, scripts[i].dialect->file, scripts[i].dialect->what, scripts[i].text);
        if (!status && strstr(scripts[i].dialect->file, ".sh"))
            chmod(e->files[e->file_count - 1].path, 0755);
    }
    return status;
}

static int write_found(Emission *e, Script *scripts, u32 count)
{
    Buf repro = { 0 };
    repro_print(&repro, &e->outcome->repro);
    int status = add_buf(e, "crash.repro", "reenact replay: the same run, anywhere", &repro);
    if (!status)
        status = add_file(e, "crash.txt", "the stack trace", e->outcome->crash);
    return status ? status : write_scripts(e, scripts, count);
}

int emit_files(Emission *e)
{
    App app;
    Script scripts[MOST_SCRIPTS];
    int status = app_read(&app, e->options->apk);
    if (!status)
        status = file_make_dirs(e->folder);
    if (status)
        return status;
    u32 count = e->outcome->reproduced ? make_scripts(e->outcome, &app, scripts) : 0;
    Buf board = { 0 }, junit = { 0 }, json = { 0 };
    emit_storyboard(&board, e, &app, scripts, count);
    status = add_buf(e, "storyboard.html", "look here first: the steps in pictures", &board);
    if (!status && e->outcome->reproduced)
        status = write_found(e, scripts, count);
    emit_junit(&junit, e);
    if (!status)
        status = add_buf(e, "junit.xml", "for continuous integration", &junit);
    if (!status) {
        emit_json(&json, e);
        status = add_buf(e, "result.json", "all of it, for programs", &json);
    }
    for (u32 i = 0; i < count; i++)
        free(scripts[i].text);
    app_free(&app);
    return status;
}

void emission_free(Emission *e)
{
    for (u32 i = 0; i < e->file_count; i++)
        free(e->files[i].path);
    free(e->files);
    e->files = NULL;
    e->file_count = 0;
}
