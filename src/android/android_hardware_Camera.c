/*
 * android.hardware.Camera: one camera at the back, before which it is grey. It has
 * parameters, a preview that shows nothing new, and takes pictures of that grey.
 */
#include "android/binder_thread.h"
#include "android/natives.h"
#include "android/permissions.h"

#define CAMERA "android/hardware/Camera"

typedef struct CameraPeer {
    ObjectRef *self;                /* WeakReference that events go to */
    ObjectRef *parameters;          /* String */
    bool previewing;
} CameraPeer;

static FieldRef native_context = FIELD(CAMERA, "mNativeContext", "J");

static const char first_parameters[] =
    "picture-size=640x480;picture-size-values=1600x1200,1280x960,640x480;preview-size=640x480;preview-size-values=1280x720,640x480,352x288,320x240;"
    "preview-format=yuv420sp;preview-format-values=yuv420sp,yuv420p;preview-frame-rate=15;preview-frame-rate-values=5,10,15;preview-fps-range=5000,15000;"
    "preview-fps-range-values=(5000,15000);picture-format=jpeg;picture-format-values=jpeg;jpeg-quality=90;jpeg-thumbnail-width=320;jpeg-thumbnail-height=240;"
    "jpeg-thumbnail-quality=90;jpeg-thumbnail-size-values=320x240,0x0;focal-length=4.31;horizontal-view-angle=54.8;vertical-view-angle=42.5;focus-mode=auto;"
    "focus-mode-values=auto,infinity,fixed;focus-distances=0.1,1.0,Infinity;flash-mode=off;flash-mode-values=off,auto,on,torch;whitebalance=auto;"
    "whitebalance-values=auto,daylight,incandescent,fluorescent;effect=none;effect-values=none,mono,negative,sepia;scene-mode=auto;scene-mode-values=auto,night,action;"
    "antibanding=auto;antibanding-values=auto,50hz,60hz,off;exposure-compensation=0;max-exposure-compensation=9;min-exposure-compensation=-9;"
    "exposure-compensation-step=0.333;zoom=0;max-zoom=0;zoom-supported=false;smooth-zoom-supported=false;zoom-ratios=100;max-num-focus-areas=0;max-num-metering-areas=0;"
    "max-num-detected-faces-hw=0;max-num-detected-faces-sw=0;video-size=640x480;video-size-values=1280x720,640x480;preferred-preview-size-for-video=640x480;"
    "video-snapshot-supported=false;video-stabilization-supported=false;auto-exposure-lock-supported=false;auto-whitebalance-lock-supported=false;rotation=0";

static CameraPeer *camera(Thread *t, Object *object)
{
    CameraPeer *c = peer(GET_LONG(t, object, &native_context));
    return c ? c : vm_throw(t, "java/lang/RuntimeException", "Camera is being used after Camera.release() was called");
}

static void getNumberOfCameras(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

/* void _getCameraInfo(int id, CameraInfo out) */
static void getCameraInfo(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static FieldRef facing = FIELD("android/hardware/Camera$CameraInfo", "facing", "I"), orientation = FIELD("android/hardware/Camera$CameraInfo", "orientation", "I");
    if (args[0].i != 0) {
        vm_throw(t, "java/lang/RuntimeException", "Fail to get camera info");
        return;
    }
    SET_INT(t, args[1].l, &facing, 0);
    SET_INT(t, args[1].l, &orientation, 90);
}

/* int native_setup(Object weakReference, int id, int version, String package) */
static void setup(Thread *t, const Slot *args, Slot *result)
{
    enum { NO_ACCESS = -13, NO_DEVICE = -19 };
    if (!app_has_permission(t, "android.permission.CAMERA") || args[2].i != 0) {
        result->i = args[2].i != 0 ? NO_DEVICE : NO_ACCESS;
        return;
    }
    CameraPeer *c = xcalloc(1, sizeof *c);
    c->self = vm_root_add(t->vm, args[1].l);
    c->parameters = vm_root_add(t->vm, vm_string_utf8(t, first_parameters));
    SET_LONG(t, args[0].l, &native_context, handle(c));
}

static void release(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CameraPeer *c = peer(GET_LONG(t, args[0].l, &native_context));
    if (!c)
        return;
    SET_LONG(t, args[0].l, &native_context, 0);
    vm_root_remove(t->vm, c->self);
    vm_root_remove(t->vm, c->parameters);
    free(c);
}

static void getParameters(Thread *t, const Slot *args, Slot *result)
{
    CameraPeer *c = camera(t, args[0].l);
    result->l = c ? ref_object(*c->parameters) : NULL;
}

/* The values that a key may have; NULL: any. Borrowed. */
static const char *values_of(const char *key, size_t length)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, ";%.*s-values=", (int)length, key);
    const char *found = strstr(first_parameters, wanted);
    return found ? found + strlen(wanted) : NULL;
}

static bool is_listed(const char *list, const char *value, size_t length)
{
    for (const char *end = list + strcspn(list, ";"); list < end; list += strcspn(list, ",;") + 1)
        if (strcspn(list, ",;") == length && !strncmp(list, value, length))
            return true;
    return false;
}

/* Sizes and modes that the camera does not have are refused, as a phone's camera does. */
static bool is_possible(const char *parameters)
{
    static const char *const checked[] = { "picture-size", "preview-size", "focus-mode", "flash-mode" };
    for (const char *at = parameters; *at; at += strcspn(at, ";"), at += *at == ';') {
        size_t key = strcspn(at, "=;"), length = at[key] == '=' ? strcspn(at + key + 1, ";") : 0;
        for (size_t i = 0; i < COUNT_OF(checked); i++)
            if (strlen(checked[i]) == key && !strncmp(at, checked[i], key) && !is_listed(values_of(at, key), at + key + 1, length))
                return false;
    }
    return true;
}

static void setParameters(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CameraPeer *c = camera(t, args[0].l);
    char *text = c ? vm_string_to_utf8(args[1].l) : NULL;
    if (text && is_possible(text))
        *c->parameters = object_ref(args[1].l);
    else if (text)
        vm_throw(t, "java/lang/RuntimeException", "setParameters failed");
    free(text);
}

static void startPreview(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CameraPeer *c = camera(t, args[0].l);
    if (c)
        c->previewing = true;
}

static void stopPreview(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CameraPeer *c = camera(t, args[0].l);
    if (c)
        c->previewing = false;
}

static void previewEnabled(Thread *t, const Slot *args, Slot *result)
{
    const CameraPeer *c = camera(t, args[0].l);
    result->i = c && c->previewing;
}

static void needs_camera(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    camera(t, args[0].l);
}

/* ---- pictures ------------------------------------------------------------------------------ */

static void tell(Thread *t, Object *self, i32 what, i32 first, Object *data)
{
    vm_call_static(t, CAMERA, "postEventFromNative", "(Ljava/lang/Object;IIILjava/lang/Object;)V", self, what, first, 0, data);
}

static Object *grey_jpeg(Thread *t)
{
    enum { WIDTH = 640, HEIGHT = 480, GREY = (i32)0xff808080 };
    static FieldRef rgb = FIELD("android/graphics/Bitmap$Config", "ARGB_8888", NULL), jpeg = FIELD("android/graphics/Bitmap$CompressFormat", "JPEG", NULL);
    Object *bitmap = vm_call_static(t, "android/graphics/Bitmap", "createBitmap", "(IILandroid/graphics/Bitmap$Config;)Landroid/graphics/Bitmap;", WIDTH, HEIGHT,
                                    ref_object(*(ObjectRef *)field_address(t, &rgb))).l;
    Object *out = bitmap ? vm_new(t, vm_boot_class(t, "java/io/ByteArrayOutputStream"), "()V") : NULL;
    if (!out)
        return NULL;
    vm_call_method(t, bitmap, "eraseColor", "(I)V", GREY);
    vm_call_method(t, bitmap, "compress", "(Landroid/graphics/Bitmap$CompressFormat;ILjava/io/OutputStream;)Z", ref_object(*(ObjectRef *)field_address(t, &jpeg)), 90, out);
    return t->exception ? NULL : vm_call_method(t, out, "toByteArray", "()[B").l;
}

static void give_picture(Thread *t, Object *self)
{
    enum { SHUTTER = 2, RAW_IMAGE = 0x80, COMPRESSED_IMAGE = 0x100 };
    tell(t, self, SHUTTER, 0, NULL);
    if (!t->exception)
        tell(t, self, RAW_IMAGE, 0, NULL);
    Object *picture = t->exception ? NULL : grey_jpeg(t);
    if (picture)
        tell(t, self, COMPRESSED_IMAGE, 0, picture);
}

static void takePicture(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CameraPeer *c = camera(t, args[0].l);
    if (!c)
        return;
    if (!c->previewing) {
        vm_throw(t, "java/lang/RuntimeException", "takePicture failed");
        return;
    }
    c->previewing = false;
    binder_post(t, give_picture, ref_object(*c->self));
}

static void tell_focus(Thread *t, Object *self)
{
    enum { FOCUS = 4 };
    tell(t, self, FOCUS, 1, NULL);
}

static void autoFocus(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CameraPeer *c = camera(t, args[0].l);
    if (c && !c->previewing)
        vm_throw(t, "java/lang/RuntimeException", "autoFocus failed");
    else if (c)
        binder_post(t, tell_focus, ref_object(*c->self));
}

const NativeMethod natives_android_hardware_Camera[] = {
    { "getNumberOfCameras", NULL, getNumberOfCameras }, { "_getCameraInfo", NULL, getCameraInfo }, { "native_setup", NULL, setup }, { "native_release", NULL, release },
    { "native_getParameters", NULL, getParameters }, { "native_setParameters", NULL, setParameters }, { "startPreview", "()V", startPreview },
    { "_stopPreview", NULL, stopPreview }, { "previewEnabled", NULL, previewEnabled }, { "native_takePicture", NULL, takePicture }, { "native_autoFocus", NULL, autoFocus },
    { "native_cancelAutoFocus", NULL, needs_camera }, { "setPreviewSurface", NULL, needs_camera }, { "setPreviewTexture", "(Landroid/graphics/SurfaceTexture;)V", needs_camera },
    { "setDisplayOrientation", "(I)V", needs_camera }, { "setHasPreviewCallback", NULL, needs_camera }, { "_addCallbackBuffer", NULL, needs_camera },
    { "setPreviewCallbackSurface", NULL, needs_camera }, { "lock", "()V", needs_camera }, { "unlock", "()V", needs_camera }, { "reconnect", "()V", needs_camera },
    { "enableFocusMoveCallback", NULL, needs_camera }, { "_enableShutterSound", NULL, needs_camera }, { "_startFaceDetection", NULL, needs_camera },
    { "_stopFaceDetection", NULL, needs_camera }, { "startSmoothZoom", "(I)V", needs_camera }, { "stopSmoothZoom", "()V", needs_camera },
    { 0 },
};
