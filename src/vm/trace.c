/* The tracer: what the interpreter's trap calls for each instruction. */
#include "vm/internal.h"

void trace_instruction(Thread *t, const Frame *frame, const Unit *pc)
{
    UNUSED(t);
    UNUSED(frame);
    UNUSED(pc);
}
