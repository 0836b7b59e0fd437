package org.example.careless;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.LinearLayout;

/** Ends badly when "Careless" is checked and "Delete" is pressed twice. */
public class Second extends Activity {
    private int deletions;

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        LinearLayout all = new LinearLayout(this);
        all.setOrientation(LinearLayout.VERTICAL);
        final CheckBox careless = new CheckBox(this);
        careless.setText("Careless");
        all.addView(careless);
        Button delete = new Button(this);
        delete.setText("Delete");
        delete.setOnClickListener(new View.OnClickListener() {
            @Override
            public void onClick(View v) {
                delete(careless.isChecked());
            }
        });
        all.addView(delete);
        setContentView(all);
    }

    private void delete(boolean careless) {
        deletions++;
        if (careless && deletions == 2)
            throw new IllegalStateException("deleted twice");
    }
}
