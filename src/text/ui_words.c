/*
 * The tables. A row of groups lists phrases that mean the same control; the
 * first time a phrase is asked for they all go into a map.
 */
#include "text/ui_words.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

static const char *const groups[] = {
    "settings|setting|preferences|preference|prefs|options|configuration|config|configure|setup",
    "three dots|3 dots|three dot menu|3 dot menu|three dots menu|overflow|overflow menu|more options|more|kebab|kebab menu|vertical ellipsis|ellipsis|menu|options menu|...|context menu",
    "hamburger|hamburger menu|drawer|navigation drawer|nav drawer|open navigation drawer|open drawer|side menu|sidebar|side bar|three lines|3 lines|burger menu|burger|navigation menu|left menu|main menu|menu",
    "plus|+|add|new|create|compose|insert|add new|create new|plus sign|plus button|fab|floating action button|floating button",
    "bin|trash|delete|remove|trash can|trashcan|dustbin|discard|garbage|recycle bin|erase|waste bin",
    "search|find|magnifier|magnifying glass|lookup|look up|looking glass|loupe|lens|query",
    "edit|pencil|modify|rename|pen|editor",
    "save|done|floppy|floppy disk|diskette|checkmark|check mark|tick|check|finish|apply",
    "ok|okay|yes|accept|agree|confirm|got it|proceed|continue|sure|allow",
    "cancel|dismiss|abort|no|never mind",
    "close|x|cross|exit|quit|dismiss",
    "back|up|navigate up|arrow back|back arrow|left arrow|go back|return",
    "share|send|forward|send to|share via",
    "favorite|favourite|favorites|favourites|star|starred|heart|like|bookmark|bookmarks",
    "refresh|reload|sync|synchronize|synchronise|update|circular arrow|resync",
    "log in|login|sign in|signin|log on|logon",
    "log out|logout|sign out|signout|log off",
    "sign up|signup|register|create account|join|registration",
    "profile|account|user|avatar|person|my account|user profile",
    "image|picture|photo|photos|pictures|images|gallery|pic|photograph|thumbnail",
    "camera|take photo|take picture|capture|snapshot|shutter",
    "play|start playback|resume",
    "attach|paperclip|paper clip|attachment|clip|attachments",
    "info|about|information|details|detail|i icon|properties",
    "help|question mark|?|support|faq",
    "eye|view|show|visibility|preview|visible|password visibility",
    "mic|microphone|voice|voice input|record audio",
    "clock|time|alarm|timer|time picker|stopwatch",
    "date|calendar|date picker|day",
    "map|location|place|gps|pin|position|where",
    "mail|email|e-mail|envelope|e mail",
    "call|phone|dial|handset|telephone",
    "message|chat|sms|conversation|speech bubble|bubble|text message",
    "next|forward|arrow forward|right arrow|next page",
    "previous|prev|last one|previous page",
    "username|user name|user|login name|account name|nickname|user id|login",
    "password|pwd|passcode|pass|passwd|pass phrase|passphrase|pin",
    "folder|directory|dir|folders",
    "file|document|doc|files",
    "url|address|link|server address|server url|host|web address|uri",
    "sort|order|sort by|order by|sorting",
    "filter|funnel|filters",
    "download|save to device|get",
    "import|load|open file|restore|bring in",
    "export|backup|back up|save as|dump",
    "language|locale|lang|languages",
    "theme|dark mode|night mode|dark theme|appearance|look",
    "font|text size|font size|typeface",
    "notification|notifications|bell|alerts|alert|reminder",
    "home|home page|main screen|main page|house|dashboard|start page",
    "list|items|entries|overview",
    "title|name|heading|subject|caption|label",
    "description|note|notes|comment|content|body|text|details|memo",
    "amount|value|sum|price|cost|total",
    "copy|duplicate|clone",
    "lock|padlock|secure",
    "print|printer",
    "volume|speaker|sound|audio",
    "cart|basket|shopping cart|bag",
    "tag|label|category|tags|labels|categories",
    "gear|cog|cogwheel|gear wheel|settings|wheel",
    "history|recent|recents|recently",
    "select all|mark all|check all",
    "zoom in|enlarge|magnify",
    "contact|contacts|person|people|address book",
    "key|password|credentials",
    "game|puzzle|level|round",
    "song|track|music|audio",
    "article|story|post|news|feed",
};

static const char *const opposites[][2] = {
    { "enable", "disable" }, { "start", "stop" }, { "on", "off" }, { "open", "close" }, { "show", "hide" }, { "add", "remove" }, { "add", "delete" },
    { "create", "delete" }, { "create", "remove" }, { "new", "delete" }, { "new", "old" }, { "lock", "unlock" }, { "check", "uncheck" },
    { "select", "deselect" }, { "select", "unselect" }, { "play", "pause" }, { "play", "stop" }, { "next", "previous" }, { "next", "back" }, { "up", "down" },
    { "left", "right" }, { "yes", "no" }, { "ok", "cancel" }, { "import", "export" }, { "upload", "download" }, { "login", "logout" }, { "in", "out" },
    { "expand", "collapse" }, { "increase", "decrease" }, { "connect", "disconnect" }, { "install", "uninstall" }, { "accept", "reject" }, { "accept", "decline" },
    { "allow", "deny" }, { "grant", "deny" }, { "save", "discard" }, { "save", "cancel" }, { "mute", "unmute" }, { "subscribe", "unsubscribe" }, { "pin", "unpin" },
    { "archive", "unarchive" }, { "mark", "unmark" }, { "first", "last" }, { "min", "max" }, { "minimum", "maximum" }, { "begin", "end" }, { "dark", "light" },
    { "ascending", "descending" }, { "public", "private" }, { "send", "receive" }, { "input", "output" }, { "push", "pull" }, { "read", "unread" },
    { "follow", "unfollow" }, { "like", "dislike" }, { "undo", "redo" }, { "plus", "minus" }, { "+", "-" }, { "income", "expense" }, { "before", "after" },
    { "top", "bottom" }, { "portrait", "landscape" }, { "join", "leave" }, { "encrypt", "decrypt" }, { "activate", "deactivate" }, { "front", "back" },
    { "continue", "cancel" }, { "confirm", "cancel" }, { "agree", "disagree" }, { "backup", "restore" }, { "male", "female" }, { "buy", "sell" },
};

enum { PHRASE_GROUPS = 3 };

typedef struct Phrase {
    u16 group[PHRASE_GROUPS];
} Phrase;

static Map phrases;
static Map pairs;   /* "a\nb" both ways */

static void fill(void)
{
    for (size_t g = 0; g < COUNT_OF(groups); g++)
        for (const char *p = groups[g]; *p;) {
            size_t n = strcspn(p, "|");
            void **slot = map_slot_n(&phrases, p, n);
            if (!*slot)
                *slot = xcalloc(1, sizeof(Phrase));
            Phrase *phrase = *slot;
            for (int i = 0; i < PHRASE_GROUPS; i++)
                if (!phrase->group[i]) {
                    phrase->group[i] = (u16)(g + 1);
                    break;
                }
            p += n + (p[n] == '|');
        }
    for (size_t i = 0; i < COUNT_OF(opposites); i++)
        for (int k = 0; k < 2; k++) {
            char *key = xasprintf("%s\n%s", opposites[i][k], opposites[i][!k]);
            map_put(&pairs, key, (void *)1);
            free(key);
        }
}

int ui_group(const char *phrase, size_t length, int skip)
{
    if (!phrases.live)
        fill();
    const Phrase *found = map_get_n(&phrases, phrase, length);
    return found && skip < PHRASE_GROUPS ? found->group[skip] : 0;
}

bool ui_opposites(const char *a, const char *b)
{
    char key[128];
    size_t n = strlen(a), m = strlen(b);
    if (!phrases.live)
        fill();
    if (n + m + 1 >= sizeof key)
        return false;
    memcpy(key, a, n);
    key[n] = '\n';
    memcpy(key + n + 1, b, m);
    return map_get_n(&pairs, key, n + 1 + m) != NULL;
}
