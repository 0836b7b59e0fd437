/*
 * Document: what every reader (HTML, Markdown, plain text) produces, and what
 * everything after it reads: a title and posts in their order, each a run of
 * blocks. Nothing is thrown away here; the kinds say what a block is for.
 *
 *   Document ── title
 *            ├─ Post 1 (author) ── Block heading "Steps to reproduce"
 *            │                  ├─ Block item 1    "Open the app"
 *            │                  └─ Block code      "java.lang.NullPointerException …"
 *            └─ Post 2 (author) ── Block quote, Block text …
 */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "base/arena.h"
#include "base/buf.h"

typedef enum BlockKind {
    BLOCK_TEXT,
    BLOCK_ITEM,     /* one entry of a list */
    BLOCK_HEADING,
    BLOCK_QUOTE,
    BLOCK_CODE,
    BLOCK_TABLE,    /* one row, cells parted by " | " */
} BlockKind;

typedef struct Block {
    BlockKind kind;
    int post;           /* index into posts */
    int number;         /* an item's number in an ordered list; 0: a bullet */
    int depth;          /* of the list, 1 is outermost */
    char *text;         /* UTF-8, lines parted by \n, no blanks at the ends */
    size_t length;
} Block;

typedef struct Post {
    const char *author;     /* "" when the page does not say */
    int first_block, block_count;
    int links, images;
} Post;

typedef struct Document {
    Arena arena;        /* holds every text */
    const char *title;  /* "" when there is none */
    const char *format; /* "html", "markdown", "text" */
    const char *project;    /* "owner/name" when the page says it, else "" */
    const char *site;   /* "github", "gitlab", "googlecode", "bugzilla", "bitbucket", or "" */
    Post *posts;
    Block *blocks;
    int post_count, block_count;
    bool cut;           /* the file was too large; its tail was not read */
    Buf post_bytes, block_bytes;    /* the arrays while they grow */
} Document;

/* Reserves memory for an input of size bytes. document_close frees everything. */
int document_open(Document *doc, size_t size);
void document_close(Document *doc);

void document_set_title(Document *doc, const char *text, size_t length);
void document_begin_post(Document *doc, const char *author);
/* Adds a block to the last post (begins one when there is none); empty text adds nothing. */
void document_add_block(Document *doc, BlockKind kind, int number, int depth, const char *text, size_t length);

/*
 * The readers. Each takes UTF-8 and fills an opened document; none can fail on
 * odd input, the worst is an empty document.
 */
void read_html(Document *doc, const char *text, size_t length);
void read_markdown(Document *doc, const char *text, size_t length);
void read_plain(Document *doc, const char *text, size_t length);

/*
 * UTF-8 from whatever the file holds: UTF-8 with or without a mark, UTF-16, or
 * Windows-1252. Control characters become blanks. Appends to out.
 */
void decode_text(Buf *out, const char *bytes, size_t size);

#endif
