/*
 * A WebView as a view: the page's text is laid out by the framework's own StaticLayout
 * in the width of the view, drawn, scrolled by dragging, and its links can be tapped.
 */
#include "android/webview.h"

#include "android/natives.h"

enum { MARGIN = 21 };               /* 8 dp at 420 dpi */

static Object *view_of(Thread *t, Object *provider) { return GET_REF(t, provider, &webview_view); }

static i32 view_int(Thread *t, Object *provider, const char *getter)
{
    return vm_call_method(t, view_of(t, provider), getter, "()I").i;
}

/* ---- layout ------------------------------------------------------------------------------ */

static Object *text_paint(Thread *t, Object *provider)
{
    enum { ANTI_ALIAS = 1, LINK_BLUE = (i32)0xff0000ee };
    static FieldRef link_color = FIELD("android/text/TextPaint", "linkColor", "I");
    i32 size = 16, zoom = 100;
    Object *settings = GET_REF(t, provider, &webview_settings), *paint = vm_new(t, vm_boot_class(t, "android/text/TextPaint"), "(I)V", ANTI_ALIAS);
    if (!paint)
        return NULL;
    webview_setting(t, settings, "DefaultFontSize", &size);
    webview_setting(t, settings, "TextZoom", &zoom);
    vm_call_method(t, paint, "setTextSize", "(F)V", size * 2.625 * zoom / 100);
    SET_INT(t, paint, &link_color, LINK_BLUE);
    return t->exception ? NULL : paint;
}

/* The page laid out for a width of the view; NULL: there is no page. */
static Object *layout_for(Thread *t, Object *provider, i32 width)
{
    Object *layout = GET_REF(t, provider, &webview_layout), *text = GET_REF(t, provider, &webview_text);
    i32 room = MAX(width - 2 * MARGIN, 1);
    if (!text || (layout && vm_call_method(t, layout, "getWidth", "()I").i == room))
        return text ? layout : NULL;
    static FieldRef normal = FIELD("android/text/Layout$Alignment", "ALIGN_NORMAL", NULL);
    Object *paint = text_paint(t, provider);
    layout = paint ? vm_new(t, vm_boot_class(t, "android/text/StaticLayout"), "(Ljava/lang/CharSequence;Landroid/text/TextPaint;ILandroid/text/Layout$Alignment;FFZ)V",
                            text, paint, room, ref_object(*(ObjectRef *)field_address(t, &normal)), 1.0, 0.0, 1) : NULL;
    SET_REF(t, provider, &webview_layout, layout);
    if (layout)
        webview_find_parts(t, provider, layout, MARGIN);
    return layout;
}

static i32 content_height(Thread *t, Object *provider, i32 width)
{
    Object *layout = layout_for(t, provider, width);
    return layout ? vm_call_method(t, layout, "getHeight", "()I").i + 2 * MARGIN : 0;
}

void webview_content_changed(Thread *t, Object *provider)
{
    Object *view = view_of(t, provider);
    vm_call_method(t, view, "scrollTo", "(II)V", 0, 0);
    if (!t->exception)
        vm_call_method(t, view, "requestLayout", "()V");
    if (!t->exception)
        vm_call_method(t, view, "invalidate", "()V");
}

/* void onMeasure(int width, int height): as high as the page, where the parent leaves it open */
static void onMeasure(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    enum { MODE = (i32)0xc0000000, EXACTLY = 0x40000000, AT_MOST = (i32)0x80000000 };
    i32 width = args[1].i & ~MODE, height = args[2].i & ~MODE, mode = args[2].i & MODE;
    if (mode != EXACTLY) {
        i32 content = content_height(t, args[0].l, width);
        height = mode == AT_MOST ? MIN(content, height) : content;
    }
    if (!t->exception)
        vm_call_method(t, GET_REF(t, args[0].l, &webview_access), "setMeasuredDimension", "(II)V", width, height);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void onDraw(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *canvas = args[1].l, *layout = layout_for(t, args[0].l, view_int(t, args[0].l, "getWidth"));
    if (t->exception)
        return;
    vm_call_method(t, canvas, "drawColor", "(I)V", GET_INT(t, args[0].l, &webview_background));
    if (!layout || t->exception)
        return;
    vm_call_method(t, canvas, "save", "()I");
    vm_call_method(t, canvas, "translate", "(FF)V", (double)MARGIN, (double)MARGIN);
    vm_call_method(t, layout, "draw", "(Landroid/graphics/Canvas;)V", canvas);
    if (!t->exception)
        vm_call_method(t, canvas, "restore", "()V");
}

/* void init(Map interfaces, boolean private): a view group draws nothing by itself unless it says so */
static void init(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    vm_call_method(t, view_of(t, args[0].l), "setWillNotDraw", "(Z)V", 0);
}

static void setBackgroundColor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_INT(t, args[0].l, &webview_background, args[1].i);
}

/* ---- touch ---------------------------------------------------------------------------------- */

/* The address of the link at a point of the page; the caller frees. NULL: none. */
static char *link_at(Thread *t, Object *provider, float x, float y)
{
    Object *layout = layout_for(t, provider, view_int(t, provider, "getWidth")), *text = GET_REF(t, provider, &webview_text);
    if (!layout || t->exception)
        return NULL;
    i32 line = vm_call_method(t, layout, "getLineForVertical", "(I)I", (i32)y - MARGIN).i;
    i32 bottom = vm_call_method(t, layout, "getLineBottom", "(I)I", line).i;
    float right = vm_call_method(t, layout, "getLineRight", "(I)F", line).f;
    if (t->exception || y - MARGIN > bottom || x - MARGIN > right)
        return NULL;
    i32 offset = vm_call_method(t, layout, "getOffsetForHorizontal", "(IF)I", line, (double)(x - MARGIN)).i;
    Object *type = vm_class_object(t, vm_boot_class(t, "android/text/style/URLSpan"));
    Object *spans = vm_call_method(t, text, "getSpans", "(IILjava/lang/Class;)[Ljava/lang/Object;", offset, offset, type).l;
    if (!spans || !ARRAY_LENGTH(spans))
        return NULL;
    return vm_string_to_utf8(vm_call_method(t, ref_object(ARRAY_REF(spans)[0]), "getURL", "()Ljava/lang/String;").l);
}

static void scroll_by(Thread *t, Object *provider, i32 distance)
{
    i32 height = view_int(t, provider, "getHeight"), most = MAX(content_height(t, provider, view_int(t, provider, "getWidth")) - height, 0);
    i32 now = view_int(t, provider, "getScrollY"), wanted = MIN(MAX(now + distance, 0), most);
    if (wanted != now && !t->exception)
        vm_call_method(t, view_of(t, provider), "scrollTo", "(II)V", view_int(t, provider, "getScrollX"), wanted);
}

static void tap(Thread *t, Object *provider, float x, float y)
{
    char *link = link_at(t, provider, x + view_int(t, provider, "getScrollX"), y + view_int(t, provider, "getScrollY"));
    if (link && !t->exception)
        webview_follow(t, provider, link);
    free(link);
}

static void onTouchEvent(Thread *t, const Slot *args, Slot *result)
{
    enum { DOWN = 0, UP = 1, MOVE = 2, SLOP = 21 };
    Object *provider = args[0].l;
    float x = vm_call_method(t, args[1].l, "getX", "()F").f, y = vm_call_method(t, args[1].l, "getY", "()F").f;
    i32 action = vm_call_method(t, args[1].l, "getActionMasked", "()I").i, flags = GET_INT(t, provider, &webview_flags);
    result->i = 1;
    if (action == DOWN) {
        SET_FLOAT(t, provider, &webview_down_x, x);
        SET_FLOAT(t, provider, &webview_down_y, y);
        SET_FLOAT(t, provider, &webview_last_y, y);
        SET_INT(t, provider, &webview_flags, flags & ~WEBVIEW_DRAGGED);
        vm_call_method(t, view_of(t, provider), "requestFocus", "()Z");
        return;
    }
    float dx = x - GET_FLOAT(t, provider, &webview_down_x), dy = y - GET_FLOAT(t, provider, &webview_down_y);
    bool dragged = flags & WEBVIEW_DRAGGED || dx * dx + dy * dy > SLOP * SLOP;
    if (dragged)
        SET_INT(t, provider, &webview_flags, flags | WEBVIEW_DRAGGED);
    if (action == MOVE && dragged) {
        scroll_by(t, provider, (i32)(GET_FLOAT(t, provider, &webview_last_y) - y));
        SET_FLOAT(t, provider, &webview_last_y, y);
    } else if (action == UP && !dragged) {
        tap(t, provider, x, y);
    }
}

/* ---- what the view's own superclass does ------------------------------------------------------ */

/* Calls PrivateAccess.super_NAME with the same parameters. */
static void call_super(Thread *t, const Slot *args, Slot *result)
{
    const Method *m = t->frame->method;
    char *name = xasprintf("super_%s", m->name->text);
    Object *access = GET_REF(t, args[0].l, &webview_access);
    Method *target = vm_declared_method(object_class(access), name, m->descriptor->text);
    free(name);
    if (!target)
        return;
    Slot copy[8] = { { .l = access } };
    for (u32 i = 1; i <= m->argument_count && i < COUNT_OF(copy); i++)
        copy[i] = args[i];
    *result = vm_call(t, target, copy);
}

/* boolean dispatchKeyEvent(KeyEvent): the client may want the key for itself */
static void dispatchKeyEvent(Thread *t, const Slot *args, Slot *result)
{
    Object *client = GET_REF(t, args[0].l, &webview_client);
    if (client && vm_call_method(t, client, "shouldOverrideKeyEvent", "(Landroid/webkit/WebView;Landroid/view/KeyEvent;)Z", view_of(t, args[0].l), args[1].l).i)
        return;
    if (!t->exception)
        call_super(t, args, result);
}

static void scroll_range(Thread *t, const Slot *args, Slot *result) { result->i = content_height(t, args[0].l, view_int(t, args[0].l, "getWidth")); }
static void scroll_offset(Thread *t, const Slot *args, Slot *result) { result->i = view_int(t, args[0].l, "getScrollY"); }
static void scroll_extent(Thread *t, const Slot *args, Slot *result) { result->i = view_int(t, args[0].l, "getHeight"); }
static void view_width(Thread *t, const Slot *args, Slot *result) { result->i = view_int(t, args[0].l, "getWidth"); }

/* int getContentHeight(): in the page's own pixels */
static void getContentHeight(Thread *t, const Slot *args, Slot *result)
{
    result->i = (i32)(content_height(t, args[0].l, view_int(t, args[0].l, "getWidth")) / 2.625);
}

/* boolean pageUp(boolean top), pageDown(boolean bottom) */
static void page(Thread *t, const Slot *args, Slot *result)
{
    i32 before = view_int(t, args[0].l, "getScrollY"), step = args[1].i ? 1 << 28 : view_int(t, args[0].l, "getHeight");
    scroll_by(t, args[0].l, !strcmp(t->frame->method->name->text, "pageUp") ? -step : step);
    result->i = view_int(t, args[0].l, "getScrollY") != before;
}

const ServiceMethod webview_view_methods[] = {
    { "init", init }, { "onMeasure", onMeasure }, { "onDraw", onDraw }, { "setBackgroundColor", setBackgroundColor }, { "onTouchEvent", onTouchEvent },
    { "dispatchKeyEvent", dispatchKeyEvent }, { "setLayoutParams", call_super }, { "setFrame", call_super }, { "requestFocus", call_super },
    { "performLongClick", call_super }, { "onHoverEvent", call_super }, { "onGenericMotionEvent", call_super }, { "performAccessibilityAction", call_super },
    { "onDrawVerticalScrollBar", call_super }, { "computeScroll", call_super },
    { "computeVerticalScrollRange", scroll_range }, { "computeVerticalScrollOffset", scroll_offset }, { "computeVerticalScrollExtent", scroll_extent },
    { "computeHorizontalScrollRange", view_width }, { "getContentWidth", view_width }, { "getContentHeight", getContentHeight }, { "pageUp", page }, { "pageDown", page },
    { "shouldDelayChildPressedState", .number = 1 }, { "computeHorizontalScrollOffset", NULL }, { "onProvideVirtualStructure", NULL },
    { "getAccessibilityNodeProvider", NULL }, { "onInitializeAccessibilityNodeInfo", NULL }, { "onInitializeAccessibilityEvent", NULL }, { "setOverScrollMode", NULL },
    { "setScrollBarStyle", NULL }, { "onOverScrolled", NULL }, { "onWindowVisibilityChanged", NULL }, { "onConfigurationChanged", NULL },
    { "onCreateInputConnection", NULL }, { "onKeyMultiple", NULL }, { "onKeyDown", NULL }, { "onKeyUp", NULL }, { "onAttachedToWindow", NULL },
    { "onDetachedFromWindow", NULL }, { "onVisibilityChanged", NULL }, { "onWindowFocusChanged", NULL }, { "onFocusChanged", NULL }, { "onSizeChanged", NULL },
    { "onScrollChanged", NULL }, { "onTrackballEvent", NULL }, { "requestChildRectangleOnScreen", NULL }, { "setLayerType", NULL }, { "preDispatchDraw", NULL },
    { "onStartTemporaryDetach", NULL }, { "onFinishTemporaryDetach", NULL }, { "flingScroll", NULL },
    { 0 },
};
