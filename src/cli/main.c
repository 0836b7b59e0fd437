/* The command line's entry: finds the command's row in the table and runs it. */
#include "base/base.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    UNUSED(argc);
    fprintf(stderr, "%s: no command yet\n", argv[0]);
    return 2;
}
