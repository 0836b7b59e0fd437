/*
 * Providers that are tables: a URI is matched to its row, the row's texts are filled
 * with the URI's segments, and the framework's own SQLiteDatabase does the rest.
 *
 * Reads go through SQLiteQueryBuilder, as the platform's providers do: callers rely
 * on how it puts brackets around what they pass. Changes are made to
 * _id IN (SELECT _id FROM source WHERE …): a selection may name columns of a view.
 */
#include "android/providers.h"

#include "android/java.h"
#include "android/natives.h"

enum { MOST_SEGMENTS = 12 };

typedef struct Request {
    const Provider *provider;
    const ProviderPath *path;
    Object *uri, *database;
    char *segments[MOST_SEGMENTS];
    u32 count;
} Request;

/* ---- matching -------------------------------------------------------------------------- */

static void read_segments(Thread *t, Request *r)
{
    Object *list = vm_call_method(t, r->uri, "getPathSegments", "()Ljava/util/List;").l;
    i32 count = list_size(t, list);
    for (i32 i = 0; i < count && i < MOST_SEGMENTS && !t->exception; i++)
        r->segments[r->count++] = vm_string_to_utf8(list_get(t, list, i));
}

static bool is_number(const char *text)
{
    return *text && !text[strspn(text, "0123456789")];
}

static bool matches(const Request *r, const char *pattern)
{
    u32 i = 0;
    for (const char *at = pattern; *at; i++) {
        size_t length = strcspn(at, "/");
        if (length == 2 && !strncmp(at, "**", 2))
            return true;
        if (i == r->count)
            return false;
        const char *segment = r->segments[i];
        bool same = *at == '#' ? is_number(segment) : *at == '*' || (strlen(segment) == length && !strncmp(segment, at, length));
        if (!same)
            return false;
        at += length + (at[length] == '/');
    }
    return i == r->count;
}

static void close_request(Request *r)
{
    for (u32 i = 0; i < r->count; i++)
        free(r->segments[i]);
}

static bool fail_request(Thread *t, Request *r)
{
    char *uri = string_of(t, r->uri, "toString");
    if (!t->exception)
        vm_throw(t, "java/lang/IllegalArgumentException", "Unknown URI %s", uri);
    free(uri);
    close_request(r);
    return false;
}

static bool find_path(Thread *t, Request *r, Object *uri)
{
    *r = (Request){ .provider = provider_of(t), .uri = uri };
    read_segments(t, r);
    for (const ProviderPath *path = r->provider->paths; path->path && !r->path; path++)
        if (matches(r, path->path))
            r->path = path;
    return r->path != NULL;
}

static bool open_request(Thread *t, Request *r, Object *uri, bool change)
{
    if (!find_path(t, r, uri) || (change && !r->path->table))
        return fail_request(t, r);
    r->database = provider_database(t, r->provider);
    if (!r->database)
        close_request(r);
    return r->database != NULL;
}

/* ---- texts ------------------------------------------------------------------------------ */

static void add_quoted(Buf *out, const Request *r, u32 from, u32 to)
{
    if (from + 1 == to && is_number(r->segments[from])) {
        buf_add_str(out, r->segments[from]);
        return;
    }
    buf_add_char(out, '\'');
    for (u32 i = from; i < to; i++) {
        if (i > from)
            buf_add_char(out, '/');
        for (const char *c = r->segments[i]; *c; c++) {
            if (*c == '\'')
                buf_add_char(out, '\'');
            buf_add_char(out, *c);
        }
    }
    buf_add_char(out, '\'');
}

/* The template with the path's segments in the places of {1}, {2} …; the caller frees. */
static char *filled(const Request *r, const char *template)
{
    Buf out = { 0 };
    for (const char *c = template; *c; c++) {
        if (c[0] != '{' || c[1] < '1' || c[1] > '9') {
            buf_add_char(&out, *c);
            continue;
        }
        u32 from = (u32)(c[1] - '1');
        bool rest = c[2] == '/';
        add_quoted(&out, r, MIN(from, r->count), rest ? r->count : MIN(from + 1, r->count));
        c = strchr(c, '}');
    }
    return buf_take(&out);
}

static const char *source_of(const Request *r)
{
    return r->path->source ? r->path->source : r->path->table;
}

/* The Java string of a template, or null. */
static Object *filled_string(Thread *t, const Request *r, const char *template)
{
    char *text = template ? filled(r, template) : NULL;
    Object *string = text ? vm_string_utf8(t, text) : NULL;
    free(text);
    return string;
}

/* ---- query ------------------------------------------------------------------------------- */

#define QUERY_BUILDER "android/database/sqlite/SQLiteQueryBuilder"

static void map_column(Thread *t, Object *map, Object *name, Object *expression)
{
    vm_call_method(t, map, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", name, expression);
}

/* String[]: what the source has. */
static Object *source_columns(Thread *t, Request *r)
{
    char *tables = filled(r, source_of(r)), *sql = xasprintf("SELECT * FROM %s LIMIT 0", tables);
    Object *cursor = vm_call_method(t, r->database, "rawQuery", "(Ljava/lang/String;[Ljava/lang/String;)Landroid/database/Cursor;", vm_string_utf8(t, sql), NULL).l;
    free(tables);
    free(sql);
    Object *names = cursor ? vm_call_method(t, cursor, "getColumnNames", "()[Ljava/lang/String;").l : NULL;
    if (names)
        vm_call_method(t, cursor, "close", "()V");
    return t->exception ? NULL : names;
}

/* Columns that may be asked for by name. */
static Object *projection_map(Thread *t, Object *names)
{
    Object *map = vm_new(t, vm_boot_class(t, "java/util/LinkedHashMap"), "()V");
    for (i32 i = 0; map && i < ARRAY_LENGTH(names) && !t->exception; i++)
        map_column(t, map, ref_object(ARRAY_REF(names)[i]), ref_object(ARRAY_REF(names)[i]));
    if (map && !t->exception)
        map_column(t, map, vm_string_utf8(t, "_count"), vm_string_utf8(t, "COUNT(*) AS _count"));
    return t->exception ? NULL : map;
}

/* *columns: in, what the caller asked for; without it, all of the source. */
static Object *query_builder(Thread *t, Request *r, Object **columns)
{
    Object *builder = vm_new(t, vm_boot_class(t, QUERY_BUILDER), "()V"), *tables = filled_string(t, r, source_of(r));
    if (!builder || !tables)
        return NULL;
    vm_call_method(t, builder, "setTables", "(Ljava/lang/String;)V", tables);
    if (r->path->where && !t->exception)
        vm_call_method(t, builder, "appendWhere", "(Ljava/lang/CharSequence;)V", filled_string(t, r, r->path->where));
    if (r->provider->free_projection || t->exception)
        return t->exception ? NULL : builder;
    Object *names = source_columns(t, r), *map = names ? projection_map(t, names) : NULL;
    if (!map)
        return NULL;
    vm_call_method(t, builder, "setProjectionMap", "(Ljava/util/Map;)V", map);
    /* The extra names of the map are only for who asks for them. */
    if (!*columns || !ARRAY_LENGTH(*columns))
        *columns = names;
    return t->exception ? NULL : builder;
}

/* Whom a change concerns. */
static Object *watched_uri(Thread *t, const Request *r)
{
    if (!r->provider->notify)
        return r->uri;
    return vm_call_static(t, "android/net/Uri", "parse", "(Ljava/lang/String;)Landroid/net/Uri;", vm_string_utf8(t, r->provider->notify)).l;
}

static void watch_uri(Thread *t, Request *r, Object *provider, Object *cursor)
{
    Object *uri = watched_uri(t, r), *resolver = uri ? provider_resolver(t, provider) : NULL;
    if (resolver)
        vm_call_method(t, cursor, "setNotificationUri", "(Landroid/content/ContentResolver;Landroid/net/Uri;)V", resolver, uri);
}

/* Cursor query(Uri, String[] columns, String selection, String[] arguments, String order) */
static void query(Thread *t, const Slot *args, Slot *result)
{
    Request r;
    if (!open_request(t, &r, args[1].l, false))
        return;
    Object *asked = args[2].l, *builder = query_builder(t, &r, &asked);
    Object *limit = builder && !t->exception ? vm_call_method(t, r.uri, "getQueryParameter", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, "limit")).l : NULL;
    Object *sort = args[5].l && vm_string_length(args[5].l) ? args[5].l : filled_string(t, &r, r.path->sort);
    if (builder && !t->exception)
        result->l = vm_call_method(t, builder, "query",
                                   "(Landroid/database/sqlite/SQLiteDatabase;[Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;Ljava/lang/String;"
                                   "Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Landroid/database/Cursor;",
                                   r.database, asked, args[3].l, args[4].l, filled_string(t, &r, r.path->group), NULL, sort, limit).l;
    if (result->l && !t->exception)
        watch_uri(t, &r, args[0].l, result->l);
    close_request(&r);
}

/* ---- changes ------------------------------------------------------------------------------ */

static void tell_change(Thread *t, Request *r, Object *provider)
{
    Object *uri = watched_uri(t, r), *resolver = uri ? provider_resolver(t, provider) : NULL;
    if (resolver)
        vm_call_method(t, resolver, "notifyChange", "(Landroid/net/Uri;Landroid/database/ContentObserver;)V", uri, NULL);
}

/* The columns that the path gives a new row: "raw_contact_id=2". */
static void put_given(Thread *t, const Request *r, Object *values)
{
    const char *equals = r->path->given ? strchr(r->path->given, '=') : NULL;
    if (!equals)
        return;
    char *column = xstrndup(r->path->given, (size_t)(equals - r->path->given));
    u32 segment = (u32)atoi(equals + 1);
    if (segment >= 1 && segment <= r->count)
        values_put(t, values, column, r->segments[segment - 1]);
    free(column);
}

/* Uri insert(Uri, ContentValues) */
static void insert(Thread *t, const Slot *args, Slot *result)
{
    Request r;
    if (!open_request(t, &r, args[1].l, true))
        return;
    Class *c = vm_boot_class(t, "android/content/ContentValues");
    Object *values = args[2].l ? vm_new(t, c, "(Landroid/content/ContentValues;)V", args[2].l) : vm_new(t, c, "()V");
    if (values)
        put_given(t, &r, values);
    if (values && r.provider->new_row && !t->exception)
        r.provider->new_row(t, r.path, values);
    if (values && !t->exception) {
        i64 id = vm_call_method(t, r.database, "insertOrThrow", "(Ljava/lang/String;Ljava/lang/String;Landroid/content/ContentValues;)J",
                                vm_string_utf8(t, r.path->table), vm_string_utf8(t, "_id"), values).j;
        if (!t->exception)
            tell_change(t, &r, args[0].l);
        if (!t->exception)
            result->l = vm_call_static(t, "android/content/ContentUris", "withAppendedId", "(Landroid/net/Uri;J)Landroid/net/Uri;", r.uri, id).l;
    }
    close_request(&r);
}

/* Which rows of the table are meant: by the path and by the caller's selection. The caller frees. */
static char *rows_meant(const Request *r, const Object *selection)
{
    Buf out = { 0 };
    char *source = filled(r, source_of(r)), *where = r->path->where ? filled(r, r->path->where) : NULL, *more = vm_string_to_utf8(selection);
    bool has_more = more && *more;
    if (where || has_more || r->path->source)
        buf_printf(&out, "_id IN (SELECT _id FROM %s%s%s%s%s%s%s%s)", source, where || has_more ? " WHERE " : "", where ? "(" : "", where ? where : "",
                   where ? ")" : "", where && has_more ? " AND (" : has_more ? "(" : "", has_more ? more : "", has_more ? ")" : "");
    free(source);
    free(where);
    free(more);
    return buf_take(&out);
}

static void finish_change(Thread *t, Request *r, Object *provider, Slot *result)
{
    if (!t->exception && result->i > 0)
        tell_change(t, r, provider);
    close_request(r);
}

/* int update(Uri, ContentValues, String selection, String[] arguments) */
static void update(Thread *t, const Slot *args, Slot *result)
{
    Request r;
    if (!open_request(t, &r, args[1].l, true))
        return;
    char *rows = rows_meant(&r, args[3].l);
    result->i = vm_call_method(t, r.database, "update", "(Ljava/lang/String;Landroid/content/ContentValues;Ljava/lang/String;[Ljava/lang/String;)I",
                               vm_string_utf8(t, r.path->table), args[2].l, vm_string_utf8(t, rows), args[4].l).i;
    free(rows);
    finish_change(t, &r, args[0].l, result);
}

/* int delete(Uri, String selection, String[] arguments) */
static void delete_rows(Thread *t, const Slot *args, Slot *result)
{
    Request r;
    if (!open_request(t, &r, args[1].l, true))
        return;
    char *rows = rows_meant(&r, args[2].l);
    /* Without a condition SQLite would not count the rows. */
    result->i = vm_call_method(t, r.database, "delete", "(Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;)I",
                               vm_string_utf8(t, r.path->table), vm_string_utf8(t, *rows ? rows : "1"), args[3].l).i;
    free(rows);
    finish_change(t, &r, args[0].l, result);
}

/* The type that the row itself names in a column. */
static Object *type_in_row(Thread *t, const Request *r, const char *column)
{
    char *source = filled(r, source_of(r)), *where = filled(r, r->path->where);
    char *sql = xasprintf("SELECT (SELECT %s FROM %s WHERE %s)", column, source, where);
    Object *database = provider_database(t, r->provider);
    Object *type = database ? vm_call_static(t, "android/database/DatabaseUtils", "stringForQuery",
                                             "(Landroid/database/sqlite/SQLiteDatabase;Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/String;", database,
                                             vm_string_utf8(t, sql), NULL).l : NULL;
    free(source);
    free(where);
    free(sql);
    return type;
}

/* String getType(Uri): null for a URI that is not known */
static void getType(Thread *t, const Slot *args, Slot *result)
{
    Request r;
    const char *type = find_path(t, &r, args[1].l) ? r.path->type : NULL;
    if (type)
        result->l = *type == '=' ? type_in_row(t, &r, type + 1) : vm_string_utf8(t, type);
    close_request(&r);
}

static void onCreate(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

const MadeMethod provider_sql_methods[] = {
    { "onCreate", "()Z", 0, onCreate, NULL },
    { "query", "(Landroid/net/Uri;[Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;Ljava/lang/String;)Landroid/database/Cursor;", 0, query, NULL },
    { "insert", "(Landroid/net/Uri;Landroid/content/ContentValues;)Landroid/net/Uri;", 0, insert, NULL },
    { "update", "(Landroid/net/Uri;Landroid/content/ContentValues;Ljava/lang/String;[Ljava/lang/String;)I", 0, update, NULL },
    { "delete", "(Landroid/net/Uri;Ljava/lang/String;[Ljava/lang/String;)I", 0, delete_rows, NULL },
    { "getType", "(Landroid/net/Uri;)Ljava/lang/String;", 0, getType, NULL },
    { 0 },
};
