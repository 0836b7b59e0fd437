/*
 * What the framework calls back, in one place: listeners by the user's event
 * that they tell, methods of an object that run after another of its methods was
 * called, and methods of pages that the user causes.
 */
#include "graph/internal.h"

#include <string.h>

/* By the simple name of the interface, so that libraries' own are known, too. */
static const struct { const char *listener, *event; } listeners[] = {
    { "OnClickListener", "click" }, { "OnLongClickListener", "long click" }, { "OnTouchListener", "touch" }, { "OnKeyListener", "key" },
    { "OnItemClickListener", "click item" }, { "OnItemLongClickListener", "long click item" }, { "OnItemSelectedListener", "select" },
    { "OnChildClickListener", "click item" }, { "OnGroupClickListener", "click item" }, { "OnGroupExpandListener", "click item" },
    { "OnCheckedChangeListener", "toggle" }, { "OnSeekBarChangeListener", "slide" }, { "OnRatingBarChangeListener", "slide" },
    { "OnValueChangeListener", "slide" }, { "OnChangeListener", "slide" }, { "TextWatcher", "type" }, { "OnEditorActionListener", "type" },
    { "OnQueryTextListener", "type" }, { "OnFocusChangeListener", "focus" }, { "OnMenuItemClickListener", "click" },
    { "OnMenuItemSelectedListener", "click" }, { "OnNavigationItemSelectedListener", "click" }, { "OnNavigationItemReselectedListener", "click" },
    { "OnNavigationListener", "select" }, { "OnPreferenceClickListener", "click" }, { "OnPreferenceChangeListener", "change" },
    { "OnRefreshListener", "swipe" }, { "OnDateSetListener", "pick" }, { "OnTimeSetListener", "pick" }, { "OnDateChangeListener", "pick" },
    { "OnTimeChangedListener", "pick" }, { "OnTabChangeListener", "click" }, { "OnTabSelectedListener", "click" }, { "TabListener", "click" },
    { "OnPageChangeListener", "swipe" }, { "OnScrollListener", "scroll" }, { "OnMultiChoiceClickListener", "toggle" },
    { "OnCancelListener", "dismiss" }, { "OnDismissListener", "dismiss" }, { "OnGestureListener", "touch" }, { "OnDoubleTapListener", "touch" },
    { "OnScaleGestureListener", "touch" }, { "SimpleOnGestureListener", "touch" }, { "OnDragListener", "drag" }, { "OnSuggestionListener", "click" },
    { "OnCloseListener", "click" }, { "DrawerListener", "swipe" }, { "OnDrawerOpenListener", "swipe" }, { "OnDrawerCloseListener", "swipe" },
    { "OnCreateContextMenuListener", "long click" }, { "MultiChoiceModeListener", "click" }, { "OnZoomListener", "click" },
    { "OnSystemUiVisibilityChangeListener", "touch" }, { "OnActionExpandListener", "click" },
};

const char *listener_event(const ClassInfo *type)
{
    const char *name = type->name->text, *simple = name;
    if (type->in_app && !type->library)
        return NULL;
    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '$')
            simple = c + 1;
    for (size_t i = 0; i < COUNT_OF(listeners); i++)
        if (!strcmp(simple, listeners[i].listener))
            return listeners[i].event;
    return NULL;
}

/* A name that ends in '*' stands for all that begin so. */
static bool pattern_is(const char *pattern, size_t length, const char *name)
{
    if (length && pattern[length - 1] == '*')
        return !strncmp(pattern, name, length - 1);
    return strlen(name) == length && !memcmp(pattern, name, length);
}

bool name_in(const char *names, const char *name)
{
    for (const char *p = names; *p;) {
        size_t length = strcspn(p, " ");
        if (pattern_is(p, length, name))
            return true;
        p += length + (p[length] == ' ');
    }
    return false;
}

/* Calls after which the framework calls methods that the receiver's class overrides. */
static const struct { const char *class_name, *methods, *callbacks; } after[] = {
    { "java/lang/Thread", "start", "run" },
    { "android/os/AsyncTask", "execute*", "*" },
    { "android/os/AsyncTask", "publishProgress", "onProgressUpdate" },
    { "android/os/AsyncTask", "cancel", "onCancelled" },
    { "android/os/Handler", "send* post* obtainMessage dispatchMessage", "handleMessage" },
    { "android/os/CountDownTimer", "start", "*" },
    { "android/app/Dialog", "show create", "*" },
    { "android/app/Activity", "showDialog", "onCreateDialog onPrepareDialog" },
    { "android/app/Activity", "startActivityForResult", "onActivityResult" },
    { "android/app/Activity", "invalidateOptionsMenu supportInvalidateOptionsMenu openOptionsMenu", "onCreateOptionsMenu onPrepareOptionsMenu" },
    { "android/app/Activity", "recreate finish", "onPause onStop onDestroy onSaveInstanceState" },
    { "android/app/Activity", "requestPermissions", "onRequestPermissionsResult" },
    { "android/app/Activity", "setIntent startActivity", "onNewIntent" },
    { "android/app/Fragment", "startActivityForResult", "onActivityResult" },
    { "android/support/v4/app/Fragment", "startActivityForResult", "onActivityResult" },
    { "androidx/fragment/app/Fragment", "startActivityForResult", "onActivityResult" },
    { "android/widget/BaseAdapter", "notifyDataSet*", "*" },
    { "android/widget/ArrayAdapter", "add addAll remove clear insert sort", "*" },
    { "android/widget/CursorAdapter", "changeCursor swapCursor", "*" },
    { "android/support/v4/widget/CursorAdapter", "changeCursor swapCursor", "*" },
    { "android/support/v7/widget/RecyclerView$Adapter", "notify*", "*" },
    { "androidx/recyclerview/widget/RecyclerView$Adapter", "notify*", "*" },
    { "android/support/v4/view/PagerAdapter", "notify*", "*" },
    { "android/widget/Filter", "filter", "*" },
    { "android/view/View", "invalidate* postInvalidate*", "onDraw draw dispatchDraw" },
    { "android/view/View", "requestLayout", "onMeasure onLayout" },
    { "android/view/View", "performClick callOnClick", "onClick" },
    { "android/view/View", "startAnimation post* setVisibility requestFocus", "onAnimationStart onAnimationEnd onVisibilityChanged onFocusChanged" },
    { "android/database/sqlite/SQLiteOpenHelper", "getWritableDatabase getReadableDatabase", "onCreate onUpgrade onDowngrade onOpen onConfigure" },
    { "android/content/Loader", "forceLoad startLoading onContentChanged", "*" },
    { "android/support/v4/content/Loader", "forceLoad startLoading onContentChanged", "*" },
    { "android/content/AsyncQueryHandler", "start*", "*" },
    { "android/preference/Preference", "persist* setText setChecked setValue notifyChanged", "onSetInitialValue onBindView" },
    { "java/util/Observable", "notifyObservers", "update" },
    { "java/util/concurrent/FutureTask", "run", "done" },
    { "java/util/concurrent/ThreadPoolExecutor", "execute submit", "beforeExecute afterExecute" },
    { "android/app/IntentService", "onStart onStartCommand", "onHandleIntent" },
    { "android/content/ContentProvider", "attachInfo", "onCreate" },
};

const char *receiver_callbacks(const ClassInfo *holder, const char *method)
{
    for (size_t i = 0; i < COUNT_OF(after); i++)
        if (name_in(after[i].methods, method) && class_is_named(holder, after[i].class_name))
            return after[i].callbacks;
    return NULL;
}

/* Overridden methods of a page that need the user, and what he does. */
static const struct { const char *methods, *event; } user_methods[] = {
    { "onOptionsItemSelected onMenuItemSelected", "menu item" },
    { "onContextItemSelected", "context menu item" },
    { "onCreateContextMenu", "long click" },
    { "onListItemClick", "click item" },
    { "onPreferenceTreeClick", "preference" },
    { "onBackPressed", "back" },
    { "onKeyDown onKeyUp onKeyLongPress dispatchKeyEvent onKeyShortcut onKeyMultiple", "key" },
    { "onTouchEvent dispatchTouchEvent onTrackballEvent onGenericMotionEvent", "touch" },
    { "onSearchRequested", "search" },
    { "onActivityResult onRequestPermissionsResult onNewIntent", "result" },
};

const char *page_event(const char *method)
{
    for (size_t i = 0; i < COUNT_OF(user_methods); i++)
        if (name_in(user_methods[i].methods, method))
            return user_methods[i].event;
    return NULL;
}

bool is_container(const ClassInfo *type)
{
    const char *name = type->name->text;
    return (!strncmp(name, "java/util/", 10) && strncmp(name, "java/util/concurrent/Exec", 25)) || !strncmp(name, "java/lang/ref/", 14)
        || !strncmp(name, "android/util/Sparse", 19) || !strncmp(name, "java/lang/ThreadLocal", 21) || !strncmp(name, "android/util/Pair", 17);
}
