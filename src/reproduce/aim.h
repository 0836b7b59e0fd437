/*
 * What the app's code says about the way to the sought crash: how many operations a
 * page or a widget is away from the method that throws.
 */
#ifndef REPRODUCE_AIM_H
#define REPRODUCE_AIM_H

#include "device/screen.h"
#include "report/trace.h"

typedef struct Aim Aim;

/* NULL: the trace names no method of this app, or its code cannot be read. Nothing is lost then but guidance. */
Aim *aim_open(const char *apk, const Trace *trace);
void aim_close(Aim *aim);

/* Operations from an activity, or after operating a widget on it, to the crash; negative: not known. */
float aim_activity(Aim *aim, const char *activity);
float aim_widget(Aim *aim, const char *activity, const Node *node);

#endif
