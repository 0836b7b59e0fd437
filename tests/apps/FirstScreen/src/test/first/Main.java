package test.first;

import android.app.Activity;
import android.os.Bundle;
import android.util.Log;
import android.widget.TextView;

public class Main extends Activity {
    static void say(String text) {
        Log.i("test", text);
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.main);
        say("created " + getTitle());
    }

    @Override protected void onResume() {
        super.onResume();
        say("resumed");
    }

    @Override public void onWindowFocusChanged(boolean focused) {
        super.onWindowFocusChanged(focused);
        TextView greeting = (TextView) findViewById(R.id.greeting);
        say("focus " + focused + ", " + greeting.getText() + (greeting.getWidth() > 0 ? " has a width" : " has no width"));
    }
}
