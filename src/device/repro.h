/*
 * .repro: one text file that replays the same run anywhere. A head of lines
 * "name value", the events, and what happened in the end.
 *
 *   reenact-repro 1
 *   app notes.apk
 *   sha256 9f86d0…
 *   package com.example.notes
 *   profile api-23 1080x1920 420dpi
 *   seed 0
 *   env network offline
 *   events
 *     tap "Settings" 540,960
 *     back
 *   crash
 *     java.lang.NullPointerException: …
 *     	at com.example.notes.Main.onClick(Main.java:12)
 *   end
 */
#ifndef DEVICE_REPRO_H
#define DEVICE_REPRO_H

#include "device/environment.h"
#include "device/event.h"

typedef struct Repro {
    char *app;                      /* file name */
    char sha256[65];
    Environment environment;
    Event *events;
    u32 event_count;
    char *crash;                    /* the expected stack trace; NULL: none */
} Repro;

void repro_free(Repro *repro);
void repro_add(Repro *repro, const Event *event);

void repro_print(Buf *out, const Repro *repro);
int repro_write(const Repro *repro, const char *path);
int repro_read(Repro *out, const char *path);
/* name is for messages. */
int repro_parse(Repro *out, const char *text, const char *name);

/* Hex SHA-256 of a file. */
int file_sha256(const char *path, char out[65]);

#endif
