package test.hierarchy;

import android.content.Context;
import android.util.AttributeSet;
import android.widget.Button;

/** Accessibility calls it a Button. */
public class OwnButton extends Button {
    public OwnButton(Context context, AttributeSet attributes) {
        super(context, attributes);
    }
}
