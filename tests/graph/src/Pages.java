package org.example.notes;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Fragment;
import android.app.Application;
import android.app.Service;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.DialogInterface;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.AsyncTask;
import android.os.Bundle;
import android.os.Handler;
import android.os.IBinder;
import android.preference.Preference;
import android.preference.PreferenceActivity;
import android.preference.PreferenceScreen;
import android.util.AttributeSet;
import android.view.LayoutInflater;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;

/** What pages share: the subclass builds, this class says when. */
abstract class Screen extends Activity {
    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        build();
    }

    abstract void build();
}

class NotesApp extends Application {
    @Override public void onCreate() { Store.open(); }
}

class Boot extends BroadcastReceiver {
    @Override public void onReceive(Context context, Intent intent) { Store.remind(); }
}

class Sync extends Service {
    @Override public IBinder onBind(Intent intent) { return null; }
    @Override public int onStartCommand(Intent intent, int flags, int id) { Store.sync(); return 0; }
}

class Board extends View {
    public Board(Context context, AttributeSet attributes) { super(context, attributes); }
    @Override public boolean onTouchEvent(MotionEvent event) { Store.touch(); return true; }
}

class Part extends Fragment {
    @Override public View onCreateView(LayoutInflater inflater, ViewGroup container, Bundle state) {
        return inflater.inflate(R.layout.part, container, false);
    }
    @Override public void onResume() { super.onResume(); Store.part(); }
}

class SaveTask extends AsyncTask<String, Void, Void> {
    @Override protected Void doInBackground(String... texts) { Store.save(); return null; }
}

/** A base class whose step() its subclasses choose. */
abstract class Job {
    void execute() { step(); }
    abstract void step();
}

class PrintJob extends Job { void step() { Store.print(); } }
class MailJob extends Job { void step() { Store.mail(); } }

class Hidden {
    public void reveal() { Store.reveal(); }
}

class Settings extends PreferenceActivity {
    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        addPreferencesFromResource(R.xml.settings);
        findPreference("export").setOnPreferenceClickListener(new Preference.OnPreferenceClickListener() {
            @Override public boolean onPreferenceClick(Preference p) { Store.export(); return true; }
        });
    }

    @Override public boolean onPreferenceTreeClick(PreferenceScreen screen, Preference preference) {
        if ("wipe".equals(preference.getKey()))
            Store.wipe();
        return true;
    }
}
