#include "device/look.h"

#include "android/activity.h"
#include "android/crash.h"
#include "android/hierarchy.h"
#include "android/screen.h"
#include "android/window.h"

#include <string.h>

static AppState state_of(AppEnd end)
{
    switch (end) {
    case APP_CRASHED: return APP_HAS_CRASHED;
    case APP_EXITED: return APP_HAS_EXITED;
    case APP_STUCK: return APP_DOES_NOT_ANSWER;
    default: return APP_RUNS;
    }
}

static char *copy(const char *text)
{
    return text ? xstrdup(text) : NULL;
}

static i32 window_number(const Window *bottom, const Window *w)
{
    i32 n = 0;
    for (; bottom && bottom != w; bottom = bottom->next)
        n++;
    return n;
}

_Static_assert((int)VIEW_CHECKABLE == (int)NODE_CHECKABLE && (int)VIEW_SELECTED == (int)NODE_SELECTED && (int)VIEW_EDITABLE == (int)NODE_EDITABLE,
               "both count their flags alike");

static void add_nodes(Thread *t, const Hierarchy *h, Screen *out)
{
    out->nodes = xcalloc(h->count ? h->count : 1, sizeof *out->nodes);
    out->node_count = h->count;
    for (u32 i = 0; i < h->count; i++) {
        const HierarchyNode *from = &h->nodes[i];
        out->nodes[i] = (Node){
            .parent = from->parent, .window = window_number(window_bottom(t->vm), from->window), .index = from->index,
            .left = from->bounds.left, .top = from->bounds.top, .right = from->bounds.right, .bottom = from->bounds.bottom,
            .flags = from->flags, .input_type = from->input_type, .view = from->identity,
            .class_name = from->class_name, .real_class = from->real_class, .package = from->package,
            .text = from->text, .description = from->content_desc, .hint = from->hint, .id = from->resource_id, .icon = from->icon,
        };
    }
}

void look_briefly(Thread *t, Screen *out)
{
    const Crash *crash = crash_of(t->vm);
    *out = (Screen){
        .state = state_of(crash->end), .crash = copy(crash->trace), .crash_thread = copy(crash->thread), .crash_gap = copy(crash->gap),
        .activity = activity_top_name(t), .width = screen_width(t->vm), .height = screen_height(t->vm), .rotation = screen_rotation(t->vm),
        .keyboard = window_find_type(t->vm, TYPE_INPUT_METHOD) != NULL,
        .millis = vm_nanos(t->vm) / 1000000, .steps = vm_steps(t->vm),
    };
}

Hierarchy *look(Thread *t, Screen *out)
{
    look_briefly(t, out);
    Hierarchy *h = hierarchy_read(t);
    out->shape = hierarchy_hash(h, false);
    out->content = hierarchy_hash(h, true);
    add_nodes(t, h, out);
    return h;
}

void look_end(Hierarchy *seen, Screen *screen)
{
    if (seen)
        hierarchy_free(seen);
    screen_free(screen);
}

char *look_dump(Thread *t)
{
    Hierarchy *h = hierarchy_read(t);
    Buf out = { 0 };
    hierarchy_write_xml(h, &out, false);
    hierarchy_free(h);
    return buf_take(&out);
}
