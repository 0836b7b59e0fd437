/*
 * android.media.MediaPlayer: the platform's state machine over the virtual clock.
 * Nothing is decoded or heard; a file plays as long as its size suggests (a WAV file
 * says it exactly), so positions advance and the end is reported in time.
 */
#include "android/binder_thread.h"
#include "android/natives.h"
#include "libcore/posix.h"

#define PLAYER "android/media/MediaPlayer"

typedef enum PlayerState { ERROR = 0, IDLE = 1, INITIALIZED = 2, PREPARING = 4, PREPARED = 8, STARTED = 16, PAUSED = 32, STOPPED = 64, COMPLETE = 128 } PlayerState;
enum { EVENT_PREPARED = 1, EVENT_COMPLETE = 2, EVENT_SEEK_COMPLETE = 4, EVENT_ERROR = 100, INVALID_OPERATION = -38, SERVER_UNREACHABLE = -1004 };
enum { CAN_SEEK = PREPARED | STARTED | PAUSED | COMPLETE, HAS_DURATION = CAN_SEEK | STOPPED };

typedef struct Player {
    PlayerState state;
    ObjectRef *self;                /* the WeakReference that events go to */
    bool remote, looping;
    i64 bytes;                      /* of the source */
    i32 duration, position;         /* milliseconds; position: when it last stood still */
    i64 started;                    /* nanos, while it plays */
    u64 end;                        /* number of the binder call that ends it */
    i32 session;
} Player;

static FieldRef native_context = FIELD(PLAYER, "mNativeContext", "J");

/* The peer; a released player throws. */
static Player *player(Thread *t, Object *object)
{
    Player *p = peer(GET_LONG(t, object, &native_context));
    return p ? p : vm_throw(t, "java/lang/IllegalStateException", NULL);
}

/* ---- events ------------------------------------------------------------------------------- */

/* Object[] { WeakReference, Integer what, Integer first, Integer second } */
static void post_event(Thread *t, Object *arguments)
{
    Slot numbers[3] = { 0 };
    for (u32 i = 0; i < 3; i++)
        vm_unbox(binder_argument(arguments, i + 1), 'I', &numbers[i]);
    vm_call_static(t, PLAYER, "postEventFromNative", "(Ljava/lang/Object;IIILjava/lang/Object;)V", binder_argument(arguments, 0), numbers[0].i, numbers[1].i, numbers[2].i, NULL);
}

static u64 event_at(Thread *t, const Player *p, i64 nanos, i32 what, i32 first, i32 second)
{
    Object *objects[4] = { ref_object(*p->self) };
    const i32 numbers[] = { what, first, second };
    for (int i = 0; i < 3; i++)
        objects[i + 1] = vm_box(t, 'I', (Slot){ .i = numbers[i] });
    Object *arguments = t->exception ? NULL : binder_arguments(t, 4, objects);
    return arguments ? binder_post_at(t, nanos, post_event, arguments) : 0;
}

static void event(Thread *t, const Player *p, i32 what, i32 first, i32 second)
{
    event_at(t, p, vm_nanos(t->vm), what, first, second);
}

/* A call that the state does not allow is told as an event, not thrown. */
static bool allowed(Thread *t, Player *p, int states)
{
    if (p->state & states)
        return true;
    p->state = ERROR;
    event(t, p, EVENT_ERROR, INVALID_OPERATION, 0);
    return false;
}

/* ---- time ---------------------------------------------------------------------------------- */

static i32 position(Thread *t, Player *p)
{
    if (p->state != STARTED)
        return p->position;
    i64 played = p->position + (vm_nanos(t->vm) - p->started) / 1000000;
    if (p->looping && p->duration > 0)
        return (i32)(played % p->duration);
    if (played >= p->duration) {
        p->state = COMPLETE;
        p->position = p->duration;
        return p->duration;
    }
    return (i32)played;
}

static void stand_still(Thread *t, Player *p, PlayerState state)
{
    p->position = position(t, p);
    p->state = state;
    binder_cancel(t->vm, p->end);
}

static void play(Thread *t, Player *p)
{
    p->state = STARTED;
    p->started = vm_nanos(t->vm);
    if (!p->looping)
        p->end = event_at(t, p, p->started + (i64)MAX(p->duration - p->position, 0) * 1000000, EVENT_COMPLETE, 0, 0);
}

/* ---- sources --------------------------------------------------------------------------------- */

static bool may_set_source(Thread *t, const Player *p)
{
    return p->state == IDLE || vm_throw(t, "java/lang/IllegalStateException", NULL);
}

/* void _setDataSource(FileDescriptor, long offset, long length) */
static void setDataSource(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (!p || !may_set_source(t, p))
        return;
    VfsStat stat;
    int fd = posix_fd(t, args[1].l);
    if (fd < 0 || vfs_fstat(posix_files(t), fd, &stat)) {
        vm_throw(t, "java/io/IOException", "setDataSourceFD failed.: status=0x80000000");
        return;
    }
    i64 offset = args[2].j, rest = MAX((i64)stat.size - offset, 0);
    u8 head[44];
    i64 got = vfs_pread(posix_files(t), fd, head, sizeof head, offset);
    p->bytes = MIN(args[4].j < 0 ? rest : args[4].j, rest);
    u32 rate = got == sizeof head && !memcmp(head, "RIFF", 4) ? (u32)head[28] | (u32)head[29] << 8 | (u32)head[30] << 16 | (u32)head[31] << 24 : 16000;
    p->duration = (i32)MIN(p->bytes * 1000 / MAX(rate, 1), 1 << 30);
    p->state = INITIALIZED;
}

/* void nativeSetDataSource(IBinder http, String address, String[] keys, String[] values): only what is elsewhere comes here */
static void setRemoteSource(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (!p || !may_set_source(t, p))
        return;
    p->remote = true;
    p->state = INITIALIZED;
}

static bool may_prepare(Thread *t, const Player *p)
{
    return p->state & (INITIALIZED | STOPPED) || vm_throw(t, "java/lang/IllegalStateException", NULL);
}

static bool can_be_played(const Player *p)
{
    return !p->remote && p->bytes > 0;
}

/* The player whose source is now read, for better or worse; NULL: thrown. */
static Player *prepared(Thread *t, Object *object)
{
    Player *p = player(t, object);
    if (!p || !may_prepare(t, p))
        return NULL;
    p->state = can_be_played(p) ? PREPARED : ERROR;
    p->position = 0;
    if (p->state == PREPARED)
        event(t, p, EVENT_PREPARED, 0, 0);
    return p;
}

static void prepare(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Player *p = prepared(t, args[0].l);
    if (p && p->state == ERROR)
        vm_throw(t, "java/io/IOException", "Prepare failed.: status=0x1");
}

static void prepareAsync(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Player *p = prepared(t, args[0].l);
    if (p && p->state == ERROR)
        event(t, p, EVENT_ERROR, 1, p->remote ? SERVER_UNREACHABLE : INT32_MIN);
}

/* ---- playing ------------------------------------------------------------------------------------ */

static void start(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (!p)
        return;
    position(t, p);                 /* notices that it has come to its end */
    if (p->state == STARTED || !allowed(t, p, PREPARED | PAUSED | COMPLETE))
        return;
    if (p->state == COMPLETE)
        p->position = 0;
    play(t, p);
}

static void pause_player(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (p && allowed(t, p, STARTED | PAUSED | COMPLETE) && p->state == STARTED)
        stand_still(t, p, PAUSED);
}

static void stop(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (p && allowed(t, p, CAN_SEEK | STOPPED))
        stand_still(t, p, STOPPED);
}

static void seekTo(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (!p || !allowed(t, p, CAN_SEEK))
        return;
    bool playing = p->state == STARTED;
    if (playing)
        stand_still(t, p, PAUSED);
    p->position = MIN(MAX(args[1].i, 0), p->duration);
    if (playing)
        play(t, p);
    event(t, p, EVENT_SEEK_COMPLETE, 0, 0);
}

static void isPlaying(Thread *t, const Slot *args, Slot *result)
{
    Player *p = player(t, args[0].l);
    if (!p)
        return;
    position(t, p);
    result->i = p->state == STARTED;
}

static void getCurrentPosition(Thread *t, const Slot *args, Slot *result)
{
    Player *p = player(t, args[0].l);
    if (p)
        result->i = position(t, p);
}

static void getDuration(Thread *t, const Slot *args, Slot *result)
{
    Player *p = player(t, args[0].l);
    result->i = -1;
    if (p && allowed(t, p, HAS_DURATION))
        result->i = p->duration;
}

static void setLooping(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (!p)
        return;
    bool playing = p->state == STARTED;
    if (playing)
        stand_still(t, p, PAUSED);
    p->looping = args[1].i;
    if (playing)
        play(t, p);
}

static void isLooping(Thread *t, const Slot *args, Slot *result)
{
    const Player *p = player(t, args[0].l);
    result->i = p && p->looping;
}

/* Settings that change nothing here, but want a player that was not released. */
static void plain_setting(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    player(t, args[0].l);
}

static void getAudioStreamType(Thread *t, const Slot *args, Slot *result)
{
    enum { STREAM_MUSIC = 3 };
    result->i = player(t, args[0].l) ? STREAM_MUSIC : 0;
}

static void getAudioSessionId(Thread *t, const Slot *args, Slot *result)
{
    const Player *p = player(t, args[0].l);
    result->i = p ? p->session : 0;
}

static void setAudioSessionId(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (p)
        p->session = args[1].i;
}

/* ---- life ------------------------------------------------------------------------------------------ */

/* void native_setup(Object weakReference) */
static void setup(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static const i32 first_session = 8;
    Player *p = xcalloc(1, sizeof *p);
    *p = (Player){ .state = IDLE, .self = vm_root_add(t->vm, args[1].l), .session = first_session };
    SET_LONG(t, args[0].l, &native_context, handle(p));
}

static void reset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = player(t, args[0].l);
    if (!p)
        return;
    binder_cancel(t->vm, p->end);
    *p = (Player){ .state = IDLE, .self = p->self, .session = p->session };
}

static void release(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Player *p = peer(GET_LONG(t, args[0].l, &native_context));
    if (!p)
        return;
    SET_LONG(t, args[0].l, &native_context, 0);
    binder_cancel(t->vm, p->end);
    vm_root_remove(t->vm, p->self);
    free(p);
}

const NativeMethod natives_android_media_MediaPlayer[] = {
    { "native_init", NULL, native_nothing }, { "native_setup", NULL, setup }, { "native_finalize", NULL, release }, { "_release", NULL, release }, { "_reset", NULL, reset },
    { "_setDataSource", "(Ljava/io/FileDescriptor;JJ)V", setDataSource }, { "nativeSetDataSource", NULL, setRemoteSource }, { "_prepare", NULL, prepare },
    { "prepareAsync", "()V", prepareAsync }, { "_start", NULL, start }, { "_pause", NULL, pause_player }, { "_stop", NULL, stop }, { "seekTo", "(I)V", seekTo },
    { "isPlaying", "()Z", isPlaying }, { "getCurrentPosition", "()I", getCurrentPosition }, { "getDuration", "()I", getDuration }, { "setLooping", "(Z)V", setLooping },
    { "isLooping", "()Z", isLooping }, { "_setVolume", NULL, plain_setting }, { "_setAudioStreamType", NULL, plain_setting }, { "_setVideoSurface", NULL, plain_setting },
    { "_setAuxEffectSendLevel", NULL, plain_setting }, { "attachAuxEffect", "(I)V", plain_setting }, { "setNextMediaPlayer", NULL, plain_setting },
    { "getAudioSessionId", "()I", getAudioSessionId }, { "setAudioSessionId", "(I)V", setAudioSessionId }, { "getVideoWidth", "()I", native_nothing },
    { "getVideoHeight", "()I", native_nothing }, { "setParameter", NULL, native_nothing }, { "native_invoke", NULL, native_nothing /* no tracks */ },
    { "_getAudioStreamType", NULL, getAudioStreamType }, { "native_getMetadata", NULL, native_nothing }, { "native_setMetadataFilter", NULL, native_nothing },
    { 0 },
};
