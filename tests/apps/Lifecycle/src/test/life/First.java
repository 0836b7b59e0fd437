package test.life;

import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.os.IBinder;
import android.view.View;
import android.widget.Button;

/** The launcher's activity; its last buttons are for services and broadcasts. */
public class First extends Base {
    @Override String[] buttons() {
        return new String[] { "second", "ask", "window", "single", "alone", "steady", "wide", "once", "serve", "bind", "tell", "finish" };
    }

    final ServiceConnection connection = new ServiceConnection() {
        @Override public void onServiceConnected(ComponentName name, IBinder binder) {
            say("onServiceConnected " + name.getShortClassName());
            unbindService(this);
        }

        @Override public void onServiceDisconnected(ComponentName name) {
            say("onServiceDisconnected");
        }
    };

    @Override public void onClick(View v) {
        String what = ((Button) v).getText().toString();
        if (what.equals("serve")) {
            startService(new Intent(this, Work.class).setAction("one"));
            startService(new Intent(this, Work.class).setAction("two"));
        } else if (what.equals("bind")) {
            say("bindService " + bindService(new Intent(this, Work.class), connection, BIND_AUTO_CREATE));
        } else if (what.equals("tell")) {
            IntentFilter filter = new IntentFilter("test.life.SAY");
            filter.setPriority(9);
            registerReceiver(new BroadcastReceiver() {
                @Override public void onReceive(Context context, Intent intent) {
                    say("the registered one hears " + getResultData());
                    setResultData("a second word");
                }
            }, filter);
            sendOrderedBroadcast(new Intent("test.life.SAY"), null, new BroadcastReceiver() {
                @Override public void onReceive(Context context, Intent intent) {
                    say("in the end: " + getResultData());
                }
            }, null, RESULT_OK, "a first word", null);
        } else {
            super.onClick(v);
        }
    }
}
