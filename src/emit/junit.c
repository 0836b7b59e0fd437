/* JUnit XML: a testcase for each step; the step that the app does not survive fails with the crash. */
#include "emit/pieces.h"

void put_escaped(Buf *out, const char *text)
{
    for (; *text; text++) {
        u8 c = (u8)*text;
        if (c == '<')
            buf_add_str(out, "&lt;");
        else if (c == '>')
            buf_add_str(out, "&gt;");
        else if (c == '&')
            buf_add_str(out, "&amp;");
        else if (c == '"')
            buf_add_str(out, "&quot;");
        else if (c >= 0x20 || c == '\n' || c == '\t')
            buf_add_char(out, (char)c);
    }
}

static void put_case(Buf *out, u32 number, const char *text)
{
    buf_printf(out, "  <testcase classname=\"reenact\" name=\"%u. ", number);
    put_escaped(out, text);
    buf_add_str(out, "\"");
}

void emit_junit(Buf *out, const Emission *e)
{
    const Outcome *o = e->outcome;
    u32 count = o->reproduced ? MAX(o->step_count, 1u) : 1;
    buf_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"reenact\" tests=\"%u\" failures=\"%d\" errors=\"0\" skipped=\"%d\" time=\"%.3f\">\n",
               count, o->reproduced, !o->reproduced, o->seconds);
    if (!o->reproduced) {
        put_case(out, 1, "reproduce the report");
        buf_add_str(out, "><skipped message=\"");
        put_escaped(out, o->why_not ? o->why_not : "");
        buf_add_str(out, "\"/></testcase>\n</testsuite>\n");
        return;
    }
    for (u32 i = 0; i < count; i++) {
        put_case(out, i + 1, o->step_count ? o->steps[i].text : "Start the app");
        if (i + 1 < count) {
            buf_add_str(out, "/>\n");
            continue;
        }
        buf_add_str(out, ">\n    <failure message=\"");
        put_escaped(out, o->headline);
        buf_printf(out, "\" type=\"%s\">", o->froze ? "ANR" : "crash");
        put_escaped(out, o->crash);
        buf_add_str(out, "</failure>\n  </testcase>\n");
    }
    buf_add_str(out, "</testsuite>\n");
}
