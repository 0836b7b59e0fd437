/* The call log: calls made, received and missed. */
#include "android/providers.h"

static const char *const schema[] = {
    "CREATE TABLE calls (_id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT, presentation INTEGER NOT NULL DEFAULT 1, date INTEGER, duration INTEGER, "
    "data_usage INTEGER, type INTEGER, features INTEGER NOT NULL DEFAULT 0, subscription_component_name TEXT, subscription_id TEXT, phone_account_address TEXT, "
    "phone_account_hidden INTEGER NOT NULL DEFAULT 0, sub_id INTEGER DEFAULT -1, new INTEGER, name TEXT, numbertype INTEGER, numberlabel TEXT, countryiso TEXT, "
    "voicemail_uri TEXT, is_read INTEGER, geocoded_location TEXT, lookup_uri TEXT, matched_number TEXT, normalized_number TEXT, photo_id INTEGER NOT NULL DEFAULT 0, "
    "photo_uri TEXT, formatted_number TEXT, transcription TEXT)",
    NULL,
};

static const ProviderPath paths[] = {
    { "calls", "vnd.android.cursor.dir/calls", "calls" },
    { "calls/#", "vnd.android.cursor.item/calls", "calls", NULL, "_id = {2}" },
    { "calls/filter/*", "vnd.android.cursor.dir/calls", NULL, "calls", "PHONE_NUMBERS_EQUAL(number, {3})" },
    { 0 },
};

const Provider provider_calllog = {
    .authority = "call_log",
    .class_name = "com/android/providers/contacts/CallLogProvider",
    .package = "com.android.providers.contacts",
    .read_permission = "android.permission.READ_CALL_LOG",
    .write_permission = "android.permission.WRITE_CALL_LOG",
    .read_op = OP_READ_CALL_LOG,
    .write_op = OP_WRITE_CALL_LOG,
    .schema = schema,
    .paths = paths,
};
