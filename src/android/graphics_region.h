/* Sets of pixels, on cairo's regions: clips and android.graphics.Region. */
#ifndef ANDROID_GRAPHICS_REGION_H
#define ANDROID_GRAPHICS_REGION_H

#include "android/graphics_matrix.h"

#include <cairo.h>

typedef struct Region {         /* the peer of android.graphics.Region */
    cairo_region_t *set;
} Region;

/* As Region.Op numbers them. */
typedef enum RegionOp { REGION_DIFFERENCE, REGION_INTERSECT, REGION_UNION, REGION_XOR, REGION_REVERSE_DIFFERENCE, REGION_REPLACE } RegionOp;

Region *region_new(void);
/* The caller destroys what these return. */
cairo_region_t *region_of_rect(RectI r);
cairo_region_t *region_combine(const cairo_region_t *a, const cairo_region_t *b, RegionOp op);
RectI region_bounds(const cairo_region_t *set);

#endif
