/* Document: the arrays grow in Bufs, the texts live in the arena. */
#include "report/document.h"

#include <string.h>

/* Texts, blocks and sentences of one input never take more than this many times its size. */
enum { ARENA_FACTOR = 40, ARENA_FLOOR = 64 << 20 };

int document_open(Document *doc, size_t size)
{
    *doc = (Document){ .title = "", .format = "text", .site = "", .project = "" };
    return arena_open(&doc->arena, (size_t)ARENA_FLOOR + size * ARENA_FACTOR, 0);
}

void document_close(Document *doc)
{
    buf_free(&doc->post_bytes);
    buf_free(&doc->block_bytes);
    if (doc->arena.base)
        arena_close(&doc->arena);
    *doc = (Document){ 0 };
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static void trim(const char **text, size_t *length)
{
    while (*length && is_blank(**text))
        (*text)++, (*length)--;
    while (*length && is_blank((*text)[*length - 1]))
        (*length)--;
}

void document_set_title(Document *doc, const char *text, size_t length)
{
    trim(&text, &length);
    if (length)
        doc->title = arena_strndup(&doc->arena, text, length);
}

void document_begin_post(Document *doc, const char *author)
{
    Post post = { .author = arena_strdup(&doc->arena, author), .first_block = doc->block_count };
    buf_add(&doc->post_bytes, &post, sizeof post);
    doc->posts = (Post *)(void *)doc->post_bytes.data;
    doc->post_count++;
}

void document_add_block(Document *doc, BlockKind kind, int number, int depth, const char *text, size_t length)
{
    if (kind == BLOCK_CODE) {
        while (length && is_blank(text[length - 1]))
            length--;
        while (length && (*text == '\n' || *text == '\r'))
            text++, length--;
    } else {
        trim(&text, &length);
    }
    if (!length)
        return;
    if (!doc->post_count)
        document_begin_post(doc, "");
    Block block = { .kind = kind, .post = doc->post_count - 1, .number = number, .depth = depth,
                    .text = arena_strndup(&doc->arena, text, length), .length = length };
    buf_add(&doc->block_bytes, &block, sizeof block);
    doc->blocks = (Block *)(void *)doc->block_bytes.data;
    doc->block_count++;
    doc->posts[doc->post_count - 1].block_count++;
}
