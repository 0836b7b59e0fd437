package test.windows;

import android.app.Activity;
import android.app.AlertDialog;
import android.os.Bundle;
import android.os.Handler;

/** Shows a dialog when it is gone already. */
public class Gone extends Activity implements Runnable {
    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        finish();
        new Handler().postDelayed(this, 1000);
    }

    @Override
    public void run() {
        new AlertDialog.Builder(this).setMessage("too late").show();
    }
}
