package test.pantry;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;

/** More mistakes: no portions at all, and a shelf that is read after it was cleared. */
public class Settings extends Activity {
    static int each;

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.settings);
        findViewById(R.id.apply).setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View button) {
                share(((EditText) findViewById(R.id.portions)).getText().toString());
            }
        });
        findViewById(R.id.clear).setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View button) {
                Shelf.items.clear();
                setTitle("Last item: " + lastItem());
            }
        });
    }

    private void share(String portions) {
        if (portions.length() > 0)
            each = 100 / Integer.parseInt(portions);
        setTitle("Each gets " + each);
    }

    private String lastItem() {
        return Shelf.items.get(Shelf.items.size() - 1);
    }
}
