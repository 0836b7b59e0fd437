/*
 * Debug info of dex methods: which line each instruction comes from.
 *
 *   uleb128 first line, uleb128 count of parameters, their names, then a
 *   program over (address, line) until END:
 *     00 END                 01 ADVANCE_PC uleb      02 ADVANCE_LINE sleb
 *     03 START_LOCAL         04 START_LOCAL_EXTENDED 05 END_LOCAL
 *     06 RESTART_LOCAL       07 PROLOGUE_END         08 EPILOGUE_BEGIN
 *     09 SET_FILE            0a… both move by a little, and this is a position
 */
#include "code/dex_internal.h"

#include <string.h>

enum {
    END, ADVANCE_PC, ADVANCE_LINE, START_LOCAL, START_LOCAL_EXTENDED, END_LOCAL, RESTART_LOCAL,
    PROLOGUE_END, EPILOGUE_BEGIN, SET_FILE, FIRST_SPECIAL,
    LINE_BASE = -4, LINE_RANGE = 15,
};

/* Of two positions at one unit the later counts, as when the last one at or before an address is looked up. */
static void add_line(Buf *lines, u32 unit, u32 line)
{
    LinePos *last = lines->size ? (LinePos *)(lines->data + lines->size) - 1 : NULL;
    if (last && last->unit == unit) {
        last->line = line;
    } else if (!last || last->line != line) {
        LinePos entry = { unit, line, 0 };
        buf_add(lines, &entry, sizeof entry);
    }
}

int dex_read_lines(DexFile *file, u32 debug_offset, u32 code_units, const u32 *unit_of, u32 unit_mask, Code *code)
{
    DexCursor cursor;
    if (dex_cursor(file, debug_offset, "debug info", &cursor))
        return ERR_INPUT;
    Buf *lines = &file->line_scratch;
    buf_clear(lines);
    u32 line = cursor_uleb(&cursor), address = 0;
    for (u32 parameters = cursor_uleb(&cursor); parameters && !cursor.ended; parameters--)
        cursor_uleb_p1(&cursor);
    for (u8 op; (op = cursor_u8(&cursor)) != END;) {
        switch (op) {
        case ADVANCE_PC:
            address += cursor_uleb(&cursor);
            break;
        case ADVANCE_LINE:
            line += (u32)cursor_sleb(&cursor);
            break;
        case START_LOCAL_EXTENDED:
            cursor_uleb(&cursor);   /* fallthrough: one more than START_LOCAL */
            __attribute__((fallthrough));
        case START_LOCAL:
            cursor_uleb(&cursor);
            cursor_uleb(&cursor);
            cursor_uleb(&cursor);
            break;
        case END_LOCAL: case RESTART_LOCAL: case SET_FILE:
            cursor_uleb(&cursor);
            break;
        case PROLOGUE_END: case EPILOGUE_BEGIN:
            break;
        default:
            address += (u32)(op - FIRST_SPECIAL) / LINE_RANGE;
            line += (u32)(LINE_BASE + (op - FIRST_SPECIAL) % LINE_RANGE);
            if (address < code_units && (unit_of[address] & unit_mask) < code->unit_count)
                add_line(lines, unit_of[address] & unit_mask, line);
        }
        /* Addresses only go up; past the code nothing more can count. */
        if (address >= code_units)
            break;
    }
    if (cursor.ended)
        return dex_fail(file, "debug info at 0x%x runs past the file", debug_offset);
    if (!(code->lines = arena_try_alloc(file->store->arena, lines->size)))
        return dex_fail(file, "no room for the lines of debug info at 0x%x", debug_offset);
    if (lines->size)
        memcpy(code->lines, lines->data, lines->size);
    code->line_count = (u32)(lines->size / sizeof(LinePos));
    return OK;
}
