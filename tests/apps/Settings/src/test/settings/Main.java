package test.settings;

import android.app.Activity;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.database.ContentObserver;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.os.Handler;
import android.provider.Settings;
import android.util.Log;

public class Main extends Activity {
    static void say(String text) {
        Log.i("test", text);
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        ContentResolver resolver = getContentResolver();
        say("android_id has " + Settings.Secure.getString(resolver, Settings.Secure.ANDROID_ID).length() + " digits");
        say("input method " + (Settings.Secure.getString(resolver, Settings.Secure.DEFAULT_INPUT_METHOD) != null));
        say("airplane mode " + Settings.Global.getInt(resolver, Settings.Global.AIRPLANE_MODE_ON, 7));
        say("unknown " + Settings.System.getString(resolver, "no_such_setting"));
        resolver.registerContentObserver(Settings.System.getUriFor("screen_brightness"), false, new ContentObserver(new Handler()) {
            @Override public void onChange(boolean self, Uri uri) {
                say("changed " + uri);
            }
        });
        say("put " + Settings.System.putInt(resolver, Settings.System.SCREEN_BRIGHTNESS, 77));
        say("brightness " + Settings.System.getInt(resolver, Settings.System.SCREEN_BRIGHTNESS, -1));
        try {
            Settings.Secure.putString(resolver, "some_key", "x");
        } catch (SecurityException e) {
            say(e.getMessage());
        }
        Cursor c = resolver.query(Settings.System.CONTENT_URI, new String[] {"name", "value"}, "name=?", new String[] {"screen_brightness"}, null);
        say("rows " + c.getCount() + (c.moveToFirst() ? " " + c.getString(0) + "=" + c.getString(1) : ""));
        c.close();
        ContentValues values = new ContentValues();
        values.put("name", "font_scale");
        values.put("value", "1.3");
        say("insert " + resolver.insert(Settings.System.CONTENT_URI, values));
        say("font scale " + Settings.System.getFloat(resolver, Settings.System.FONT_SCALE, 0));
    }
}
