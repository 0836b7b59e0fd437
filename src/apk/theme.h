/*
 * Themes: attributes with values, joined from styles; and what a view's
 * constructor asks: which value each of its attributes has, from the XML, the
 * style, the default style or the theme.
 */
#ifndef APK_THEME_H
#define APK_THEME_H

#include "apk/axml.h"
#include "apk/resources.h"

typedef struct Theme Theme;

/* res is borrowed. */
Theme *theme_new(Resources *res);
void theme_free(Theme *theme);
void theme_clear(Theme *theme);
/* From a theme of other resources only the framework's attributes can be taken. */
void theme_copy(Theme *to, const Theme *from);
/* force: replaces values that are there. */
i32 theme_apply(Theme *theme, u32 style, bool force);
Resources *theme_resources(const Theme *theme);
/* What the theme varies by. */
u32 theme_flags(const Theme *theme);

/* The attribute's value, after references to other attributes; the block, or RES_BAD_INDEX. flags may be NULL. */
i32 theme_get(const Theme *theme, u32 attribute, ResValue *out, u32 *flags);
/* Follows a reference to an attribute, then to resources. */
i32 theme_resolve(const Theme *theme, ResValue *value, i32 block, u32 *last_id, u32 *flags, u16 *density);
void theme_print(Buf *out, const Theme *theme);

/* What is written per attribute, as TypedArray reads it. */
enum { STYLE_TYPE, STYLE_DATA, STYLE_COOKIE, STYLE_RESOURCE, STYLE_CHANGING, STYLE_DENSITY, STYLE_SIZE };

/* A cookie is the block plus one; -1: the value's strings are in the XML. indices[0]: how many attributes have a value, then which; may be NULL. */

/* XML (NULL: none) before its style before the default style before the theme. */
void theme_style(const Theme *theme, u32 default_attribute, u32 default_style, const AxmlCursor *xml, const i32 *attributes, u32 count, i32 *out,
                 i32 *indices);
/* Given references to attributes (NULL: none) before the default style before the theme. */
void theme_attributes(const Theme *theme, u32 default_attribute, u32 default_style, const i32 *values, const i32 *attributes, u32 count, i32 *out,
                      i32 *indices);
/* XML alone; attributes must be sorted. */
void resources_xml_attributes(Resources *res, const AxmlCursor *xml, const i32 *attributes, u32 count, i32 *out, i32 *indices);
/* An array's items; returns how many were written into the room for `room` of them. */
i32 resources_array(Resources *res, u32 id, i32 *out, u32 room);

#endif
