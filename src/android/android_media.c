/* Natives of android.media. This phone has no codecs. */
#include "android/natives.h"

const NativeMethod natives_android_media_DecoderCapabilities[] = {
    { "native_init", NULL, native_nothing }, { "native_get_num_audio_decoders", NULL, native_nothing }, { "native_get_num_video_decoders", NULL, native_nothing },
    { "native_get_audio_decoder_type", NULL, native_nothing }, { "native_get_video_decoder_type", NULL, native_nothing },
    { 0 },
};
