/* Smaller natives of android.media. Nothing is heard, and this phone has no codecs. */
#include "android/binder_thread.h"
#include "android/natives.h"
#include "android/state.h"

static void yes(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = 1; }
static void new_number(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->i = ++manager_state(t->vm)->last_number; }

const NativeMethod natives_android_media_DecoderCapabilities[] = {
    { "native_init", NULL, native_nothing }, { "native_get_num_audio_decoders", NULL, native_nothing }, { "native_get_num_video_decoders", NULL, native_nothing },
    { "native_get_audio_decoder_type", NULL, native_nothing }, { "native_get_video_decoder_type", NULL, native_nothing },
    { 0 },
};

/* ---- SoundPool: every sound loads; playing one returns at once ---------------------------- */

static FieldRef pool_self = FIELD("android/media/SoundPool", "mNativeContext", "J");

/* Object[] { WeakReference, Integer sample } */
static void tell_loaded(Thread *t, Object *arguments)
{
    enum { SAMPLE_LOADED = 1, STATUS_OK = 0 };
    Slot sample = { 0 };
    vm_unbox(binder_argument(arguments, 1), 'I', &sample);
    vm_call_static(t, "android/media/SoundPool", "postEventFromNative", "(Ljava/lang/Object;IIILjava/lang/Object;)V", binder_argument(arguments, 0), SAMPLE_LOADED, sample.i, STATUS_OK, NULL);
}

/* int native_setup(Object weakReference, int streams, Object attributes) */
static void pool_setup(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_LONG(t, args[0].l, &pool_self, handle(vm_root_add(t->vm, args[1].l)));
}

/* int _load(FileDescriptor, long offset, long length, int priority) */
static void pool_load(Thread *t, const Slot *args, Slot *result)
{
    ObjectRef *self = peer(GET_LONG(t, args[0].l, &pool_self));
    if (!self)
        return;
    result->i = ++manager_state(t->vm)->last_number;
    Object *number = vm_box(t, 'I', *result), *arguments = number ? binder_arguments(t, 2, (Object *const[]){ ref_object(*self), number }) : NULL;
    if (arguments)
        binder_post(t, tell_loaded, arguments);
}

static void pool_release(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ObjectRef *self = peer(GET_LONG(t, args[0].l, &pool_self));
    SET_LONG(t, args[0].l, &pool_self, 0);
    if (self)
        vm_root_remove(t->vm, self);
}

const NativeMethod natives_android_media_SoundPool[] = {
    { "native_setup", NULL, pool_setup }, { "native_release", NULL, pool_release }, { "_load", NULL, pool_load }, { "_play", NULL, new_number }, { "unload", "(I)Z", yes },
    { "pause", "(I)V", native_nothing }, { "resume", "(I)V", native_nothing }, { "autoPause", NULL, native_nothing }, { "autoResume", NULL, native_nothing },
    { "stop", "(I)V", native_nothing }, { "setPriority", NULL, native_nothing }, { "setLoop", NULL, native_nothing }, { "setRate", NULL, native_nothing },
    { "_setVolume", NULL, native_nothing },
    { 0 },
};

/* ---- tones, and what the system knows of its sound ------------------------------------------- */

const NativeMethod natives_android_media_ToneGenerator[] = {
    { "native_setup", NULL, native_nothing }, { "native_finalize", NULL, native_nothing }, { "release", "()V", native_nothing }, { "startTone", "(II)Z", yes },
    { "stopTone", "()V", native_nothing }, { "getAudioSessionId", NULL, native_nothing },
    { 0 },
};

static void sampling_rate(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = 48000; }
static void frame_count(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = 256; }
static void speaker(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = 2; }
static void full(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->f = 1; }

const NativeMethod natives_android_media_AudioSystem[] = {
    { "muteMicrophone", NULL, native_nothing }, { "isMicrophoneMuted", NULL, native_nothing }, { "isStreamActive", NULL, native_nothing },
    { "isStreamActiveRemotely", NULL, native_nothing }, { "isSourceActive", NULL, native_nothing }, { "newAudioSessionId", NULL, new_number },
    { "setParameters", NULL, native_nothing }, { "getParameters", NULL, native_nothing }, { "getDeviceConnectionState", NULL, native_nothing },
    { "setDeviceConnectionState", NULL, native_nothing }, { "setPhoneState", NULL, native_nothing }, { "setForceUse", NULL, native_nothing },
    { "getForceUse", NULL, native_nothing }, { "getMasterVolume", NULL, full }, { "getMasterMute", NULL, native_nothing }, { "getDevicesForStream", NULL, speaker },
    { "getPrimaryOutputSamplingRate", NULL, sampling_rate }, { "getPrimaryOutputFrameCount", NULL, frame_count }, { "getOutputLatency", NULL, native_nothing },
    { "checkAudioFlinger", NULL, native_nothing }, { "listAudioPorts", NULL, native_nothing }, { "listAudioPatches", NULL, native_nothing },
    { "native_register_dynamic_policy_callback", NULL, native_nothing }, { "systemReady", NULL, native_nothing },
    { 0 },
};
