package test.pantry;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.ListView;
import java.util.ArrayList;
import java.util.Arrays;

/** What is on the shelf; a long press takes an item off. Everything else is in the menu. */
public class Shelf extends Activity {
    static final ArrayList<String> items = new ArrayList<String>(Arrays.asList("Flour", "Rice", "Tea"));
    static boolean welcomed;

    private ArrayAdapter<String> adapter;

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        ListView list = new ListView(this);
        adapter = new ArrayAdapter<String>(this, android.R.layout.simple_list_item_1, items);
        list.setAdapter(adapter);
        list.setOnItemLongClickListener(new AdapterView.OnItemLongClickListener() {
            @Override public boolean onItemLongClick(AdapterView<?> parent, View row, int position, long id) {
                items.remove(position);
                adapter.notifyDataSetChanged();
                return true;
            }
        });
        setContentView(list);
        if (!welcomed)
            new AlertDialog.Builder(this).setMessage(R.string.welcome).setPositiveButton(R.string.got_it, null).show();
        welcomed = true;
    }

    @Override protected void onResume() {
        super.onResume();
        adapter.notifyDataSetChanged();
    }

    @Override public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.shelf, menu);
        return true;
    }

    @Override public boolean onOptionsItemSelected(MenuItem item) {
        if (item.getItemId() == R.id.add)
            startActivity(new Intent(this, AddItem.class));
        else if (item.getItemId() == R.id.settings)
            startActivity(new Intent(this, Settings.class));
        else
            new AlertDialog.Builder(this).setMessage("Pantry 1.2").setPositiveButton(android.R.string.ok, null).show();
        return true;
    }
}
