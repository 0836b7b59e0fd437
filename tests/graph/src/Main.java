package org.example.notes;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.ContextMenu;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.view.ViewGroup;
import android.widget.BaseAdapter;
import android.widget.Button;
import android.widget.ListView;

/** The first page: buttons by code and by layout, an options menu, a context menu, a list. */
public class Main extends Activity {
    private static final int DELETE = 7, COPY = 8;
    private Button add;

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.main);
        add = (Button) findViewById(R.id.add);
        add.setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View v) {
                openEditor();
            }
        });
        ListView list = (ListView) findViewById(R.id.list);
        list.setAdapter(new Rows());
        registerForContextMenu(list);
    }

    void openEditor() {
        startActivity(new Intent(this, Editor.class));
    }

    public void clearAll(View v) {
        Store.clear();
    }

    @Override public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.main, menu);
        menu.add(0, 3, 0, "Synchronise");
        return true;
    }

    @Override public boolean onOptionsItemSelected(MenuItem item) {
        switch (item.getItemId()) {
        case R.id.menu_settings:
            startActivity(new Intent(this, Settings.class));
            return true;
        case R.id.menu_help:
            launch(Help.class);
            return true;
        case 3:
            startService(new Intent("org.example.notes.SYNC"));
            return true;
        }
        return super.onOptionsItemSelected(item);
    }

    private void launch(Class<?> page) {
        startActivity(new Intent(this, page));
    }

    @Override public void onCreateContextMenu(ContextMenu menu, View v, ContextMenu.ContextMenuInfo info) {
        menu.add(0, DELETE, 0, "Delete");
        menu.add(0, COPY, 0, "Copy");
    }

    @Override public boolean onContextItemSelected(MenuItem item) {
        if (item.getItemId() == DELETE)
            Store.delete();
        else if (item.getItemId() == COPY)
            Store.copy();
        return true;
    }

    private static class Rows extends BaseAdapter {
        @Override public int getCount() { return 1; }
        @Override public Object getItem(int at) { return null; }
        @Override public long getItemId(int at) { return at; }
        @Override public View getView(int at, View old, ViewGroup parent) { return Store.row(); }
    }
}
