package org.example.culprit;

import android.app.Activity;
import android.os.Bundle;
import android.widget.TextView;

/** Takes what it is sent for a number. */
public class Second extends Activity {
    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        TextView text = new TextView(this);
        text.setText("a second screen");                        // says
        setContentView(text);
        int[] places = new int[4];                              // makes
        String number = getIntent().getStringExtra("number");   // unpacks
        int at = number.equals("far") ? 9 : Integer.parseInt(number);   // parses
        places[at]++;                                           // indexes
    }
}
