package test.windows;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.content.DialogInterface;
import android.content.Intent;
import android.graphics.drawable.ColorDrawable;
import android.os.Bundle;
import android.text.Editable;
import android.text.InputType;
import android.text.TextWatcher;
import android.util.Log;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewTreeObserver;
import android.view.WindowManager;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.PopupWindow;
import android.widget.TextView;
import android.widget.Toast;

/** Rows of 150 pixels from the status bar on: each does one thing when it is tapped, and everything is logged. */
public class Main extends Activity implements View.OnClickListener, View.OnTouchListener, DialogInterface.OnClickListener,
        DialogInterface.OnCancelListener, PopupWindow.OnDismissListener, TextView.OnEditorActionListener, ViewTreeObserver.OnGlobalLayoutListener {
    private LinearLayout rows;
    private int height = -1;

    static void log(String text) {
        Log.i("test", text);
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        rows = new LinearLayout(this);
        rows.setOrientation(LinearLayout.VERTICAL);
        for (String name : new String[] { "dialog", "popup", "toast", "touches" })
            button(name);
        editor("number", InputType.TYPE_CLASS_NUMBER);
        editor("text", InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_FLAG_CAP_SENTENCES);
        button("late dialog");
        button("system window");
        rows.getViewTreeObserver().addOnGlobalLayoutListener(this);
        setContentView(rows);
    }

    private void button(String name) {
        Button b = new Button(this);
        b.setText(name);
        b.setOnClickListener(this);
        rows.addView(b, new LinearLayout.LayoutParams(-1, 150));
    }

    private void editor(final String name, int type) {
        EditText e = new EditText(this);
        e.setInputType(type);
        e.setOnEditorActionListener(this);
        e.addTextChangedListener(new TextWatcher() {
            @Override
            public void beforeTextChanged(CharSequence s, int start, int count, int after) {
            }

            @Override
            public void onTextChanged(CharSequence s, int start, int before, int count) {
            }

            @Override
            public void afterTextChanged(Editable s) {
                log(name + " is '" + s + "'");
            }
        });
        rows.addView(e, new LinearLayout.LayoutParams(-1, 150));
    }

    @Override
    public void onClick(View v) {
        String name = ((Button) v).getText().toString();
        log("click " + name);
        switch (name) {
        case "dialog": dialog(); break;
        case "popup": popup(v); break;
        case "toast": Toast.makeText(this, "Hello", Toast.LENGTH_LONG).show(); break;
        case "touches": v.setOnTouchListener(this); break;
        case "late dialog": startActivity(new Intent(this, Gone.class)); break;
        case "system window": systemWindow(); break;
        }
    }

    private void dialog() {
        final Dialog d = new AlertDialog.Builder(this).setTitle("A dialog").setPositiveButton("Yes", this).setOnCancelListener(this).create();
        d.show();
        final View decor = d.getWindow().getDecorView();
        decor.post(new Runnable() {
            @Override
            public void run() {
                int[] at = new int[2];
                decor.getLocationOnScreen(at);
                log("the dialog's middle is at " + (at[0] + decor.getWidth() / 2) + "," + (at[1] + decor.getHeight() / 2));
            }
        });
    }

    @Override
    public void onClick(DialogInterface dialog, int which) {
        log("yes");
    }

    @Override
    public void onCancel(DialogInterface dialog) {
        log("cancelled");
    }

    private void popup(View below) {
        PopupWindow p = new PopupWindow(new View(this), 400, 200);
        p.setOutsideTouchable(true);
        p.setBackgroundDrawable(new ColorDrawable(0xffcccccc));
        p.setTouchInterceptor(this);
        p.setOnDismissListener(this);
        p.showAsDropDown(below, 100, 0);
    }

    @Override
    public void onDismiss() {
        log("popup gone");
    }

    @Override
    public boolean onTouch(View v, MotionEvent event) {
        StringBuilder b = new StringBuilder("touch " + event.getActionMasked());
        for (int i = 0; i < event.getPointerCount(); i++)
            b.append(" (").append(event.getPointerId(i)).append(": ").append((int) event.getX(i)).append(",").append((int) event.getY(i)).append(")");
        log(b + " raw " + (int) event.getRawX() + "," + (int) event.getRawY());
        return v instanceof Button;
    }

    private void systemWindow() {
        try {
            getWindowManager().addView(new View(this), new WindowManager.LayoutParams(WindowManager.LayoutParams.TYPE_SYSTEM_ALERT));
        } catch (RuntimeException e) {
            log(e.getClass().getSimpleName());
        }
    }

    @Override
    public boolean onEditorAction(TextView v, int action, KeyEvent event) {
        log("action " + action);
        return false;
    }

    @Override
    public void onGlobalLayout() {
        if (height != rows.getHeight())
            log("the content is " + (height = rows.getHeight()) + " high");
    }

    @Override
    public void onWindowFocusChanged(boolean has) {
        log("focus " + has);
    }

    @Override
    public boolean onKeyDown(int code, KeyEvent event) {
        log(KeyEvent.keyCodeToString(code));
        return super.onKeyDown(code, event);
    }
}
