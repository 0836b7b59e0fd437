/*
 * Tasks and their activities: the activity manager's own state, for the files
 * that make up the activity service.
 *
 * One rule drives it (tasks.c): resume_top. While an activity is pausing, it
 * waits; an activity that is resumed but not on top is paused; then the one on
 * top is launched or resumed; and when it is idle, those that it covers are
 * stopped, or destroyed if they were finishing.
 */
#ifndef ANDROID_TASKS_H
#define ANDROID_TASKS_H

#include "vm/vm.h"

typedef enum ActivityState {
    ACTIVITY_NEW,                   /* has no counterpart in the app's process (yet, or any more) */
    ACTIVITY_RESUMED, ACTIVITY_PAUSING, ACTIVITY_PAUSED, ACTIVITY_STOPPING, ACTIVITY_STOPPED, ACTIVITY_DESTROYING,
} ActivityState;

typedef struct Task Task;

typedef struct Activity {
    ObjectRef *token;               /* IApplicationToken: its name on both sides */
    ObjectRef *intent, *info;       /* Intent, ActivityInfo */
    ObjectRef *saved;               /* Bundle of onSaveInstanceState; NULL: none */
    ObjectRef *results, *new_intents;   /* lists to deliver before it is resumed; NULL: none */
    ObjectRef *config;              /* the Configuration that it was last told */
    struct Activity *result_to;     /* who asked for a result; NULL: nobody */
    ObjectRef *result_who;          /* which part of it (a fragment) */
    i32 request_code, result_code;
    ObjectRef *result_data;
    const struct OtherApp *other;   /* an activity of a built-in app, drawn by us; NULL: the app's */
    i32 id;                         /* counts up: the order of creation */
    i32 launch_mode, info_flags, config_changes, orientation;
    ActivityState state;
    bool finishing, shown;
    i8 covers;                      /* hides what is below: 1 yes, 0 no, -1 not known yet */
    Task *task;
    struct Activity *below;         /* in its task */
} Activity;

struct Task {
    i32 id;
    ObjectRef *affinity;            /* String; NULL: none */
    ObjectRef *root_intent;
    Activity *top;
    Task *behind;                   /* the next task towards the back */
};

typedef struct Tasks {
    Task *front;
    bool at_home;                   /* the launcher is in front of all tasks */
    Activity *resumed, *pausing;
    ObjectRef *app_thread;          /* the app's IApplicationThread; NULL before it attached */
    i32 last_id;
    i32 held;                       /* how the user holds the device: Surface.ROTATION_… */
    bool stays;                     /* what would leave the app is refused, as Monkey's activity controller does */
    bool restored;                  /* they are those of a process that has died: the app comes back as it was left */
    bool keep_none;                 /* the developer option: destroy an activity as soon as it is left */
} Tasks;

Tasks *tasks_of(Vm *vm);

/* The app's IApplicationThread; NULL before its process has attached. */
Object *app_thread(Thread *t);

Activity *activity_by_token(Vm *vm, const Object *token);
/* The activity on the screen: top of the front task that is not finishing; NULL: the launcher. */
Activity *activity_top(Vm *vm);
Activity *task_top(const Task *task);       /* not finishing */

/* Puts a new record on top of a task. Everything but token and task is zero. NULL: thrown. */
Activity *activity_add(Thread *t, Task *task, Object *intent, Object *info);
Task *task_new(Thread *t, Object *affinity, Object *intent);
void task_to_front(Vm *vm, Task *task);

/* Calls see() for every activity from the top down, with whether it can be seen. */
void activities_look_down(Thread *t, void (*see)(Thread *t, Activity *a, bool visible));

/* Brings the app to the state that the tasks ask for. Call it after every change. */
void resume_top(Thread *t, bool user_leaving);
/* Ends an activity with a result for who asked for it. */
void activity_finish(Thread *t, Activity *a, i32 code, Object *data);
/* A result is on its way to a. */
void activity_add_result(Thread *t, Activity *a, Object *who, i32 request, i32 code, Object *data);

/* At once: there will be no other. */
void activity_refuse_result(Thread *t, Activity *a, Object *who, i32 request);

/* What the app reports about an activity, as methods of the service. */
NativeFunction activity_paused, activity_resumed, activity_idle, activity_stopped, activity_destroyed;

#endif
