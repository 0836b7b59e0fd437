package test.conditions;

import android.app.Activity;

public class Second extends Activity {
}
