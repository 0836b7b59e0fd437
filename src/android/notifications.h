/* Notifications that the app has posted, for who plays the user: they can be seen, tapped and swiped away. */
#ifndef ANDROID_NOTIFICATIONS_H
#define ANDROID_NOTIFICATIONS_H

#include "vm/vm.h"

typedef struct PostedNotification {
    char *tag;                      /* NULL: none */
    i32 id;
    ObjectRef *notification;        /* android.app.Notification */
    struct PostedNotification *next;
} PostedNotification;

/* In the order in which they were posted first. */
PostedNotification *notifications(Vm *vm);
/* Texts that it shows; the caller frees. NULL: none. */
char *notification_title(Thread *t, const PostedNotification *n);
char *notification_text(Thread *t, const PostedNotification *n);
/* Sends its content intent, and removes it when it asks for that. False: it has no intent. */
bool notification_tap(Thread *t, PostedNotification *n);
/* Swipes it away: its delete intent is sent. Ongoing ones stay (false). */
bool notification_dismiss(Thread *t, PostedNotification *n);
/* Posting, as the service's own method does it; also for services in the foreground. */
void notification_post(Thread *t, const Object *tag, i32 id, Object *notification);
void notification_cancel(Thread *t, const Object *tag, i32 id);

#endif
