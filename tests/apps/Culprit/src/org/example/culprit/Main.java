package org.example.culprit;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.util.Log;
import android.view.View;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;

/** Crashes whose causes lie in other events; comments name the lines that tests/run-slice asks for. */
public class Main extends Activity {
    private final Handler handler = new Handler();
    private String name = "somebody";
    private int decorations;
    private LinearLayout all;
    private EditText field;

    private abstract class Action implements View.OnClickListener {
        Action(String label) {
            Button button = new Button(Main.this);
            button.setText(label);
            button.setOnClickListener(this);                    // registers
            all.addView(button);
        }
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        all = new LinearLayout(this);
        all.setOrientation(LinearLayout.VERTICAL);
        field = new EditText(this);
        all.addView(field);
        new Action("Forget") {
            @Override
            public void onClick(View v) {
                name = null;                                    // forgets
                decorate();                                     // decorates
            }
        };
        new Action("Greet") {
            @Override
            public void onClick(View v) {
                handler.post(new Greeting());                   // posts
            }
        };
        new Action("Send") {
            @Override
            public void onClick(View v) {
                String text = field.getText().toString();       // reads
                Intent intent = new Intent(Main.this, Second.class);
                intent.putExtra("number", text);                // packs
                startActivity(intent);                          // starts
            }
        };
        setContentView(all);
        Log.i("test", "the first screen");
    }

    private void decorate() {
        decorations += 7;                                       // counts
    }

    private class Greeting implements Runnable {
        @Override
        public void run() {
            Log.i("test", "hello, letter by letter: " + name.length());     // crashes
        }
    }
}
