/*
 * The trained weights, embedded from data/ by the assembler: the program needs
 * no file beside it. data/README.md says what they were trained on, under which
 * licences, and how to rebuild them.
 */
#ifndef TEXT_WEIGHTS_H
#define TEXT_WEIGHTS_H

#include "base/base.h"

/*  name in C,    file under data/ */
#define WEIGHT_FILES(X)                     \
    X(step_linear,   "step-linear.bin")     \
    X(parser,        "parser.bin")          \
    X(vectors,       "vectors.bin")         \
    X(step_net,      "step-net.bin")        \
    X(synonyms,      "synonyms.txt")        \
    X(rule_outcomes, "rule-outcomes.tsv")

#define X(name, file) extern const u8 weights_##name[], weights_##name##_end[];
WEIGHT_FILES(X)
#undef X

#endif
