/*
 * Where on a page its paragraphs and links lie: found when the page is laid out, so
 * that the screen can be read later without running any code.
 */
#include "android/webview.h"

#include "android/java.h"
#include "android/natives.h"

typedef struct WebParts {
    WebPart *items;
    u32 count, room;
} WebParts;

typedef struct Page {
    Object *layout, *text;
    const Object *string;           /* its characters */
    i32 margin;
} Page;

static i32 layout_int(Thread *t, const Page *page, const char *method, i32 argument)
{
    return vm_call_method(t, page->layout, method, "(I)I", argument).i;
}

static i32 horizontal(Thread *t, const Page *page, i32 offset)
{
    return (i32)vm_call_method(t, page->layout, "getPrimaryHorizontal", "(I)F", offset).f;
}

static void add_part(Thread *t, WebParts *parts, const Page *page, i32 start, i32 end, bool is_link)
{
    i32 first = layout_int(t, page, "getLineForOffset", start), last = layout_int(t, page, "getLineForOffset", MAX(end - 1, start));
    i32 width = vm_call_method(t, page->layout, "getWidth", "()I").i;
    Object *text = vm_string_utf16(t, vm_string_chars(page->string) + start, end - start);
    if (!text || t->exception)
        return;
    if (parts->count == parts->room) {
        parts->room = parts->room ? parts->room * 2 : 16;
        parts->items = xrealloc(parts->items, parts->room * sizeof *parts->items);
    }
    bool one_line = first == last;
    i32 right = one_line && end < vm_string_length(page->string) && vm_string_chars(page->string)[end] != '\n' ? horizontal(t, page, end)
                : (i32)vm_call_method(t, page->layout, "getLineRight", "(I)F", first).f;
    parts->items[parts->count++] = (WebPart){
        .text = vm_string_to_utf8(text), .left = page->margin + (one_line ? horizontal(t, page, start) : 0), .top = page->margin + layout_int(t, page, "getLineTop", first),
        .right = page->margin + (one_line ? right : width), .bottom = page->margin + layout_int(t, page, "getLineBottom", last), .is_link = is_link,
    };
}

static void add_links(Thread *t, WebParts *parts, const Page *page, i32 start, i32 end)
{
    Object *type = vm_class_object(t, vm_boot_class(t, "android/text/style/URLSpan"));
    Object *spans = vm_call_method(t, page->text, "getSpans", "(IILjava/lang/Class;)[Ljava/lang/Object;", start, end, type).l;
    for (i32 i = 0; spans && i < ARRAY_LENGTH(spans) && !t->exception; i++) {
        Object *span = ref_object(ARRAY_REF(spans)[i]);
        i32 from = vm_call_method(t, page->text, "getSpanStart", "(Ljava/lang/Object;)I", span).i;
        i32 to = vm_call_method(t, page->text, "getSpanEnd", "(Ljava/lang/Object;)I", span).i;
        if (from >= start && from < end)
            add_part(t, parts, page, from, MIN(to, end), true);
    }
}

static void free_parts(WebParts *parts)
{
    for (u32 i = 0; parts && i < parts->count; i++)
        free(parts->items[i].text);
    if (parts)
        free(parts->items);
    free(parts);
}

void webview_find_parts(Thread *t, Object *provider, Object *layout, i32 margin)
{
    free_parts(peer(GET_LONG(t, provider, &webview_parts)));
    SET_LONG(t, provider, &webview_parts, 0);
    Page page = { .layout = layout, .text = GET_REF(t, provider, &webview_text), .margin = margin };
    page.string = vm_call_method(t, page.text, "toString", "()Ljava/lang/String;").l;
    if (!page.string)
        return;
    WebParts *parts = xcalloc(1, sizeof *parts);
    i32 length = vm_string_length(page.string);
    for (i32 start = 0, end; start < length && !t->exception; start = end + 1) {
        for (end = start; end < length && vm_string_chars(page.string)[end] != '\n';)
            end++;
        if (end > start)
            add_part(t, parts, &page, start, end, false);
        if (end > start && !t->exception)
            add_links(t, parts, &page, start, end);
    }
    SET_LONG(t, provider, &webview_parts, handle(parts));
}

u32 webview_parts_of(Thread *t, const Object *view, const WebPart **out)
{
    static FieldRef provider_field = FIELD("android/webkit/WebView", "mProvider", NULL);
    const Class *web = vm_loaded_class(t->vm, NULL, symbol(&vm_store(t->vm)->symbols, "android/webkit/WebView"));
    Object *provider = web && vm_instance_of(view, web) ? GET_REF(t, view, &provider_field) : NULL;
    if (!provider || strcmp(object_class(provider)->name->text, WEBVIEW_PROVIDER))
        return 0;
    const WebParts *parts = peer(GET_LONG(t, provider, &webview_parts));
    *out = parts ? parts->items : NULL;
    return parts ? parts->count : 0;
}
