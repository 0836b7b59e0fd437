/*
 * The media provider: every file that media apps know of is a row of one table, with
 * views for images, audio and video, as on a phone. The two volumes share the table.
 *
 * Columns may be any expression, and callers smuggle GROUP BY through the selection;
 * both work here as they do there.
 */
#include "android/providers.h"

#include "android/java.h"
#include "android/natives.h"
#include "libcore/vfs.h"

enum { TYPE_NONE, TYPE_IMAGE, TYPE_AUDIO, TYPE_VIDEO, TYPE_PLAYLIST };

#define COMMON "_id, volume, _data, _size, _display_name, mime_type, title, date_added, date_modified, is_drm, width, height"
#define BUCKET "datetaken, mini_thumb_magic, bucket_id, bucket_display_name, latitude, longitude, isprivate, description"
#define AUDIO_COLUMNS                                                                                                          \
    "title_key, duration, bookmark, composer, track, year, is_ringtone, is_music, is_alarm, is_notification, is_podcast, album_artist, " \
    "artist_id, album_id, compilation, coalesce(artist, '<unknown>') AS artist, coalesce(album, '<unknown>') AS album, "          \
    "lower(coalesce(artist, '')) AS artist_key, lower(coalesce(album, '')) AS album_key"

static const char *const schema[] = {
    "CREATE TABLE files (_id INTEGER PRIMARY KEY AUTOINCREMENT, volume TEXT NOT NULL DEFAULT 'external', _data TEXT UNIQUE, _size INTEGER, format INTEGER, parent INTEGER, "
    "date_added INTEGER, date_modified INTEGER, mime_type TEXT, title TEXT, description TEXT, _display_name TEXT, picasa_id TEXT, orientation INTEGER, latitude DOUBLE, "
    "longitude DOUBLE, datetaken INTEGER, mini_thumb_magic INTEGER, bucket_id TEXT, bucket_display_name TEXT, isprivate INTEGER, title_key TEXT, artist_id INTEGER, "
    "album_id INTEGER, composer TEXT, track INTEGER, year INTEGER, is_ringtone INTEGER, is_music INTEGER, is_alarm INTEGER, is_notification INTEGER, is_podcast INTEGER, "
    "album_artist TEXT, compilation TEXT, artist TEXT, album TEXT, genre TEXT, duration INTEGER, bookmark INTEGER, resolution TEXT, tags TEXT, category TEXT, language TEXT, "
    "mini_thumb_data TEXT, name TEXT, media_type INTEGER NOT NULL DEFAULT 0, old_id INTEGER, storage_id INTEGER, is_drm INTEGER, width INTEGER, height INTEGER, "
    "media_scanner_new_object_id INTEGER)",
    "CREATE TABLE artists (_id INTEGER PRIMARY KEY, artist TEXT UNIQUE)",
    "CREATE TABLE albums (_id INTEGER PRIMARY KEY, album TEXT UNIQUE)",
    "CREATE TABLE audio_playlists_map (_id INTEGER PRIMARY KEY, audio_id INTEGER NOT NULL, playlist_id INTEGER NOT NULL, play_order INTEGER NOT NULL)",
    "CREATE TABLE audio_genres (_id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE audio_genres_map (_id INTEGER PRIMARY KEY, audio_id INTEGER NOT NULL, genre_id INTEGER NOT NULL)",
    "CREATE TABLE thumbnails (_id INTEGER PRIMARY KEY, _data TEXT, image_id INTEGER, kind INTEGER, width INTEGER, height INTEGER)",
    "CREATE TABLE videothumbnails (_id INTEGER PRIMARY KEY, _data TEXT, video_id INTEGER, kind INTEGER, width INTEGER, height INTEGER)",
    "CREATE TABLE album_art (album_id INTEGER PRIMARY KEY, _data TEXT)",
    "CREATE TABLE scanner (volume TEXT)",
    "CREATE TRIGGER file_new AFTER INSERT ON files WHEN NEW.media_type = 2 BEGIN "
    "INSERT OR IGNORE INTO artists (artist) VALUES (coalesce(NEW.artist, '<unknown>')); INSERT OR IGNORE INTO albums (album) VALUES (coalesce(NEW.album, '<unknown>')); "
    "UPDATE files SET title_key = lower(title), artist_id = (SELECT _id FROM artists WHERE artist = coalesce(NEW.artist, '<unknown>')), "
    "album_id = (SELECT _id FROM albums WHERE album = coalesce(NEW.album, '<unknown>')) WHERE _id = NEW._id; END",
    /* Files that media apps add or forget go with their rows. */
    "CREATE TRIGGER file_gone AFTER DELETE ON files BEGIN SELECT _DELETE_FILE(OLD._data) WHERE OLD._data IS NOT NULL; END",
    "CREATE VIEW images AS SELECT " COMMON ", " BUCKET ", picasa_id, orientation FROM files WHERE media_type = 1",
    "CREATE VIEW video AS SELECT " COMMON ", " BUCKET ", duration, artist, album, resolution, tags, category, language, mini_thumb_data, bookmark FROM files WHERE media_type = 3",
    "CREATE VIEW audio AS SELECT " COMMON ", " AUDIO_COLUMNS " FROM files WHERE media_type = 2",
    "CREATE VIEW audio_playlists AS SELECT _id, volume, _data, name, date_added, date_modified FROM files WHERE media_type = 4",
    "CREATE VIEW album_info AS SELECT album_id AS _id, volume, album, album_key, min(year) AS minyear, max(year) AS maxyear, artist, artist_id, artist_key, count(*) AS numsongs, "
    "count(*) AS numsongs_by_artist, (SELECT _data FROM album_art WHERE album_art.album_id = audio.album_id) AS album_art, album_id FROM audio WHERE is_music = 1 GROUP BY album_id",
    "CREATE VIEW artist_info AS SELECT artist_id AS _id, volume, artist, artist_key, count(DISTINCT album_id) AS number_of_albums, count(*) AS number_of_tracks "
    "FROM audio WHERE is_music = 1 GROUP BY artist_id",
    "CREATE VIEW playlist_members AS SELECT audio_playlists_map._id AS _id, audio_id, playlist_id, play_order, audio.volume AS volume, _data, _size, _display_name, mime_type, "
    "title, date_added, date_modified, " AUDIO_COLUMNS " FROM audio_playlists_map JOIN audio ON audio._id = audio_id",
    "CREATE VIEW genre_members AS SELECT audio_genres_map._id AS _id, audio_id, genre_id, audio.volume AS volume, _data, _size, _display_name, mime_type, title, date_added, "
    "date_modified, " AUDIO_COLUMNS " FROM audio_genres_map JOIN audio ON audio._id = audio_id",
    /* What a phone comes with. */
    "INSERT INTO files (_id, volume, _data, _display_name, mime_type, title, media_type, is_ringtone, is_music, is_alarm, is_notification, is_podcast) VALUES "
    "(10, 'internal', '/system/media/audio/ringtones/Ring_Synth_04.ogg', 'Ring_Synth_04.ogg', 'application/ogg', 'Flutey Phone', 2, 1, 0, 0, 0, 0), "
    "(11, 'internal', '/system/media/audio/notifications/pixiedust.ogg', 'pixiedust.ogg', 'application/ogg', 'Pixie Dust', 2, 0, 0, 0, 1, 0), "
    "(12, 'internal', '/system/media/audio/alarms/Alarm_Classic.ogg', 'Alarm_Classic.ogg', 'application/ogg', 'Cesium', 2, 0, 0, 1, 0, 0)",
    NULL,
};

#define HERE "volume = {1}"
#define THIS HERE " AND _id = {4}"
#define DIR "vnd.android.cursor.dir/"
#define ITEM "vnd.android.cursor.item/"

static const ProviderPath paths[] = {
    { "*/images/media", DIR "image", "files", "images", HERE, NULL, "volume=1" },
    { "*/images/media/#", "=mime_type", "files", "images", THIS },
    { "*/images/thumbnails", DIR "image", "thumbnails" },
    { "*/images/thumbnails/#", "image/jpeg", "thumbnails", NULL, "_id = {4}" },
    { "*/video/media", DIR "video", "files", "video", HERE, NULL, "volume=1" },
    { "*/video/media/#", "=mime_type", "files", "video", THIS },
    { "*/video/thumbnails", DIR "video", "videothumbnails" },
    { "*/video/thumbnails/#", "image/jpeg", "videothumbnails", NULL, "_id = {4}" },
    { "*/audio/media", DIR "audio", "files", "audio", HERE, NULL, "volume=1" },
    { "*/audio/media/#", "=mime_type", "files", "audio", THIS },
    { "*/audio/media/#/genres", DIR "genre", "audio_genres_map", "audio_genres", "_id IN (SELECT genre_id FROM audio_genres_map WHERE audio_id = {4})", NULL, "audio_id=4" },
    { "*/audio/albums", DIR "albums", NULL, "album_info", HERE },
    { "*/audio/albums/#", ITEM "album", NULL, "album_info", THIS },
    { "*/audio/artists", DIR "artists", NULL, "artist_info", HERE },
    { "*/audio/artists/#", ITEM "artist", NULL, "artist_info", THIS },
    { "*/audio/artists/#/albums", DIR "albums", NULL, "album_info", HERE " AND artist_id = {4}" },
    { "*/audio/genres", DIR "genre", "audio_genres" },
    { "*/audio/genres/#", ITEM "genre", "audio_genres", NULL, "_id = {4}" },
    { "*/audio/genres/#/members", DIR "audio", "audio_genres_map", "genre_members", "genre_id = {4}", NULL, "genre_id=4" },
    { "*/audio/genres/all/members", DIR "audio", NULL, "genre_members" },
    { "*/audio/playlists", DIR "playlist", "files", "audio_playlists", HERE, NULL, "volume=1" },
    { "*/audio/playlists/#", ITEM "playlist", "files", "audio_playlists", THIS },
    { "*/audio/playlists/#/members", DIR "audio", "audio_playlists_map", "playlist_members", "playlist_id = {4}", "play_order", "playlist_id=4" },
    { "*/audio/playlists/#/members/#", DIR "audio", "audio_playlists_map", "playlist_members", "playlist_id = {4} AND _id = {6}" },
    { "*/audio/albumart", DIR "albumart", NULL, "album_art" },
    { "*/audio/albumart/#", "image/jpeg", NULL, "album_art", "album_id = {4}" },
    { "*/audio/search/**", DIR "audio", NULL, "audio", "0" },
    { "*/file", DIR "file", "files", NULL, HERE, NULL, "volume=1" },
    { "*/file/#", ITEM "file", "files", NULL, HERE " AND _id = {3}" },
    { "*/object", DIR "file", "files", NULL, HERE, NULL, "volume=1" },
    { "*/media_scanner", NULL, "scanner", "scanner" },
    { "*/fs_id", NULL, NULL, "(SELECT 1 AS fsid)" },
    { "*/version", NULL, NULL, "(SELECT 'reenact' AS version)" },
    { "*", ITEM "volume", NULL, "(SELECT {1} AS name)" },
    { 0 },
};

/* ---- a new file ------------------------------------------------------------------------- */

static int media_type(const ProviderPath *path)
{
    static const struct { const char *part; int type; } types[] = {
        { "*/images/media", TYPE_IMAGE }, { "*/video/media", TYPE_VIDEO }, { "*/audio/media", TYPE_AUDIO }, { "*/audio/playlists", TYPE_PLAYLIST },
    };
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (!strcmp(path->path, types[i].part))
            return types[i].type;
    return TYPE_NONE;
}

/* A place for an image or film whose maker named none. */
static char *make_up_file(Thread *t, int type)
{
    const char *folder = type == TYPE_IMAGE ? "/storage/emulated/0/Pictures" : "/storage/emulated/0/video";
    char *path = xasprintf("%s/%lld.%s", folder, (long long)vm_millis(t->vm), type == TYPE_IMAGE ? "jpg" : "3gp");
    vfs_make_dirs(vfs_of(t->vm), folder, 0771);
    vfs_write_file(vfs_of(t->vm), path, "", 0);
    return path;
}

static void put_missing(Thread *t, Object *values, const char *key, const char *text)
{
    if (text && !t->exception && !values_have(t, values, key) && !t->exception)
        values_put(t, values, key, text);
}

/* The folder, as apps group by it: a number of its path, and its name. */
static void put_bucket(Thread *t, Object *values, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return;
    char *folder = xstrndup(path, (size_t)(slash - path)), number[16];
    Object *lower = vm_call_method(t, vm_string_utf8(t, folder), "toLowerCase", "()Ljava/lang/String;").l;
    snprintf(number, sizeof number, "%d", lower ? vm_call_method(t, lower, "hashCode", "()I").i : 0);
    put_missing(t, values, "bucket_id", number);
    put_missing(t, values, "bucket_display_name", strrchr(folder, '/') ? strrchr(folder, '/') + 1 : folder);
    free(folder);
}

static void put_facts_of_file(Thread *t, Object *values, const char *path, int type)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    char *title = dot ? xstrndup(name, (size_t)(dot - name)) : xstrdup(name);
    put_missing(t, values, "_display_name", name);
    put_missing(t, values, "title", title);
    free(title);
    Object *mime = vm_call_static(t, "android/media/MediaFile", "getMimeTypeForFile", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, path)).l;
    char *text = vm_string_to_utf8(mime);
    put_missing(t, values, "mime_type", text ? text : type == TYPE_IMAGE ? "image/jpeg" : NULL);
    free(text);
    if (type == TYPE_IMAGE || type == TYPE_VIDEO)
        put_bucket(t, values, path);
}

static void new_row(Thread *t, const ProviderPath *path, Object *values)
{
    if (strcmp(path->table, "files"))
        return;
    int type = media_type(path);
    char *file = values_text(t, values, "_data"), seconds[24];
    if (!file && (type == TYPE_IMAGE || type == TYPE_VIDEO) && !t->exception) {
        file = make_up_file(t, type);
        values_put(t, values, "_data", file);
    }
    if (file)
        put_facts_of_file(t, values, file, type);
    free(file);
    snprintf(seconds, sizeof seconds, "%lld", (long long)vm_millis(t->vm) / 1000);
    put_missing(t, values, "date_added", seconds);
    if (type && !t->exception)
        values_put_long(t, values, "media_type", type);
}

/* ParcelFileDescriptor openFile(Uri, String mode): the file that the row's _data names */
static void openFile(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_call_method(t, args[0].l, "openFileHelper", "(Landroid/net/Uri;Ljava/lang/String;)Landroid/os/ParcelFileDescriptor;", args[1].l, args[2].l).l;
}

static const MadeMethod methods[] = {
    { "openFile", "(Landroid/net/Uri;Ljava/lang/String;)Landroid/os/ParcelFileDescriptor;", 0, openFile, NULL },
    { 0 },
};

const Provider provider_media = {
    .authority = "media",
    .class_name = "com/android/providers/media/MediaProvider",
    .package = "com.android.providers.media",
    .path_prefix = "/external/",
    .read_permission = "android.permission.READ_EXTERNAL_STORAGE",
    .write_permission = "android.permission.WRITE_EXTERNAL_STORAGE",
    .schema = schema,
    .paths = paths,
    .free_projection = true,
    .new_row = new_row,
    .methods = methods,
};
