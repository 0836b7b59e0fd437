package test.life;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.util.Log;

public class Ear extends BroadcastReceiver {
    @Override public void onReceive(Context context, Intent intent) {
        Log.i("test", "the manifest's hears " + getResultData());
        setResultData("a third word");
    }
}
