/*
 * android.media.AudioTrack, AudioRecord and MediaRecorder: sound goes nowhere and
 * silence comes from there, at the speed of the phone's clock: who writes or reads
 * waits as long as the samples last.
 */
#include "android/natives.h"
#include "android/state.h"

typedef struct Stream {
    i32 rate, frame_bytes;
    i64 frames;                     /* written or read so far */
} Stream;

static FieldRef track_peer = FIELD("android/media/AudioTrack", "mNativeTrackInJavaObj", "J");
static FieldRef record_peer = FIELD("android/media/AudioRecord", "mNativeRecorderInJavaObj", "J");

static FieldRef *peer_field(const Thread *t)
{
    return strcmp(t->frame->method->owner->name->text, "android/media/AudioTrack") ? &record_peer : &track_peer;
}

static Stream *stream_of(Thread *t, Object *object)
{
    return peer(GET_LONG(t, object, peer_field(t)));
}

static i32 sample_bytes(i32 format)
{
    enum { PCM_8 = 3, PCM_FLOAT = 4 };
    return format == PCM_8 ? 1 : format == PCM_FLOAT ? 4 : 2;
}

static i32 channels(i32 mask)
{
    return MAX(__builtin_popcount((u32)mask), 1);
}

static void open_stream(Thread *t, Object *object, i32 rate, i32 mask, i32 format, Object *session)
{
    Stream *s = xcalloc(1, sizeof *s);
    *s = (Stream){ .rate = MAX(rate, 1), .frame_bytes = channels(mask) * sample_bytes(format) };
    SET_LONG(t, object, peer_field(t), handle(s));
    if (session && ARRAY_LENGTH(session) && !ARRAY_I32(session)[0])
        ARRAY_I32(session)[0] = ++manager_state(t->vm)->last_number;
}

/* int native_setup(Object weak, Object attributes, int rate, int mask, int indexMask, int format, int size, int mode, int[] session) */
static void track_setup(Thread *t, const Slot *args, Slot *result) { UNUSED(result); open_stream(t, args[0].l, args[3].i, args[4].i, args[6].i, args[9].l); }
/* int native_setup(Object weak, Object attributes, int rate, int mask, int indexMask, int format, int size, int[] session, String package) */
static void record_setup(Thread *t, const Slot *args, Slot *result) { UNUSED(result); open_stream(t, args[0].l, args[3].i, args[4].i, args[6].i, args[8].l); }

static void close_stream(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    free(stream_of(t, args[0].l));
    SET_LONG(t, args[0].l, peer_field(t), 0);
}

/* So many bytes pass; the thread waits until they have. */
static i32 pass(Thread *t, Object *object, i32 bytes, bool wait)
{
    enum { ERROR_INVALID_OPERATION = -3 };
    Stream *s = stream_of(t, object);
    if (!s || bytes < 0)
        return ERROR_INVALID_OPERATION;
    i64 frames = bytes / s->frame_bytes;
    s->frames += frames;
    if (wait && frames)
        vm_block(t, NULL, NULL, vm_nanos(t->vm) + frames * 1000000000 / s->rate, false);
    return bytes;
}

/* int native_write_byte(byte[], int offset, int size, int format, boolean blocking); the sizes of the others are in their elements */
static void write_byte(Thread *t, const Slot *args, Slot *result) { result->i = pass(t, args[0].l, args[3].i, args[5].i); }
static void write_short(Thread *t, const Slot *args, Slot *result) { i32 got = pass(t, args[0].l, args[3].i * 2, args[5].i); result->i = got < 0 ? got : got / 2; }
static void write_float(Thread *t, const Slot *args, Slot *result) { i32 got = pass(t, args[0].l, args[3].i * 4, args[5].i); result->i = got < 0 ? got : got / 4; }

/* int native_read_in_byte_array(byte[], int offset, int size, boolean blocking) */
static void read_elements(Thread *t, const Slot *args, Slot *result)
{
    i32 bytes = 1 << object_class(args[1].l)->element_shift, offset = args[2].i, count = args[3].i;
    if (offset < 0 || count < 0 || offset + count > ARRAY_LENGTH(args[1].l))
        return;
    memset(ARRAY_I8(args[1].l) + (size_t)offset * (size_t)bytes, 0, (size_t)count * (size_t)bytes);
    i32 got = pass(t, args[0].l, count * bytes, args[4].i);
    result->i = got < 0 ? got : got / bytes;
}

static void position(Thread *t, const Slot *args, Slot *result)
{
    const Stream *s = stream_of(t, args[0].l);
    result->i = s ? (i32)s->frames : 0;
}

/* int native_get_min_buff_size(int rate, int channels, int format): a tenth of a second */
static void min_buffer_size(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = MAX(args[0].i / 10, 1) * MAX(args[1].i, 1) * sample_bytes(args[2].i);
}

static void output_rate(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = 48000; }

const NativeMethod natives_android_media_AudioTrack[] = {
    { "native_setup", NULL, track_setup }, { "native_finalize", NULL, close_stream }, { "native_release", NULL, close_stream }, { "native_start", NULL, native_nothing },
    { "native_stop", NULL, native_nothing }, { "native_pause", NULL, native_nothing }, { "native_flush", NULL, native_nothing }, { "native_write_byte", NULL, write_byte },
    { "native_write_short", NULL, write_short }, { "native_write_float", NULL, write_float }, { "native_setVolume", NULL, native_nothing },
    { "native_get_position", NULL, position }, { "native_get_min_buff_size", NULL, min_buffer_size }, { "native_get_output_sample_rate", NULL, output_rate },
    { "native_set_playback_rate", NULL, native_nothing }, { "native_get_playback_rate", NULL, output_rate }, { "native_set_marker_pos", NULL, native_nothing },
    { "native_set_pos_update_period", NULL, native_nothing }, { "native_set_loop", NULL, native_nothing }, { "native_reload_static", NULL, native_nothing },
    { "native_set_position", NULL, native_nothing }, { "native_get_latency", NULL, native_nothing },
    { 0 },
};

const NativeMethod natives_android_media_AudioRecord[] = {
    { "native_setup", NULL, record_setup }, { "native_finalize", NULL, close_stream }, { "native_release", NULL, close_stream }, { "native_start", NULL, native_nothing },
    { "native_stop", NULL, native_nothing }, { "native_read_in_byte_array", NULL, read_elements }, { "native_read_in_short_array", NULL, read_elements },
    { "native_read_in_float_array", NULL, read_elements }, { "native_get_min_buff_size", NULL, min_buffer_size }, { "native_set_marker_pos", NULL, native_nothing },
    { "native_set_pos_update_period", NULL, native_nothing },
    { 0 },
};

const NativeMethod natives_android_media_MediaRecorder[] = {
    { "native_init", NULL, native_nothing }, { "native_setup", NULL, native_nothing }, { "native_finalize", NULL, native_nothing }, { "native_reset", NULL, native_nothing },
    { "release", "()V", native_nothing }, { "setAudioSource", "(I)V", native_nothing }, { "setOutputFormat", "(I)V", native_nothing },
    { "setAudioEncoder", "(I)V", native_nothing }, { "_setOutputFile", NULL, native_nothing }, { "_prepare", NULL, native_nothing }, { "start", "()V", native_nothing },
    { "stop", "()V", native_nothing }, { "getMaxAmplitude", "()I", native_nothing }, { "setMaxDuration", "(I)V", native_nothing }, { "setMaxFileSize", "(J)V", native_nothing },
    { "setParameter", "(Ljava/lang/String;)V", native_nothing }, { "setVideoSource", "(I)V", native_nothing }, { "setVideoEncoder", "(I)V", native_nothing },
    { "setVideoSize", "(II)V", native_nothing }, { "setVideoFrameRate", "(I)V", native_nothing }, { "setCamera", NULL, native_nothing },
    { 0 },
};
