/*
 * What to type: the report's values for fields that it names (choice_wish.c), and for
 * the others the paper's set D: values of the same kind from the report, special
 * characters that it speaks of, else something that fits the field.
 */
#include "explore/choice.h"

#include <stdlib.h>
#include <string.h>

/* android.text.InputType */
enum { TYPE_CLASS = 0xf, TYPE_VARIATION = 0xff0, CLASS_NUMBER = 2, CLASS_PHONE = 3, CLASS_DATE = 4, TEXT_URI = 0x10, TEXT_EMAIL = 0x20, NUMBER_DECIMAL = 0x2000 };

static bool fits(const Node *field, const char *value)
{
    int kind = field->input_type & TYPE_CLASS;
    if (kind == CLASS_NUMBER)
        return strspn(value, "0123456789.-") == strlen(value);
    if (kind == CLASS_PHONE || kind == CLASS_DATE)
        return strspn(value, "0123456789.-+*#/:() ") == strlen(value);
    return true;
}

static const char *usual_value(const Node *field)
{
    int kind = field->input_type & TYPE_CLASS, variation = field->input_type & TYPE_VARIATION;
    if (kind == CLASS_NUMBER)
        return field->input_type & NUMBER_DECIMAL ? "1.5" : "1";
    if (kind == CLASS_PHONE)
        return "5551234";
    if (kind == CLASS_DATE)
        return "12";
    return variation == TEXT_EMAIL ? "ann@example.com" : variation == TEXT_URI ? "http://example.com" : "abc";
}

const char *field_value(const Goal *g, const Node *field)
{
    for (int i = 0; i < g->said_value_count; i++)
        if (fits(field, g->values[i]))
            return g->values[i];
    return usual_value(field);
}

Choice *choice_fill(Chooser *c, const Widget *w, const char *value, float cost, int wish)
{
    Choice *fill = choice_add(c, cost, wish);
    if (!fill)
        return NULL;
    fill->types = fill->follows = true;
    choice_touch(c, fill, w, EVENT_TAP);
    if (*w->node->text)
        choice_event(fill, (Event){ .kind = EVENT_CLEAR });
    if (*value)
        choice_event(fill, (Event){ .kind = EVENT_TEXT, .text = xstrdup(value) });
    fill->identity = w->identity + EVENT_TEXT;
    return fill;
}

void choose_values(Chooser *c, const Widget *w)
{
    if (w->kind != WIDGET_FIELD)
        return;
    const Goal *g = c->goal;
    bool used = false;
    for (u32 i = 0; i < c->at->done_count; i++)
        used |= c->at->done[i] == w->identity + EVENT_TEXT;
    float cost = used ? 1.8f : 1.0f;
    u32 tried = 0;
    bool gram = matcher_gram(c->matcher, c->screen, w) != NULL;
    for (int i = 0; i < g->value_count; i++) {
        bool said = i < g->said_value_count;
        if (!fits(w->node, g->values[i]) || (!*g->values[i] && !*w->node->text))
            continue;
        choice_fill(c, w, g->values[i], cost + (said ? 0 : 0.2f) + 0.25f * (float)tried++ - (gram ? 0.2f : 0), -1);
    }
    if (!*w->node->text || tried)
        choice_fill(c, w, usual_value(w->node), cost + 0.1f + 0.1f * (float)MIN(tried, 5u), -1);
    if (*w->node->text && (g->hints & HINT_EMPTY))
        choice_fill(c, w, "", cost - 0.3f, -1);
    if (!*w->node->text && !used)       /* the keyboard comes up, suggestions open */
        choice_touch(c, choice_add(c, 1.5f, -1), w, EVENT_TAP);
}
