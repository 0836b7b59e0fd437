package test.pantry;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;

/** A form with a mistake: it keeps the amount as a number while it is turned, but takes it as text. */
public class AddItem extends Activity {
    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.add);
        findViewById(R.id.save).setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View button) {
                Shelf.items.add(text(R.id.item) + " " + text(R.id.amount));
                finish();
            }
        });
    }

    private String text(int field) {
        return ((EditText) findViewById(field)).getText().toString();
    }

    @Override protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        if (text(R.id.amount).length() > 0)
            state.putInt("amount", amount());
    }

    private int amount() {
        return Integer.parseInt(text(R.id.amount));
    }
}
