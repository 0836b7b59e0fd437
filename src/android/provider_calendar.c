/*
 * The calendar provider: calendars, events and what hangs on them. Instances are
 * computed from events when asked for, by the frequency, interval, count and end of
 * their rule; lists of days within a week or month (BYDAY) are not looked at.
 */
#include "android/providers.h"

#define SYNC_DATA                                                                                                              \
    "sync_data1 TEXT, sync_data2 TEXT, sync_data3 TEXT, sync_data4 TEXT, sync_data5 TEXT, sync_data6 TEXT, sync_data7 TEXT, sync_data8 TEXT, sync_data9 TEXT, sync_data10 TEXT"
#define CALENDAR_SYNC                                                                                                          \
    "cal_sync1 TEXT, cal_sync2 TEXT, cal_sync3 TEXT, cal_sync4 TEXT, cal_sync5 TEXT, cal_sync6 TEXT, cal_sync7 TEXT, cal_sync8 TEXT, cal_sync9 TEXT, cal_sync10 TEXT"
/* What an event shows of its calendar. */
#define OF_CALENDAR                                                                                                            \
    "account_name, account_type, calendar_displayName, calendar_color, calendar_color_index, calendar_access_level, calendar_timezone, visible, sync_events, " \
    "ownerAccount, canOrganizerRespond, canModifyTimeZone, maxReminders, allowedReminders, allowedAttendeeTypes, allowedAvailability, isPrimary, "              \
    "coalesce(eventColor, calendar_color) AS displayColor"
/* The day number that the platform calls Julian. */
#define DAY(time) "(" time ") / 86400000 + 2440588"
#define MINUTE(time) "((" time ") / 60000) % 1440"
/* The number after a part of the rule; the text goes on behind it, which CAST does not mind. */
#define RULE(part, otherwise) "CASE WHEN instr(rrule, '" part "=') THEN CAST(substr(rrule, instr(rrule, '" part "=') + length('" part "=')) AS INTEGER) ELSE " otherwise " END"
#define STEP "max(1, " RULE("INTERVAL", "1") ")"
#define MOST_OCCURRENCES "500"
#define AFTER(unit) "strftime('%s', begin / 1000, 'unixepoch', '+' || " STEP " || ' " unit "') * 1000"
#define NEXT_BEGIN                                                                                                             \
    "CASE WHEN rrule LIKE '%FREQ=DAILY%' THEN begin + 86400000 * " STEP " WHEN rrule LIKE '%FREQ=WEEKLY%' THEN begin + 604800000 * " STEP \
    " WHEN rrule LIKE '%FREQ=MONTHLY%' THEN " AFTER("months") " WHEN rrule LIKE '%FREQ=YEARLY%' THEN " AFTER("years") " END"
/* How long an event lasts: by its end, or by a duration such as P3600S, P1D, P2W. */
#define LENGTH                                                                                                                 \
    "coalesce(dtend - dtstart, CAST(substr(duration, 2) AS INTEGER) * CASE WHEN duration LIKE '%W' THEN 604800000 WHEN duration LIKE '%D' THEN 86400000 ELSE 1000 END, 0)"

static const char *const schema[] = {
    "CREATE TABLE Calendars (_id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, _sync_id TEXT, dirty INTEGER, mutators TEXT, name TEXT, "
    "calendar_displayName TEXT, calendar_color INTEGER, calendar_color_index TEXT, calendar_access_level INTEGER, visible INTEGER NOT NULL DEFAULT 1, "
    "sync_events INTEGER NOT NULL DEFAULT 0, calendar_location TEXT, calendar_timezone TEXT, ownerAccount TEXT, isPrimary INTEGER, "
    "canOrganizerRespond INTEGER NOT NULL DEFAULT 1, canModifyTimeZone INTEGER DEFAULT 1, canPartiallyUpdate INTEGER DEFAULT 0, maxReminders INTEGER DEFAULT 5, "
    "allowedReminders TEXT DEFAULT '0,1', allowedAvailability TEXT DEFAULT '0,1', allowedAttendeeTypes TEXT DEFAULT '0,1,2', deleted INTEGER NOT NULL DEFAULT 0, "
    CALENDAR_SYNC ")",
    "CREATE TABLE Events (_id INTEGER PRIMARY KEY AUTOINCREMENT, _sync_id TEXT, dirty INTEGER, mutators TEXT, lastSynced INTEGER DEFAULT 0, calendar_id INTEGER NOT NULL, "
    "title TEXT, eventLocation TEXT, description TEXT, eventColor INTEGER, eventColor_index TEXT, eventStatus INTEGER, selfAttendeeStatus INTEGER NOT NULL DEFAULT 0, "
    "dtstart INTEGER, dtend INTEGER, eventTimezone TEXT, duration TEXT, allDay INTEGER NOT NULL DEFAULT 0, accessLevel INTEGER NOT NULL DEFAULT 0, "
    "availability INTEGER NOT NULL DEFAULT 0, hasAlarm INTEGER NOT NULL DEFAULT 0, hasExtendedProperties INTEGER NOT NULL DEFAULT 0, rrule TEXT, rdate TEXT, "
    "exrule TEXT, exdate TEXT, original_id INTEGER, original_sync_id TEXT, originalInstanceTime INTEGER, originalAllDay INTEGER, lastDate INTEGER, "
    "hasAttendeeData INTEGER NOT NULL DEFAULT 0, guestsCanModify INTEGER NOT NULL DEFAULT 0, guestsCanInviteOthers INTEGER NOT NULL DEFAULT 1, "
    "guestsCanSeeGuests INTEGER NOT NULL DEFAULT 1, organizer TEXT, isOrganizer INTEGER, deleted INTEGER NOT NULL DEFAULT 0, eventEndTimezone TEXT, "
    "customAppPackage TEXT, customAppUri TEXT, uid2445 TEXT, " SYNC_DATA ")",
    "CREATE TABLE Attendees (_id INTEGER PRIMARY KEY, event_id INTEGER, attendeeName TEXT, attendeeEmail TEXT, attendeeStatus INTEGER, attendeeRelationship INTEGER, "
    "attendeeType INTEGER, attendeeIdentity TEXT, attendeeIdNamespace TEXT)",
    "CREATE TABLE Reminders (_id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER, method INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE CalendarAlerts (_id INTEGER PRIMARY KEY, event_id INTEGER, begin INTEGER NOT NULL, end INTEGER NOT NULL, alarmTime INTEGER NOT NULL, "
    "creationTime INTEGER NOT NULL DEFAULT 0, receivedTime INTEGER NOT NULL DEFAULT 0, notifyTime INTEGER NOT NULL DEFAULT 0, state INTEGER NOT NULL, minutes INTEGER)",
    "CREATE TABLE ExtendedProperties (_id INTEGER PRIMARY KEY, event_id INTEGER, name TEXT, value TEXT)",
    "CREATE TABLE Colors (_id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, account_type TEXT NOT NULL, data TEXT, color_type INTEGER NOT NULL, "
    "color_index TEXT NOT NULL, color INTEGER NOT NULL)",
    "CREATE TABLE SyncState (_id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, account_type TEXT NOT NULL, data BLOB)",
    "CREATE TABLE CalendarCache (_id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT)",
    "CREATE TRIGGER calendar_gone AFTER DELETE ON Calendars BEGIN DELETE FROM Events WHERE calendar_id = OLD._id; END",
    "CREATE TRIGGER event_gone AFTER DELETE ON Events BEGIN DELETE FROM Attendees WHERE event_id = OLD._id; DELETE FROM Reminders WHERE event_id = OLD._id; "
    "DELETE FROM CalendarAlerts WHERE event_id = OLD._id; DELETE FROM ExtendedProperties WHERE event_id = OLD._id; END",
    "CREATE TRIGGER reminder_new AFTER INSERT ON Reminders BEGIN UPDATE Events SET hasAlarm = 1 WHERE _id = NEW.event_id; END",
    "CREATE VIEW view_events AS SELECT Events.*, " OF_CALENDAR " FROM Events JOIN Calendars ON Calendars._id = Events.calendar_id",
    "CREATE VIEW occurrences AS WITH RECURSIVE occurrence (event, number, begin) AS (SELECT _id, 1, dtstart FROM Events WHERE deleted = 0 AND dtstart IS NOT NULL "
    "UNION ALL SELECT event, number + 1, " NEXT_BEGIN " FROM occurrence JOIN Events ON _id = event WHERE rrule LIKE '%FREQ=%' AND number < " RULE("COUNT", MOST_OCCURRENCES)
    " AND (NOT instr(rrule, 'UNTIL=') OR strftime('%Y%m%dT%H%M%SZ', (" NEXT_BEGIN ") / 1000, 'unixepoch') <= substr(rrule, instr(rrule, 'UNTIL=') + 6, 16))) "
    "SELECT event, number, begin FROM occurrence WHERE begin IS NOT NULL",
    "CREATE VIEW view_instances AS SELECT view_events.*, _id AS event_id, begin, begin + " LENGTH " AS end, " DAY("begin") " AS startDay, " DAY("begin + " LENGTH) " AS endDay, "
    MINUTE("begin") " AS startMinute, " MINUTE("begin + " LENGTH) " AS endMinute FROM occurrences JOIN view_events ON view_events._id = event",
    "CREATE VIEW view_attendees AS SELECT view_events.*, Attendees._id AS attendee_id, event_id, attendeeName, attendeeEmail, attendeeStatus, attendeeRelationship, attendeeType, "
    "attendeeIdentity, attendeeIdNamespace FROM Attendees JOIN view_events ON view_events._id = event_id",
    "CREATE VIEW view_reminders AS SELECT Reminders._id AS _id, event_id, minutes, method, calendar_id, title, dtstart, dtend FROM Reminders JOIN view_events ON view_events._id = event_id",
    "CREATE VIEW view_alerts AS SELECT CalendarAlerts._id AS _id, event_id, begin, end, alarmTime, state, minutes, notifyTime, creationTime, receivedTime, title, eventLocation, allDay, "
    "eventStatus, dtstart, dtend, calendar_id, selfAttendeeStatus, eventTimezone, rrule, calendar_color, visible, description, hasAlarm, displayColor "
    "FROM CalendarAlerts JOIN view_events ON view_events._id = event_id",
    NULL,
};

#define WHEN "begin <= {4} AND end >= {3}"
#define WHEN_BY_DAY "startDay <= {4} AND endDay >= {3}"
#define SAYS(n) " AND (title LIKE '%' || {" n "} || '%' OR description LIKE '%' || {" n "} || '%' OR eventLocation LIKE '%' || {" n "} || '%')"

static const ProviderPath paths[] = {
    { "calendars", "vnd.android.cursor.dir/calendar", "Calendars" },
    { "calendars/#", "vnd.android.cursor.item/calendar", "Calendars", NULL, "_id = {2}" },
    { "events", "vnd.android.cursor.dir/event", "Events", "view_events" },
    { "events/#", "vnd.android.cursor.item/event", "Events", "view_events", "_id = {2}" },
    { "event_entities", NULL, NULL, "view_events" },
    { "event_entities/#", NULL, NULL, "view_events", "_id = {2}" },
    { "calendar_entities", NULL, NULL, "Calendars" },
    { "calendar_entities/#", NULL, NULL, "Calendars", "_id = {2}" },
    { "instances/when/#/#", "vnd.android.cursor.dir/event-instance", NULL, "view_instances", WHEN, "begin ASC" },
    { "instances/whenbyday/#/#", "vnd.android.cursor.dir/event-instance", NULL, "view_instances", WHEN_BY_DAY, "begin ASC" },
    { "instances/search/#/#/*", "vnd.android.cursor.dir/event-instance", NULL, "view_instances", WHEN SAYS("5"), "begin ASC" },
    { "instances/searchbyday/#/#/*", "vnd.android.cursor.dir/event-instance", NULL, "view_instances", WHEN_BY_DAY SAYS("5"), "begin ASC" },
    { "instances/groupbyday/#/#", "vnd.android.cursor.dir/event-instance", NULL, "view_instances", WHEN_BY_DAY, "begin ASC", NULL, "startDay" },
    { "attendees", NULL, "Attendees" },
    { "attendees/#", NULL, "Attendees", NULL, "_id = {2}" },
    { "reminders", NULL, "Reminders" },
    { "reminders/#", NULL, "Reminders", "view_reminders", "_id = {2}" },
    { "calendar_alerts", "vnd.android.cursor.dir/calendar-alert", "CalendarAlerts", "view_alerts" },
    { "calendar_alerts/#", "vnd.android.cursor.item/calendar-alert", "CalendarAlerts", "view_alerts", "_id = {2}" },
    { "calendar_alerts/by_instance", "vnd.android.cursor.dir/calendar-alert-by-instance", NULL, "view_alerts", NULL, NULL, NULL, "event_id, begin" },
    { "extendedproperties", NULL, "ExtendedProperties" },
    { "extendedproperties/#", NULL, "ExtendedProperties", NULL, "_id = {2}" },
    { "colors", NULL, "Colors" },
    { "syncstate", NULL, "SyncState" },
    { "syncstate/#", NULL, "SyncState", NULL, "_id = {2}" },
    { "properties", NULL, "CalendarCache" },
    { 0 },
};

/* What the platform's provider insists on for a new event. */
static void new_row(Thread *t, const ProviderPath *path, Object *values)
{
    if (strcmp(path->table, "Events"))
        return;
    if (!values_have(t, values, "calendar_id"))
        vm_throw(t, "java/lang/IllegalArgumentException", "New events must specify a calendar id");
    else if (!values_have(t, values, "dtstart") && !t->exception)
        vm_throw(t, "java/lang/IllegalArgumentException", "DTSTART field missing from event");
    else if (!values_have(t, values, "eventTimezone") && !t->exception)
        vm_throw(t, "java/lang/IllegalArgumentException", "New events must specify a time zone");
    else if (!values_have(t, values, "dtend") && !values_have(t, values, "duration") && !t->exception)
        vm_throw(t, "java/lang/IllegalArgumentException", "DTEND and DURATION cannot both be null for an event.");
}

const Provider provider_calendar = {
    .authority = "com.android.calendar;calendar",
    .class_name = "com/android/providers/calendar/CalendarProvider2",
    .package = "com.android.providers.calendar",
    .read_permission = "android.permission.READ_CALENDAR",
    .write_permission = "android.permission.WRITE_CALENDAR",
    .read_op = OP_READ_CALENDAR,
    .write_op = OP_WRITE_CALENDAR,
    .schema = schema,
    .paths = paths,
    .notify = "content://com.android.calendar",
    .new_row = new_row,
};
