/* Numbers out of bytes, in either order, at any alignment. The caller has checked the bounds. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include "base/base.h"

#include <string.h>

static inline u16 le16(const void *p) { u16 n; memcpy(&n, p, sizeof n); return n; }
static inline u32 le32(const void *p) { u32 n; memcpy(&n, p, sizeof n); return n; }
static inline u64 le64(const void *p) { u64 n; memcpy(&n, p, sizeof n); return n; }
static inline u16 be16(const void *p) { return __builtin_bswap16(le16(p)); }
static inline u32 be32(const void *p) { return __builtin_bswap32(le32(p)); }
static inline u64 be64(const void *p) { return __builtin_bswap64(le64(p)); }

#endif
