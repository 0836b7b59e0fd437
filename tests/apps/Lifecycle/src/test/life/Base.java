package test.life;

import android.app.Activity;
import android.content.Intent;
import android.content.res.Configuration;
import android.os.Bundle;
import android.util.Log;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;

/** Says every callback, with the activity's name; a number counts its instances. */
public abstract class Base extends Activity implements View.OnClickListener {
    static int made;
    int number = ++made;

    void say(String text) {
        Log.i("test", getClass().getSimpleName() + number + " " + text);
    }

    String[] buttons() {
        return new String[] { "second", "ask", "window", "single", "alone", "steady", "wide", "once", "top", "finish" };
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        say("onCreate " + (state == null ? "fresh" : "from " + state.getString("who")));
        LinearLayout all = new LinearLayout(this);
        all.setOrientation(LinearLayout.VERTICAL);
        for (String name : buttons()) {
            Button b = new Button(this);
            b.setText(name);
            b.setOnClickListener(this);
            all.addView(b);
        }
        setContentView(all);
    }

    @Override public void onClick(View v) {
        String what = ((Button) v).getText().toString();
        if (what.equals("second")) startActivity(new Intent(this, Second.class));
        if (what.equals("ask")) startActivityForResult(new Intent(this, Second.class), 7);
        if (what.equals("window")) startActivity(new Intent(this, Window.class));
        if (what.equals("single")) startActivity(new Intent(this, Single.class));
        if (what.equals("alone")) startActivity(new Intent(this, Alone.class));
        if (what.equals("steady")) startActivity(new Intent(this, Steady.class));
        if (what.equals("wide")) startActivity(new Intent(this, Wide.class));
        if (what.equals("once")) startActivity(new Intent(this, Once.class));
        if (what.equals("top")) startActivity(new Intent(this, First.class).addFlags(Intent.FLAG_ACTIVITY_CLEAR_TOP));
        if (what.equals("finish")) {
            setResult(RESULT_OK, new Intent("answer of " + number));
            finish();
        }
    }

    @Override protected void onRestart() { super.onRestart(); say("onRestart"); }
    @Override protected void onStart() { super.onStart(); say("onStart"); }
    @Override protected void onRestoreInstanceState(Bundle state) { super.onRestoreInstanceState(state); say("onRestoreInstanceState"); }
    @Override protected void onResume() { super.onResume(); say("onResume"); }
    @Override protected void onUserLeaveHint() { super.onUserLeaveHint(); say("onUserLeaveHint"); }
    @Override protected void onPause() { super.onPause(); say("onPause" + (isFinishing() ? " finishing" : "")); }
    @Override protected void onSaveInstanceState(Bundle state) { super.onSaveInstanceState(state); state.putString("who", getClass().getSimpleName() + number); say("onSaveInstanceState"); }
    @Override protected void onStop() { super.onStop(); say("onStop"); }
    @Override protected void onDestroy() { super.onDestroy(); say("onDestroy" + (isChangingConfigurations() ? " for a configuration" : "")); }
    @Override protected void onNewIntent(Intent intent) { super.onNewIntent(intent); say("onNewIntent"); }
    @Override public void onConfigurationChanged(Configuration c) { super.onConfigurationChanged(c); say("onConfigurationChanged " + (c.orientation == Configuration.ORIENTATION_LANDSCAPE ? "landscape" : "portrait")); }
    @Override protected void onActivityResult(int request, int code, Intent data) { say("onActivityResult " + request + " " + code + " " + (data == null ? "nothing" : data.getAction())); }
}
