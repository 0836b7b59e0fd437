/* Drawing without a machine: matrices, regions, paths, blending, line breaks, image files. */
#include "android/graphics_paint.h"
#include "android/graphics_region.h"
#include "android/text_break.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define assert_near(a, b) assert_true(fabs((double)(a) - (double)(b)) < 1e-3)

static void a_matrix_and_its_inverse_undo_each_other(void **state)
{
    UNUSED(state);
    Matrix turn = matrix_rotate(30, 5, 7), size = matrix_scale(2, 3, 1, 1), m = matrix_concat(&turn, &size), back;
    assert_true(matrix_invert(&m, &back));
    Point p = matrix_map(&back, matrix_map(&m, (Point){ 11, -4 }));
    assert_near(p.x, 11);
    assert_near(p.y, -4);
    Matrix flat = matrix_scale(0, 1, 0, 0);
    assert_false(matrix_invert(&flat, &back));
}

static void a_quarter_turn_has_exact_zeros(void **state)
{
    UNUSED(state);
    Matrix m = matrix_rotate(90, 0, 0);
    assert_true(m.m[M_SCALE_X] == 0 && m.m[M_SCALE_Y] == 0);
    assert_true(matrix_rect_stays_rect(&m));
}

static void a_rect_is_fitted_into_another_at_its_centre(void **state)
{
    UNUSED(state);
    Matrix m;
    assert_true(matrix_rect_to_rect(&m, (RectF){ 0, 0, 10, 10 }, (RectF){ 0, 0, 40, 20 }, FIT_CENTER));
    RectF r = matrix_map_rect(&m, (RectF){ 0, 0, 10, 10 });
    assert_near(r.left, 10);
    assert_near(r.right, 30);
    assert_near(r.bottom, 20);
}

static void four_points_are_mapped_to_four_others(void **state)
{
    UNUSED(state);
    Point from[4] = { { 0, 0 }, { 100, 0 }, { 100, 100 }, { 0, 100 } }, to[4] = { { 10, 10 }, { 90, 20 }, { 80, 95 }, { 5, 70 } };
    for (int count = 1; count <= 4; count++) {
        Matrix m;
        assert_true(matrix_poly_to_poly(&m, from, to, count));
        for (int i = 0; i < count && count != 2; i++) {
            Point p = matrix_map(&m, from[i]);
            assert_true(fabsf(p.x - to[i].x) < 0.01f && fabsf(p.y - to[i].y) < 0.01f);
        }
    }
}

static void a_line_without_a_move_begins_at_the_origin(void **state)
{
    UNUSED(state);
    Path p;
    path_init(&p);
    path_line(&p, 10, 0);
    assert_int_equal(p.verbs[0], PATH_MOVE);
    assert_true(p.points[0].x == 0 && p.points[0].y == 0);
    path_close(&p);
    path_line(&p, 5, 5);
    assert_int_equal(p.verbs[3], PATH_MOVE);
    path_release(&p);
}

static void a_rect_is_recognised_and_a_triangle_is_not(void **state)
{
    UNUSED(state);
    Path p;
    path_init(&p);
    RectF r;
    path_add_rect(&p, (RectF){ 1, 2, 3, 4 }, DIRECTION_CCW);
    assert_true(path_is_rect(&p, &r));
    assert_true(r.left == 1 && r.bottom == 4);
    assert_true(path_is_convex(&p));
    path_reset(&p);
    path_move(&p, 0, 0);
    path_line(&p, 5, 0);
    path_line(&p, 5, 5);
    path_close(&p);
    assert_false(path_is_rect(&p, &r));
    path_release(&p);
}

static void a_circle_has_the_length_and_the_area_of_a_circle(void **state)
{
    UNUSED(state);
    Path p;
    path_init(&p);
    path_add_oval(&p, (RectF){ 0, 0, 100, 100 }, DIRECTION_CW);
    PathMeasure *m = path_measure_new(&p, false);
    assert_true(fabsf(path_measure_length(m) - 314.159f) < 0.3f);
    assert_true(path_measure_closed(m));
    Point at, tangent;
    assert_true(path_measure_at(m, path_measure_length(m) / 4, &at, &tangent));
    assert_true(fabsf(at.x - 50) < 0.2f && fabsf(at.y - 100) < 0.2f && tangent.x < -0.99f);
    Path half;
    path_init(&half);
    assert_true(path_measure_segment(m, 0, path_measure_length(m) / 2, &half, true));
    assert_true(fabsf(path_last(&half).x) < 0.2f);
    path_release(&half);
    assert_false(path_measure_next(m));
    path_measure_free(m);
    cairo_region_t *limit = region_of_rect((RectI){ 0, 0, 200, 200 }), *inside = path_to_region(&p, NULL, limit);
    i32 area = 0;
    for (int i = 0; i < cairo_region_num_rectangles(inside); i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(inside, i, &r);
        area += r.width * r.height;
    }
    assert_true(abs(area - 7854) < 40);
    assert_true(cairo_region_contains_point(inside, 50, 50) && !cairo_region_contains_point(inside, 2, 2));
    cairo_region_destroy(inside);
    cairo_region_destroy(limit);
    path_release(&p);
}

static void regions_combine_by_every_operation(void **state)
{
    UNUSED(state);
    cairo_region_t *a = region_of_rect((RectI){ 0, 0, 10, 10 }), *b = region_of_rect((RectI){ 5, 5, 15, 15 });
    static const struct { RegionOp op; bool in_a, in_both, in_b; } expected[] = {
        { REGION_DIFFERENCE, true, false, false }, { REGION_INTERSECT, false, true, false }, { REGION_UNION, true, true, true },
        { REGION_XOR, true, false, true }, { REGION_REVERSE_DIFFERENCE, false, false, true }, { REGION_REPLACE, false, true, true },
    };
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        cairo_region_t *c = region_combine(a, b, expected[i].op);
        assert_int_equal(cairo_region_contains_point(c, 2, 2), expected[i].in_a);
        assert_int_equal(cairo_region_contains_point(c, 7, 7), expected[i].in_both);
        assert_int_equal(cairo_region_contains_point(c, 12, 12), expected[i].in_b);
        cairo_region_destroy(c);
    }
    cairo_region_destroy(a);
    cairo_region_destroy(b);
}

static void blend_modes_do_what_their_names_say(void **state)
{
    UNUSED(state);
    u32 red = 0xffff0000, half_blue = 0x80000080;
    assert_int_equal(blend_pixel(BLEND_SRC_OVER, red, half_blue), red);
    assert_int_equal(blend_pixel(BLEND_SRC_IN, red, half_blue), 0x80800000);
    assert_int_equal(blend_pixel(BLEND_CLEAR, red, half_blue), 0);
    assert_int_equal(blend_pixel(BLEND_ADD, red, 0xff00ff00), 0xffffff00);
    assert_int_equal(blend_pixel(BLEND_MULTIPLY, 0xff808080, 0xffff00ff), 0xff800080);
    assert_int_equal(pixel_unpremultiply(pixel_premultiply(0x80ff4020)), 0x80ff4020);
}

/* ---- line breaks ------------------------------------------------------------------------------------ */

/* Every char is 10 wide. Returns the offsets as "6,12". */
static char *lines_of(const char *ascii, float width, BreakStrategy strategy)
{
    LineBreaker *b = line_breaker_new();
    i32 length = (i32)strlen(ascii);
    u16 text[256];
    for (i32 i = 0; i < length; i++)
        text[i] = (u8)ascii[i];
    b->first_width = b->rest_width = width;
    b->strategy = strategy;
    line_breaker_begin(b, text, length);
    for (i32 i = 0; i < length; i++)
        b->widths[i] = 10;
    line_breaker_add_run(b, 0, length, 20, false);
    line_breaker_compute(b);
    Buf out = { 0 };
    for (u32 i = 0; i < b->line_count; i++)
        buf_printf(&out, i ? ",%d" : "%d", b->breaks[i]);
    line_breaker_free(b);
    return buf_take(&out);
}

static void lines_break_where_words_end(void **state)
{
    UNUSED(state);
    static const struct { const char *text; float width; BreakStrategy strategy; const char *lines; } cases[] = {
        { "one two three", 1000, BREAK_SIMPLE, "13" },
        { "one two three", 70, BREAK_SIMPLE, "8,13" },      /* the space at the end does not count */
        { "one two three", 60, BREAK_SIMPLE, "4,8,13" },
        { "abcdefghij", 40, BREAK_SIMPLE, "4,8,10" },       /* no place to break: anywhere */
        { "a abcdefghij", 40, BREAK_SIMPLE, "2,6,10,12" },
        { "one two three", 70, BREAK_HIGH_QUALITY, "8,13" },
        { "aa bb cc dd", 80, BREAK_BALANCED, "6,11" },
        { "abc", 1, BREAK_SIMPLE, "1,2,3" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *lines = lines_of(cases[i].text, cases[i].width, cases[i].strategy);
        assert_string_equal(lines, cases[i].lines);
        free(lines);
    }
}

/* ---- image files -------------------------------------------------------------------------------------- */

static const ImageRequest whole = { .sample = 1 };

static void png_comes_back_as_it_was_written(void **state)
{
    UNUSED(state);
    u32 pixels[6] = { 0xffff0000, 0xff00ff00, 0xff0000ff, 0, 0x80800000, 0xffffffff };
    Buf png = { 0 };
    assert_int_equal(image_write_png(&png, pixels, 3, 2, 3, true), OK);
    Image image;
    assert_int_equal(image_read(&image, (const u8 *)png.data, png.size, &whole), OK);
    assert_int_equal(image.width, 3);
    assert_memory_equal(image.pixels, pixels, sizeof pixels);
    assert_string_equal(image.mime, "image/png");
    image_release(&image);
    for (size_t cut = 0; cut < png.size; cut++)
        if (image_read(&image, (const u8 *)png.data, cut, &whole) == OK)
            image_release(&image);
    buf_free(&png);
}

static void jpeg_and_webp_are_close_to_what_was_written(void **state)
{
    UNUSED(state);
    u32 pixels[32 * 32];
    for (size_t i = 0; i < COUNT_OF(pixels); i++)
        pixels[i] = 0xff3060c0;
    for (int kind = 0; kind < 2; kind++) {
        Buf file = { 0 };
        assert_int_equal(kind ? image_write_webp(&file, pixels, 32, 32, 32, 90) : image_write_jpeg(&file, pixels, 32, 32, 32, 90), OK);
        Image image;
        assert_int_equal(image_read(&image, (const u8 *)file.data, file.size, &(ImageRequest){ .sample = 2 }), OK);
        assert_int_equal(image.width, 16);
        for (int shift = 0; shift < 24; shift += 8)
            assert_true(abs((int)(image.pixels[40] >> shift & 255) - (int)(0x3060c0 >> shift & 255)) < 8);
        image_release(&image);
        buf_free(&file);
    }
}

/* 2 x 2, four colours, as the smallest GIF has it: red, green / blue, clear. */
static const u8 gif[] = {
    'G', 'I', 'F', '8', '9', 'a', 2, 0, 2, 0, 0x81, 0, 0,
    255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255,
    0x21, 0xf9, 4, 1, 10, 0, 3, 0,
    0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0,
    2, 3, 0x44, 0x34, 0x05, 0, 0x3b,
};

static void a_gif_gives_its_first_frame(void **state)
{
    UNUSED(state);
    Image image;
    assert_int_equal(image_read(&image, gif, sizeof gif, &whole), OK);
    const u32 expected[4] = { 0xffff0000, 0xff00ff00, 0xff0000ff, 0 };
    assert_memory_equal(image.pixels, expected, sizeof expected);
    image_release(&image);
    GifInfo info;
    assert_int_equal(gif_info(&info, gif, sizeof gif), OK);
    assert_int_equal(info.frames, 1);
    assert_int_equal(info.duration, 100);
}

static void a_bmp_is_read_bottom_up(void **state)
{
    UNUSED(state);
    u8 bmp[54 + 16] = { 'B', 'M', [10] = 54, [14] = 40, [18] = 2, [22] = 2, [26] = 1, [28] = 24 };
    memcpy(bmp + 54, (u8[16]){ 255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0 }, 16);
    Image image;
    assert_int_equal(image_read(&image, bmp, sizeof bmp, &whole), OK);
    const u32 expected[4] = { 0xffff0000, 0xffffffff, 0xff0000ff, 0xff00ff00 };
    assert_memory_equal(image.pixels, expected, sizeof expected);
    image_release(&image);
    bmp[28] = 7;
    assert_int_equal(image_read(&image, bmp, sizeof bmp, &whole), ERR_INPUT);
}

static void what_is_no_image_is_refused(void **state)
{
    UNUSED(state);
    Image image;
    assert_int_equal(image_read(&image, (const u8 *)"hello", 5, &whole), ERR_INPUT);
    assert_int_equal(image_read(&image, (const u8 *)"", 0, &whole), ERR_INPUT);
    assert_int_equal(image_read(&image, (const u8 *)"GIF89a", 6, &whole), ERR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_and_its_inverse_undo_each_other),
        cmocka_unit_test(a_quarter_turn_has_exact_zeros),
        cmocka_unit_test(a_rect_is_fitted_into_another_at_its_centre),
        cmocka_unit_test(four_points_are_mapped_to_four_others),
        cmocka_unit_test(a_line_without_a_move_begins_at_the_origin),
        cmocka_unit_test(a_rect_is_recognised_and_a_triangle_is_not),
        cmocka_unit_test(a_circle_has_the_length_and_the_area_of_a_circle),
        cmocka_unit_test(regions_combine_by_every_operation),
        cmocka_unit_test(blend_modes_do_what_their_names_say),
        cmocka_unit_test(lines_break_where_words_end),
        cmocka_unit_test(png_comes_back_as_it_was_written),
        cmocka_unit_test(jpeg_and_webp_are_close_to_what_was_written),
        cmocka_unit_test(a_gif_gives_its_first_frame),
        cmocka_unit_test(a_bmp_is_read_bottom_up),
        cmocka_unit_test(what_is_no_image_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
