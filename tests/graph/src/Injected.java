package org.example.notes;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME) @interface ContentView { int value(); }
@Retention(RetentionPolicy.RUNTIME) @interface InjectView { int value(); }
@Retention(RetentionPolicy.RUNTIME) @interface OnClick { int[] value(); }

/** A page whose layout, views and handlers stand in annotations, for a library to read. */
@ContentView(R.layout.injected)
public class Injected extends Activity {
    @InjectView(R.id.go) Button start;

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        start.setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View v) { Store.go(); }
        });
    }

    @OnClick({ R.id.halt }) void stop() { Store.halt(); }
}
