/*
 * What kind of view a class is, and which name accessibility gives it: a widget of
 * the framework answers with its own class, whatever an app has made of it. Some
 * widgets of the support libraries name themselves. See hierarchy.h.
 */
#include "android/hierarchy.h"

#include "android/natives.h"

/* Names that are no own class of the framework that says so. A NULL name: its own. */
static const struct { const char *class_name, *name; } named[] = {
    { "android/support/v4/view/ViewPager", NULL }, { "androidx/viewpager/widget/ViewPager", NULL },
    { "android/support/v7/widget/RecyclerView", NULL }, { "androidx/recyclerview/widget/RecyclerView", NULL },
    { "android/support/v4/widget/DrawerLayout", NULL }, { "androidx/drawerlayout/widget/DrawerLayout", NULL },
    { "android/support/v7/widget/LinearLayoutCompat", NULL }, { "androidx/appcompat/widget/LinearLayoutCompat", NULL },
    { "android/support/v4/widget/NestedScrollView", "android.widget.ScrollView" }, { "androidx/core/widget/NestedScrollView", "android.widget.ScrollView" },
    { "android/support/v7/widget/SwitchCompat", "android.widget.Switch" }, { "androidx/appcompat/widget/SwitchCompat", "android.widget.Switch" },
    { "android/support/design/widget/TabLayout$TabView", "android.support.v7.app.ActionBar$Tab" },
    { "com/google/android/material/tabs/TabLayout$TabView", "androidx.appcompat.app.ActionBar$Tab" },
    { "com/android/internal/widget/ResolverDrawerLayout", "android.widget.ScrollView" },
    { "com/android/internal/widget/ScrollingTabContainerView$TabView", "android.app.ActionBar$Tab" },
};

static const struct { const char *class_name; u32 kinds; } kinds[] = {
    { "android/view/ViewGroup", KIND_GROUP }, { "android/widget/TextView", KIND_TEXT }, { "android/widget/CompoundButton", KIND_COMPOUND },
    { "android/widget/CheckedTextView", KIND_CHECKED_TEXT }, { "android/widget/AbsListView", KIND_LIST }, { "android/widget/ScrollView", KIND_SCROLL },
    { "android/widget/HorizontalScrollView", KIND_SCROLL_ACROSS }, { "android/widget/ImageView", KIND_IMAGE },
    { "android/support/v4/widget/NestedScrollView", KIND_SCROLL }, { "androidx/core/widget/NestedScrollView", KIND_SCROLL },
    { "android/support/v7/widget/RecyclerView", KIND_RECYCLER }, { "androidx/recyclerview/widget/RecyclerView", KIND_RECYCLER },
    { "android/support/v4/view/ViewPager", KIND_PAGER }, { "androidx/viewpager/widget/ViewPager", KIND_PAGER },
};

static char *dotted(const char *internal)
{
    char *name = xstrdup(internal);
    for (char *p = name; *p; p++)
        if (*p == '/')
            *p = '.';
    return name;
}

static char *accessible_name(const Class *c)
{
    for (; c->super; c = c->super) {
        for (size_t i = 0; i < COUNT_OF(named); i++)
            if (!strcmp(named[i].class_name, c->name->text))
                return dotted(named[i].name ? named[i].name : c->name->text);
        if (c->flags & CLASS_BOOT && vm_declared_method(c, "getAccessibilityClassName", "()Ljava/lang/CharSequence;"))
            break;
    }
    return dotted(c->name->text);
}

static u32 kinds_of(const Class *c)
{
    u32 found = 0;
    for (; c; c = c->super)
        for (size_t i = 0; i < COUNT_OF(kinds); i++)
            if (!strcmp(kinds[i].class_name, c->name->text))
                found |= kinds[i].kinds;
    return found;
}

/* An open table by the class's address. */
typedef struct ClassTable {
    ViewClass **slots;
    u32 used, size;
} ClassTable;

static ViewClass **slot_of(const ClassTable *table, const Class *c)
{
    u32 i = (u32)((uintptr_t)c >> 4) * 2654435761u & (table->size - 1);
    while (table->slots[i] && table->slots[i]->c != c)
        i = (i + 1) & (table->size - 1);
    return &table->slots[i];
}

static void grow(ClassTable *table)
{
    ClassTable old = *table;
    table->size = old.size ? old.size * 2 : 256;
    table->slots = xcalloc(table->size, sizeof *table->slots);
    for (u32 i = 0; i < old.size; i++)
        if (old.slots[i])
            *slot_of(table, old.slots[i]->c) = old.slots[i];
    free(old.slots);
}

const ViewClass *hierarchy_class(Vm *vm, const Class *c)
{
    void **place = vm_extension(vm, EXT_HIERARCHY);
    if (!*place)
        *place = xcalloc(1, sizeof(ClassTable));
    ClassTable *table = *place;
    if (table->used * 2 >= table->size)
        grow(table);
    ViewClass **slot = slot_of(table, c);
    if (!*slot) {
        *slot = xcalloc(1, sizeof **slot);
        **slot = (ViewClass){ c, accessible_name(c), dotted(c->name->text), kinds_of(c) };
        table->used++;
    }
    return *slot;
}
