/*
 * Ineffective events (CHARD, section 4): events, or runs of them, that leave the app
 * as it was. Each rule is an extended finite state machine over the record of a run;
 * all of them come from one table, which is a text that a file of the user can change.
 *
 *   optional CALL VOLUME_UP            keys that may go where the app does nothing with them
 *   off text-slide                     a rule is not used
 *   rule two-menus                     a new one, or another one of that name
 *     S0 -> S1 if key:MENU opens do start
 *     S1 -> S0 if key:MENU back-to-start do delete-all
 *
 * The machine begins in S0 with the first event. Of the rows of its state the first
 * whose words all hold is taken; where none does, it goes back to S0 and reads the
 * event there. '!' before a word denies it.
 *
 *   words     key:NAME optional-key op:tap|long-tap|drag|pinch|trackball|key|text|switch|rotate
 *             object editor checkable main same-window same-screen quiet
 *             opens closes changes selects slides reveals
 *             back-to-start same-object same-group undoes-top
 *   deeds     start                    remembers this event, and the state before it
 *             push pop                 a stack of events
 *             delete delete-start delete-all delete-top
 *                                      this one; the remembered one; from that one to this;
 *                                      the stack's top and this
 */
#ifndef REDUCE_RULES_H
#define REDUCE_RULES_H

#include "reduce/record.h"

typedef struct RuleSet RuleSet;

/* The nine of the paper. */
RuleSet *rules_default(void);
/* Changes them by a text; name is for messages. */
int rules_parse(RuleSet *rules, const char *text, const char *name);
int rules_read(RuleSet *rules, const char *path);
void rules_free(RuleSet *rules);
/* The text of the nine, to be shown or changed. */
const char *rules_text(void);

u32 rules_count(const RuleSet *rules);
const char *rule_name(const RuleSet *rules, u32 rule);

/*
 * Which events go. group[i]: events with the same number go together or not at all
 * (NO_GROUP: it stays); rule[i]: which rule took it. The last event of a run that
 * crashes stays. Returns the number of groups.
 */
u32 rules_apply(const RuleSet *rules, const Record *record, u32 *group, u32 *rule);

#endif
