/* One line of logcat: its prefix in any of the formats that logcat writes. */
#ifndef REPORT_LOGLINE_H
#define REPORT_LOGLINE_H

#include "base/base.h"

typedef struct LogLine {
    size_t message;     /* where the message starts; 0: the line has no prefix */
    char priority;      /* V D I W E F A, or 0 */
    int pid;            /* 0 when the format leaves it out */
} LogLine;

/*
 *   threadtime  05-22 18:22:23.222 24873 24873 E AndroidRuntime: message
 *   studio      05-22 18:22:23.222 24873-24873/the.app E/AndroidRuntime: message
 *   time        05-22 18:22:23.222 E/AndroidRuntime(24873): message
 *   brief       E/AndroidRuntime(24873): message
 *   tag         E/AndroidRuntime: message
 *   process     E(24873) message  (AndroidRuntime)
 *   long        [ 05-22 18:22:23.222 24873:24873 E/AndroidRuntime ]
 */
LogLine log_line(const char *text, size_t length);

#endif
