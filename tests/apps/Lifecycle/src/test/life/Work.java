package test.life;

import android.app.Service;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;
import android.util.Log;

public class Work extends Service {
    static void say(String text) {
        Log.i("test", "Work " + text);
    }

    @Override public void onCreate() { say("onCreate"); }
    @Override public IBinder onBind(Intent intent) { say("onBind"); return new Binder(); }
    @Override public boolean onUnbind(Intent intent) { say("onUnbind"); return false; }
    @Override public void onDestroy() { say("onDestroy"); }

    @Override public int onStartCommand(Intent intent, int flags, int id) {
        say("onStartCommand " + intent.getAction() + " " + id);
        stopSelf(id);
        return START_NOT_STICKY;
    }
}
