/*
 * All native classes of the phone. To add a method: write it in the file of its
 * class, put its row into that file's table; a new class gets a row here.
 */
#include "android/natives.h"

/*    class                                 table */
#define ANDROID_CLASSES(X)                                                          \
    X("android/database/CursorWindow",      android_database_CursorWindow)          \
    X("android/database/sqlite/SQLiteConnection", android_database_sqlite_SQLiteConnection) \
    X("android/database/sqlite/SQLiteDebug", android_database_sqlite_SQLiteDebug)   \
    X("android/database/sqlite/SQLiteGlobal", android_database_sqlite_SQLiteGlobal) \
    X("android/content/res/AssetManager",   android_content_res_AssetManager)       \
    X("android/content/res/AssetManager",   android_content_res_AssetManager_files) \
    X("android/content/res/StringBlock",    android_content_res_StringBlock)        \
    X("android/content/res/XmlBlock",       android_content_res_XmlBlock)           \
    X("android/os/Binder",                  android_os_Binder)                      \
    X("android/os/MessageQueue",            android_os_MessageQueue)                \
    X("android/os/Parcel",                  android_os_Parcel)                      \
    X("android/os/Process",                 android_os_Process)                     \
    X("android/os/ServiceManager",          android_os_ServiceManager)              \
    X("android/os/SystemClock",             android_os_SystemClock)                 \
    X("android/os/SystemProperties",        android_os_SystemProperties)            \
    X("android/os/Trace",                   android_os_Trace)                       \
    X("android/util/EventLog",              android_util_EventLog)                  \
    X("android/util/Log",                   android_util_Log)                       \
    X("android/view/DisplayEventReceiver",  android_view_DisplayEventReceiver)      \
    X("android/view/InputChannel",          android_view_InputChannel)              \
    X("android/view/InputEventReceiver",    android_view_InputEventReceiver)        \
    X("android/view/MotionEvent",           android_view_MotionEvent)               \
    X("android/view/VelocityTracker",       android_view_VelocityTracker)

#define X(name, table) extern const NativeMethod natives_##table[];
ANDROID_CLASSES(X)
#undef X

static const NativeClass classes[] = {
#define X(name, table) { name, natives_##table },
    ANDROID_CLASSES(X)
#undef X
    { 0 },
};

void android_register(Vm *vm)
{
    vm_register_natives(vm, classes);
}
