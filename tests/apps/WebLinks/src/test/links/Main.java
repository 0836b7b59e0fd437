package test.links;

import android.app.Activity;
import android.os.Bundle;
import android.util.Log;
import android.webkit.WebView;
import android.webkit.WebViewClient;

public class Main extends Activity {
    static void say(String text) {
        Log.i("test", text);
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        WebView web = new WebView(this);
        setContentView(web);
        web.setWebViewClient(new WebViewClient() {
            @Override public boolean shouldOverrideUrlLoading(WebView view, String url) {
                say("asked for " + url);
                return url.endsWith("stop");
            }

            @Override public void onPageFinished(WebView view, String url) {
                say("at " + url);
            }
        });
        StringBuilder page = new StringBuilder("<p>Read <a href='first'>the first</a> or <a href='stop'>the second</a>.</p>");
        for (int i = 0; i < 60; i++)
            page.append("<p>Line ").append(i).append("</p>");
        web.loadDataWithBaseURL("http://example.org/folder/", page + "<p><a href='/end'>The end</a></p>", "text/html", null, null);
    }
}
