/*
 * EGL and OpenGL ES: a display, configurations, contexts and surfaces are there;
 * what is drawn on them is nothing. A view of OpenGL stays blank, and the app's own
 * code around it runs.
 */
#include "android/natives.h"
#include "android/profile.h"

enum {
    EGL_ALPHA = 0x3021, EGL_BLUE = 0x3022, EGL_GREEN = 0x3023, EGL_RED = 0x3024, EGL_DEPTH = 0x3025, EGL_STENCIL = 0x3026, EGL_CONFIG_ID = 0x3028,
    EGL_SURFACE_TYPE = 0x3033, EGL_NONE = 0x3038, EGL_RENDERABLE = 0x3040, EGL_BUFFER_SIZE = 0x3020, EGL_SUCCESS = 0x3000,
    EGL_HEIGHT = 0x3056, EGL_WIDTH = 0x3057, EGL_VENDOR = 0x3053, EGL_VERSION = 0x3054, EGL_EXTENSIONS = 0x3055,
    WINDOW_AND_PBUFFER = 5, ES1_AND_ES2 = 5,
};

/* As an emulator offers them. A configuration's handle is its number from 1. */
static const struct { u8 red, green, blue, alpha, depth, stencil; } configs[] = {
    { 8, 8, 8, 8, 24, 8 }, { 8, 8, 8, 0, 24, 8 }, { 5, 6, 5, 0, 24, 8 }, { 8, 8, 8, 8, 16, 0 }, { 8, 8, 8, 0, 16, 0 },
    { 5, 6, 5, 0, 16, 0 }, { 8, 8, 8, 8, 0, 0 },  { 8, 8, 8, 0, 0, 0 },  { 5, 6, 5, 0, 0, 0 },
};

static i32 attribute(u32 config, i32 name)
{
    switch (name) {
    case EGL_RED: return configs[config].red;
    case EGL_GREEN: return configs[config].green;
    case EGL_BLUE: return configs[config].blue;
    case EGL_ALPHA: return configs[config].alpha;
    case EGL_DEPTH: return configs[config].depth;
    case EGL_STENCIL: return configs[config].stencil;
    case EGL_BUFFER_SIZE: return configs[config].red + configs[config].green + configs[config].blue + configs[config].alpha;
    case EGL_CONFIG_ID: return (i32)config + 1;
    case EGL_SURFACE_TYPE: return WINDOW_AND_PBUFFER;
    case EGL_RENDERABLE: return ES1_AND_ES2;
    default: return 0;
    }
}

/* At least what is wanted; masks must be contained; what we do not know does not matter. */
static bool fits(u32 config, const Object *wanted, i32 from)
{
    for (i32 i = from; wanted && i + 1 < ARRAY_LENGTH(wanted) && ARRAY_I32(wanted)[i] != EGL_NONE; i += 2) {
        i32 name = ARRAY_I32(wanted)[i], least = ARRAY_I32(wanted)[i + 1], have = attribute(config, name);
        bool mask = name == EGL_SURFACE_TYPE || name == EGL_RENDERABLE, size = name >= EGL_BUFFER_SIZE && name <= EGL_STENCIL;
        if ((mask && least & ~have & ES1_AND_ES2) || (size && least > have))
            return false;
    }
    return true;
}

typedef Object *NewConfig(Thread *t, u32 config);

static Object *new_old_config(Thread *t, u32 config)
{
    return vm_new(t, vm_boot_class(t, "com/google/android/gles_jni/EGLConfigImpl"), "(J)V", (i64)config + 1);
}

static Object *new_config(Thread *t, u32 config)
{
    return vm_new(t, vm_boot_class(t, "android/opengl/EGLConfig"), "(J)V", (i64)config + 1);
}

/* Fills out with the configurations that fit, as many as it takes; *count: how many fit. */
static void choose(Thread *t, const Object *wanted, i32 wanted_from, Object *out, i32 from, i32 room, Object *count, i32 count_at, NewConfig *make)
{
    i32 found = 0;
    for (u32 i = 0; i < COUNT_OF(configs) && !t->exception; i++) {
        if (!fits(i, wanted, wanted_from))
            continue;
        if (out && found < room && from + found < ARRAY_LENGTH(out))
            ARRAY_REF(out)[from + found] = object_ref(make(t, i));
        if (!out || found < room)
            found++;
    }
    if (count && count_at < ARRAY_LENGTH(count))
        ARRAY_I32(count)[count_at] = found;
}

static void put(Object *array, i32 at, i32 value)
{
    if (array && at >= 0 && at < ARRAY_LENGTH(array))
        ARRAY_I32(array)[at] = value;
}

static void yes(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = 1; }
static void some(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->j = 1; }
static void success(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = EGL_SUCCESS; }

/* The frame is shown at the next vsync: a loop that draws without end runs in step with the screen. */
static void swap(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    vm_block(t, NULL, NULL, vm_nanos(t->vm) + FRAME_NANOS, false);
    result->i = 1;
}

static Object *egl_string(Thread *t, i32 name)
{
    return vm_string_utf8(t, name == EGL_VERSION ? "1.4 Android" : name == EGL_VENDOR ? "Android" : "");
}

/* ---- javax.microedition.khronos.egl ------------------------------------------------------ */

/* boolean eglChooseConfig(EGLDisplay, int[] wanted, EGLConfig[] out, int room, int[] count) */
static void old_choose(Thread *t, const Slot *args, Slot *result)
{
    choose(t, args[2].l, 0, args[3].l, 0, args[4].i, args[5].l, 0, new_old_config);
    result->i = 1;
}

/* boolean eglGetConfigs(EGLDisplay, EGLConfig[] out, int room, int[] count) */
static void old_configs(Thread *t, const Slot *args, Slot *result)
{
    choose(t, NULL, 0, args[2].l, 0, args[3].i, args[4].l, 0, new_old_config);
    result->i = 1;
}

/* boolean eglGetConfigAttrib(EGLDisplay, EGLConfig, int name, int[] value) */
static void old_attribute(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef config = FIELD("com/google/android/gles_jni/EGLConfigImpl", "mEGLConfig", "J");
    i64 n = args[2].l ? GET_LONG(t, args[2].l, &config) : 0;
    result->i = n >= 1 && n <= (i64)COUNT_OF(configs);
    if (result->i)
        put(args[4].l, 0, attribute((u32)n - 1, args[3].i));
}

/* boolean eglInitialize(EGLDisplay, int[] version) */
static void old_initialize(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    put(args[2].l, 0, 1);
    put(args[2].l, 1, 4);
    result->i = 1;
}

static void old_string(Thread *t, const Slot *args, Slot *result) { result->l = egl_string(t, args[2].i); }

const NativeMethod natives_com_google_android_gles_jni_EGLImpl[] = {
    { "eglInitialize", NULL, old_initialize }, { "eglChooseConfig", NULL, old_choose }, { "eglGetConfigs", NULL, old_configs },
    { "eglGetConfigAttrib", NULL, old_attribute }, { "eglQueryString", NULL, old_string }, { "eglGetError", NULL, success }, { "eglSwapBuffers", NULL, swap },
    { "_eglGetDisplay", NULL, some }, { "_eglCreateContext", NULL, some }, { "_eglCreateWindowSurface", NULL, some },
    { "_eglCreateWindowSurfaceTexture", NULL, some }, { "_eglCreatePbufferSurface", NULL, some }, { "_eglGetCurrentContext", NULL, some },
    { "_eglGetCurrentDisplay", NULL, some }, { "_eglGetCurrentSurface", NULL, some }, { "_nativeClassInit", NULL, native_nothing },
    { "_eglCreatePixmapSurface", NULL, native_nothing },
    { "*", NULL, yes },             /* the rest are questions of the kind "did it work?" */
    { 0 },
};

/* ---- android.opengl.EGL14 ------------------------------------------------------------------- */

static Object *handle_object(Thread *t, const char *name)
{
    return vm_new(t, vm_boot_class(t, name), "(J)V", (i64)1);
}

static void display(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->l = handle_object(t, "android/opengl/EGLDisplay"); }
static void context(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->l = handle_object(t, "android/opengl/EGLContext"); }
static void surface(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->l = handle_object(t, "android/opengl/EGLSurface"); }
static void string(Thread *t, const Slot *args, Slot *result) { result->l = egl_string(t, args[1].i); }

/* boolean eglInitialize(EGLDisplay, int[] major, int at, int[] minor, int at) */
static void initialize(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    put(args[1].l, args[2].i, 1);
    put(args[3].l, args[4].i, 4);
    result->i = 1;
}

/* boolean eglChooseConfig(EGLDisplay, int[] wanted, int at, EGLConfig[] out, int at, int room, int[] count, int at) */
static void choose_config(Thread *t, const Slot *args, Slot *result)
{
    choose(t, args[1].l, args[2].i, args[3].l, args[4].i, args[5].i, args[6].l, args[7].i, new_config);
    result->i = 1;
}

/* boolean eglGetConfigAttrib(EGLDisplay, EGLConfig, int name, int[] value, int at) */
static void config_attribute(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef handle_field = FIELD("android/opengl/EGLObjectHandle", "mHandle", "J");
    i64 n = args[1].l ? GET_LONG(t, args[1].l, &handle_field) : 0;
    result->i = n >= 1 && n <= (i64)COUNT_OF(configs);
    if (result->i)
        put(args[3].l, args[4].i, attribute((u32)n - 1, args[2].i));
}

const NativeMethod natives_android_opengl_EGL14[] = {
    { "_nativeClassInit", NULL, native_nothing }, { "eglGetError", NULL, success }, { "eglSwapBuffers", NULL, swap }, { "eglGetDisplay", NULL, display },
    { "eglGetCurrentDisplay", NULL, display }, { "eglInitialize", NULL, initialize }, { "eglChooseConfig", NULL, choose_config },
    { "eglGetConfigAttrib", NULL, config_attribute }, { "eglQueryString", NULL, string },
    { "eglCreateContext", NULL, context }, { "eglGetCurrentContext", NULL, context },
    { "_eglCreateWindowSurface", NULL, surface }, { "_eglCreateWindowSurfaceTexture", NULL, surface }, { "eglCreatePbufferSurface", NULL, surface },
    { "eglCreatePixmapSurface", NULL, surface }, { "eglGetCurrentSurface", NULL, surface },
    { "*", NULL, yes },
    { 0 },
};

/* ---- OpenGL ES ---------------------------------------------------------------------------------- */

static void blank(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    vm_note_gap(t, "OpenGL draws nothing");
}

static void one(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = 1; }

/* void glGetShaderiv(int shader, int name, int[] value, int at), glGetProgramiv: everything compiles and links */
static void is_well(Thread *t, const Slot *args, Slot *result)
{
    enum { INFO_LOG_LENGTH = 0x8b84 };
    UNUSED(t);
    UNUSED(result);
    put(args[2].l, args[3].i, args[1].i == INFO_LOG_LENGTH ? 0 : 1);
}

static void no_log(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->l = vm_string_utf8(t, ""); }

/* String glGetString(int name): static in the new classes, a method of the object in the old one */
static void gl_string(Thread *t, const Slot *args, Slot *result)
{
    enum { GL_VENDOR = 0x1f00, GL_RENDERER = 0x1f01, GL_VERSION = 0x1f02 };
    i32 name = method_is_static(t->frame->method) ? args[0].i : args[1].i;
    result->l = vm_string_utf8(t, name == GL_VENDOR || name == GL_RENDERER ? "Android" : name == GL_VERSION ? "OpenGL ES 2.0" : "");
}

/* int glCheckFramebufferStatus(int target) */
static void complete(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 0x8cd5;
}

const NativeMethod natives_android_opengl_GLES[] = {
    { "glCreateShader", NULL, one }, { "glCreateProgram", NULL, one }, { "glGetShaderiv", "(II[II)V", is_well }, { "glGetProgramiv", "(II[II)V", is_well },
    { "glGetShaderInfoLog", NULL, no_log }, { "glGetProgramInfoLog", NULL, no_log }, { "glGetString", NULL, gl_string }, { "_glGetString", NULL, gl_string },
    { "glCheckFramebufferStatus", NULL, complete }, { "glGetError", NULL, native_nothing }, { "_nativeClassInit", NULL, native_nothing },
    { "glGetAttribLocation", NULL, native_nothing }, { "glGetUniformLocation", NULL, native_nothing },
    { "*", NULL, blank },
    { 0 },
};
