/*
 * The WebView stand-in: what Chromium is on a phone. Pages are shown as their text;
 * links can be tapped, the clients are called in the documented order, and there is a
 * history. JavaScript is not run, and counted as a gap.
 */
#ifndef ANDROID_WEBVIEW_H
#define ANDROID_WEBVIEW_H

#include "android/implementations.h"
#include "base/map.h"

#define WEBVIEW_PROVIDER "reenact/webview/Provider"
#define WEBVIEW_ITEM "reenact/webview/HistoryItem"

/* Fields of a provider object, one per WebView. */
#define WEBVIEW_FIELDS(X)                                                                                                      \
    X(view, "Landroid/webkit/WebView;") X(access, "Landroid/webkit/WebView$PrivateAccess;") X(settings, "Landroid/webkit/WebSettings;") \
    X(client, "Landroid/webkit/WebViewClient;") X(chrome, "Landroid/webkit/WebChromeClient;") X(downloads, "Landroid/webkit/DownloadListener;") \
    X(picture, "Landroid/webkit/WebView$PictureListener;") X(finder, "Landroid/webkit/WebView$FindListener;") X(handler, "Landroid/os/Handler;") \
    X(history, "Ljava/util/ArrayList;") X(text, "Landroid/text/SpannableStringBuilder;") X(layout, "Landroid/text/StaticLayout;") \
    X(index, "I") X(sequence, "I") X(progress, "I") X(background, "I") X(down_x, "F") X(down_y, "F") X(last_y, "F") X(flags, "I") X(parts, "J")
#define X(name, descriptor) extern FieldRef webview_##name;
WEBVIEW_FIELDS(X)
#undef X
enum { WEBVIEW_DESTROYED = 1, WEBVIEW_PAUSED = 2, WEBVIEW_DRAGGED = 4 };

/* Fields of a history item: a page that was visited. html is null when it is read from its URL. */
#define WEBVIEW_ITEM_FIELDS(X)                                                                                                 \
    X(url, "Ljava/lang/String;") X(base, "Ljava/lang/String;") X(title, "Ljava/lang/String;") X(html, "Ljava/lang/String;") X(id, "I")
#define X(name, descriptor) extern FieldRef webview_item_##name;
WEBVIEW_ITEM_FIELDS(X)
#undef X

/* webview_page.c: the visible text of a page as a SpannableStringBuilder (links are URLSpans), and its title (NULL: none). */
Object *webview_page_text(Thread *t, const char *html, size_t size, char **title, bool *has_script);

/* webview_load.c */
/* Loads a page; html may be null, then it is read from the URL. back_to: an entry of the history that it is, or -1 for a new one. */
void webview_load(Thread *t, Object *provider, Object *url, Object *base, Object *html, i32 back_to);
/* A link was tapped. */
void webview_follow(Thread *t, Object *provider, const char *link);
extern const ServiceMethod webview_history_methods[];
Object *webview_current_item(Thread *t, Object *provider);

/* webview_view.c: the view's size, drawing and touches. */
extern const ServiceMethod webview_view_methods[];
void webview_content_changed(Thread *t, Object *provider);

/* What a page shows, as a reader of the screen finds it: a paragraph, or a link in one. In the page's coordinates. */
typedef struct WebPart {
    char *text;
    i32 left, top, right, bottom;
    bool is_link;
} WebPart;

/* The parts of a WebView's page as it was last laid out; 0: it is no WebView, or shows nothing. Runs no code. Borrowed. */
u32 webview_parts_of(Thread *t, const Object *view, const WebPart **out);

/* webview_parts.c */
void webview_find_parts(Thread *t, Object *provider, Object *layout, i32 margin);

/* webview_settings.c: WebSettings, CookieManager and the smaller stores. */
Object *webview_settings_new(Thread *t);
bool webview_setting(Thread *t, Object *settings, const char *name, i32 *out);
Object *webview_cookies(Thread *t);
Object *webview_user_agent(Thread *t);
/* Objects of an abstract class whose default answers are right. One per class. */
Object *webview_store(Thread *t, const char *super);

/* ---- webview.c: what the parts share ---- */

typedef struct WebViewState {
    Map classes;                    /* by name */
    Map singles;                    /* by class name: ObjectRef* */
    Map cookies;                    /* host -> "a=b; c=d" */
    bool refuses_cookies;
} WebViewState;

WebViewState *webview_state(Vm *vm);
/* Classes are made at their first use. */
Class *webview_class(Thread *t, const Implementation *implementation);
Object *webview_single(Thread *t, const Implementation *implementation);
/* Gives a value to an android.webkit.ValueCallback, later, on the main thread; NULL is allowed. */
void webview_answer(Thread *t, Object *callback, Object *value);
/* Runs a Runnable later on the main thread. */
void webview_post(Thread *t, Object *runnable, i64 delay_ms);
/* For missing methods: a gap, answered with the default. */
NativeFunction webview_gap;

#endif
