/*
 * Text messages: three providers (sms, mms, mms-sms) over one database, and the
 * carriers. Only the phone's own messaging app may write: the writes of others
 * are dropped by the app-op check, as on a phone.
 */
#include "android/providers.h"

static const char *const schema[] = {
    "CREATE TABLE sms (_id INTEGER PRIMARY KEY, thread_id INTEGER, address TEXT, person INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0, protocol INTEGER, "
    "read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER, reply_path_present INTEGER, subject TEXT, body TEXT, service_center TEXT, "
    "locked INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1, error_code INTEGER DEFAULT 0, creator TEXT, seen INTEGER DEFAULT 0)",
    "CREATE TABLE raw (_id INTEGER PRIMARY KEY, date INTEGER, reference_number INTEGER, count INTEGER, sequence INTEGER, destination_port INTEGER, address TEXT, sub_id INTEGER, pdu TEXT)",
    "CREATE TABLE pdu (_id INTEGER PRIMARY KEY, thread_id INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0, msg_box INTEGER, read INTEGER DEFAULT 0, m_id TEXT, sub TEXT, "
    "sub_cs INTEGER, ct_t TEXT, ct_l TEXT, exp INTEGER, m_cls TEXT, m_type INTEGER, v INTEGER, m_size INTEGER, pri INTEGER, rr INTEGER, rpt_a INTEGER, resp_st INTEGER, "
    "st INTEGER, tr_id TEXT, retr_st INTEGER, retr_txt TEXT, retr_txt_cs INTEGER, read_status INTEGER, ct_cls INTEGER, resp_txt TEXT, d_tm INTEGER, d_rpt INTEGER, "
    "locked INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1, seen INTEGER DEFAULT 0, creator TEXT, text_only INTEGER DEFAULT 0)",
    "CREATE TABLE part (_id INTEGER PRIMARY KEY AUTOINCREMENT, mid INTEGER, seq INTEGER DEFAULT 0, ct TEXT, name TEXT, chset INTEGER, cd TEXT, fn TEXT, cid TEXT, cl TEXT, "
    "ctt_s INTEGER, ctt_t TEXT, _data TEXT, text TEXT)",
    "CREATE TABLE addr (_id INTEGER PRIMARY KEY, msg_id INTEGER, contact_id INTEGER, address TEXT, type INTEGER, charset INTEGER)",
    "CREATE TABLE canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT)",
    "CREATE TABLE threads (_id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, message_count INTEGER DEFAULT 0, recipient_ids TEXT, snippet TEXT, "
    "snippet_cs INTEGER DEFAULT 0, read INTEGER DEFAULT 1, archived INTEGER DEFAULT 0, type INTEGER DEFAULT 0, error INTEGER DEFAULT 0, has_attachment INTEGER DEFAULT 0)",
    "CREATE TABLE carriers (_id INTEGER PRIMARY KEY, name TEXT, numeric TEXT, mcc TEXT, mnc TEXT, apn TEXT, user TEXT, server TEXT, password TEXT, proxy TEXT, port TEXT, "
    "mmsproxy TEXT, mmsport TEXT, mmsc TEXT, authtype INTEGER DEFAULT -1, type TEXT, current INTEGER, protocol TEXT DEFAULT 'IP', roaming_protocol TEXT DEFAULT 'IP', "
    "carrier_enabled BOOLEAN DEFAULT 1, bearer INTEGER DEFAULT 0, mvno_type TEXT, mvno_match_data TEXT, sub_id INTEGER DEFAULT -1)",
    "CREATE VIEW sms_conversations AS SELECT thread_id, body AS snippet, count(*) AS msg_count, thread_id AS _id FROM sms GROUP BY thread_id",
    "CREATE VIEW all_messages AS SELECT _id, thread_id, 'sms' AS transport_type, date, date_sent, read, type, status, address, person, body, subject, locked, sub_id, error_code, seen, "
    "NULL AS sub, NULL AS sub_cs, NULL AS m_type, NULL AS msg_box, NULL AS ct_t, NULL AS d_rpt, NULL AS rr, NULL AS st FROM sms UNION ALL "
    "SELECT _id, thread_id, 'mms', date * 1000, date_sent * 1000, read, NULL, NULL, NULL, NULL, NULL, NULL, locked, sub_id, NULL, seen, sub, sub_cs, m_type, msg_box, ct_t, d_rpt, rr, st FROM pdu",
    NULL,
};

#define SMS_DIR "vnd.android.cursor.dir/sms"
#define SMS_ITEM "vnd.android.cursor.item/sms"
#define BOX(name, number) { name, SMS_DIR, "sms", NULL, "type = " #number, "date DESC" }, { name "/#", SMS_ITEM, "sms", NULL, "_id = {2}" }

static const ProviderPath sms_paths[] = {
    { "", SMS_DIR, "sms", NULL, NULL, "date DESC" },
    { "#", SMS_ITEM, "sms", NULL, "_id = {1}" },
    BOX("inbox", 1), BOX("sent", 2), BOX("draft", 3), BOX("outbox", 4), BOX("failed", 5), BOX("queued", 6),
    { "undelivered", SMS_DIR, "sms", NULL, "type IN (4, 5, 6)", "date DESC" },
    { "conversations", "vnd.android.cursor.dir/sms-chat", "sms", "sms_conversations", NULL, "_id DESC" },
    { "conversations/*", "vnd.android.cursor.dir/sms-chat", "sms", NULL, "thread_id = {2}", "date DESC" },
    { "raw", NULL, "raw" },
    { "icc", SMS_DIR, NULL, "sms", "0" },
    { 0 },
};

static const ProviderPath mms_paths[] = {
    { "", "vnd.android-dir/mms", "pdu", NULL, NULL, "date DESC" },
    { "#", "vnd.android/mms", "pdu", NULL, "_id = {1}" },
    { "inbox", "vnd.android-dir/mms", "pdu", NULL, "msg_box = 1", "date DESC" },
    { "sent", "vnd.android-dir/mms", "pdu", NULL, "msg_box = 2", "date DESC" },
    { "drafts", "vnd.android-dir/mms", "pdu", NULL, "msg_box = 3", "date DESC" },
    { "outbox", "vnd.android-dir/mms", "pdu", NULL, "msg_box = 4", "date DESC" },
    { "part", NULL, "part" },
    { "part/#", NULL, "part", NULL, "_id = {2}" },
    { "#/part", NULL, "part", NULL, "mid = {1}", NULL, "mid=1" },
    { "#/addr", NULL, "addr", NULL, "msg_id = {1}", NULL, "msg_id=1" },
    { 0 },
};

static const ProviderPath mms_sms_paths[] = {
    { "conversations", "vnd.android-dir/mms-sms", "threads", NULL, NULL, "date DESC" },
    { "conversations/#", "vnd.android-dir/mms-sms", NULL, "all_messages", "thread_id = {2}", "date ASC" },
    { "conversations/#/recipients", "vnd.android-dir/mms-sms", "threads", NULL, "_id = {2}" },
    { "complete-conversations", "vnd.android-dir/mms-sms", NULL, "all_messages", NULL, "date DESC" },
    { "messages/byphone/*", "vnd.android-dir/mms-sms", NULL, "all_messages", "PHONE_NUMBERS_EQUAL(address, {3})", "date DESC" },
    { "threadID", NULL, NULL, "threads", "0" },
    { "canonical-address/#", NULL, "canonical_addresses", NULL, "_id = {2}" },
    { "canonical-addresses", NULL, "canonical_addresses" },
    { "draft", NULL, NULL, "all_messages", "type = 3" },
    { "undelivered", NULL, NULL, "all_messages", "type IN (4, 5, 6)" },
    { "locked", NULL, NULL, "all_messages", "locked = 1" },
    { "pending", NULL, NULL, "all_messages", "0" },
    { 0 },
};

static const ProviderPath carrier_paths[] = {
    { "carriers", "vnd.android.cursor.dir/telephony-carrier", "carriers", NULL, NULL, "name ASC" },
    { "carriers/#", "vnd.android.cursor.item/telephony-carrier", "carriers", NULL, "_id = {2}" },
    { "carriers/current", "vnd.android.cursor.dir/telephony-carrier", "carriers", NULL, "current IS NOT NULL" },
    { "carriers/preferapn", "vnd.android.cursor.dir/telephony-carrier", NULL, "carriers", "0" },
    { "siminfo", NULL, NULL, "carriers", "0" },
    { 0 },
};

#define MESSAGES                                                                                                               \
    .package = "com.android.providers.telephony", .read_permission = "android.permission.READ_SMS", .read_op = OP_READ_SMS,      \
    .write_op = OP_WRITE_SMS, .free_projection = true, .notify = "content://mms-sms"

const Provider provider_sms = {
    .authority = "sms", .class_name = "com/android/providers/telephony/SmsProvider", .schema = schema, .paths = sms_paths, MESSAGES,
};
const Provider provider_mms = {
    .authority = "mms", .class_name = "com/android/providers/telephony/MmsProvider", .database = &provider_sms, .paths = mms_paths, MESSAGES,
};
const Provider provider_mms_sms = {
    .authority = "mms-sms", .class_name = "com/android/providers/telephony/MmsSmsProvider", .database = &provider_sms, .paths = mms_sms_paths, MESSAGES,
};
const Provider provider_carriers = {
    .authority = "telephony", .class_name = "com/android/providers/telephony/TelephonyProvider", .package = "com.android.providers.telephony",
    .write_permission = "android.permission.WRITE_APN_SETTINGS", .database = &provider_sms, .paths = carrier_paths, .free_projection = true,
};
