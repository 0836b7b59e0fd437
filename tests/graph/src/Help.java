package org.example.notes;

import android.content.Intent;
import android.view.View;
import android.widget.Button;

/** A button made in code, a fragment, a thread, reflection, and the way back to the first page. */
public class Help extends Screen {
    void build() {
        Button more = new Button(this);
        more.setText("More");
        more.setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View v) {
                getFragmentManager().beginTransaction().add(new Part(), "part").commit();
            }
        });
        setContentView(more);
    }

    @Override public void onBackPressed() {
        new PrintJob().execute();
        startActivity(new Intent(this, Main.class));
    }

    @Override protected void onPause() {
        super.onPause();
        new Thread(new Runnable() {
            @Override public void run() { new a().a(); }
        }).start();
        try {
            Class<?> hidden = Class.forName("org.example.notes.Hidden");
            hidden.getMethod("reveal").invoke(hidden.newInstance());
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }
}

/** Binds what a page declares, as libraries do: a class is generated for each page and found by its name. */
class Binder {
    static void bind(Object page) throws Exception {
        Class.forName(page.getClass().getName() + "_Binding").getConstructor(page.getClass()).newInstance(page);
    }
}

class Help_Binding {
    public Help_Binding(Help help) { Store.bound(); }
}

/** What an obfuscator leaves of org.example.notes.Archive.pack(). */
class a {
    void a() { Store.pack(); }
}
