/* What a sound file says about itself: MP3 with ID3 tags, and WAV. */
#ifndef ANDROID_MEDIA_METADATA_H
#define ANDROID_MEDIA_METADATA_H

#include "base/base.h"

/* MediaMetadataRetriever.METADATA_KEY_… */
enum {
    META_TRACK = 0, META_ALBUM, META_ARTIST, META_AUTHOR, META_COMPOSER, META_DATE, META_GENRE, META_TITLE, META_YEAR, META_DURATION,
    META_TRACKS, META_WRITER, META_MIME, META_ALBUM_ARTIST, META_DISC, META_COMPILATION, META_HAS_AUDIO, META_BITRATE = 20, META_KEYS = 26,
};

typedef struct MediaMetadata {
    char *values[META_KEYS];        /* UTF-8; NULL: it does not say */
} MediaMetadata;

/* From the beginning of a file and its whole size. False: a format that is not known, nothing is filled in. */
bool media_metadata_read(MediaMetadata *out, const u8 *bytes, size_t count, u64 file_size);
void media_metadata_free(MediaMetadata *m);

#endif
