package test.managers;

import android.accounts.Account;
import android.accounts.AccountManager;
import android.app.Activity;
import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.SearchManager;
import android.app.UiModeManager;
import android.bluetooth.BluetoothAdapter;
import android.content.BroadcastReceiver;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.location.LocationManager;
import android.media.AudioManager;
import android.media.session.MediaSession;
import android.media.session.PlaybackState;
import android.net.ConnectivityManager;
import android.net.NetworkInfo;
import android.net.wifi.WifiManager;
import android.os.BatteryManager;
import android.os.Bundle;
import android.os.Handler;
import android.os.PowerManager;
import android.os.SystemClock;
import android.os.UserManager;
import android.os.Vibrator;
import android.telephony.TelephonyManager;
import android.util.Log;
import android.widget.Toast;

public class Main extends Activity {
    static void say(String text) {
        Log.i("test", text);
    }

    <T> T manager(String name) {
        return (T) getSystemService(name);
    }

    void network() {
        ConnectivityManager connectivity = manager(CONNECTIVITY_SERVICE);
        NetworkInfo info = connectivity.getActiveNetworkInfo();
        say("network " + info.getTypeName() + " " + info.isConnected() + ", mobile " + connectivity.getNetworkInfo(ConnectivityManager.TYPE_MOBILE).isConnected());
        WifiManager wifi = manager(WIFI_SERVICE);
        say("wifi " + wifi.isWifiEnabled() + " " + wifi.getConnectionInfo().getSSID());
        try {
            wifi.setWifiEnabled(false);
        } catch (SecurityException e) {
            say(e.getMessage());
        }
        say("bluetooth " + BluetoothAdapter.getDefaultAdapter());
    }

    void phone() {
        TelephonyManager phone = manager(TELEPHONY_SERVICE);
        say("phone " + phone.getDeviceId() + " " + phone.getPhoneType() + " " + phone.getCallState() + " " + phone.getSimState() + " " + phone.getNetworkOperatorName() + " " + phone.getSimCountryIso());
        LocationManager location = manager(LOCATION_SERVICE);
        say("providers " + location.getProviders(true) + " " + location.isProviderEnabled("gps") + " " + location.getLastKnownLocation("gps"));
        AudioManager audio = manager(AUDIO_SERVICE);
        audio.setStreamVolume(AudioManager.STREAM_MUSIC, 3, 0);
        say("volume " + audio.getStreamVolume(AudioManager.STREAM_MUSIC) + " of " + audio.getStreamMaxVolume(AudioManager.STREAM_MUSIC) + " ringer " + audio.getRingerMode());
        say("focus " + audio.requestAudioFocus(null, AudioManager.STREAM_MUSIC, AudioManager.AUDIOFOCUS_GAIN));
        PowerManager power = manager(POWER_SERVICE);
        PowerManager.WakeLock lock = power.newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "t");
        lock.acquire();
        say("lock " + lock.isHeld() + " screen " + power.isScreenOn());
        lock.release();
        try {
            ((Vibrator) manager(VIBRATOR_SERVICE)).vibrate(10);
        } catch (SecurityException e) {
            say(e.getMessage());
        }
        Intent battery = registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
        say("battery " + battery.getIntExtra(BatteryManager.EXTRA_LEVEL, -1) + " of " + battery.getIntExtra(BatteryManager.EXTRA_SCALE, -1));
        say("mode " + ((UiModeManager) manager(UI_MODE_SERVICE)).getCurrentModeType() + " user " + ((UserManager) manager(USER_SERVICE)).getUserCount());
    }

    void clipboard() {
        final ClipboardManager clipboard = manager(CLIPBOARD_SERVICE);
        say("clip " + clipboard.hasPrimaryClip());
        clipboard.addPrimaryClipChangedListener(new ClipboardManager.OnPrimaryClipChangedListener() {
            @Override public void onPrimaryClipChanged() {
                say("clip changed to " + clipboard.getText());
            }
        });
        clipboard.setPrimaryClip(ClipData.newPlainText("label", "copied"));
        say("clip " + clipboard.getPrimaryClip().getItemAt(0).getText() + " " + clipboard.getPrimaryClipDescription().getLabel());
    }

    void alarms() {
        final AlarmManager alarms = manager(ALARM_SERVICE);
        final PendingIntent repeated = PendingIntent.getBroadcast(this, 2, new Intent("test.REPEATED"), 0);
        IntentFilter filter = new IntentFilter("test.ONCE");
        filter.addAction("test.REPEATED");
        filter.addAction("test.NEVER");
        final long start = SystemClock.elapsedRealtime();
        registerReceiver(new BroadcastReceiver() {
            int times;

            @Override public void onReceive(Context context, Intent intent) {
                say(intent.getAction() + " after " + (SystemClock.elapsedRealtime() - start) / 100 * 100);
                if (intent.getAction().equals("test.REPEATED") && ++times == 2)
                    alarms.cancel(repeated);
            }
        }, filter);
        PendingIntent never = PendingIntent.getBroadcast(this, 3, new Intent("test.NEVER"), 0);
        alarms.set(AlarmManager.RTC, System.currentTimeMillis() + 300, never);
        alarms.cancel(never);
        alarms.set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + 500, PendingIntent.getBroadcast(this, 1, new Intent("test.ONCE"), 0));
        alarms.setRepeating(AlarmManager.ELAPSED_REALTIME, start + 1000, 1000, repeated);
    }

    void notifications() {
        NotificationManager notifications = manager(NOTIFICATION_SERVICE);
        Notification.Builder builder = new Notification.Builder(this).setSmallIcon(android.R.drawable.ic_delete).setContentTitle("Title").setContentText("Text");
        notifications.notify(1, builder.build());
        notifications.notify("tag", 2, builder.build());
        notifications.cancel(1);
        say("notifications " + notifications.getActiveNotifications().length);
        Toast.makeText(this, "toast", Toast.LENGTH_SHORT).show();
    }

    void sensors() {
        final SensorManager sensors = manager(SENSOR_SERVICE);
        Sensor accelerometer = sensors.getDefaultSensor(Sensor.TYPE_ACCELEROMETER);
        say("sensor " + (accelerometer != null) + " " + (sensors.getDefaultSensor(Sensor.TYPE_ORIENTATION) != null) + " heart " + sensors.getDefaultSensor(Sensor.TYPE_HEART_RATE));
        sensors.registerListener(new SensorEventListener() {
            @Override public void onSensorChanged(SensorEvent event) {
                say("gravity " + Math.round(Math.sqrt(event.values[0] * event.values[0] + event.values[1] * event.values[1] + event.values[2] * event.values[2])));
                sensors.unregisterListener(this);
            }

            @Override public void onAccuracyChanged(Sensor sensor, int accuracy) {
            }
        }, accelerometer, SensorManager.SENSOR_DELAY_NORMAL);
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        network();
        phone();
        clipboard();
        alarms();
        notifications();
        sensors();
        MediaSession session = new MediaSession(this, "session");
        session.setCallback(new MediaSession.Callback() {
            @Override public void onPlay() {
                say("play");
            }
        }, new Handler());
        session.setFlags(MediaSession.FLAG_HANDLES_TRANSPORT_CONTROLS);
        session.setPlaybackState(new PlaybackState.Builder().setState(PlaybackState.STATE_PAUSED, 7, 1).build());
        session.setActive(true);
        say("session " + session.getController().getPlaybackState().getPosition() + " " + session.getController().getPackageName());
        session.getController().getTransportControls().play();
        SearchManager search = manager(SEARCH_SERVICE);
        say("searchable " + getString(search.getSearchableInfo(getComponentName()).getHintId()));
        AccountManager accounts = AccountManager.get(this);
        say("accounts " + accounts.getAccounts().length + " " + accounts.addAccountExplicitly(new Account("me", "test.type"), "secret", null) + " " + accounts.getAccountsByType("test.type").length);
    }
}
