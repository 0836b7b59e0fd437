/*
 * The system's content providers. Each is a subclass of the framework's own
 * ContentProvider that the machine makes: its Transport checks permissions, calling
 * package and authority, and runs batches, as on a phone; the provider's methods are C.
 *
 * Most are tables in a SQLite database in memory, described by data: the schema, and
 * a row per URI that says what it reads and changes (provider_sql.c runs them).
 */
#ifndef ANDROID_PROVIDERS_H
#define ANDROID_PROVIDERS_H

#include "vm/vm.h"

#include <stdio.h>
#include <string.h>

/* Of android.app.AppOpsManager. */
enum {
    OP_READ_CONTACTS = 4, OP_WRITE_CONTACTS, OP_READ_CALL_LOG, OP_WRITE_CALL_LOG, OP_READ_CALENDAR, OP_WRITE_CALENDAR,
    OP_READ_SMS = 14, OP_WRITE_SMS,
};

/* In the texts, {2} stands for the second segment of the URI's path, quoted; {3/} for all from the third on, with their slashes. */
typedef struct ProviderPath {
    const char *path;               /* "contacts/#/data": a word, # for a number, * for anything, ** for all the rest */
    const char *type;               /* MIME type; "=column": the row has it there; NULL: none */
    const char *table;              /* what is changed; NULL: the path is read only */
    const char *source;             /* what is read; NULL: the table. Its _id is the table's */
    const char *where;              /* which rows; NULL: all */
    const char *sort;               /* when the caller names no order */
    const char *given;              /* "column=2": a new row gets the second segment */
    const char *group;              /* GROUP BY */
} ProviderPath;

typedef struct Provider {
    const char *authority;          /* as in a manifest: "contacts;com.android.contacts" */
    const char *class_name;         /* internal form; the texts of permission checks name it */
    const char *package;
    const char *read_permission, *write_permission;
    const char *path_prefix;        /* the permissions hold for paths that begin so; NULL: for all */
    i32 read_op, write_op;          /* app-ops that are asked as well; 0: none */
    const struct Provider *database; /* whose database it uses; NULL: its own, with this schema: */
    const char *const *schema;      /* statements, NULL at the end */
    const ProviderPath *paths;      /* ends with a zero row */
    bool free_projection;           /* any expression may be a column; else only those of the source, by name */
    const char *notify;             /* the URI that is told of changes; NULL: the request's own */
    /* Completes the values of a new row (t->exception: refused). */
    void (*new_row)(Thread *t, const ProviderPath *path, Object *values);
    const MadeMethod *methods;      /* of its own, in front of the common ones; zero row at the end; NULL: none */
} Provider;

/* The provider's ContentProvider object; made at its first use. NULL without an exception: no provider of the system has the authority. */
Object *system_provider_object(Thread *t, const char *authority);
/* android.content.IContentProvider of it. */
Object *system_provider(Thread *t, const char *authority);
/* android.content.pm.ProviderInfo; NULL as above. */
Object *system_provider_info(Thread *t, const char *authority);
/*
 * What getContentProvider answers: IActivityManager.ContentProviderHolder. NULL
 * without an exception: no such authority; with one: the app may not open it.
 */
Object *system_provider_holder(Thread *t, const Object *authority);

/* Runs a statement on the provider's database, with the count texts (NULL: null) as its arguments: rows that are there before any app asks. False: thrown. */
bool system_provider_execute(Thread *t, const char *authority, const char *sql, const char *const *texts, u32 count);

/* ---- for the providers themselves ---- */

/* The provider whose method is running. */
const Provider *provider_of(Thread *t);
/* ContentResolver of the provider. */
Object *provider_resolver(Thread *t, Object *provider);
/* The provider's SQLiteDatabase, with its schema. NULL: thrown. */
Object *provider_database(Thread *t, const Provider *provider);

/* The common methods: query, insert, update, delete, getType over the tables. Zero row at the end. */
extern const MadeMethod provider_sql_methods[];

/* ContentValues: does it have the key; put a text or number. */
bool values_have(Thread *t, Object *values, const char *key);
char *values_text(Thread *t, Object *values, const char *key);      /* the caller frees; NULL: none */
void values_put(Thread *t, Object *values, const char *key, const char *text);
void values_put_long(Thread *t, Object *values, const char *key, i64 number);

#endif
