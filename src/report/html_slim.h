/*
 * The pass before the HTML tree: a saved tracker page is nine tenths scripts,
 * icons, menus and attributes. Dropping them here, in one linear sweep, makes
 * the tree several times cheaper, and puts a bound on what a hostile page can
 * make the tree do (nesting, attributes on formatting elements, elements).
 */
#ifndef REPORT_HTML_SLIM_H
#define REPORT_HTML_SLIM_H

#include "base/buf.h"

/* Does the reader select by this attribute? value is not ended by 0. */
typedef bool KeepAttribute(const char *name, size_t name_length, const char *value, size_t value_length);

/* Appends what matters of text to out; true when the page was too large and its tail was dropped. */
bool html_slim(Buf *out, const char *text, size_t length, KeepAttribute *keep);

#endif
