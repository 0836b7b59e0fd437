/* android.webkit.WebViewProvider: loading, moving in the history, and what the app sets and asks. */
#define _GNU_SOURCE
#include "android/webview.h"

#include "android/java.h"
#include "android/natives.h"

/* ---- loading ---------------------------------------------------------------------------- */

/* void loadUrl(String url [, Map headers]); void postUrl(String url, byte[] data) */
static void loadUrl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *url = vm_string_to_utf8(args[1].l);
    if (url && !strncmp(url, "javascript:", 11))
        vm_note_gap(t, "WebView: JavaScript");
    else if (url && *url)
        webview_load(t, args[0].l, args[1].l, NULL, NULL, -1);
    free(url);
}

/* void loadData(String data, String type, String encoding): the data becomes a data: URL */
static void loadData(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *data = vm_string_to_utf8(args[1].l), *type = vm_string_to_utf8(args[2].l);
    bool base64 = args[3].l && vm_string_is(args[3].l, "base64");
    char *url = xasprintf("data:%s%s,%s", type ? type : "text/html", base64 ? ";base64" : "", data ? data : "");
    webview_load(t, args[0].l, vm_string_utf8(t, url), NULL, NULL, -1);
    free(url);
    free(data);
    free(type);
}

/* void loadDataWithBaseURL(String base, String data, String type, String encoding, String historyUrl) */
static void loadDataWithBaseURL(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *blank = vm_string_utf8(t, "about:blank"), *base = args[1].l ? args[1].l : blank;
    webview_load(t, args[0].l, args[5].l ? args[5].l : base, base, args[2].l ? args[2].l : vm_string_utf8(t, ""), -1);
}

static void stopLoading(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_INT(t, args[0].l, &webview_sequence, GET_INT(t, args[0].l, &webview_sequence) + 1);
    SET_INT(t, args[0].l, &webview_progress, 100);
}

static void destroy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_INT(t, args[0].l, &webview_flags, GET_INT(t, args[0].l, &webview_flags) | WEBVIEW_DESTROYED);
}

/* void evaluateJavaScript(String script, ValueCallback callback): nothing runs, so its value is null */
static void evaluateJavaScript(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    vm_note_gap(t, "WebView: JavaScript");
    webview_answer(t, args[2].l, vm_string_utf8(t, "null"));
}

/* ---- history ------------------------------------------------------------------------------ */

static bool can_move(Thread *t, Object *provider, i32 steps)
{
    i32 target = GET_INT(t, provider, &webview_index) + steps;
    return target >= 0 && target < list_size(t, GET_REF(t, provider, &webview_history));
}

static void move_by(Thread *t, Object *provider, i32 steps)
{
    if (!can_move(t, provider, steps))
        return;
    i32 target = GET_INT(t, provider, &webview_index) + steps;
    Object *item = list_get(t, GET_REF(t, provider, &webview_history), target);
    if (item)
        webview_load(t, provider, GET_REF(t, item, &webview_item_url), GET_REF(t, item, &webview_item_base), GET_REF(t, item, &webview_item_html), target);
}

static void reload(Thread *t, const Slot *args, Slot *result) { UNUSED(result); move_by(t, args[0].l, 0); }
static void goBack(Thread *t, const Slot *args, Slot *result) { UNUSED(result); move_by(t, args[0].l, -1); }
static void goForward(Thread *t, const Slot *args, Slot *result) { UNUSED(result); move_by(t, args[0].l, 1); }
static void goBackOrForward(Thread *t, const Slot *args, Slot *result) { UNUSED(result); move_by(t, args[0].l, args[1].i); }
static void canGoBack(Thread *t, const Slot *args, Slot *result) { result->i = can_move(t, args[0].l, -1); }
static void canGoForward(Thread *t, const Slot *args, Slot *result) { result->i = can_move(t, args[0].l, 1); }
static void canGoBackOrForward(Thread *t, const Slot *args, Slot *result) { result->i = can_move(t, args[0].l, args[1].i); }

/* Only the current page stays. */
static void clearHistory(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *item = webview_current_item(t, args[0].l), *history = GET_REF(t, args[0].l, &webview_history);
    vm_call_method(t, history, "clear", "()V");
    if (item)
        list_add(t, history, item);
    SET_INT(t, args[0].l, &webview_index, item ? 0 : -1);
}

#define BACK_LIST "reenact/webview/BackForwardList"
static FieldRef list_items = FIELD(BACK_LIST, "items", NULL), list_index = FIELD(BACK_LIST, "index", NULL);

static void item_at(Thread *t, Object *list, i32 i, Slot *result)
{
    Object *items = GET_REF(t, list, &list_items);
    result->l = i >= 0 && i < list_size(t, items) ? list_get(t, items, i) : NULL;
}

static void getCurrentItem(Thread *t, const Slot *args, Slot *result) { item_at(t, args[0].l, GET_INT(t, args[0].l, &list_index), result); }
static void getItemAtIndex(Thread *t, const Slot *args, Slot *result) { item_at(t, args[0].l, args[1].i, result); }
static void getCurrentIndex(Thread *t, const Slot *args, Slot *result) { result->i = GET_INT(t, args[0].l, &list_index); }
static void getSize(Thread *t, const Slot *args, Slot *result) { result->i = list_size(t, GET_REF(t, args[0].l, &list_items)); }
static void list_clone(Thread *t, const Slot *args, Slot *result) { result->l = vm_clone(t, args[0].l); }

static const ServiceMethod back_list_methods[] = {
    { "getCurrentItem", getCurrentItem }, { "getItemAtIndex", getItemAtIndex }, { "getCurrentIndex", getCurrentIndex }, { "getSize", getSize }, { "clone", list_clone },
    { 0 },
};

static void copyBackForwardList(Thread *t, const Slot *args, Slot *result)
{
    static const MadeField fields[] = { { "items", "Ljava/util/ArrayList;", ACC_PUBLIC }, { "index", "I", ACC_PUBLIC } };
    Class *c = webview_class(t, &(Implementation){ .class_name = BACK_LIST, .super = "android/webkit/WebBackForwardList", .methods = back_list_methods,
                                                   .missing = webview_gap, .fields = fields, .field_count = 2 });
    Object *list = c ? implementation_new(t, c) : NULL;
    Object *items = list ? vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "(Ljava/util/Collection;)V", GET_REF(t, args[0].l, &webview_history)) : NULL;
    if (!items)
        return;
    SET_REF(t, list, &list_items, items);
    SET_INT(t, list, &list_index, GET_INT(t, args[0].l, &webview_index));
    result->l = list;
}

/* WebBackForwardList saveState(Bundle out): the addresses; null when there is no page */
static void saveState(Thread *t, const Slot *args, Slot *result)
{
    Object *history = GET_REF(t, args[0].l, &webview_history);
    i32 count = list_size(t, history);
    Object *urls = args[1].l && count ? vm_new_object_array(t, "java/lang/String", count) : NULL;
    if (!urls)
        return;
    for (i32 i = 0; i < count; i++)
        ARRAY_REF(urls)[i] = object_ref(GET_REF(t, list_get(t, history, i), &webview_item_url));
    vm_call_method(t, args[1].l, "putStringArray", "(Ljava/lang/String;[Ljava/lang/String;)V", vm_string_utf8(t, "WEBVIEW_CHROMIUM_STATE"), urls);
    if (!t->exception)
        copyBackForwardList(t, args, result);
}

/* WebBackForwardList restoreState(Bundle in): the last page is loaded again */
static void restoreState(Thread *t, const Slot *args, Slot *result)
{
    Object *urls = args[1].l ? vm_call_method(t, args[1].l, "getStringArray", "(Ljava/lang/String;)[Ljava/lang/String;", vm_string_utf8(t, "WEBVIEW_CHROMIUM_STATE")).l : NULL;
    if (!urls || !ARRAY_LENGTH(urls))
        return;
    webview_load(t, args[0].l, ref_object(ARRAY_REF(urls)[ARRAY_LENGTH(urls) - 1]), NULL, NULL, -1);
    if (!t->exception)
        copyBackForwardList(t, args, result);
}

/* ---- what is set and asked ------------------------------------------------------------------ */

static void setWebViewClient(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_REF(t, args[0].l, &webview_client, args[1].l); }
static void setWebChromeClient(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_REF(t, args[0].l, &webview_chrome, args[1].l); }
static void setDownloadListener(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_REF(t, args[0].l, &webview_downloads, args[1].l); }
static void setPictureListener(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_REF(t, args[0].l, &webview_picture, args[1].l); }
static void setFindListener(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_REF(t, args[0].l, &webview_finder, args[1].l); }
static void getSettings(Thread *t, const Slot *args, Slot *result) { result->l = GET_REF(t, args[0].l, &webview_settings); }
static void getProgress(Thread *t, const Slot *args, Slot *result) { result->i = GET_INT(t, args[0].l, &webview_progress); }
static void self(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->l = args[0].l; }

static void getUrl(Thread *t, const Slot *args, Slot *result)
{
    Object *item = webview_current_item(t, args[0].l);
    result->l = item ? GET_REF(t, item, &webview_item_url) : NULL;
}

/* A page without a title has its address for one. */
static void getTitle(Thread *t, const Slot *args, Slot *result)
{
    Object *item = webview_current_item(t, args[0].l), *title = item ? GET_REF(t, item, &webview_item_title) : NULL;
    result->l = title ? title : item ? GET_REF(t, item, &webview_item_url) : vm_string_utf8(t, "");
}

static void addJavascriptInterface(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    vm_note_gap(t, "WebView: JavaScript interface");
}

static void onPause(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_INT(t, args[0].l, &webview_flags, GET_INT(t, args[0].l, &webview_flags) | WEBVIEW_PAUSED);
}

static void onResume(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_INT(t, args[0].l, &webview_flags, GET_INT(t, args[0].l, &webview_flags) & ~WEBVIEW_PAUSED);
}

static void isPaused(Thread *t, const Slot *args, Slot *result)
{
    result->i = (GET_INT(t, args[0].l, &webview_flags) & WEBVIEW_PAUSED) != 0;
}

static void getScale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->f = 2.625f;
}

static void getHitTestResult(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_new(t, vm_boot_class(t, "android/webkit/WebView$HitTestResult"), "()V");
}

/* int findAll(String text): how often the page says it */
static i32 count_matches(Thread *t, Object *provider, const Object *wanted)
{
    Object *text = GET_REF(t, provider, &webview_text);
    char *page = text ? vm_string_to_utf8(vm_call_method(t, text, "toString", "()Ljava/lang/String;").l) : NULL, *word = vm_string_to_utf8(wanted);
    i32 count = 0;
    for (const char *at = page; at && word && *word && (at = strcasestr(at, word)); at += strlen(word))
        count++;
    free(page);
    free(word);
    return count;
}

static void findAll(Thread *t, const Slot *args, Slot *result)
{
    i32 count = count_matches(t, args[0].l, args[1].l);
    Object *listener = GET_REF(t, args[0].l, &webview_finder);
    if (listener)
        vm_call_method(t, listener, "onFindResultReceived", "(IIZ)V", 0, count, 1);
    if (t->frame->method->return_kind == 'I')
        result->i = count;
}

const ServiceMethod webview_history_methods[] = {
    { "loadUrl", loadUrl }, { "postUrl", loadUrl }, { "loadData", loadData }, { "loadDataWithBaseURL", loadDataWithBaseURL }, { "stopLoading", stopLoading },
    { "reload", reload }, { "destroy", destroy }, { "evaluateJavaScript", evaluateJavaScript }, { "canGoBack", canGoBack }, { "goBack", goBack },
    { "canGoForward", canGoForward }, { "goForward", goForward }, { "canGoBackOrForward", canGoBackOrForward }, { "goBackOrForward", goBackOrForward },
    { "clearHistory", clearHistory }, { "copyBackForwardList", copyBackForwardList }, { "saveState", saveState }, { "restoreState", restoreState },
    { "setWebViewClient", setWebViewClient }, { "setWebChromeClient", setWebChromeClient }, { "setDownloadListener", setDownloadListener },
    { "setPictureListener", setPictureListener }, { "setFindListener", setFindListener }, { "getSettings", getSettings }, { "getUrl", getUrl },
    { "getOriginalUrl", getUrl }, { "getTitle", getTitle }, { "getProgress", getProgress }, { "getViewDelegate", self }, { "getScrollDelegate", self },
    { "addJavascriptInterface", addJavascriptInterface }, { "onPause", onPause }, { "onResume", onResume }, { "isPaused", isPaused }, { "getScale", getScale },
    { "getHitTestResult", getHitTestResult }, { "findAll", findAll }, { "findAllAsync", findAll },
    { "setHorizontalScrollbarOverlay", NULL }, { "setVerticalScrollbarOverlay", NULL }, { "overlayHorizontalScrollbar", NULL },
    { "overlayVerticalScrollbar", NULL }, { "getVisibleTitleHeight", NULL }, { "getCertificate", NULL }, { "setCertificate", NULL }, { "savePassword", NULL },
    { "setHttpAuthUsernamePassword", NULL }, { "setNetworkAvailable", NULL }, { "isPrivateBrowsingEnabled", NULL }, { "clearView", NULL },
    { "setInitialScale", NULL }, { "invokeZoomPicker", NULL }, { "getFavicon", NULL }, { "getTouchIconUrl", NULL }, { "pauseTimers", NULL },
    { "resumeTimers", NULL }, { "freeMemory", NULL }, { "clearCache", NULL }, { "clearFormData", NULL }, { "clearSslPreferences", NULL }, { "findNext", NULL },
    { "clearMatches", NULL }, { "removeJavascriptInterface", NULL }, { "setMapTrackballToArrowKeys", NULL }, { "getZoomControls", NULL }, { "canZoomIn", NULL },
    { "canZoomOut", NULL }, { "zoomBy", NULL }, { "zoomIn", NULL }, { "zoomOut", NULL }, { "notifyFindDialogDismissed", NULL },
    { 0 },
};
