package test.conditions;

import android.app.Activity;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.net.ConnectivityManager;
import android.net.NetworkInfo;
import android.net.Uri;
import android.os.Bundle;
import android.os.Environment;
import android.os.SystemClock;
import android.provider.ContactsContract;
import android.util.Log;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.text.DateFormat;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** Tells what it finds around it. */
public class Main extends Activity {
    static void log(String text) {
        Log.i("test", text);
    }

    @Override protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        if (saved != null) {
            log("created again");
            return;
        }
        NetworkInfo network = ((ConnectivityManager) getSystemService(Context.CONNECTIVITY_SERVICE)).getActiveNetworkInfo();
        log("network " + (network != null && network.isConnected()));
        log(Locale.getDefault() + " " + getResources().getConfiguration().locale + " " + TimeZone.getDefault().getID());
        log(DateFormat.getDateTimeInstance().format(new Date(System.currentTimeMillis() / 60000 * 60000)));
        log("permission " + (checkCallingOrSelfPermission("android.permission.READ_SMS") == PackageManager.PERMISSION_GRANTED));
        log("browser " + (new Intent(Intent.ACTION_VIEW, Uri.parse("http://x.y")).resolveActivity(getPackageManager()) != null));
        storage();
        query("contacts", ContactsContract.Contacts.CONTENT_URI, "display_name");
        query("numbers", ContactsContract.CommonDataKinds.Phone.CONTENT_URI, "data1");
        query("messages", Uri.parse("content://sms/inbox"), "body");
        new Thread() {
            @Override public void run() {
                long began = SystemClock.elapsedRealtime();
                String page = page();
                log("page " + page + " after " + (SystemClock.elapsedRealtime() - began) / 1000 + " s");
            }
        }.start();
        startActivity(new Intent(this, Second.class));
    }

    @Override protected void onDestroy() {
        super.onDestroy();
        log("destroyed");
    }

    private void storage() {
        File root = Environment.getExternalStorageDirectory(), mine = new File(root, "mine.txt");
        log("storage " + Environment.getExternalStorageState() + " folder " + list(new File(root, "Folder")));
        log("text " + read(new File(root, "Texts/a.txt")));
        try {
            FileWriter out = new FileWriter(mine);
            out.write("x");
            out.close();
            log("wrote " + mine.length());
        } catch (IOException e) {
            log("cannot write");
        }
        log("/data " + list(new File("/data")) + " own " + list(getFilesDir()));
    }

    private static String list(File folder) {
        String[] names = folder.list();
        return names == null ? "null" : Arrays.toString(names);
    }

    private static String read(File file) {
        try {
            BufferedReader in = new BufferedReader(new FileReader(file));
            String text = in.readLine() + "/" + in.readLine();
            in.close();
            return text;
        } catch (IOException e) {
            return "none";
        }
    }

    private void query(String what, Uri uri, String column) {
        try {
            Cursor c = getContentResolver().query(uri, new String[] { column }, null, null, column);
            String all = "";
            while (c.moveToNext())
                all += " " + c.getString(0);
            c.close();
            log(what + all);
        } catch (SecurityException e) {
            log(what + " refused");
        }
    }

    private static String page() {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(new URL("http://host.example/a").openStream(), "UTF-8"));
            String line = in.readLine();
            in.close();
            return line;
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }
}
