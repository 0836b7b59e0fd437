/* reenact inspect: shows what is in a file. */
#include "cli/inspect_app.h"

#include "code/print.h"
#include "code/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_SIZE = 1 << 30 };

static const Option options[] = {
    { 0 },
};

typedef struct Inspection {
    CodeStore store;
    Source *source;
    int worst;              /* exit code */
} Inspection;

static int show_class(Inspection *inspection, const Symbol *name, const char *method)
{
    ClassDef *def;
    Buf text = { 0 };
    int result = source_class(inspection->source, name, &def);

    if (!result)
        result = code_print_class(&text, def, method);
    fputs(buf_str(&text), stdout);
    buf_free(&text);
    return result;
}

static int show_next(void *context, const char *name)
{
    Inspection *inspection = context;

    if (show_class(inspection, symbol(&inspection->store.symbols, name), NULL))
        inspection->worst = complain(EXIT_UNREADABLE, "%s", error_text());
    return ferror(stdout);
}

/* A class name as people write it, with dots or slashes. */
static const Symbol *class_symbol(Inspection *inspection, const char *text, size_t length)
{
    char *name = xstrndup(text, length);

    for (char *c = name; *c; c++)
        if (*c == '.')
            *c = '/';
    const Symbol *result = symbol(&inspection->store.symbols, name);
    free(name);
    return result;
}

/* CLASS, CLASS.METHOD or CLASS.METHOD(DESCRIPTOR) */
static int show_named(Inspection *inspection, const char *asked)
{
    size_t length = strcspn(asked, "("), split = length;
    int result = ERR_NOT_FOUND;

    while (split && asked[split - 1] != '.' && asked[split - 1] != '/')
        split--;
    if (!asked[length])
        result = show_class(inspection, class_symbol(inspection, asked, length), NULL);
    if (result == ERR_NOT_FOUND && split > 1 && asked[split - 1] == '.')
        result = show_class(inspection, class_symbol(inspection, asked, split - 1), asked + split);
    if (result == ERR_NOT_FOUND)
        return complain(EXIT_NOT_REPRODUCED, "%s: there is no class or method %s", source_path(inspection->source), asked);
    return result ? complain(EXIT_UNREADABLE, "%s", error_text()) : EXIT_DONE;
}

static int inspect_code(const Invocation *call)
{
    Inspection inspection = { 0 };
    Arena arena;

    if (call->count < 2 || call->count > 3)
        return complain(EXIT_USAGE, "inspect code: needs a file, and may have a class or method: FILE [CLASS[.METHOD]]");
    if (option_set(call, "json"))
        return complain(EXIT_USAGE, "inspect code: code is printed as text, not as JSON");
    if (arena_open(&arena, ARENA_SIZE, 0))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    code_store_open(&inspection.store, &arena);
    if (source_open(&inspection.source, &inspection.store, call->arguments[1]))
        inspection.worst = complain(EXIT_UNREADABLE, "%s", error_text());
    else if (call->count == 3)
        inspection.worst = show_named(&inspection, call->arguments[2]);
    else
        source_each_class(inspection.source, show_next, &inspection);
    source_close(inspection.source);
    code_store_close(&inspection.store);
    arena_close(&arena);
    return inspection.worst;
}

/* Words that show a part of an app; without one, the file's name alone gives the summary. */
static int run(const Invocation *call)
{
    static const struct { const char *word; int (*show)(const char *path); } parts[] = {
        { "manifest", inspect_manifest }, { "resources", inspect_resources }, { "strings", inspect_strings },
    };
    const char *what = call->count ? call->arguments[0] : NULL;

    if (!what)
        return complain(EXIT_USAGE, "inspect: name an app, or what to show of it: code, manifest, resources, strings, layout");
    if (!strcmp(what, "code"))
        return inspect_code(call);
    if (option_set(call, "json"))
        return complain(EXIT_USAGE, "inspect: apps are shown as text, not as JSON");
    if (!strcmp(what, "layout"))
        return call->count == 2 || call->count == 3 ? inspect_xml(call->arguments[1], call->count == 3 ? call->arguments[2] : NULL)
                                                    : complain(EXIT_USAGE, "inspect layout: needs an app, and may have a file in it: APP [res/layout/main.xml]");
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (!strcmp(what, parts[i].word))
            return call->count == 2 ? parts[i].show(call->arguments[1]) : complain(EXIT_USAGE, "inspect %s: needs an app, and nothing else", what);
    if (call->count == 1 && (strchr(what, '.') || strchr(what, '/')))
        return inspect_summary(what);
    return complain(EXIT_USAGE, "inspect: there is no '%s' to show; there are: code, manifest, resources, strings, layout", what);
}

const Command command_inspect = {
    .name = "inspect",
    .arguments = "[code | manifest | resources | strings | layout] FILE [NAME]",
    .summary = "show what is in an app: manifest, resources, texts, classes and code",
    .examples = "reenact inspect app.apk\n"
                "reenact inspect layout app.apk res/layout/main.xml\n"
                "reenact inspect code app.apk com.example.MainActivity.onCreate\n",
    .options = options,
    .run = run,
};
