package test.contacts;

import android.app.Activity;
import android.content.ContentProviderOperation;
import android.content.ContentProviderResult;
import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.ContentObserver;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.os.Handler;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds.Email;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.CommonDataKinds.StructuredName;
import android.provider.ContactsContract.Contacts;
import android.provider.ContactsContract.Data;
import android.provider.ContactsContract.PhoneLookup;
import android.provider.ContactsContract.RawContacts;
import android.util.Log;
import java.util.ArrayList;

public class Main extends Activity {
    ContentResolver resolver;

    static void say(String text) {
        Log.i("test", text);
    }

    void show(String what, Uri uri, String[] columns, String selection, String... arguments) {
        try {
            Cursor c = resolver.query(uri, columns, selection, arguments.length > 0 ? arguments : null, null);
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
            String message = String.valueOf(e.getMessage());
            say(what + ": " + e.getClass().getName() + ": " + message.replaceAll("\\{[0-9a-f]+ [0-9]+:", "{").replaceAll("pid=[0-9]+", "pid").replaceAll("uid=[0-9]+", "uid"));
        }
    }

    void addAda() throws Exception {
        ArrayList<ContentProviderOperation> batch = new ArrayList<ContentProviderOperation>();
        batch.add(ContentProviderOperation.newInsert(RawContacts.CONTENT_URI).withValue(RawContacts.ACCOUNT_TYPE, null).withValue(RawContacts.ACCOUNT_NAME, null).build());
        batch.add(ContentProviderOperation.newInsert(Data.CONTENT_URI).withValueBackReference(Data.RAW_CONTACT_ID, 0)
            .withValue(Data.MIMETYPE, StructuredName.CONTENT_ITEM_TYPE).withValue(StructuredName.DISPLAY_NAME, "Ada King Lovelace").build());
        batch.add(ContentProviderOperation.newInsert(Data.CONTENT_URI).withValueBackReference(Data.RAW_CONTACT_ID, 0)
            .withValue(Data.MIMETYPE, Phone.CONTENT_ITEM_TYPE).withValue(Phone.NUMBER, "555-0100").withValue(Phone.TYPE, Phone.TYPE_MOBILE).build());
        ContentProviderResult[] results = resolver.applyBatch(ContactsContract.AUTHORITY, batch);
        say("batch " + results.length + " " + results[0].uri);
    }

    void addGrace() {
        Uri raw = resolver.insert(RawContacts.CONTENT_URI, new ContentValues());
        ContentValues name = new ContentValues();
        name.put(Data.MIMETYPE, StructuredName.CONTENT_ITEM_TYPE);
        name.put(StructuredName.GIVEN_NAME, "Grace");
        name.put(StructuredName.FAMILY_NAME, "Hopper");
        resolver.insert(Uri.withAppendedPath(raw, "data"), name);
        ContentValues mail = new ContentValues();
        mail.put(Data.RAW_CONTACT_ID, ContentUris.parseId(raw));
        mail.put(Data.MIMETYPE, Email.CONTENT_ITEM_TYPE);
        mail.put(Email.ADDRESS, "grace@example.org");
        resolver.insert(Data.CONTENT_URI, mail);
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        resolver = getContentResolver();
        String[] names = { Contacts._ID, Contacts.DISPLAY_NAME, Contacts.HAS_PHONE_NUMBER };
        show("empty", Contacts.CONTENT_URI, names, null);
        show("all columns of nothing", Contacts.CONTENT_URI, null, Contacts.HAS_PHONE_NUMBER + "=1");
        resolver.registerContentObserver(Contacts.CONTENT_URI, true, new ContentObserver(new Handler()) {
            boolean told;

            @Override public void onChange(boolean self) {
                if (!told)
                    say("contacts changed");
                told = true;
            }
        });
        try {
            addAda();
        } catch (Exception e) {
            say("batch failed " + e);
        }
        addGrace();
        show("contacts", Contacts.CONTENT_URI, names, null);
        show("name parts", Data.CONTENT_URI, new String[] { StructuredName.GIVEN_NAME, StructuredName.FAMILY_NAME, StructuredName.DISPLAY_NAME },
            Data.MIMETYPE + "=?", StructuredName.CONTENT_ITEM_TYPE);
        show("phones", Phone.CONTENT_URI, new String[] { Phone.DISPLAY_NAME, Phone.NUMBER, Phone.TYPE }, null);
        show("filter", Uri.withAppendedPath(Contacts.CONTENT_FILTER_URI, "love"), names, null);
        show("lookup", Uri.withAppendedPath(PhoneLookup.CONTENT_FILTER_URI, "5550100"), new String[] { PhoneLookup.DISPLAY_NAME }, null);
        show("by mail", Uri.withAppendedPath(Email.CONTENT_LOOKUP_URI, "GRACE@example.org"), new String[] { Contacts.DISPLAY_NAME }, null);
        show("count", Contacts.CONTENT_URI, new String[] { "_count" }, null);
        show("no such column", Contacts.CONTENT_URI, new String[] { "shoe_size" }, null);
        show("no such place", Uri.parse("content://com.android.contacts/shoes"), null, null);
        say("type " + resolver.getType(ContentUris.withAppendedId(Contacts.CONTENT_URI, 1)));
        ContentValues star = new ContentValues();
        star.put(Contacts.STARRED, 1);
        say("starred " + resolver.update(ContentUris.withAppendedId(Contacts.CONTENT_URI, 2), star, null, null));
        show("strequent", Contacts.CONTENT_STREQUENT_URI, names, null);
        say("deleted " + resolver.delete(RawContacts.CONTENT_URI, RawContacts.CONTACT_ID + "=?", new String[] { "1" }));
        show("left", Contacts.CONTENT_URI, names, null);
        try {
            resolver.insert(Contacts.CONTENT_URI, new ContentValues());
        } catch (UnsupportedOperationException e) {
            say(e.getMessage());
        }
        show("call log", CallLog.Calls.CONTENT_URI, null, null);
    }
}
