/*
 * The contacts provider: raw contacts, their data, and the contacts that stand for
 * them. What the platform's provider does in Java is done by triggers here: a raw
 * contact gets its contact, names and phones are carried upwards.
 *
 * A contact is made of one raw contact: nothing is joined by similar names.
 */
#include "android/providers.h"

#include "android/natives.h"

#define ITEM "vnd.android.cursor.item/"
#define DIR "vnd.android.cursor.dir/"
#define NAME_TYPE "'" ITEM "name'"
#define PHONE_TYPE "'" ITEM "phone_v2'"
#define EMAIL_TYPE "'" ITEM "email_v2'"
#define POSTAL_TYPE "'" ITEM "postal-address_v2'"
#define SIP_TYPE "'" ITEM "sip_address'"
#define PHOTO_TYPE "'" ITEM "photo'"
#define NOW "strftime('%s','now') * 1000"

/* ---- columns that several views show ---- */

#define SYNC_COLUMNS "sync1, sync2, sync3, sync4"
#define STATUS_OF_CONTACT                                                                                                      \
    "NULL AS contact_presence, NULL AS contact_chat_capability, NULL AS contact_status, NULL AS contact_status_ts, "            \
    "NULL AS contact_status_res_package, NULL AS contact_status_label, NULL AS contact_status_icon"
#define NAMES "display_name, display_name_alt, display_name_source, phonetic_name, phonetic_name_style, sort_key, sort_key_alt, phonebook_label, phonebook_bucket"
#define NAMES_OF(table)                                                                                                        \
    table ".display_name AS display_name, " table ".display_name_alt AS display_name_alt, "                                     \
    table ".display_name_source AS display_name_source, " table ".phonetic_name AS phonetic_name, "                             \
    table ".phonetic_name_style AS phonetic_name_style, " table ".sort_key AS sort_key, " table ".sort_key_alt AS sort_key_alt, " \
    table ".phonebook_label AS phonebook_label, " table ".phonebook_bucket AS phonebook_bucket, "                               \
    table ".phonebook_label AS phonebook_label_alt, " table ".phonebook_bucket AS phonebook_bucket_alt"
#define CONTACT_COLUMNS(table)                                                                                                 \
    table ".lookup AS lookup, " table ".photo_id AS photo_id, " table ".photo_file_id AS photo_file_id, "                       \
    "CASE WHEN " table ".photo_id IS NULL THEN NULL ELSE 'content://com.android.contacts/contacts/' || " table "._id || '/photo' END AS photo_uri, " \
    "CASE WHEN " table ".photo_id IS NULL THEN NULL ELSE 'content://com.android.contacts/contacts/' || " table "._id || '/photo' END AS photo_thumb_uri, " \
    table ".custom_ringtone AS custom_ringtone, " table ".send_to_voicemail AS send_to_voicemail, "                             \
    table ".times_contacted AS times_contacted, " table ".last_time_contacted AS last_time_contacted, "                         \
    table ".starred AS starred, " table ".pinned AS pinned, " table ".in_visible_group AS in_visible_group, "                   \
    "1 AS in_default_directory, " table ".has_phone_number AS has_phone_number, "                                               \
    table ".name_raw_contact_id AS name_raw_contact_id, 0 AS is_user_profile, "                                                 \
    table ".contact_last_updated_timestamp AS contact_last_updated_timestamp"
#define ACCOUNT_COLUMNS(table)                                                                                                 \
    table ".account_name AS account_name, " table ".account_type AS account_type, " table ".data_set AS data_set, "             \
    table ".account_type AS account_type_and_data_set, " table ".sourceid AS sourceid, " table ".backup_id AS backup_id, "      \
    table ".version AS version, " table ".dirty AS dirty"
#define DATA_COLUMNS                                                                                                           \
    "data.mimetype AS mimetype, data.res_package AS res_package, data.hash_id AS hash_id, data.is_primary AS is_primary, "      \
    "data.is_super_primary AS is_super_primary, data.is_read_only AS is_read_only, data.data_version AS data_version, "         \
    "data.carrier_presence AS carrier_presence, data1, data2, data3, data4, data5, data6, data7, data8, data9, data10, data11, " \
    "data12, data13, data14, data15, data_sync1, data_sync2, data_sync3, data_sync4"
#define RAW_CONTACT_OPTIONS                                                                                                    \
    "custom_ringtone TEXT, send_to_voicemail INTEGER NOT NULL DEFAULT 0, times_contacted INTEGER NOT NULL DEFAULT 0, "          \
    "last_time_contacted INTEGER DEFAULT 0, starred INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0"

/* Which data gives a raw contact its name: the platform's DISPLAY_NAME_SOURCE, best last. */
#define NAME_RANK                                                                                                              \
    "CASE mimetype WHEN " NAME_TYPE " THEN 40 WHEN '" ITEM "nickname' THEN 35 WHEN '" ITEM "organization' THEN 30 "              \
    "WHEN " PHONE_TYPE " THEN 20 WHEN " EMAIL_TYPE " THEN 10 ELSE 0 END"
#define BEST_NAME(raw) "FROM data WHERE raw_contact_id = " raw " AND data1 IS NOT NULL AND " NAME_RANK " > 0 ORDER BY " NAME_RANK " DESC, is_primary DESC, _id LIMIT 1"

/* What follows from a raw contact's data; raw is its id. */
#define CARRY_UP(raw)                                                                                                          \
    "UPDATE raw_contacts SET display_name = (SELECT data1 " BEST_NAME(raw) "), "                                                \
    "display_name_alt = (SELECT CASE WHEN mimetype = " NAME_TYPE " AND data3 IS NOT NULL AND data2 IS NOT NULL THEN data3 || ', ' || data2 ELSE data1 END " BEST_NAME(raw) "), " \
    "display_name_source = coalesce((SELECT " NAME_RANK " " BEST_NAME(raw) "), 0), sort_key = (SELECT data1 " BEST_NAME(raw) "), "  \
    "sort_key_alt = (SELECT coalesce(data3, data1) " BEST_NAME(raw) "), phonebook_label = (SELECT upper(substr(data1, 1, 1)) " BEST_NAME(raw) "), " \
    "version = version + 1, dirty = 1 WHERE _id = " raw ";"                                                                     \
    "UPDATE contacts SET has_phone_number = EXISTS (SELECT 1 FROM data WHERE raw_contact_id = " raw " AND mimetype = " PHONE_TYPE "), " \
    "photo_id = (SELECT _id FROM data WHERE raw_contact_id = " raw " AND mimetype = " PHOTO_TYPE " AND data15 IS NOT NULL ORDER BY _id DESC LIMIT 1), " \
    "contact_last_updated_timestamp = " NOW " WHERE _id = (SELECT contact_id FROM raw_contacts WHERE _id = " raw ");"

/* A name given as one text is split, and one given in parts is joined. The last word is the family's. */
#define COMPLETE_NAME                                                                                                          \
    "UPDATE data SET data2 = CASE WHEN instr(trim(data1), ' ') THEN rtrim(rtrim(trim(data1), replace(trim(data1), ' ', ''))) ELSE trim(data1) END, " \
    "data3 = CASE WHEN instr(trim(data1), ' ') THEN replace(trim(data1), rtrim(trim(data1), replace(trim(data1), ' ', '')), '') END " \
    "WHERE _id = NEW._id AND mimetype = " NAME_TYPE " AND data1 IS NOT NULL AND data2 IS NULL AND data3 IS NULL;"                \
    "UPDATE data SET data1 = trim(coalesce(data4 || ' ', '') || coalesce(data2 || ' ', '') || coalesce(data5 || ' ', '') || coalesce(data3, '') || coalesce(', ' || data6, '')) " \
    "WHERE _id = NEW._id AND mimetype = " NAME_TYPE " AND data1 IS NULL AND coalesce(data2, data3, data4, data5, data6) IS NOT NULL;"

static const char *const schema[] = {
    "CREATE TABLE raw_contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_name TEXT, account_type TEXT, data_set TEXT, sourceid TEXT, backup_id TEXT, "
    "raw_contact_is_read_only INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1, dirty INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0, "
    "contact_id INTEGER, aggregation_mode INTEGER NOT NULL DEFAULT 0, " RAW_CONTACT_OPTIONS ", display_name TEXT, display_name_alt TEXT, "
    "display_name_source INTEGER NOT NULL DEFAULT 0, phonetic_name TEXT, phonetic_name_style TEXT, sort_key TEXT COLLATE PHONEBOOK, "
    "sort_key_alt TEXT COLLATE PHONEBOOK, phonebook_label TEXT, phonebook_bucket INTEGER, name_verified INTEGER NOT NULL DEFAULT 0, "
    "sync1 TEXT, sync2 TEXT, sync3 TEXT, sync4 TEXT)",
    "CREATE TABLE contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT, name_raw_contact_id INTEGER, photo_id INTEGER, photo_file_id INTEGER, " RAW_CONTACT_OPTIONS ", "
    "in_visible_group INTEGER NOT NULL DEFAULT 1, has_phone_number INTEGER NOT NULL DEFAULT 0, lookup TEXT, contact_last_updated_timestamp INTEGER)",
    "CREATE TABLE data (_id INTEGER PRIMARY KEY AUTOINCREMENT, res_package TEXT, mimetype TEXT NOT NULL, raw_contact_id INTEGER NOT NULL, hash_id TEXT, "
    "is_read_only INTEGER NOT NULL DEFAULT 0, is_primary INTEGER NOT NULL DEFAULT 0, is_super_primary INTEGER NOT NULL DEFAULT 0, "
    "data_version INTEGER NOT NULL DEFAULT 0, data1 TEXT, data2 TEXT, data3 TEXT, data4 TEXT, data5 TEXT, data6 TEXT, data7 TEXT, data8 TEXT, data9 TEXT, "
    "data10 TEXT, data11 TEXT, data12 TEXT, data13 TEXT, data14 TEXT, data15 BLOB, data_sync1 TEXT, data_sync2 TEXT, data_sync3 TEXT, data_sync4 TEXT, "
    "carrier_presence INTEGER NOT NULL DEFAULT 0)",
    "CREATE INDEX data_raw_contact ON data (raw_contact_id, mimetype)",
    "CREATE TABLE groups (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_name TEXT, account_type TEXT, data_set TEXT, account_type_and_data_set TEXT, sourceid TEXT, "
    "version INTEGER NOT NULL DEFAULT 1, dirty INTEGER NOT NULL DEFAULT 0, res_package TEXT, title TEXT, title_res INTEGER, notes TEXT, system_id TEXT, "
    "deleted INTEGER NOT NULL DEFAULT 0, group_visible INTEGER NOT NULL DEFAULT 0, should_sync INTEGER NOT NULL DEFAULT 1, auto_add INTEGER NOT NULL DEFAULT 0, "
    "favorites INTEGER NOT NULL DEFAULT 0, group_is_read_only INTEGER NOT NULL DEFAULT 0, sync1 TEXT, sync2 TEXT, sync3 TEXT, sync4 TEXT)",
    "CREATE TABLE settings (_id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, data_set TEXT, ungrouped_visible INTEGER NOT NULL DEFAULT 0, "
    "should_sync INTEGER NOT NULL DEFAULT 1, any_unsynced INTEGER, summ_count INTEGER, summ_phones INTEGER)",
    "CREATE TABLE status_updates (_id INTEGER PRIMARY KEY, presence_data_id INTEGER, protocol INTEGER, custom_protocol TEXT, im_handle TEXT, im_account TEXT, "
    "mode INTEGER, status TEXT, status_ts INTEGER, status_res_package TEXT, status_label INTEGER, status_icon INTEGER, chat_capability INTEGER)",
    "CREATE TABLE agg_exceptions (_id INTEGER PRIMARY KEY, type INTEGER NOT NULL, raw_contact_id1 INTEGER, raw_contact_id2 INTEGER)",
    "CREATE TABLE syncstate (_id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, account_type TEXT NOT NULL, data BLOB)",
    "CREATE TABLE directories (_id INTEGER PRIMARY KEY, packageName TEXT, authority TEXT, typeResourceId INTEGER, typeResourceName TEXT, accountType TEXT, "
    "accountName TEXT, displayName TEXT, exportSupport INTEGER NOT NULL DEFAULT 0, shortcutSupport INTEGER NOT NULL DEFAULT 0, photoSupport INTEGER NOT NULL DEFAULT 0)",
    "INSERT INTO directories (_id, packageName, authority, exportSupport, shortcutSupport, photoSupport) VALUES "
    "(0, 'com.android.providers.contacts', 'com.android.contacts', 0, 2, 3), (1, 'com.android.providers.contacts', 'com.android.contacts', 0, 2, 3)",
    "CREATE TABLE provider_status (status INTEGER, data1 TEXT)",
    "INSERT INTO provider_status VALUES (0, NULL)",
    "CREATE TABLE deleted_contacts (contact_id INTEGER PRIMARY KEY, contact_deleted_timestamp INTEGER NOT NULL)",

    "CREATE TRIGGER raw_contact_new AFTER INSERT ON raw_contacts BEGIN "
    "INSERT INTO contacts (name_raw_contact_id, starred, custom_ringtone, send_to_voicemail, contact_last_updated_timestamp, lookup) "
    "VALUES (NEW._id, NEW.starred, NEW.custom_ringtone, NEW.send_to_voicemail, " NOW ", '0r' || NEW._id || '-' || hex(NEW._id * 7919)); "
    "UPDATE raw_contacts SET contact_id = last_insert_rowid() WHERE _id = NEW._id; END",
    "CREATE TRIGGER raw_contact_gone AFTER DELETE ON raw_contacts BEGIN DELETE FROM data WHERE raw_contact_id = OLD._id; DELETE FROM contacts WHERE _id = OLD.contact_id; END",
    "CREATE TRIGGER contact_gone AFTER DELETE ON contacts BEGIN DELETE FROM raw_contacts WHERE contact_id = OLD._id; "
    "INSERT OR REPLACE INTO deleted_contacts VALUES (OLD._id, " NOW "); END",
    "CREATE TRIGGER contact_options AFTER UPDATE OF starred, custom_ringtone, send_to_voicemail, pinned, times_contacted, last_time_contacted ON contacts BEGIN "
    "UPDATE raw_contacts SET starred = NEW.starred, custom_ringtone = NEW.custom_ringtone, send_to_voicemail = NEW.send_to_voicemail, pinned = NEW.pinned, "
    "times_contacted = NEW.times_contacted, last_time_contacted = NEW.last_time_contacted WHERE contact_id = NEW._id; END",
    "CREATE TRIGGER data_new AFTER INSERT ON data BEGIN " COMPLETE_NAME CARRY_UP("NEW.raw_contact_id") " END",
    "CREATE TRIGGER data_changed AFTER UPDATE OF mimetype, data1, data2, data3, data15, is_primary ON data BEGIN " CARRY_UP("NEW.raw_contact_id") " END",
    "CREATE TRIGGER data_gone AFTER DELETE ON data BEGIN " CARRY_UP("OLD.raw_contact_id") " END",

    "CREATE VIEW view_contacts AS SELECT contacts._id AS _id, " NAMES_OF("name") ", " CONTACT_COLUMNS("contacts") ", " STATUS_OF_CONTACT
    " FROM contacts JOIN raw_contacts AS name ON name._id = contacts.name_raw_contact_id",
    "CREATE VIEW view_raw_contacts AS SELECT raw_contacts._id AS _id, contact_id, aggregation_mode, raw_contact_is_read_only, deleted, " NAMES ", "
    ACCOUNT_COLUMNS("raw_contacts") ", custom_ringtone, send_to_voicemail, times_contacted, last_time_contacted, starred, pinned, name_verified, "
    "0 AS raw_contact_is_user_profile, " SYNC_COLUMNS " FROM raw_contacts",
    "CREATE VIEW view_data AS SELECT data._id AS _id, data.raw_contact_id AS raw_contact_id, raw_contacts.contact_id AS contact_id, " DATA_COLUMNS ", "
    ACCOUNT_COLUMNS("raw_contacts") ", " NAMES_OF("raw_contacts") ", " CONTACT_COLUMNS("contacts") ", raw_contacts.name_verified AS name_verified, "
    "0 AS raw_contact_is_user_profile, " STATUS_OF_CONTACT ", NULL AS mode, NULL AS chat_capability, NULL AS status, NULL AS status_ts, "
    "NULL AS status_res_package, NULL AS status_label, NULL AS status_icon, "
    "(SELECT groups.sourceid FROM groups WHERE mimetype = '" ITEM "group_membership' AND groups._id = data.data1) AS group_sourceid, "
    "0 AS times_used, 0 AS last_time_used FROM data JOIN raw_contacts ON raw_contacts._id = data.raw_contact_id JOIN contacts ON contacts._id = raw_contacts.contact_id",
    "CREATE VIEW view_raw_entities AS SELECT raw_contacts._id AS _id, raw_contacts.contact_id AS contact_id, data._id AS data_id, " ACCOUNT_COLUMNS("raw_contacts") ", "
    "raw_contacts.deleted AS deleted, " DATA_COLUMNS ", starred, raw_contact_is_read_only, 0 AS raw_contact_is_user_profile, " SYNC_COLUMNS ", "
    "NULL AS group_sourceid FROM raw_contacts LEFT OUTER JOIN data ON data.raw_contact_id = raw_contacts._id",
    "CREATE VIEW view_entities AS SELECT view_data.*, view_data.contact_id AS entity_contact, view_data._id AS data_id, raw_contacts.sync1, raw_contacts.sync2, "
    "raw_contacts.sync3, raw_contacts.sync4, raw_contacts.deleted FROM view_data JOIN raw_contacts ON raw_contacts._id = view_data.raw_contact_id",
    "CREATE VIEW view_phone_lookup AS SELECT view_contacts.*, view_contacts._id AS contact_id, data._id AS data_id, data1 AS number, data2 AS type, data3 AS label, data4 AS normalized_number "
    "FROM data JOIN raw_contacts ON raw_contacts._id = data.raw_contact_id JOIN view_contacts ON view_contacts._id = raw_contacts.contact_id WHERE mimetype = " PHONE_TYPE,
    "CREATE VIEW view_groups_summary AS SELECT groups.*, (SELECT count(*) FROM data WHERE mimetype = '" ITEM "group_membership' AND data1 = groups._id) AS summ_count, "
    "0 AS summ_phones, 0 AS group_count_per_account FROM groups",

    "CREATE VIEW people AS SELECT _id, display_name AS name, display_name, phonetic_name, sort_key AS sort_string, NULL AS notes, times_contacted, last_time_contacted, "
    "custom_ringtone, send_to_voicemail, starred, 0 AS photo_version, NULL AS mode, NULL AS status, "
    "(SELECT data1 FROM view_data WHERE contact_id = view_contacts._id AND mimetype = " PHONE_TYPE ") AS number, "
    "(SELECT data2 FROM view_data WHERE contact_id = view_contacts._id AND mimetype = " PHONE_TYPE ") AS type, "
    "(SELECT data3 FROM view_data WHERE contact_id = view_contacts._id AND mimetype = " PHONE_TYPE ") AS label, "
    "NULL AS number_key, NULL AS primary_phone, NULL AS primary_email, NULL AS primary_organization FROM view_contacts",
    "CREATE VIEW phones AS SELECT _id, data1 AS number, data2 AS type, data3 AS label, data1 AS number_key, is_primary AS isprimary, contact_id AS person, "
    "display_name AS name, display_name, starred, times_contacted, last_time_contacted FROM view_data WHERE mimetype = " PHONE_TYPE,
    "CREATE VIEW contact_methods AS SELECT _id, contact_id AS person, CASE mimetype WHEN " EMAIL_TYPE " THEN 1 WHEN " POSTAL_TYPE " THEN 2 ELSE 3 END AS kind, "
    "data1 AS data, data2 AS type, data3 AS label, NULL AS aux_data, is_primary AS isprimary, display_name AS name, display_name FROM view_data "
    "WHERE mimetype IN (" EMAIL_TYPE ", " POSTAL_TYPE ", '" ITEM "im')",
    NULL,
};

/* A name matches by the beginning of one of its words; what else a contact has, by its own beginning. */
#define WORD_OF_NAME(n) "(display_name LIKE {" n "} || '%' OR display_name LIKE '% ' || {" n "} || '%')"
#define WORD_OR_DATA(n) "(" WORD_OF_NAME(n) " OR data1 LIKE {" n "} || '%')"
#define KIND(type) "mimetype = " type
#define IN_SORT_ORDER "sort_key"

#define CONTACT_TYPE ITEM "contact"
#define CONTACTS_TYPE DIR "contact"

static const ProviderPath paths[] = {
    { "contacts", CONTACTS_TYPE, "contacts", "view_contacts" },
    { "contacts/#", CONTACT_TYPE, "contacts", "view_contacts", "_id = {2}" },
    { "contacts/#/data", DIR "contact_data", NULL, "view_data", "contact_id = {2}" },
    { "contacts/#/entities", DIR "contact_entity", NULL, "view_entities", "contact_id = {2}" },
    { "contacts/#/suggestions", CONTACTS_TYPE, NULL, "view_contacts", "0" },
    { "contacts/#/suggestions/*", CONTACTS_TYPE, NULL, "view_contacts", "0" },
    { "contacts/#/photo", ITEM "photo", NULL, "view_data", "contact_id = {2} AND _id = photo_id" },
    { "contacts/#/display_photo", ITEM "photo", NULL, "view_data", "contact_id = {2} AND _id = photo_id" },
    { "contacts/filter", CONTACTS_TYPE, NULL, "view_contacts", "0" },
    { "contacts/filter/*", CONTACTS_TYPE, NULL, "view_contacts",
      "_id IN (SELECT contact_id FROM view_data WHERE " WORD_OR_DATA("3") ")" },
    { "contacts/lookup/*", CONTACT_TYPE, "contacts", "view_contacts", "lookup = {3}" },
    { "contacts/lookup/*/data", DIR "contact_data", NULL, "view_data", "lookup = {3}" },
    { "contacts/lookup/*/entities", DIR "contact_entity", NULL, "view_entities", "lookup = {3}" },
    { "contacts/lookup/*/photo", ITEM "photo", NULL, "view_data", "lookup = {3} AND _id = photo_id" },
    { "contacts/lookup/*/#", CONTACT_TYPE, "contacts", "view_contacts", "lookup = {3} OR _id = {4}" },
    { "contacts/lookup/*/#/data", DIR "contact_data", NULL, "view_data", "lookup = {3} OR contact_id = {4}" },
    { "contacts/lookup/*/#/entities", DIR "contact_entity", NULL, "view_entities", "lookup = {3} OR contact_id = {4}" },
    { "contacts/lookup/*/#/photo", ITEM "photo", NULL, "view_data", "(lookup = {3} OR contact_id = {4}) AND _id = photo_id" },
    { "contacts/as_vcard/*", "text/x-vcard", NULL, "view_contacts", "lookup = {3}" },
    { "contacts/strequent", CONTACTS_TYPE, NULL, "view_contacts", "starred = 1 OR times_contacted > 0", "starred DESC, times_contacted DESC, sort_key" },
    { "contacts/strequent/filter/*", CONTACTS_TYPE, NULL, "view_contacts", "(starred = 1 OR times_contacted > 0) AND " WORD_OF_NAME("4"), "starred DESC, sort_key" },
    { "contacts/frequent", CONTACTS_TYPE, NULL, "view_contacts", "times_contacted > 0", "times_contacted DESC" },
    { "contacts/group/*", CONTACTS_TYPE, NULL, "view_contacts",
      "_id IN (SELECT contact_id FROM view_data WHERE mimetype = '" ITEM "group_membership' AND data1 IN (SELECT _id FROM groups WHERE title = {3}))" },
    { "raw_contacts", DIR "raw_contact", "raw_contacts", "view_raw_contacts" },
    { "raw_contacts/#", ITEM "raw_contact", "raw_contacts", "view_raw_contacts", "_id = {2}" },
    { "raw_contacts/#/data", DIR "data", "data", "view_data", "raw_contact_id = {2}", NULL, "raw_contact_id=2" },
    { "raw_contacts/#/entity", DIR "raw_contact", NULL, "view_raw_entities", "_id = {2}" },
    { "raw_contact_entities", DIR "raw_contact", NULL, "view_raw_entities" },
    { "data", DIR "data", "data", "view_data" },
    { "data/#", ITEM "data", "data", "view_data", "_id = {2}" },
    { "data/phones", DIR "phone_v2", NULL, "view_data", KIND(PHONE_TYPE) },
    { "data/phones/#", ITEM "phone_v2", NULL, "view_data", KIND(PHONE_TYPE) " AND _id = {3}" },
    { "data/phones/filter", DIR "phone_v2", NULL, "view_data", "0" },
    { "data/phones/filter/*", DIR "phone_v2", NULL, "view_data", KIND(PHONE_TYPE) " AND " WORD_OR_DATA("4"), IN_SORT_ORDER },
    { "data/emails", DIR "email_v2", NULL, "view_data", KIND(EMAIL_TYPE) },
    { "data/emails/#", ITEM "email_v2", NULL, "view_data", KIND(EMAIL_TYPE) " AND _id = {3}" },
    { "data/emails/lookup", DIR "email_v2", NULL, "view_data", KIND(EMAIL_TYPE) },
    { "data/emails/lookup/*", DIR "email_v2", NULL, "view_data", KIND(EMAIL_TYPE) " AND upper(data1) = upper({4})" },
    { "data/emails/filter", DIR "email_v2", NULL, "view_data", "0" },
    { "data/emails/filter/*", DIR "email_v2", NULL, "view_data", KIND(EMAIL_TYPE) " AND " WORD_OR_DATA("4"), IN_SORT_ORDER },
    { "data/postals", DIR "postal-address_v2", NULL, "view_data", KIND(POSTAL_TYPE) },
    { "data/postals/#", ITEM "postal-address_v2", NULL, "view_data", KIND(POSTAL_TYPE) " AND _id = {3}" },
    { "data/callables", DIR "phone_v2", NULL, "view_data", "mimetype IN (" PHONE_TYPE ", " SIP_TYPE ")" },
    { "data/callables/filter/*", DIR "phone_v2", NULL, "view_data", "mimetype IN (" PHONE_TYPE ", " SIP_TYPE ") AND " WORD_OR_DATA("4"), IN_SORT_ORDER },
    { "data/contactables", DIR "phone_v2", NULL, "view_data", "mimetype IN (" PHONE_TYPE ", " EMAIL_TYPE ")" },
    { "data/contactables/filter/*", DIR "phone_v2", NULL, "view_data", "mimetype IN (" PHONE_TYPE ", " EMAIL_TYPE ") AND " WORD_OR_DATA("4"), IN_SORT_ORDER },
    { "phone_lookup", DIR "phone_lookup", NULL, "view_phone_lookup", "0" },
    { "phone_lookup/*", DIR "phone_lookup", NULL, "view_phone_lookup", "PHONE_NUMBERS_EQUAL(number, {2})" },
    { "groups", DIR "group", "groups" },
    { "groups/#", ITEM "group", "groups", NULL, "_id = {2}" },
    { "groups_summary", DIR "group", NULL, "view_groups_summary" },
    { "settings", DIR "setting", "settings" },
    { "status_updates", DIR "status-update", "status_updates" },
    { "status_updates/#", ITEM "status-update", "status_updates", NULL, "_id = {2}" },
    { "aggregation_exceptions", DIR "aggregation_exception", "agg_exceptions" },
    { "syncstate", NULL, "syncstate" },
    { "syncstate/#", NULL, "syncstate", NULL, "_id = {2}" },
    { "directories", DIR "contact_directories", NULL, "directories" },
    { "directories/#", ITEM "contact_directory", NULL, "directories", "_id = {2}" },
    { "provider_status", DIR "provider_status", NULL, "provider_status" },
    { "deleted_contacts", DIR "deleted_contact", NULL, "deleted_contacts" },
    { "deleted_contacts/#", ITEM "deleted_contact", NULL, "deleted_contacts", "contact_id = {2}" },
    { "profile", CONTACT_TYPE, NULL, "view_contacts", "0" },
    { "profile/data", DIR "contact_data", NULL, "view_data", "0" },
    { "profile/entities", DIR "contact_entity", NULL, "view_entities", "0" },
    { "profile/raw_contacts", DIR "raw_contact", NULL, "view_raw_contacts", "0" },
    { "search_suggest_query", DIR "search_suggest", NULL, "view_contacts", "0" },
    { "search_suggest_query/*", DIR "search_suggest", NULL, "view_contacts", WORD_OF_NAME("2") },
    /* the API before 2.0 */
    { "people", DIR "person", NULL, "people" },
    { "people/#", ITEM "person", NULL, "people", "_id = {2}" },
    { "people/#/phones", DIR "phone", NULL, "phones", "person = {2}" },
    { "people/#/contact_methods", DIR "contact-methods", NULL, "contact_methods", "person = {2}" },
    { "people/filter/*", DIR "person", NULL, "people", WORD_OF_NAME("3") },
    { "phones", DIR "phone", NULL, "phones" },
    { "phones/#", ITEM "phone", NULL, "phones", "_id = {2}" },
    { "phones/filter/*", DIR "phone", NULL, "phones", "PHONE_NUMBERS_EQUAL(number, {3})" },
    { "contact_methods", DIR "contact-methods", NULL, "contact_methods" },
    { "contact_methods/email", DIR "contact-methods", NULL, "contact_methods", "kind = 1" },
    { 0 },
};

static void new_row(Thread *t, const ProviderPath *path, Object *values)
{
    if (!strcmp(path->table, "contacts"))
        vm_throw(t, "java/lang/UnsupportedOperationException", "Aggregate contacts are created automatically");
    else if (!strcmp(path->table, "data") && !values_have(t, values, "mimetype") && !t->exception)
        vm_throw(t, "java/lang/IllegalArgumentException", "mimetype is required");
    else if (!strcmp(path->table, "data") && !values_have(t, values, "raw_contact_id") && !t->exception)
        vm_throw(t, "java/lang/IllegalArgumentException", "raw_contact_id is required");
}

const Provider provider_contacts = {
    .authority = "contacts;com.android.contacts",
    .class_name = "com/android/providers/contacts/ContactsProvider2",
    .package = "com.android.providers.contacts",
    .read_permission = "android.permission.READ_CONTACTS",
    .write_permission = "android.permission.WRITE_CONTACTS",
    .read_op = OP_READ_CONTACTS,
    .write_op = OP_WRITE_CONTACTS,
    .schema = schema,
    .paths = paths,
    .notify = "content://com.android.contacts",
    .new_row = new_row,
};
