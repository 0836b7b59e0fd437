package org.example.notes;

import android.app.AlertDialog;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.DialogInterface;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Handler;
import android.view.View;
import android.widget.Button;

/** A dialog, a task, a thread, a handler, a broadcast. */
public class Editor extends Screen {
    private final Handler handler = new Handler();

    void build() {
        setContentView(R.layout.editor);
        findViewById(R.id.save).setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View v) {
                ask();
            }
        });
        Button send = (Button) findViewById(R.id.send);
        send.setText("Send by mail");
        send.setOnClickListener(new View.OnClickListener() {
            @Override public void onClick(View v) {
                new MailJob().execute();
                sendBroadcast(new Intent("org.example.notes.SENT"));
            }
        });
        registerReceiver(new BroadcastReceiver() {
            @Override public void onReceive(Context context, Intent intent) { Store.sent(); }
        }, new IntentFilter("org.example.notes.SENT"));
    }

    void ask() {
        new AlertDialog.Builder(this).setTitle("Save?")
            .setPositiveButton(R.string.save, new DialogInterface.OnClickListener() {
                @Override public void onClick(DialogInterface dialog, int which) {
                    new SaveTask().execute("text");
                }
            })
            .setNegativeButton(R.string.discard, new DialogInterface.OnClickListener() {
                @Override public void onClick(DialogInterface dialog, int which) {
                    handler.post(new Runnable() {
                        @Override public void run() { Store.discard(); }
                    });
                }
            })
            .show();
    }
}
