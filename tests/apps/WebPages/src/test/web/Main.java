package test.web;

import android.app.Activity;
import android.graphics.Bitmap;
import android.os.Bundle;
import android.os.SystemClock;
import android.util.Log;
import android.view.MotionEvent;
import android.webkit.CookieManager;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;

public class Main extends Activity {
    WebView web;
    int step;

    static void say(String text) {
        Log.i("test", text);
    }

    void tap(float x, float y) {
        long now = SystemClock.uptimeMillis();
        for (int action : new int[] { MotionEvent.ACTION_DOWN, MotionEvent.ACTION_UP })
            web.dispatchTouchEvent(MotionEvent.obtain(now, now, action, x, y, 0));
    }

    void next() {
        say("at " + web.getUrl() + " \"" + web.getTitle() + "\" back " + web.canGoBack() + " forward " + web.canGoForward() + " of " + web.copyBackForwardList().getSize());
        switch (step++) {
        case 0:
            tap(80, 80);
            break;
        case 1:
            tap(40, 45);
            say("closing was the app's");
            web.goBack();
            break;
        case 2:
            web.loadUrl("http://example.org/");
            break;
        case 3:
            web.loadDataWithBaseURL("http://example.org/", "<title>Mine</title>Hello", "text/html", "utf-8", null);
            break;
        case 4:
            web.loadUrl("file:///android_asset/no-such.html");
            break;
        case 5:
            web.evaluateJavascript("1 + 1", new ValueCallback<String>() {
                @Override public void onReceiveValue(String value) {
                    say("script " + value);
                }
            });
            break;
        }
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        web = new WebView(this);
        setContentView(web);
        WebSettings settings = web.getSettings();
        say("script " + settings.getJavaScriptEnabled() + " zoom " + settings.getTextZoom() + " " + settings.getLayoutAlgorithm() + " " + settings.getUserAgentString().startsWith("Mozilla/5.0 (Linux; Android 6.0.1;"));
        settings.setJavaScriptEnabled(true);
        settings.setTextZoom(120);
        settings.setUserAgentString("mine");
        say("script " + settings.getJavaScriptEnabled() + " zoom " + settings.getTextZoom() + " " + settings.getUserAgentString());
        CookieManager cookies = CookieManager.getInstance();
        cookies.setCookie("http://example.org/a", "k=v; path=/");
        cookies.setCookie("http://example.org/b", "l=w");
        say("cookies " + cookies.getCookie("http://example.org/") + " " + cookies.getCookie("http://example.com/"));
        web.setWebChromeClient(new WebChromeClient() {
            @Override public void onProgressChanged(WebView view, int percent) {
                if (percent == 100)
                    say("progress 100");
            }

            @Override public void onReceivedTitle(WebView view, String title) {
                say("title " + title);
            }
        });
        web.setWebViewClient(new WebViewClient() {
            @Override public boolean shouldOverrideUrlLoading(WebView view, String url) {
                say("override? " + url);
                return url.startsWith("app:");
            }

            @Override public void onPageStarted(WebView view, String url, Bitmap icon) {
                say("started " + url);
            }

            @Override public void onReceivedError(WebView view, int code, String text, String url) {
                say("error " + code + " " + text + " " + url);
            }

            @Override public void onPageFinished(WebView view, String url) {
                say("finished " + url);
                view.post(new Runnable() {
                    @Override public void run() {
                        next();
                    }
                });
            }
        });
        say("before " + web.getUrl() + " " + web.canGoBack());
        web.loadUrl("file:///android_asset/pages/first.html");
    }
}
