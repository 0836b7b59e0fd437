/* The device profile: who the app is, and what its screen is like. */
#ifndef ANDROID_PROFILE_H
#define ANDROID_PROFILE_H

enum {
    SYSTEM_UID = 1000, APP_UID = 10061, APP_PID = 3117,
    SCREEN_WIDTH = 1080, SCREEN_HEIGHT = 1920, SCREEN_DENSITY = 420,
    STATUS_BAR = 63, NAVIGATION_BAR = 126,      /* 24 and 48 dp */
};

/*
 * A phone that is busy draws twenty frames a second: animations last as long as on
 * an idle one and take a third of the work.
 */
enum { FRAME_NANOS = 50000000 };

#endif
