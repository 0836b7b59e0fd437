/*
 * Configurations: what a resource is meant for (language, screen, density, API
 * level …) and what a phone is. Matching and preference are those of Android 6.
 *
 *   OFFSET SIZE MEANING                          OFFSET SIZE MEANING
 *    0     4    size of the structure             24     2+2  API level, minor version
 *    4     2+2  mobile country, network code      28     1    screen layout: size, long, direction
 *    8     2+2  language, region                  29     1    UI mode: type, night
 *   12     1+1  orientation, touchscreen          30     2    smallest width in dp
 *   14     2    density                           32     2+2  width, height in dp
 *   16     1+1  keyboard, navigation              36     4    script
 *   18     1+1  hidden keys, -                    40     8    variant
 *   20     2+2  width, height in pixels           48     1+1  screen layout: round; colour mode
 *
 * Older tools wrote less of it; what is missing is zero, and zero means "any".
 */
#ifndef APK_RES_CONFIG_H
#define APK_RES_CONFIG_H

#include "base/buf.h"

/* The structure as it lies in the file, after its size. */
typedef struct ResConfig {
    u16 mcc, mnc;
    u8 language[2], region[2];      /* two letters, or three packed into 15 bits with the high bit set */
    u8 orientation, touchscreen;
    u16 density;
    u8 keyboard, navigation, input_flags, input_pad;
    u16 screen_width, screen_height;
    u16 sdk_version, minor_version;
    u8 screen_layout, ui_mode;
    u16 smallest_width_dp, width_dp, height_dp;
    char script[4], variant[8];
    u8 screen_layout2, color_mode;
    u16 pad;
} ResConfig;

enum { DENSITY_MEDIUM = 160, DENSITY_ANY = 0xfffe, DENSITY_NONE = 0xffff };

/* bytes: the structure with its size; room: how much of it may be read. False: it claims more than there is. */
bool res_config_read(ResConfig *out, const u8 *bytes, size_t room);
/* May a resource for `config` be used on a phone that is `phone`? */
bool res_config_matches(const ResConfig *config, const ResConfig *phone);
/* Of two that match: is a to be preferred to b? */
bool res_config_is_better(const ResConfig *a, const ResConfig *b, const ResConfig *phone);
bool res_config_same(const ResConfig *a, const ResConfig *b);

/* "de", "de-DE", "zh-Hans-CN", "sl-rozaj"; an empty tag: any language. */
void res_config_set_locale(ResConfig *config, const char *tag);
void res_config_append_locale(Buf *out, const ResConfig *config);
/* As in the name of a resource folder: "de-rCH-land-hdpi-v21"; nothing for the default. */
void res_config_append(Buf *out, const ResConfig *config);

#endif
