/* The table of data/vectors.bin and an index over its names, made at first use. */
#include "text/vectors.h"
#include "base/map.h"
#include "text/net.h"
#include "text/weights.h"

#include <stdlib.h>
#include <string.h>

typedef struct Vectors {
    bool ready;
    int count;
    const char **names;
    u8 *lengths;
    u32 *buckets, mask;
    Table table;
} Vectors;

static Vectors vectors;

static void load(void)
{
    Vectors *v = &vectors;
    v->ready = true;
    WeightReader r = { weights_vectors, weights_vectors_end, false };
    if (r.end - r.at < 8 || memcmp(r.at, "RWV1", 4))
        return;
    r.at += 4;
    u32 count = read_count(&r);
    if (count > 1000000)
        return;
    u32 size = 1024;
    while (size < count * 2)
        size *= 2;
    v->mask = size - 1;
    v->buckets = xcalloc(size, sizeof(u32));
    v->names = xcalloc(count + 1, sizeof(char *));
    v->lengths = xcalloc(count + 1, 1);
    for (u32 i = 0; i < count && !r.bad; i++) {
        v->names[i] = read_name(&r, &v->lengths[i]);
        u32 h = hash_bytes(v->names[i], v->lengths[i]);
        while (v->buckets[h & v->mask])
            h++;
        v->buckets[h & v->mask] = i + 1;
    }
    v->table = read_table(&r, (int)count, VECTOR_DIM);
    v->count = r.bad ? 0 : (int)count;
}

int vector_find(const char *lower)
{
    if (!vectors.ready)
        load();
    if (!vectors.count)
        return -1;
    size_t n = strlen(lower);
    for (u32 h = hash_bytes(lower, n); vectors.buckets[h & vectors.mask]; h++) {
        u32 i = vectors.buckets[h & vectors.mask] - 1;
        if (vectors.lengths[i] == n && !memcmp(vectors.names[i], lower, n))
            return (int)i;
    }
    return -1;
}

void vector_get(int row, float *out)
{
    memset(out, 0, sizeof(float) * VECTOR_DIM);
    table_add_row(&vectors.table, row, out);
}

float vector_similarity(const char *a, const char *b)
{
    int x = vector_find(a), y = vector_find(b);
    if (x < 0 || y < 0)
        return 0;
    float u[VECTOR_DIM], v[VECTOR_DIM], dot = 0;
    vector_get(x, u);
    vector_get(y, v);
    for (int i = 0; i < VECTOR_DIM; i++)
        dot += u[i] * v[i];
    return dot;
}
