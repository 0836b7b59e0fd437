/*
 * What every database of the platform has beyond SQLite's own: collations by the
 * user's language, comparison of phone numbers, _DELETE_FILE for the media store.
 *
 * Phone numbers are compared by the framework's own PhoneNumberUtils, of which
 * the platform's C code is a copy.
 */
#include "android/database.h"
#include "android/sqlite_vfs.h"
#include "libcore/posix.h"

#include <unicode/ucol.h>

/* ---- collations -------------------------------------------------------------------------- */

static int collate(void *collator, int length_a, const void *a, int length_b, const void *b)
{
    UErrorCode status = U_ZERO_ERROR;
    UCollationResult order = ucol_strcollUTF8(collator, a, length_a, b, length_b, &status);
    return U_FAILURE(status) ? 0 : (int)order;
}

static void close_collator(void *collator)
{
    ucol_close(collator);
}

/* strength UCOL_DEFAULT: the locale's own. */
static int add_collation(sqlite3 *db, const char *name, const char *locale, UColAttributeValue strength)
{
    UErrorCode status = U_ZERO_ERROR;
    UCollator *collator = ucol_open(locale, &status);
    if (U_SUCCESS(status) && strength != UCOL_DEFAULT)
        ucol_setAttribute(collator, UCOL_STRENGTH, strength, &status);
    if (U_FAILURE(status)) {
        if (collator)
            ucol_close(collator);
        return SQLITE_ERROR;
    }
    int code = sqlite3_create_collation_v2(db, name, SQLITE_UTF8, collator, collate, close_collator);
    if (code)
        ucol_close(collator);
    return code;
}

int database_add_localized_collators(sqlite3 *db, const char *locale)
{
    int code = add_collation(db, "LOCALIZED", locale, UCOL_PRIMARY);
    return code ? code : add_collation(db, "PHONEBOOK", locale, UCOL_PRIMARY);
}

/* ---- phone numbers ------------------------------------------------------------------------ */

static Object *text_argument(Thread *t, sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    return text ? vm_string_utf8_n(t, text, (size_t)sqlite3_value_bytes(value)) : NULL;
}

/* PHONE_NUMBERS_EQUAL(a, b [, strict]) */
static void phone_numbers_equal(sqlite3_context *context, int count, sqlite3_value **values)
{
    Database *database = sqlite3_user_data(context);
    Thread *t = database->running;
    bool strict = count == 3 && sqlite3_value_int(values[2]);
    Object *a = text_argument(t, values[0]), *b = text_argument(t, values[1]);
    if (!a || !b) {
        sqlite3_result_null(context);
    } else {
        bool empty = !vm_string_length(a) || !vm_string_length(b);
        Slot equal = { 0 };
        if (!empty)
            equal = vm_call_static(t, "android/telephony/PhoneNumberUtils", strict ? "compareStrictly" : "compareLoosely",
                                   "(Ljava/lang/String;Ljava/lang/String;)Z", a, b);
        sqlite3_result_int(context, !t->exception && equal.i);
    }
    vm_take_exception(t);
    database->running = t;
}

/* _PHONE_NUMBER_STRIPPED_REVERSED(number) */
static void phone_number_stripped_reversed(sqlite3_context *context, int count, sqlite3_value **values)
{
    UNUSED(count);
    Database *database = sqlite3_user_data(context);
    Thread *t = database->running;
    Object *number = text_argument(t, values[0]);
    Object *reversed = NULL;
    if (number)
        reversed = vm_call_static(t, "android/telephony/PhoneNumberUtils", "getStrippedReversed", "(Ljava/lang/String;)Ljava/lang/String;",
                                  number).l;
    char *text = t->exception ? NULL : vm_string_to_utf8(reversed);
    if (text)
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    else
        sqlite3_result_null(context);
    free(text);
    vm_take_exception(t);
    database->running = t;
}

/* ---- files --------------------------------------------------------------------------------- */

static bool begins_with(const char *path, const char *prefix, size_t length)
{
    return length && !strncmp(path, prefix, length);
}

/* Is the path on the card, or on one of the others that a colon-separated list names? */
static bool on_shared_storage(PosixState *posix, const char *path)
{
    const char *primary = map_get(&posix->environment, "EXTERNAL_STORAGE");
    if (primary && begins_with(path, primary, strlen(primary)))
        return true;
    const char *others = map_get(&posix->environment, "SECONDARY_STORAGE");
    while (others && *others) {
        size_t length = strcspn(others, ":");
        if (begins_with(path, others, length))
            return true;
        others += length;
        others += strspn(others, ":");
    }
    return false;
}

/* _DELETE_FILE(path): 1 when it is gone, 0 when it could not be, null for what is out of bounds */
static void delete_file(sqlite3_context *context, int count, sqlite3_value **values)
{
    UNUSED(count);
    Database *database = sqlite3_user_data(context);
    PosixState *posix = posix_state(database->vm);
    const char *path = (const char *)sqlite3_value_text(values[0]);
    if (!path || strstr(path, "/../") || !on_shared_storage(posix, path))
        sqlite3_result_null(context);
    else
        sqlite3_result_int(context, vfs_unlink(posix->vfs, path) == 0);
}

/* ---- what differs between our SQLite and the phone's ---------------------------------------- */

static void version_of_the_phone(sqlite3_context *context, int count, sqlite3_value **values)
{
    UNUSED(count);
    UNUSED(values);
    sqlite3_result_text(context, "3.8.10.2", -1, SQLITE_STATIC);
}

int database_add_functions(sqlite3 *db)
{
    static const struct {
        const char *name;
        int arguments;
        void (*function)(sqlite3_context *context, int count, sqlite3_value **values);
    } functions[] = {
        { "PHONE_NUMBERS_EQUAL", 2, phone_numbers_equal },
        { "PHONE_NUMBERS_EQUAL", 3, phone_numbers_equal },
        { "_PHONE_NUMBER_STRIPPED_REVERSED", 1, phone_number_stripped_reversed },
        { "_DELETE_FILE", 1, delete_file },
        { "sqlite_version", 0, version_of_the_phone },
    };
    Database *database = sqlite_vfs_context();
    int code = add_collation(db, "UNICODE", NULL, UCOL_DEFAULT);
    for (size_t i = 0; !code && i < COUNT_OF(functions); i++)
        code = sqlite3_create_function(db, functions[i].name, functions[i].arguments, SQLITE_UTF8, database, functions[i].function, NULL, NULL);
    return code;
}
