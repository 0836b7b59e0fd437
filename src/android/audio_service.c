/* Sound: volumes and modes are remembered; everybody who asks gets the focus, since nobody else plays. */
#include "android/natives.h"
#include "android/services.h"
#include "android/state.h"

/* Voice call, system, ring, music, alarm, notification, Bluetooth, system enforced, DTMF, TTS. */
static const i32 most[AUDIO_STREAMS] = { 5, 7, 7, 15, 7, 7, 15, 7, 15, 15 };
static const i32 at_start[AUDIO_STREAMS] = { 4, 5, 5, 11, 6, 5, 7, 5, 11, 11 };

static ManagerState *audio(Vm *vm)
{
    enum { RINGER_NORMAL = 2 };
    ManagerState *m = manager_state(vm);
    if (!m->audio_ready) {
        m->audio_ready = true;
        m->ringer_mode = RINGER_NORMAL;
        memcpy(m->volumes, at_start, sizeof at_start);
    }
    return m;
}

static bool is_stream(Thread *t, i32 stream)
{
    if (stream >= 0 && stream < AUDIO_STREAMS)
        return true;
    return vm_throw(t, "java/lang/IllegalArgumentException", "Bad stream type %d", stream);
}

static void getStreamVolume(Thread *t, const Slot *args, Slot *result)
{
    if (is_stream(t, args[1].i))
        result->i = audio(t->vm)->volumes[args[1].i];
}

static void getStreamMaxVolume(Thread *t, const Slot *args, Slot *result)
{
    if (is_stream(t, args[1].i))
        result->i = most[args[1].i];
}

static void set_volume(Thread *t, i32 stream, i32 volume)
{
    if (is_stream(t, stream))
        audio(t->vm)->volumes[stream] = MIN(MAX(volume, 0), most[stream]);
}

/* void setStreamVolume(int stream, int index, int flags, String package) */
static void setStreamVolume(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    set_volume(t, args[1].i, args[2].i);
}

static i32 step(i32 direction)
{
    return direction == 1 || direction == -1 ? direction : 0;
}

/* void adjustStreamVolume(int stream, int direction, int flags, String package) */
static void adjustStreamVolume(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (is_stream(t, args[1].i))
        set_volume(t, args[1].i, audio(t->vm)->volumes[args[1].i] + step(args[2].i));
}

/* void adjustSuggestedStreamVolume(int direction, int stream, int flags, …) */
static void adjustSuggestedStreamVolume(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    enum { MUSIC = 3 };
    i32 stream = args[2].i >= 0 && args[2].i < AUDIO_STREAMS ? args[2].i : MUSIC;
    set_volume(t, stream, audio(t->vm)->volumes[stream] + step(args[1].i));
}

static void getRingerMode(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->i = audio(t->vm)->ringer_mode; }
static void setRingerMode(Thread *t, const Slot *args, Slot *result) { UNUSED(result); audio(t->vm)->ringer_mode = args[1].i; }
static void getMode(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->i = audio(t->vm)->audio_mode; }
static void setMode(Thread *t, const Slot *args, Slot *result) { UNUSED(result); audio(t->vm)->audio_mode = args[1].i; }
static void isSpeakerphoneOn(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->i = audio(t->vm)->speaker; }
static void setSpeakerphoneOn(Thread *t, const Slot *args, Slot *result) { UNUSED(result); audio(t->vm)->speaker = args[1].i; }
static void isValidRingerMode(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->i = args[1].i >= 0 && args[1].i <= 2; }

static void isStreamMute(Thread *t, const Slot *args, Slot *result)
{
    if (is_stream(t, args[1].i))
        result->i = !audio(t->vm)->volumes[args[1].i];
}

static void startWatchingRoutes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_new(t, vm_boot_class(t, "android/media/AudioRoutesInfo"), "()V");
}

const ServiceMethod service_audio[] = {
    { "getStreamVolume", getStreamVolume }, { "getStreamMaxVolume", getStreamMaxVolume }, { "getLastAudibleStreamVolume", getStreamVolume },
    { "setStreamVolume", setStreamVolume }, { "adjustStreamVolume", adjustStreamVolume }, { "adjustSuggestedStreamVolume", adjustSuggestedStreamVolume },
    { "getRingerModeExternal", getRingerMode }, { "getRingerModeInternal", getRingerMode }, { "setRingerModeExternal", setRingerMode },
    { "setRingerModeInternal", setRingerMode }, { "isValidRingerMode", isValidRingerMode }, { "getMode", getMode }, { "setMode", setMode },
    { "isSpeakerphoneOn", isSpeakerphoneOn }, { "setSpeakerphoneOn", setSpeakerphoneOn }, { "isStreamMute", isStreamMute }, { "startWatchingRoutes", startWatchingRoutes },
    { "requestAudioFocus", .number = 1 /* granted */ }, { "abandonAudioFocus", .number = 1 }, { "unregisterAudioFocusClient", NULL }, { "getCurrentAudioFocus", NULL },
    { "loadSoundEffects", .number = 1 }, { "unloadSoundEffects", NULL }, { "reloadAudioSettings", NULL }, { "playSoundEffect", NULL }, { "playSoundEffectVolume", NULL },
    { "getStreamMinVolume", NULL }, { "isMasterMute", NULL }, { "setMasterMute", NULL }, { "setMicrophoneMute", NULL }, { "getVibrateSetting", NULL },
    { "setVibrateSetting", NULL }, { "shouldVibrate", NULL }, { "isBluetoothScoOn", NULL }, { "setBluetoothScoOn", NULL }, { "isBluetoothA2dpOn", NULL },
    { "setBluetoothA2dpOn", NULL }, { "startBluetoothSco", NULL }, { "stopBluetoothSco", NULL }, { "forceVolumeControlStream", NULL }, { "isCameraSoundForced", NULL },
    { "registerRemoteControlDisplay", NULL }, { "unregisterRemoteControlDisplay", NULL }, { "registerRemoteController", NULL }, { "getUiSoundsStreamType", .number = 1 },
    { "isStreamAffectedByRingerMode", NULL }, { "isStreamAffectedByMute", .number = 1 }, { "getRingtonePlayer", NULL }, { "setRingtonePlayer", NULL },
    { 0 },
};
