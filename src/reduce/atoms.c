#include "reduce/atoms.h"

#include <math.h>
#include <stdlib.h>

enum { DOWN, UP, MOVE, CANCEL, TRACKBALL_STEPS = 10, SLOP = 24, LONG_MS = 500, KEY_HOME = 3, KEY_APP_SWITCH = 187 };

static u32 touch_length(const Event *e, u32 count)
{
    u32 n = 1;
    if (e[0].key != DOWN)
        return 1;
    while (n < count && e[n].kind == EVENT_TOUCH && e[n].key != DOWN)
        if (e[n].key == UP || e[n].key == CANCEL)
            return n + 1;
        else
            n++;
    return n;
}

static u32 trackball_length(const Event *e, u32 count)
{
    u32 n = 0;
    while (n < count && n < TRACKBALL_STEPS && e[n].kind == EVENT_TRACKBALL && e[n].key == MOVE)
        n++;
    if (n < count && e[n].kind == EVENT_TRACKBALL && e[n].key == DOWN)
        n += 1 + (n + 1 < count && e[n + 1].kind == EVENT_TRACKBALL && e[n + 1].key == UP);
    return MAX(n, 1);
}

void atoms_group(Atoms *out, const Event *events, u32 count)
{
    *out = (Atoms){ .events = events, .items = xcalloc(MAX(count, 1), sizeof *out->items) };
    for (u32 i = 0; i < count;) {
        u32 n = events[i].kind == EVENT_TOUCH ? touch_length(events + i, count - i)
              : events[i].kind == EVENT_TRACKBALL ? trackball_length(events + i, count - i) : 1;
        out->items[out->count++] = (Atom){ i, n };
        i += n;
    }
}

void atoms_free(Atoms *atoms)
{
    free(atoms->items);
    *atoms = (Atoms){ 0 };
}

static Operation touch_operation(const Event *e, u32 count)
{
    i32 millis = 0;
    for (u32 i = 0; i < count; i++) {
        if (e[i].point_count > 1)
            return OP_PINCH;
        if (hypotf(e[i].points[0].x - e[0].points[0].x, e[i].points[0].y - e[0].points[0].y) > SLOP)
            return OP_DRAG;
        millis += i + 1 < count ? e[i].after : 0;
    }
    return millis >= LONG_MS ? OP_LONG_TAP : OP_TAP;
}

Operation atom_operation(const Atoms *atoms, u32 atom)
{
    const Event *e = &atoms->events[atoms->items[atom].first];
    switch (e->kind) {
    case EVENT_TOUCH: return touch_operation(e, atoms->items[atom].count);
    case EVENT_TAP: case EVENT_DOUBLE_TAP: return OP_TAP;
    case EVENT_LONG_TAP: return OP_LONG_TAP;
    case EVENT_SWIPE: return OP_DRAG;
    case EVENT_PINCH: return OP_PINCH;
    case EVENT_TRACKBALL: return OP_TRACKBALL;
    case EVENT_KEY: case EVENT_HOME: case EVENT_RECENTS: return OP_KEY;
    case EVENT_TEXT: case EVENT_TYPE: case EVENT_CLEAR: return OP_TEXT;
    case EVENT_LAUNCH: return OP_SWITCH;
    case EVENT_ROTATE: return OP_ROTATE;
    default: return OP_OTHER;
    }
}

i32 atom_key(const Atoms *atoms, u32 atom)
{
    const Event *e = &atoms->events[atoms->items[atom].first];
    return e->kind == EVENT_KEY ? e->key : e->kind == EVENT_HOME ? KEY_HOME : e->kind == EVENT_RECENTS ? KEY_APP_SWITCH : -1;
}

const EventPoint *atom_place(const Atoms *atoms, u32 atom)
{
    const Event *e = &atoms->events[atoms->items[atom].first];
    bool finger = e->kind == EVENT_TOUCH || e->kind == EVENT_TAP || e->kind == EVENT_DOUBLE_TAP || e->kind == EVENT_LONG_TAP || e->kind == EVENT_SWIPE || e->kind == EVENT_PINCH;
    return finger && e->point_count ? &e->points[0] : NULL;
}
