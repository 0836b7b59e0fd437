/*
 * Which picture an image shows. A drawable does not know its resource; but the
 * resources keep a cache of what they have loaded, by the place of the file's name
 * in the string pool of its table. Read backwards it names the file, and the file
 * the resource. See hierarchy.h.
 */
#include "android/hierarchy_icon.h"

#include "android/natives.h"

typedef struct IconEntry {
    const Object *state;            /* Drawable.ConstantState */
    i64 key;                        /* the table's number, the string's index */
} IconEntry;

static FieldRef values_field = FIELD("android/util/LongSparseArray", "mValues", NULL), keys_field = FIELD("android/util/LongSparseArray", "mKeys", "[J");
static FieldRef size_field = FIELD("android/util/LongSparseArray", "mSize", "I");

static void add(Icons *icons, const Object *state, i64 key)
{
    if (icons->count == icons->room) {
        icons->room = icons->room ? icons->room * 2 : 64;
        icons->entries = xrealloc(icons->entries, icons->room * sizeof *icons->entries);
    }
    icons->entries[icons->count++] = (IconEntry){ state, key };
}

/* LongSparseArray of WeakReferences. */
static void add_sparse(Thread *t, Icons *icons, const Object *array)
{
    static FieldRef referent = FIELD("java/lang/ref/Reference", "referent", NULL);
    const Object *keys = array ? GET_REF(t, array, &keys_field) : NULL, *values = array ? GET_REF(t, array, &values_field) : NULL;
    i32 count = keys && values ? MIN(GET_INT(t, array, &size_field), MIN(ARRAY_LENGTH(keys), ARRAY_LENGTH(values))) : 0;
    for (i32 i = 0; i < count; i++) {
        const Object *weak = ref_object(ARRAY_REF(values)[i]);
        const Object *state = weak && object_class(weak)->flags & CLASS_WEAK ? GET_REF(t, weak, &referent) : NULL;
        if (state)
            add(icons, state, ARRAY_I64(keys)[i]);
    }
}

static void add_themed(Thread *t, Icons *icons, const Object *map)
{
    static FieldRef array = FIELD("android/util/ArrayMap", "mArray", NULL), size = FIELD("android/util/ArrayMap", "mSize", "I");
    const Object *pairs = map ? GET_REF(t, map, &array) : NULL;
    for (i32 i = 0; pairs && i < GET_INT(t, map, &size) && i * 2 + 1 < ARRAY_LENGTH(pairs); i++)
        add_sparse(t, icons, ref_object(ARRAY_REF(pairs)[i * 2 + 1]));
}

static void read_cache(Thread *t, Icons *icons, const Object *resources)
{
    static FieldRef cache = FIELD("android/content/res/Resources", "mDrawableCache", NULL);
    static FieldRef themed = FIELD("android/content/res/ThemedResourceCache", "mThemedEntries", NULL);
    static FieldRef unthemed = FIELD("android/content/res/ThemedResourceCache", "mUnthemedEntries", NULL);
    static FieldRef without = FIELD("android/content/res/ThemedResourceCache", "mNullThemedEntries", NULL);
    const Object *c = GET_REF(t, resources, &cache);
    icons->resources = resources;
    icons->count = 0;
    if (!c)
        return;
    add_themed(t, icons, GET_REF(t, c, &themed));
    add_sparse(t, icons, GET_REF(t, c, &unthemed));
    add_sparse(t, icons, GET_REF(t, c, &without));
}

/* Each kind of drawable keeps its state under a name of its own. */
static const Object *state_of(Thread *t, const Object *drawable)
{
    static FieldRef states[] = {
        FIELD("android/graphics/drawable/BitmapDrawable", "mBitmapState", NULL), FIELD("android/graphics/drawable/VectorDrawable", "mVectorState", NULL),
        FIELD("android/graphics/drawable/DrawableContainer", "mDrawableContainerState", NULL), FIELD("android/graphics/drawable/LayerDrawable", "mLayerState", NULL),
        FIELD("android/graphics/drawable/NinePatchDrawable", "mNinePatchState", NULL),
    };
    for (const Class *c = object_class(drawable); c; c = c->super)
        for (size_t i = 0; i < COUNT_OF(states); i++)
            if (!strcmp(c->name->text, states[i].owner))
                return GET_REF(t, drawable, &states[i]);
    return NULL;
}

/* "res/drawable-xhdpi-v4/ic_add.png" is drawable/ic_add. */
static bool name_of_file(Buf *out, const char *path)
{
    const char *folder = strchr(path, '/'), *name = strrchr(path, '/');
    if (!folder || folder == name)
        return false;
    folder++;
    name++;
    buf_add(out, folder, strcspn(folder, "-/"));
    buf_add_char(out, '/');
    buf_add(out, name, strcspn(name, "."));
    return true;
}

bool icon_name(Thread *t, Icons *icons, const Object *resources, Resources *tables, const Object *drawable, Buf *out)
{
    if (icons->resources != resources)
        read_cache(t, icons, resources);
    const Object *state = state_of(t, drawable);
    for (u32 i = 0; state && i < icons->count; i++) {
        if (icons->entries[i].state != state)
            continue;
        i64 key = icons->entries[i].key;
        const StringPool *pool = key >> 32 > 0 && (u64)(key >> 32) <= resources_block_count(tables) ? resources_strings(tables, (u32)(key >> 32) - 1) : NULL;
        Buf path = { 0 };
        bool found = pool && string_pool_append(&path, pool, (u32)key) && name_of_file(out, buf_str(&path));
        buf_free(&path);
        return found;
    }
    return false;
}

void icons_free(Icons *icons)
{
    free(icons->entries);
    *icons = (Icons){ 0 };
}
