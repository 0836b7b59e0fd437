/*
 * Where JUnit may be: on the class path, in Maven's repository of the user, in
 * the system's folder of jars. The newest by name wins.
 */
#include "testgen/junit.h"

#include "base/buf.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 2 };

/* Each part by its places, the likeliest first; "~" is the home folder. */
typedef struct JunitJars {
    const char *name;               /* how its file begins */
    const char *parts[MAX_PARTS][3];
    const char *runner;
} JunitJars;

static const JunitJars *jars_of(int version)
{
    static const JunitJars old = {
        "junit", { { "~/.m2/repository/junit/junit/[34].*/junit-[34].*[0-9].jar", "/usr/share/java/junit4.jar", "/usr/share/java/junit.jar" },
                   { "~/.m2/repository/org/hamcrest/hamcrest-core/1.*/hamcrest-core-1.*[0-9].jar", "/usr/share/java/hamcrest-core.jar", "/usr/share/java/hamcrest.jar" } },
        "junit.textui.TestRunner",
    };
    static const JunitJars usual = {
        "junit", { { "~/.m2/repository/junit/junit/4.*/junit-4.*[0-9].jar", "/usr/share/java/junit4.jar", NULL },
                   { "~/.m2/repository/org/hamcrest/hamcrest-core/1.*/hamcrest-core-1.*[0-9].jar", "/usr/share/java/hamcrest-core.jar", "/usr/share/java/hamcrest.jar" } },
        "org.junit.runner.JUnitCore",
    };
    static const JunitJars newest = {
        "junit-platform-console-standalone",
        { { "~/.m2/repository/org/junit/platform/junit-platform-console-standalone/*/junit-platform-console-standalone-*.jar", "/usr/share/java/junit-platform-console-standalone.jar", NULL } },
        "org.junit.platform.console.ConsoleLauncher",
    };
    return version == 3 ? &old : version == 4 ? &usual : &newest;
}

const char *junit_runner(int version)
{
    return jars_of(version)->runner;
}

static bool is_on(const char *class_path, const char *name)
{
    for (const char *entry = class_path; *entry; entry += *entry == ':') {
        size_t length = strcspn(entry, ":");
        const char *file = entry + length;
        while (file > entry && file[-1] != '/')
            file--;
        if (!strncmp(file, name, strlen(name)) && strchr("-4.", file[strlen(name)]))
            return true;
        entry += length;
    }
    return false;
}

/* The last match of the first place that has one; the caller frees. */
static char *look(const char *const *places)
{
    for (int i = 0; i < 3 && places[i]; i++) {
        const char *home = getenv("HOME");
        char *pattern = *places[i] == '~' ? xasprintf("%s%s", home ? home : "", places[i] + 1) : xstrdup(places[i]);
        glob_t found = { 0 };
        char *last = !glob(pattern, 0, NULL, &found) && found.gl_pathc ? xstrdup(found.gl_pathv[found.gl_pathc - 1]) : NULL;
        globfree(&found);
        free(pattern);
        if (last)
            return last;
    }
    return NULL;
}

char *junit_find(const char *class_path, int version)
{
    const JunitJars *jars = jars_of(version);
    if (is_on(class_path, jars->name))
        return xstrdup("");
    Buf out = { 0 };
    for (int i = 0; i < MAX_PARTS && jars->parts[i][0]; i++) {
        char *jar = look(jars->parts[i]);
        if (!jar && !i)
            return NULL;
        if (jar)
            buf_printf(&out, "%s%s", out.size ? ":" : "", jar);
        free(jar);
    }
    return buf_take(&out);
}
