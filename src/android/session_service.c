/*
 * Media sessions: one object is a session and its own controller. What the app sets is
 * kept; transport controls go back to its callback, as from the lock screen.
 */
#include "android/binder_thread.h"
#include "android/implementations.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package.h"
#include "android/state.h"

#define SESSION "reenact/services/MediaSession"
#define SESSION_FIELDS(X)                                                                                                      \
    X(callback, "Landroid/media/session/ISessionCallback;") X(tag, "Ljava/lang/String;") X(metadata, "Landroid/media/MediaMetadata;") \
    X(state, "Landroid/media/session/PlaybackState;") X(queue, "Landroid/content/pm/ParceledListSlice;") X(title, "Ljava/lang/CharSequence;") \
    X(extras, "Landroid/os/Bundle;") X(launch, "Landroid/app/PendingIntent;") X(flags, "I") X(rating, "I")
#define X(name, descriptor) static FieldRef session_##name = FIELD(SESSION, #name, NULL);
SESSION_FIELDS(X)
#undef X

#define SETTER(method, field) static void method(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_REF(t, args[0].l, &session_##field, args[1].l); }
#define GETTER(method, field) static void method(Thread *t, const Slot *args, Slot *result) { result->l = GET_REF(t, args[0].l, &session_##field); }
SETTER(setMetadata, metadata) GETTER(getMetadata, metadata)
SETTER(setPlaybackState, state) GETTER(getPlaybackState, state)
SETTER(setQueue, queue) GETTER(getQueue, queue)
SETTER(setQueueTitle, title) GETTER(getQueueTitle, title)
SETTER(setExtras, extras) GETTER(getExtras, extras)
SETTER(setLaunchPendingIntent, launch) GETTER(getLaunchPendingIntent, launch)
GETTER(getTag, tag)

static void self(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->l = args[0].l; }
static void setFlags(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_INT(t, args[0].l, &session_flags, args[1].i); }
static void getFlags(Thread *t, const Slot *args, Slot *result) { result->j = GET_INT(t, args[0].l, &session_flags); }
static void setRatingType(Thread *t, const Slot *args, Slot *result) { UNUSED(result); SET_INT(t, args[0].l, &session_rating, args[1].i); }
static void getRatingType(Thread *t, const Slot *args, Slot *result) { result->i = GET_INT(t, args[0].l, &session_rating); }

static void isTransportControlEnabled(Thread *t, const Slot *args, Slot *result)
{
    enum { HANDLES_TRANSPORT_CONTROLS = 2 };
    result->i = (GET_INT(t, args[0].l, &session_flags) & HANDLES_TRANSPORT_CONTROLS) != 0;
}

static void getPackageName(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, package_name(t->vm));
}

static void getVolumeAttributes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    enum { LOCAL = 1, ABSOLUTE = 2, MOST = 15, NOW = 11 };
    Object *builder = vm_new(t, vm_boot_class(t, "android/media/AudioAttributes$Builder"), "()V");
    Object *attributes = builder ? vm_call_method(t, builder, "build", "()Landroid/media/AudioAttributes;").l : NULL;
    if (attributes)
        result->l = vm_new(t, vm_boot_class(t, "android/media/session/ParcelableVolumeInfo"), "(ILandroid/media/AudioAttributes;III)V", LOCAL, attributes, ABSOLUTE, MOST, NOW);
}

/* Object[] { callback, String method } */
static void press(Thread *t, Object *arguments)
{
    char *method = vm_string_to_utf8(binder_argument(arguments, 1));
    vm_call_method(t, binder_argument(arguments, 0), method, "()V");
    free(method);
}

/* play() of the controller is onPlay() of the callback, and so on. */
static void control(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const char *name = t->frame->method->name->text;
    char *method = xasprintf("on%c%s", name[0] - 'a' + 'A', name + 1);
    Object *callback = GET_REF(t, args[0].l, &session_callback);
    Object *arguments = callback ? binder_arguments(t, 2, (Object *const[]){ callback, vm_string_utf8(t, method) }) : NULL;
    free(method);
    if (arguments)
        binder_post(t, press, arguments);
}

static void seekTo(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *callback = GET_REF(t, args[0].l, &session_callback);
    if (callback)
        vm_call_method(t, callback, "onSeekTo", "(J)V", args[1].j);
}

static const ServiceMethod session_methods[] = {
    { "asBinder", self }, { "queryLocalInterface", self }, { "getController", self }, { "pingBinder", .number = 1 }, { "isBinderAlive", .number = 1 },
    { "unlinkToDeath", .number = 1 }, { "linkToDeath", NULL }, { "transact", NULL }, { "getInterfaceDescriptor", .text = "android.media.session.ISession" },
    { "setMetadata", setMetadata }, { "getMetadata", getMetadata }, { "setPlaybackState", setPlaybackState }, { "getPlaybackState", getPlaybackState },
    { "setQueue", setQueue }, { "getQueue", getQueue }, { "setQueueTitle", setQueueTitle }, { "getQueueTitle", getQueueTitle }, { "setExtras", setExtras },
    { "getExtras", getExtras }, { "setLaunchPendingIntent", setLaunchPendingIntent }, { "getLaunchPendingIntent", getLaunchPendingIntent }, { "getTag", getTag },
    { "setFlags", setFlags }, { "getFlags", getFlags }, { "setRatingType", setRatingType }, { "getRatingType", getRatingType },
    { "isTransportControlEnabled", isTransportControlEnabled }, { "getPackageName", getPackageName }, { "getVolumeAttributes", getVolumeAttributes },
    { "play", control }, { "pause", control }, { "stop", control }, { "next", control }, { "previous", control }, { "fastForward", control }, { "rewind", control },
    { "seekTo", seekTo }, { "setActive", NULL }, { "setMediaButtonReceiver", NULL }, { "destroy", NULL }, { "sendEvent", NULL }, { "setPlaybackToLocal", NULL },
    { "setPlaybackToRemote", NULL }, { "setCurrentVolume", NULL }, { "registerCallbackListener", NULL }, { "unregisterCallbackListener", NULL }, { "adjustVolume", NULL },
    { "setVolumeTo", NULL },
    { 0 },
};

static void session_gap(Thread *t, const Slot *args, Slot *result)
{
    vm_note_gap(t, "media session: %s", t->frame->method->name->text);
    service_default(t, args, result);
}

static Class *session_class(Thread *t)
{
#define X(name, descriptor) { #name, descriptor, ACC_PUBLIC },
    static const MadeField fields[] = { SESSION_FIELDS(X) };
#undef X
    static const char *const types[] = { "android/media/session/ISession", "android/media/session/ISessionController", "android/os/IBinder", NULL };
    ManagerState *m = manager_state(t->vm);
    if (!m->session_class)
        m->session_class = implementation_make(t, &(Implementation){ .class_name = SESSION, .types = types, .methods = session_methods, .missing = session_gap,
                                                                     .fields = fields, .field_count = COUNT_OF(fields) });
    return m->session_class;
}

/* ISession createSession(String package, ISessionCallback callback, String tag, int user) */
static void createSession(Thread *t, const Slot *args, Slot *result)
{
    Class *c = session_class(t);
    Object *session = c ? implementation_new(t, c) : NULL;
    if (!session)
        return;
    SET_REF(t, session, &session_callback, args[2].l);
    SET_REF(t, session, &session_tag, args[3].l);
    result->l = session;
}

const ServiceMethod service_media_session[] = {
    { "createSession", createSession }, { "getSessions", NULL }, { "dispatchMediaKeyEvent", NULL }, { "dispatchAdjustVolume", NULL }, { "addSessionsListener", NULL },
    { "removeSessionsListener", NULL }, { "setRemoteVolumeController", NULL }, { "isGlobalPriorityActive", NULL },
    { 0 },
};
