/* A sentence per event (CHARD, section 6): what it did, to what, what came of it, and how much it matters. */
#ifndef REDUCE_DESCRIBE_H
#define REDUCE_DESCRIBE_H

#include "base/buf.h"
#include "reduce/record.h"

/* Table 2; of several that fit, the highest. */
typedef enum Significance { LEVEL_TRIVIAL, LEVEL_MINOR, LEVEL_MAJOR, LEVEL_ESSENTIAL } Significance;

Significance significance(const UserEvent *event);
const char *significance_name(Significance level);

/* "#8,9 is a Touch event that clicks on Button with the id "save", causing the crash of the app, whose level is Essential." */
void describe_event(Buf *out, const Record *record, u32 event, const char *ids);

#endif
