/*
 * All native classes of the phone. To add a method: write it in the file of its
 * class, put its row into that file's table; a new class gets a row here.
 */
#include "android/natives.h"

/*    class                                 table */
#define ANDROID_CLASSES(X)                                                          \
    X("android/animation/PropertyValuesHolder",              android_animation_PropertyValuesHolder)                   \
    X("android/content/res/AssetManager",                    android_content_res_AssetManager)                         \
    X("android/content/res/AssetManager",                    android_content_res_AssetManager_files)                   \
    X("android/content/res/StringBlock",                     android_content_res_StringBlock)                          \
    X("android/content/res/XmlBlock",                        android_content_res_XmlBlock)                             \
    X("android/database/CursorWindow",                       android_database_CursorWindow)                            \
    X("android/database/sqlite/SQLiteConnection",            android_database_sqlite_SQLiteConnection)                 \
    X("android/database/sqlite/SQLiteDebug",                 android_database_sqlite_SQLiteDebug)                      \
    X("android/database/sqlite/SQLiteGlobal",                android_database_sqlite_SQLiteGlobal)                     \
    X("android/graphics/AvoidXfermode",                      android_graphics_AvoidXfermode)                           \
    X("android/graphics/Bitmap",                             android_graphics_Bitmap)                                  \
    X("android/graphics/BitmapFactory",                      android_graphics_BitmapFactory)                           \
    X("android/graphics/BitmapFactory$Options",              android_graphics_BitmapFactory_Options)                   \
    X("android/graphics/BitmapRegionDecoder",                android_graphics_BitmapRegionDecoder)                     \
    X("android/graphics/BitmapShader",                       android_graphics_BitmapShader)                            \
    X("android/graphics/BlurMaskFilter",                     android_graphics_BlurMaskFilter)                          \
    X("android/graphics/Camera",                             android_graphics_Camera)                                  \
    X("android/graphics/Canvas",                             android_graphics_Canvas)                                  \
    X("android/graphics/CanvasProperty",                     android_graphics_CanvasProperty)                          \
    X("android/graphics/Color",                              android_graphics_Color)                                   \
    X("android/graphics/ColorFilter",                        android_graphics_ColorFilter)                             \
    X("android/graphics/ColorMatrixColorFilter",             android_graphics_ColorMatrixColorFilter)                  \
    X("android/graphics/ComposePathEffect",                  android_graphics_ComposePathEffect)                       \
    X("android/graphics/ComposeShader",                      android_graphics_ComposeShader)                           \
    X("android/graphics/CornerPathEffect",                   android_graphics_CornerPathEffect)                        \
    X("android/graphics/DashPathEffect",                     android_graphics_DashPathEffect)                          \
    X("android/graphics/DiscretePathEffect",                 android_graphics_DiscretePathEffect)                      \
    X("android/graphics/DrawFilter",                         android_graphics_DrawFilter)                              \
    X("android/graphics/EmbossMaskFilter",                   android_graphics_EmbossMaskFilter)                        \
    X("android/graphics/FontFamily",                         android_graphics_FontFamily)                              \
    X("android/graphics/Interpolator",                       android_graphics_Interpolator)                            \
    X("android/graphics/LayerRasterizer",                    android_graphics_LayerRasterizer)                         \
    X("android/graphics/LightingColorFilter",                android_graphics_LightingColorFilter)                     \
    X("android/graphics/LinearGradient",                     android_graphics_LinearGradient)                          \
    X("android/graphics/MaskFilter",                         android_graphics_MaskFilter)                              \
    X("android/graphics/Matrix",                             android_graphics_Matrix)                                  \
    X("android/graphics/Movie",                              android_graphics_Movie)                                   \
    X("android/graphics/NinePatch",                          android_graphics_NinePatch)                               \
    X("android/graphics/Paint",                              android_graphics_Paint)                                   \
    X("android/graphics/PaintFlagsDrawFilter",               android_graphics_PaintFlagsDrawFilter)                    \
    X("android/graphics/Path",                               android_graphics_Path)                                    \
    X("android/graphics/PathDashPathEffect",                 android_graphics_PathDashPathEffect)                      \
    X("android/graphics/PathEffect",                         android_graphics_PathEffect)                              \
    X("android/graphics/PathMeasure",                        android_graphics_PathMeasure)                             \
    X("android/graphics/Picture",                            android_graphics_Picture)                                 \
    X("android/graphics/PixelXorXfermode",                   android_graphics_PixelXorXfermode)                        \
    X("android/graphics/PorterDuffColorFilter",              android_graphics_PorterDuffColorFilter)                   \
    X("android/graphics/PorterDuffXfermode",                 android_graphics_PorterDuffXfermode)                      \
    X("android/graphics/RadialGradient",                     android_graphics_RadialGradient)                          \
    X("android/graphics/Rasterizer",                         android_graphics_Rasterizer)                              \
    X("android/graphics/Region",                             android_graphics_Region)                                  \
    X("android/graphics/RegionIterator",                     android_graphics_RegionIterator)                          \
    X("android/graphics/Shader",                             android_graphics_Shader)                                  \
    X("android/graphics/SumPathEffect",                      android_graphics_SumPathEffect)                           \
    X("android/graphics/SurfaceTexture",                     android_graphics_SurfaceTexture)                          \
    X("android/graphics/SweepGradient",                      android_graphics_SweepGradient)                           \
    X("android/graphics/TableMaskFilter",                    android_graphics_TableMaskFilter)                         \
    X("android/graphics/Typeface",                           android_graphics_Typeface)                                \
    X("android/graphics/Xfermode",                           android_graphics_Xfermode)                                \
    X("android/emoji/EmojiFactory",                          android_emoji_EmojiFactory)                                \
    X("android/hardware/Camera",                             android_hardware_Camera)                                   \
    X("android/hardware/SystemSensorManager",                android_hardware_SystemSensorManager)                      \
    X("android/hardware/SystemSensorManager$BaseEventQueue", android_hardware_SystemSensorManager_queue)                \
    X("android/media/AudioSystem",                           android_media_AudioSystem)                                 \
    X("android/media/MediaMetadataRetriever",                android_media_MediaMetadataRetriever)                      \
    X("android/media/MediaPlayer",                           android_media_MediaPlayer)                                 \
    X("android/media/SoundPool",                             android_media_SoundPool)                                   \
    X("android/media/ToneGenerator",                         android_media_ToneGenerator)                               \
    X("org/apache/harmony/dalvik/ddmc/DdmServer",            org_apache_harmony_dalvik_ddmc_DdmServer)                  \
    X("android/media/AudioRecord",                           android_media_AudioRecord)                                 \
    X("android/media/AudioTrack",                            android_media_AudioTrack)                                  \
    X("android/media/MediaRecorder",                         android_media_MediaRecorder)                               \
    X("android/media/DecoderCapabilities",                   android_media_DecoderCapabilities)                        \
    X("android/opengl/EGL14",                                android_opengl_EGL14)                                     \
    X("android/opengl/GLES10",                               android_opengl_GLES)                                      \
    X("android/opengl/GLES11",                               android_opengl_GLES)                                      \
    X("android/opengl/GLES20",                               android_opengl_GLES)                                      \
    X("android/opengl/GLES30",                               android_opengl_GLES)                                      \
    X("android/os/Binder",                                   android_os_Binder)                                        \
    X("android/os/MessageQueue",                             android_os_MessageQueue)                                  \
    X("android/os/Parcel",                                   android_os_Parcel)                                        \
    X("android/os/Parcel",                                   android_os_Parcel_files)                                  \
    X("android/os/Process",                                  android_os_Process)                                       \
    X("android/os/ServiceManager",                           android_os_ServiceManager)                                \
    X("android/os/SystemClock",                              android_os_SystemClock)                                   \
    X("android/os/SystemProperties",                         android_os_SystemProperties)                              \
    X("android/os/Trace",                                    android_os_Trace)                                         \
    X("android/text/AndroidBidi",                            android_text_AndroidBidi)                                 \
    X("android/text/AndroidCharacter",                       android_text_AndroidCharacter)                            \
    X("android/text/StaticLayout",                           android_text_StaticLayout)                                \
    X("android/util/EventLog",                               android_util_EventLog)                                    \
    X("android/util/Log",                                    android_util_Log)                                         \
    X("android/view/DisplayEventReceiver",                   android_view_DisplayEventReceiver)                        \
    X("android/view/DisplayListCanvas",                      android_view_DisplayListCanvas)                           \
    X("android/view/InputChannel",                           android_view_InputChannel)                                \
    X("android/view/InputEventReceiver",                     android_view_InputEventReceiver)                          \
    X("android/view/InputEventSender",                       android_view_InputEventSender)                            \
    X("android/view/KeyCharacterMap",                        android_view_KeyCharacterMap)                             \
    X("android/view/KeyEvent",                               android_view_KeyEvent)                                    \
    X("android/view/MotionEvent",                            android_view_MotionEvent)                                 \
    X("android/view/RenderNode",                             android_view_RenderNode)                                  \
    X("android/view/Surface",                                android_view_Surface)                                     \
    X("android/view/ThreadedRenderer",                       android_view_ThreadedRenderer)                            \
    X("android/webkit/WebViewFactory",                       android_webkit_WebViewFactory)                            \
    X("com/android/internal/os/BinderInternal",              com_android_internal_os_BinderInternal)                    \
    X("dalvik/system/VMDebug",                               dalvik_system_VMDebug)                                     \
    X("java/util/concurrent/atomic/AtomicLong",              java_util_concurrent_atomic_AtomicLong)                    \
    X("java/lang/Runtime",                                   java_lang_Runtime_libraries)                              \
    X("com/google/android/gles_jni/EGLImpl",                 com_google_android_gles_jni_EGLImpl)                      \
    X("com/google/android/gles_jni/GLImpl",                  android_opengl_GLES)                                      \
    X("android/view/VelocityTracker",                        android_view_VelocityTracker)                            

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
