/*
 * Loading pages: a Load object goes from loadUrl to the binder thread, which reads the
 * page (the client may intercept it there, as on a phone), and from there to the main
 * thread, where the clients are told and the page is shown.
 *
 *   loadUrl ─ post ─ read_page ─ post ─ show_page: onPageStarted, onReceivedError,
 *   doUpdateVisitedHistory, onReceivedTitle, onProgressChanged, onPageFinished
 */
#include "android/webview.h"

#include "android/binder_thread.h"
#include "android/java.h"
#include "android/natives.h"
#include "libcore/vfs.h"

#define LOAD "reenact/webview/Load"
#define LOAD_FIELDS(X)                                                                                                         \
    X(provider, "Ljava/lang/Object;") X(url, "Ljava/lang/String;") X(base, "Ljava/lang/String;") X(html, "Ljava/lang/String;") \
    X(bytes, "[B") X(error_text, "Ljava/lang/String;") X(error, "I") X(sequence, "I") X(back_to, "I")
#define X(name, descriptor) static FieldRef load_##name = FIELD(LOAD, #name, NULL);
LOAD_FIELDS(X)
#undef X

enum { ERROR_HOST_LOOKUP = -2, ERROR_UNSUPPORTED_SCHEME = -10, ERROR_FILE_NOT_FOUND = -14 };

static bool begins(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

/* ---- what the client is asked and told ----------------------------------------------------- */

#define REQUEST "reenact/webview/Request"
static FieldRef request_url = FIELD(REQUEST, "url", NULL);

static void request_getUrl(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_call_static(t, "android/net/Uri", "parse", "(Ljava/lang/String;)Landroid/net/Uri;", GET_REF(t, args[0].l, &request_url)).l;
}

static void request_getMethod(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, "GET");
}

static const ServiceMethod request_methods[] = {
    { "getUrl", request_getUrl }, { "getMethod", request_getMethod }, { "isForMainFrame", .number = 1 }, { "hasGesture", NULL }, { "getRequestHeaders", NULL },
    { 0 },
};

static Object *request_new(Thread *t, Object *url)
{
    static const MadeField fields[] = { { "url", "Ljava/lang/String;", ACC_PUBLIC } };
    static const char *const types[] = { "android/webkit/WebResourceRequest", NULL };
    Class *c = webview_class(t, &(Implementation){ .class_name = REQUEST, .types = types, .methods = request_methods, .missing = webview_gap, .fields = fields, .field_count = 1 });
    Object *request = c ? implementation_new(t, c) : NULL;
    if (request)
        SET_REF(t, request, &request_url, url);
    return request;
}

#define FAILURE "reenact/webview/Error"
static FieldRef failure_code = FIELD(FAILURE, "code", NULL), failure_text = FIELD(FAILURE, "text", NULL);

static void failure_getErrorCode(Thread *t, const Slot *args, Slot *result)
{
    result->i = GET_INT(t, args[0].l, &failure_code);
}

static void failure_getDescription(Thread *t, const Slot *args, Slot *result)
{
    result->l = GET_REF(t, args[0].l, &failure_text);
}

static const ServiceMethod failure_methods[] = { { "getErrorCode", failure_getErrorCode }, { "getDescription", failure_getDescription }, { 0 } };

static Object *failure_new(Thread *t, i32 code, Object *text)
{
    static const MadeField fields[] = { { "code", "I", ACC_PUBLIC }, { "text", "Ljava/lang/String;", ACC_PUBLIC } };
    Class *c = webview_class(t, &(Implementation){ .class_name = FAILURE, .super = "android/webkit/WebResourceError", .methods = failure_methods, .missing = webview_gap,
                                                   .fields = fields, .field_count = 2 });
    Object *failure = c ? implementation_new(t, c) : NULL;
    if (failure) {
        SET_INT(t, failure, &failure_code, code);
        SET_REF(t, failure, &failure_text, text);
    }
    return failure;
}

/* A callback of the client, when there is one and nothing was thrown before; its parameters after the view. */
#define TELL(t, client, view, name, descriptor, ...)                                                                           \
    do {                                                                                                                       \
        if ((client) && !(t)->exception)                                                                                       \
            vm_call_method(t, client, name, "(Landroid/webkit/WebView;" descriptor, view, __VA_ARGS__);                        \
    } while (0)

/* ---- reading: on the binder thread --------------------------------------------------------- */

static void set_error(Thread *t, Object *load, i32 code, const char *text)
{
    SET_INT(t, load, &load_error, code);
    SET_REF(t, load, &load_error_text, vm_string_utf8(t, text));
}

static Object *bytes_of(Thread *t, const void *data, size_t size)
{
    Object *bytes = vm_new_primitive_array(t, 'B', (i32)size);
    if (bytes && size)
        memcpy(ARRAY_I8(bytes), data, size);
    return bytes;
}

static Object *read_stream(Thread *t, Object *stream)
{
    return stream ? vm_call_static(t, "libcore/io/Streams", "readFully", "(Ljava/io/InputStream;)[B", stream).l : NULL;
}

/* The client's own answer for the URL: its bytes, or NULL when it has none. */
static Object *intercepted(Thread *t, Object *provider, Object *url)
{
    Object *client = GET_REF(t, provider, &webview_client), *request = client ? request_new(t, url) : NULL;
    if (!request)
        return NULL;
    Object *response = vm_call_method(t, client, "shouldInterceptRequest", "(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;",
                                      GET_REF(t, provider, &webview_view), request).l;
    Object *stream = response ? vm_call_method(t, response, "getData", "()Ljava/io/InputStream;").l : NULL;
    return read_stream(t, stream);
}

static Object *read_asset(Thread *t, Object *provider, const char *path)
{
    char *name = xstrndup(path, strcspn(path, "?#"));
    Object *context = vm_call_method(t, GET_REF(t, provider, &webview_view), "getContext", "()Landroid/content/Context;").l;
    Object *assets = context ? vm_call_method(t, context, "getAssets", "()Landroid/content/res/AssetManager;").l : NULL;
    Object *decoded = vm_call_static(t, "android/net/Uri", "decode", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, name)).l;
    Object *stream = assets ? vm_call_method(t, assets, "open", "(Ljava/lang/String;)Ljava/io/InputStream;", decoded).l : NULL;
    Object *bytes = read_stream(t, stream);
    free(name);
    vm_take_exception(t);           /* an asset that is not there */
    return bytes;
}

static Object *read_file(Thread *t, const char *path)
{
    char *name = xstrndup(path, strcspn(path, "?#"));
    Buf content = { 0 };
    Object *bytes = vfs_read_file(vfs_of(t->vm), name, &content) ? NULL : bytes_of(t, content.data, content.size);
    buf_free(&content);
    free(name);
    return bytes;
}

static Object *read_content(Thread *t, Object *provider, Object *url)
{
    Object *context = vm_call_method(t, GET_REF(t, provider, &webview_view), "getContext", "()Landroid/content/Context;").l;
    Object *resolver = context ? vm_call_method(t, context, "getContentResolver", "()Landroid/content/ContentResolver;").l : NULL;
    Object *uri = vm_call_static(t, "android/net/Uri", "parse", "(Ljava/lang/String;)Landroid/net/Uri;", url).l;
    Object *bytes = resolver ? read_stream(t, vm_call_method(t, resolver, "openInputStream", "(Landroid/net/Uri;)Ljava/io/InputStream;", uri).l) : NULL;
    vm_take_exception(t);
    return bytes;
}

/* data:text/html;charset=utf-8;base64,… */
static Object *read_data_url(Thread *t, const char *url)
{
    const char *comma = strchr(url, ',');
    if (!comma)
        return bytes_of(t, "", 0);
    Object *body = vm_string_utf8(t, comma + 1);
    bool base64 = comma - url >= 7 && !strncmp(comma - 7, ";base64", 7);
    if (base64)
        return vm_call_static(t, "android/util/Base64", "decode", "(Ljava/lang/String;I)[B", body, 0).l;
    char *text = vm_string_to_utf8(vm_call_static(t, "android/net/Uri", "decode", "(Ljava/lang/String;)Ljava/lang/String;", body).l);
    Object *bytes = text ? bytes_of(t, text, strlen(text)) : NULL;
    free(text);
    return bytes;
}

static void read_url(Thread *t, Object *load, Object *provider, Object *url_string)
{
    char *url = vm_string_to_utf8(url_string);
    Object *bytes = NULL;
    if (begins(url, "http://") || begins(url, "https://")) {
        set_error(t, load, ERROR_HOST_LOOKUP, "net::ERR_NAME_NOT_RESOLVED");
    } else if (begins(url, "data:")) {
        bytes = read_data_url(t, url);
    } else if (begins(url, "about:")) {
        bytes = bytes_of(t, "", 0);
    } else if (begins(url, "file://") || begins(url, "content://")) {
        bytes = begins(url, "file:///android_asset/") ? read_asset(t, provider, url + 22) : begins(url, "file://") ? read_file(t, url + 7) : read_content(t, provider, url_string);
        if (!bytes)
            set_error(t, load, ERROR_FILE_NOT_FOUND, "net::ERR_FILE_NOT_FOUND");
    } else {
        set_error(t, load, ERROR_UNSUPPORTED_SCHEME, "net::ERR_UNKNOWN_URL_SCHEME");
    }
    SET_REF(t, load, &load_bytes, bytes);
    free(url);
}

static void read_page(Thread *t, Object *load)
{
    Object *provider = GET_REF(t, load, &load_provider), *url = GET_REF(t, load, &load_url), *html = GET_REF(t, load, &load_html);
    Object *bytes = html ? NULL : intercepted(t, provider, url);
    if (bytes)
        SET_REF(t, load, &load_bytes, bytes);
    else if (!html && !t->exception)
        read_url(t, load, provider, url);
    if (!t->exception)
        webview_post(t, load, 0);
}

/* ---- history ---------------------------------------------------------------------------------- */

static void item_text(Thread *t, const Slot *args, Slot *result)
{
    bool title = !strcmp(t->frame->method->name->text, "getTitle");
    result->l = GET_REF(t, args[0].l, title ? &webview_item_title : &webview_item_url);
}

static void item_getId(Thread *t, const Slot *args, Slot *result)
{
    result->i = GET_INT(t, args[0].l, &webview_item_id);
}

static void clone_self(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_clone(t, args[0].l);
}

static const ServiceMethod item_methods[] = {
    { "getUrl", item_text }, { "getOriginalUrl", item_text }, { "getTitle", item_text }, { "getId", item_getId }, { "getFavicon", NULL }, { "clone", clone_self },
    { 0 },
};

static Object *item_new(Thread *t)
{
#define X(name, descriptor) { #name, descriptor, ACC_PUBLIC },
    static const MadeField fields[] = { WEBVIEW_ITEM_FIELDS(X) };
#undef X
    Class *c = webview_class(t, &(Implementation){ .class_name = WEBVIEW_ITEM, .super = "android/webkit/WebHistoryItem", .methods = item_methods, .missing = webview_gap,
                                                   .fields = fields, .field_count = COUNT_OF(fields) });
    return c ? implementation_new(t, c) : NULL;
}

Object *webview_current_item(Thread *t, Object *provider)
{
    i32 index = GET_INT(t, provider, &webview_index);
    return index >= 0 ? list_get(t, GET_REF(t, provider, &webview_history), index) : NULL;
}

/* The page becomes the current entry; a new one ends what lay ahead. */
static void commit(Thread *t, Object *provider, Object *load, Object *title)
{
    Object *history = GET_REF(t, provider, &webview_history), *item = item_new(t);
    if (!item)
        return;
    i32 index = GET_INT(t, load, &load_back_to);
    SET_REF(t, item, &webview_item_url, GET_REF(t, load, &load_url));
    SET_REF(t, item, &webview_item_base, GET_REF(t, load, &load_base));
    SET_REF(t, item, &webview_item_html, GET_REF(t, load, &load_html));
    SET_REF(t, item, &webview_item_title, title);
    SET_INT(t, item, &webview_item_id, GET_INT(t, load, &load_sequence));
    if (index >= 0 && index < list_size(t, history)) {
        vm_call_method(t, history, "set", "(ILjava/lang/Object;)Ljava/lang/Object;", index, item);
    } else {
        index = GET_INT(t, provider, &webview_index) + 1;
        while (list_size(t, history) > index && !t->exception)
            vm_call_method(t, history, "remove", "(I)Ljava/lang/Object;", list_size(t, history) - 1);
        list_add(t, history, item);
    }
    SET_INT(t, provider, &webview_index, index);
}

/* ---- showing: on the main thread ----------------------------------------------------------------- */

static void set_progress(Thread *t, Object *provider, i32 percent)
{
    SET_INT(t, provider, &webview_progress, percent);
    TELL(t, GET_REF(t, provider, &webview_chrome), GET_REF(t, provider, &webview_view), "onProgressChanged", "I)V", percent);
}

/* The page that tells of a failure. The caller frees. */
static char *failure_page(Thread *t, Object *load)
{
    char *url = vm_string_to_utf8(GET_REF(t, load, &load_url)), *why = vm_string_to_utf8(GET_REF(t, load, &load_error_text));
    char *html = xasprintf("<html><head><title>Webpage not available</title></head><body><h2>Webpage not available</h2>"
                           "<p>The webpage at <b>%s</b> could not be loaded because:</p><p>%s</p></body></html>", url, why);
    free(url);
    free(why);
    return html;
}

/* The page's HTML as UTF-8; the caller frees. */
static char *page_html(Thread *t, Object *load)
{
    Object *html = GET_REF(t, load, &load_html), *bytes = GET_REF(t, load, &load_bytes);
    if (GET_INT(t, load, &load_error))
        return failure_page(t, load);
    if (html)
        return vm_string_to_utf8(html);
    return bytes ? xstrndup((const char *)ARRAY_I8(bytes), (size_t)ARRAY_LENGTH(bytes)) : xstrdup("");
}

static Object *set_content(Thread *t, Object *provider, Object *load)
{
    char *html = page_html(t, load), *title;
    bool has_script;
    i32 runs_script = 0;
    Object *text = webview_page_text(t, html, strlen(html), &title, &has_script), *title_string = title ? vm_string_utf8(t, title) : NULL;
    free(html);
    free(title);
    webview_setting(t, GET_REF(t, provider, &webview_settings), "JavaScriptEnabled", &runs_script);
    if (has_script && runs_script)
        vm_note_gap(t, "WebView: JavaScript of a page");
    SET_REF(t, provider, &webview_text, text);
    SET_REF(t, provider, &webview_layout, NULL);
    return title_string;
}

static void tell_failure(Thread *t, Object *load, Object *client, Object *view)
{
    Object *request = request_new(t, GET_REF(t, load, &load_url));
    Object *failure = request ? failure_new(t, GET_INT(t, load, &load_error), GET_REF(t, load, &load_error_text)) : NULL;
    if (failure)
        TELL(t, client, view, "onReceivedError", "Landroid/webkit/WebResourceRequest;Landroid/webkit/WebResourceError;)V", request, failure);
}

/* void run() of a Load */
static void show_page(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *load = args[0].l, *provider = GET_REF(t, load, &load_provider);
    if (GET_INT(t, load, &load_sequence) != GET_INT(t, provider, &webview_sequence) || GET_INT(t, provider, &webview_flags) & WEBVIEW_DESTROYED)
        return;                     /* stopped, or another page was asked for meanwhile */
    Object *view = GET_REF(t, provider, &webview_view), *client = GET_REF(t, provider, &webview_client), *url = GET_REF(t, load, &load_url);
    TELL(t, client, view, "onPageStarted", "Ljava/lang/String;Landroid/graphics/Bitmap;)V", url, NULL);
    set_progress(t, provider, 10);
    TELL(t, client, view, "onLoadResource", "Ljava/lang/String;)V", url);
    if (GET_INT(t, load, &load_error) && !t->exception)
        tell_failure(t, load, client, view);
    if (t->exception)
        return;
    Object *title = set_content(t, provider, load);
    commit(t, provider, load, title);
    bool again = GET_INT(t, load, &load_back_to) >= 0;
    TELL(t, client, view, "doUpdateVisitedHistory", "Ljava/lang/String;Z)V", url, again);
    if (title)
        TELL(t, GET_REF(t, provider, &webview_chrome), view, "onReceivedTitle", "Ljava/lang/String;)V", title);
    if (!t->exception)
        set_progress(t, provider, 100);
    if (!t->exception)
        webview_content_changed(t, provider);
    TELL(t, client, view, "onPageCommitVisible", "Ljava/lang/String;)V", url);
    TELL(t, client, view, "onPageFinished", "Ljava/lang/String;)V", url);
    TELL(t, GET_REF(t, provider, &webview_picture), view, "onNewPicture", "Landroid/graphics/Picture;)V", NULL);
}

void webview_load(Thread *t, Object *provider, Object *url, Object *base, Object *html, i32 back_to)
{
#define X(name, descriptor) { #name, descriptor, ACC_PUBLIC },
    static const MadeField fields[] = { LOAD_FIELDS(X) };
#undef X
    static const char *const types[] = { "java/lang/Runnable", NULL };
    Class *c = webview_class(t, &(Implementation){ .class_name = LOAD, .types = types, .missing = show_page, .fields = fields, .field_count = COUNT_OF(fields) });
    Object *load = c ? implementation_new(t, c) : NULL;
    if (!load)
        return;
    i32 sequence = GET_INT(t, provider, &webview_sequence) + 1;
    SET_INT(t, provider, &webview_sequence, sequence);
    SET_INT(t, provider, &webview_progress, 0);
    SET_REF(t, load, &load_provider, provider);
    SET_REF(t, load, &load_url, url);
    SET_REF(t, load, &load_base, base);
    SET_REF(t, load, &load_html, html);
    SET_INT(t, load, &load_sequence, sequence);
    SET_INT(t, load, &load_back_to, back_to);
    binder_post(t, read_page, load);
}

/* ---- links ------------------------------------------------------------------------------------------- */

/* A link as an address: relative ones are of the page that they stand on. The caller frees. */
static char *absolute(const char *base, const char *link)
{
    size_t scheme = strspn(link, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");
    const char *origin = base ? strstr(base, "://") : NULL;
    if ((scheme && link[scheme] == ':') || !origin)
        return xstrdup(link);
    size_t host = (size_t)(origin + 3 - base) + strcspn(origin + 3, "/?#"), path = strcspn(base, "?#"), end = strlen(base);
    if (begins(link, "//"))
        return xasprintf("%.*s%s", (int)(origin + 1 - base), base, link);
    if (*link == '#')
        return xasprintf("%.*s%s", (int)strcspn(base, "#"), base, link);
    if (*link == '/')
        return xasprintf("%.*s%s", (int)host, base, link);
    if (*link == '?')
        return xasprintf("%.*s%s", (int)path, base, link);
    for (end = path; end > host && base[end - 1] != '/';)
        end--;
    while (begins(link, "../") || begins(link, "./")) {
        if (link[1] == '.')
            for (end -= end > host; end > host && base[end - 1] != '/';)
                end--;
        link = strchr(link, '/') + 1;
    }
    return xasprintf("%.*s%s%s", (int)end, base, end > host ? "" : "/", link);
}

/* Without a client, a link goes to the browser. */
static void open_elsewhere(Thread *t, Object *view, Object *url)
{
    Object *context = vm_call_method(t, view, "getContext", "()Landroid/content/Context;").l;
    Object *uri = vm_call_static(t, "android/net/Uri", "parse", "(Ljava/lang/String;)Landroid/net/Uri;", url).l;
    Object *intent = context && uri ? vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Ljava/lang/String;Landroid/net/Uri;)V",
                                             vm_string_utf8(t, "android.intent.action.VIEW"), uri) : NULL;
    if (!intent)
        return;
    vm_call_method(t, intent, "addCategory", "(Ljava/lang/String;)Landroid/content/Intent;", vm_string_utf8(t, "android.intent.category.BROWSABLE"));
    vm_call_method(t, context, "startActivity", "(Landroid/content/Intent;)V", intent);
    Class *not_found = vm_boot_class(t, "android/content/ActivityNotFoundException");
    if (t->exception && not_found && vm_instance_of(t->exception, not_found))
        vm_take_exception(t);
}

void webview_follow(Thread *t, Object *provider, const char *link)
{
    Object *item = webview_current_item(t, provider), *client = GET_REF(t, provider, &webview_client), *view = GET_REF(t, provider, &webview_view);
    Object *base_string = item ? GET_REF(t, item, &webview_item_base) : NULL;
    char *base = vm_string_to_utf8(base_string ? base_string : item ? GET_REF(t, item, &webview_item_url) : NULL), *target = absolute(base, link);
    Object *url = vm_string_utf8(t, target);
    bool script = begins(target, "javascript:");
    free(base);
    free(target);
    if (script)
        vm_note_gap(t, "WebView: JavaScript of a link");
    else if (!client && !t->exception)
        open_elsewhere(t, view, url);
    else if (!vm_call_method(t, client, "shouldOverrideUrlLoading", "(Landroid/webkit/WebView;Ljava/lang/String;)Z", view, url).i && !t->exception)
        webview_load(t, provider, url, NULL, NULL, -1);
}
