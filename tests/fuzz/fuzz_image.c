/* Any bytes as an image: GIF and BMP are ours to read; the frames of a GIF too. */
#include "android/image.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t size)
{
    /* Pictures that are huge when unpacked take long and find nothing. */
    Image image;
    ImageRequest bounds = { .bounds_only = true, .sample = 1 };
    if (image_read(&image, bytes, size, &bounds) || (i64)image.width * image.height > 1 << 18) {
        image_release(&image);
        return 0;
    }
    image_release(&image);
    for (i32 sample = 1; sample <= 3; sample++) {
        ImageRequest request = { .sample = sample };
        if (image_read(&image, bytes, size, &request) == OK && !image.pixels)
            abort();
        image_release(&image);
    }
    GifInfo info;
    if (size > 6 && !memcmp(bytes, "GIF", 3) && gif_info(&info, bytes, size) == OK) {
        gif_read_at(&image, bytes, size, info.duration / 2);
        image_release(&image);
    }
    return 0;
}
