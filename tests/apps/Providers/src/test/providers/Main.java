package test.providers;

import android.app.Activity;
import android.app.DownloadManager;
import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.MediaStore;
import android.provider.UserDictionary;
import android.util.Log;
import java.io.InputStream;
import java.io.OutputStream;

public class Main extends Activity {
    ContentResolver resolver;

    static void say(String text) {
        Log.i("test", text);
    }

    void show(String what, Uri uri, String[] columns, String selection, String order) {
        try {
            Cursor c = resolver.query(uri, columns, selection, null, order);
            if (c == null) {
                say(what + ": no cursor");
                return;
            }
            StringBuilder text = new StringBuilder(what + ": " + c.getCount());
            while (c.moveToNext()) {
                text.append(" [");
                for (int i = 0; i < c.getColumnCount(); i++)
                    text.append(i > 0 ? "|" : "").append(c.getString(i));
                text.append("]");
            }
            c.close();
            say(text.toString());
        } catch (RuntimeException e) {
            say(what + ": " + e.getClass().getName());
        }
    }

    void media() throws Exception {
        Uri images = MediaStore.Images.Media.EXTERNAL_CONTENT_URI;
        show("no images", images, null, null, null);
        for (String path : new String[] { "/sdcard/DCIM/a.jpg", "/sdcard/DCIM/b.png", "/sdcard/Holiday/c.jpg" }) {
            ContentValues values = new ContentValues();
            values.put("_data", path);
            resolver.insert(images, values);
        }
        show("images", images, new String[] { "_display_name", "title", "mime_type", "bucket_display_name" }, null, "_id");
        show("folders", images, new String[] { "bucket_display_name", "count(*)" }, "1) GROUP BY (bucket_id", "1 DESC");
        show("count", images, new String[] { "count(*) AS n" }, "mime_type='image/jpeg'", null);
        show("limit", images.buildUpon().appendQueryParameter("limit", "1").build(), new String[] { "title" }, null, "_id DESC");
        Uri made = resolver.insert(images, new ContentValues());
        OutputStream out = resolver.openOutputStream(made);
        out.write("pixels".getBytes());
        out.close();
        InputStream in = resolver.openInputStream(made);
        byte[] bytes = new byte[100];
        say("written and read " + in.read(bytes) + ", " + resolver.getType(made));
        ContentValues song = new ContentValues();
        song.put("_data", "/sdcard/Music/song.mp3");
        song.put("title", "Song");
        song.put("artist", "Somebody");
        song.put("is_music", 1);
        resolver.insert(MediaStore.Audio.Media.EXTERNAL_CONTENT_URI, song);
        show("songs", MediaStore.Audio.Media.EXTERNAL_CONTENT_URI, new String[] { "title", "artist", "album" }, "is_music != 0", null);
        show("artists", MediaStore.Audio.Artists.EXTERNAL_CONTENT_URI, new String[] { "artist", "number_of_tracks" }, null, null);
        show("ringtones", MediaStore.Audio.Media.INTERNAL_CONTENT_URI, new String[] { "title" }, "is_ringtone=1", null);
        say("deleted " + resolver.delete(images, "title LIKE ?", new String[] { "a%" }));
    }

    void calendar() {
        show("no calendars", CalendarContract.Calendars.CONTENT_URI, null, null, null);
        ContentValues calendar = new ContentValues();
        calendar.put("account_name", "me");
        calendar.put("account_type", "LOCAL");
        calendar.put("calendar_displayName", "Mine");
        long id = ContentUris.parseId(resolver.insert(CalendarContract.Calendars.CONTENT_URI, calendar));
        ContentValues event = new ContentValues();
        event.put("calendar_id", id);
        event.put("title", "Tea");
        event.put("dtstart", 1000000L);
        event.put("dtend", 2000000L);
        try {
            resolver.insert(CalendarContract.Events.CONTENT_URI, event);
        } catch (IllegalArgumentException e) {
            say(e.getMessage());
        }
        event.put("eventTimezone", "UTC");
        say("event " + resolver.insert(CalendarContract.Events.CONTENT_URI, event));
        Cursor c = CalendarContract.Instances.query(resolver, new String[] { "title", "begin", "calendar_displayName" }, 0, 1500000);
        say("instances " + c.getCount() + (c.moveToFirst() ? " " + c.getString(0) + " " + c.getLong(1) + " " + c.getString(2) : ""));
        c.close();
        event.remove("dtend");
        event.put("title", "Class");
        event.put("duration", "P3600S");
        event.put("rrule", "FREQ=WEEKLY;INTERVAL=2;COUNT=3;WKST=MO");
        resolver.insert(CalendarContract.Events.CONTENT_URI, event);
        event.put("rrule", "FREQ=DAILY;UNTIL=19700103T000000Z");
        resolver.insert(CalendarContract.Events.CONTENT_URI, event);
        long day = 86400000;
        c = CalendarContract.Instances.query(resolver, new String[] { "event_id", "startDay", "end" }, 2500000, 40 * day);
        StringBuilder days = new StringBuilder("repeated");
        while (c.moveToNext())
            days.append(" ").append(c.getInt(0)).append(":").append(c.getInt(1) - 2440588).append(":").append(c.getLong(2) % day);
        c.close();
        say(days.toString());
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        resolver = getContentResolver();
        try {
            media();
        } catch (Exception e) {
            say("media " + e);
        }
        calendar();
        ContentValues call = new ContentValues();
        call.put("number", "555");
        call.put("type", CallLog.Calls.MISSED_TYPE);
        resolver.insert(CallLog.Calls.CONTENT_URI, call);
        show("calls", CallLog.Calls.CONTENT_URI, new String[] { "number", "type", "name" }, null, CallLog.Calls.DEFAULT_SORT_ORDER);
        show("inbox", Uri.parse("content://sms/inbox"), new String[] { "count(*)" }, null, null);
        show("threads", Uri.parse("content://mms-sms/conversations?simple=true"), null, null, null);
        ContentValues message = new ContentValues();
        message.put("body", "hello");
        say("message " + resolver.insert(Uri.parse("content://sms/sent"), message));
        show("sent", Uri.parse("content://sms/sent"), new String[] { "body" }, null, null);
        UserDictionary.Words.addWord(this, "reenact", 100, null, null);
        show("words", UserDictionary.Words.CONTENT_URI, new String[] { "word", "frequency" }, null, null);
        DownloadManager downloads = (DownloadManager) getSystemService(Context.DOWNLOAD_SERVICE);
        long id = downloads.enqueue(new DownloadManager.Request(Uri.parse("http://example.org/a.zip")).setTitle("A"));
        Cursor c = downloads.query(new DownloadManager.Query().setFilterById(id));
        c.moveToFirst();
        say("download " + c.getString(c.getColumnIndex(DownloadManager.COLUMN_TITLE)) + " paused "
            + (c.getInt(c.getColumnIndex(DownloadManager.COLUMN_STATUS)) == DownloadManager.STATUS_PAUSED));
        say("removed " + downloads.remove(id));
        show("nobody", Uri.parse("content://no.such.authority/x"), null, null, null);
    }
}
