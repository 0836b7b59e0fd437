/*
 * CursorWindow: the rows that a query has fetched, in one block of memory of a
 * fixed size. How much fits is what apps can observe (a row that is larger than
 * the window, where the next fill begins), so space is counted as the platform
 * counts it.
 */
#ifndef ANDROID_CURSOR_WINDOW_H
#define ANDROID_CURSOR_WINDOW_H

#include "base/base.h"

/* As android.database.Cursor numbers them. */
typedef enum FieldType { FIELD_NULL, FIELD_INTEGER, FIELD_FLOAT, FIELD_STRING, FIELD_BLOB } FieldType;

typedef struct WindowField {
    FieldType type;
    union {
        i64 integer;
        double real;
        struct {
            const u8 *bytes;        /* borrowed until the window changes; strings end in a 0 */
            size_t size;            /* that 0 included */
        };
    };
} WindowField;

typedef struct CursorWindow CursorWindow;

typedef enum WindowStatus {
    WINDOW_OK = 0,
    WINDOW_NO_MEMORY = -12,         /* the platform's status codes: messages show them */
    WINDOW_BAD_VALUE = -22,
    WINDOW_INVALID = -38,
} WindowStatus;

/* NULL when size has no room for a first row. The caller releases it. */
CursorWindow *window_new(const char *name, size_t size);
/* The content as another owner sees it: shared, and not to be changed there. */
CursorWindow *window_share(CursorWindow *window);
void window_release(CursorWindow *window);

const char *window_name(const CursorWindow *window);
u32 window_rows(const CursorWindow *window);
u32 window_columns(const CursorWindow *window);
WindowStatus window_clear(CursorWindow *window);
WindowStatus window_set_columns(CursorWindow *window, u32 columns);
WindowStatus window_add_row(CursorWindow *window);
void window_drop_last_row(CursorWindow *window);

/* What the last addition that did not fit asked for, and what there was. */
typedef struct WindowRefusal {
    u64 wanted;
    u32 free, size;
} WindowRefusal;
WindowRefusal window_refusal(const CursorWindow *window);

/* False: there is no such row or column. */
bool window_get(const CursorWindow *window, u32 row, u32 column, WindowField *out);
WindowStatus window_put(CursorWindow *window, u32 row, u32 column, const WindowField *field);

#endif
