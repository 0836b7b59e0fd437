/*
 * The register code's instructions, one row each. Name, operand layout, operand
 * kinds, effect and what it may throw stand side by side here and nowhere else:
 * the interpreter's dispatch table, the disassembler, the verifier, control
 * flow, and the def/use sets of the slicer are all made from these rows.
 *
 *   X(NAME, text, layout, kinds, flags, effect)
 *
 * layout   how operands lie in the instruction's units (code.h draws them)
 * kinds    "DEF:USES". Register operands in the order a, b, c; where DEF is '-'
 *          the uses begin with a, else a is the definition and they begin with b.
 *            I int (boolean, byte, char, short too)   J long   F float   D double
 *            L reference   A array reference   N int or reference
 *            V any value   C constant (int, float or null)   W long or double constant
 *            T as the Ref's descriptor says   R return address
 *          Calls use the listed registers; their kinds come from the descriptor.
 * flags    see the OPF_ enum in code.h
 *
 * Rows after QUICK_OPS_BEGIN are never made by a translator: the machine
 * rewrites a general instruction into one of them, of the same length, when its
 * operand is resolved.
 */
#ifndef CODE_OPCODES_H
#define CODE_OPCODES_H

#define GENERAL_OPCODES(X)                                                                                  \
    X(NOP,              "nop",              0,     "-:",    0,                      "")                      \
    X(MOVE,             "move",             AB,    "V:V",   0,                      "a := b")                \
    X(CONST,            "const",            AI,    "C:",    0,                      "a := imm")              \
    X(CONST_WIDE,       "const-wide",       AW,    "W:",    0,                      "a := word")             \
    X(CONST_STRING,     "const-string",     AW,    "L:",    OPF_REF | OPF_THROWS,   "a := string")           \
    X(CONST_CLASS,      "const-class",      AW,    "L:",    OPF_REF | OPF_THROWS,   "a := class")            \
    X(CONST_HANDLE,     "const-handle",     AW,    "L:",    OPF_REF | OPF_THROWS,   "a := method handle or type") \
    X(MONITOR_ENTER,    "monitor-enter",    A,     "-:L",   OPF_THROWS,             "lock a")                \
    X(MONITOR_EXIT,     "monitor-exit",     A,     "-:L",   OPF_THROWS,             "unlock a")              \
    X(CHECK_CAST,       "check-cast",       AW,    "-:L",   OPF_REF | OPF_THROWS,   "a is null or a class")  \
    X(INSTANCE_OF,      "instance-of",      ABW,   "I:L",   OPF_REF | OPF_THROWS,   "a := b is a class")     \
    X(ARRAY_LENGTH,     "array-length",     AB,    "I:A",   OPF_THROWS,             "a := b.length")         \
    X(NEW_INSTANCE,     "new-instance",     AW,    "L:",    OPF_REF | OPF_THROWS,   "a := new class")        \
    X(NEW_ARRAY,        "new-array",        ABW,   "L:I",   OPF_REF | OPF_THROWS,   "a := new class[b]")     \
    X(FILLED_NEW_ARRAY, "filled-new-array", CALL,  "L:",    OPF_REF | OPF_THROWS,   "b := new class{list}")  \
    X(MULTI_NEW_ARRAY,  "multi-new-array",  CALL,  "L:",    OPF_REF | OPF_THROWS,   "b := new class[list]..") \
    X(FILL_ARRAY_DATA,  "fill-array-data",  AW,    "-:A",   OPF_THROWS,             "a[..] := data")         \
    X(THROW,            "throw",            A,     "-:L",   OPF_THROWS | OPF_ENDS,  "throw a")               \
    X(GOTO,             "goto",             T,     "-:",    OPF_BRANCH | OPF_ENDS,  "goto target")           \
    X(JSR,              "jsr",              AT,    "R:",    OPF_BRANCH | OPF_ENDS,  "a := after; goto target") \
    X(RET,              "ret",              A,     "-:R",   OPF_ENDS,               "goto a")                \
    X(PACKED_SWITCH,    "packed-switch",    AW,    "-:I",   OPF_SWITCH,             "goto table[a]")         \
    X(SPARSE_SWITCH,    "sparse-switch",    AW,    "-:I",   OPF_SWITCH,             "goto table[a]")         \
    X(IF_EQ,            "if-eq",            ABT,   "-:NN",  OPF_BRANCH,             "if a == b goto target") \
    X(IF_NE,            "if-ne",            ABT,   "-:NN",  OPF_BRANCH,             "if a != b goto target") \
    X(IF_LT,            "if-lt",            ABT,   "-:II",  OPF_BRANCH,             "if a < b goto target")  \
    X(IF_GE,            "if-ge",            ABT,   "-:II",  OPF_BRANCH,             "if a >= b goto target") \
    X(IF_GT,            "if-gt",            ABT,   "-:II",  OPF_BRANCH,             "if a > b goto target")  \
    X(IF_LE,            "if-le",            ABT,   "-:II",  OPF_BRANCH,             "if a <= b goto target") \
    X(IF_EQZ,           "if-eqz",           AT,    "-:N",   OPF_BRANCH,             "if a == 0 goto target") \
    X(IF_NEZ,           "if-nez",           AT,    "-:N",   OPF_BRANCH,             "if a != 0 goto target") \
    X(IF_LTZ,           "if-ltz",           AT,    "-:I",   OPF_BRANCH,             "if a < 0 goto target")  \
    X(IF_GEZ,           "if-gez",           AT,    "-:I",   OPF_BRANCH,             "if a >= 0 goto target") \
    X(IF_GTZ,           "if-gtz",           AT,    "-:I",   OPF_BRANCH,             "if a > 0 goto target")  \
    X(IF_LEZ,           "if-lez",           AT,    "-:I",   OPF_BRANCH,             "if a <= 0 goto target") \
    X(IF_EQ_LIT,        "if-eq-lit",        ALT,   "-:I",   OPF_BRANCH,             "if a == lit goto target") \
    X(IF_NE_LIT,        "if-ne-lit",        ALT,   "-:I",   OPF_BRANCH,             "if a != lit goto target") \
    X(IF_LT_LIT,        "if-lt-lit",        ALT,   "-:I",   OPF_BRANCH,             "if a < lit goto target") \
    X(IF_GE_LIT,        "if-ge-lit",        ALT,   "-:I",   OPF_BRANCH,             "if a >= lit goto target") \
    X(IF_GT_LIT,        "if-gt-lit",        ALT,   "-:I",   OPF_BRANCH,             "if a > lit goto target") \
    X(IF_LE_LIT,        "if-le-lit",        ALT,   "-:I",   OPF_BRANCH,             "if a <= lit goto target") \
    X(CMP_J,            "cmp-long",         ABC,   "I:JJ",  0,                      "a := b <=> c")          \
    X(CMPL_F,           "cmpl-float",       ABC,   "I:FF",  0,                      "a := b <=> c, NaN -1")  \
    X(CMPG_F,           "cmpg-float",       ABC,   "I:FF",  0,                      "a := b <=> c, NaN 1")   \
    X(CMPL_D,           "cmpl-double",      ABC,   "I:DD",  0,                      "a := b <=> c, NaN -1")  \
    X(CMPG_D,           "cmpg-double",      ABC,   "I:DD",  0,                      "a := b <=> c, NaN 1")   \
    X(AGET_B,           "aget-byte",        ABC,   "I:AI",  OPF_THROWS,             "a := b[c], boolean or byte") \
    X(AGET_C,           "aget-char",        ABC,   "I:AI",  OPF_THROWS,             "a := b[c]")             \
    X(AGET_S,           "aget-short",       ABC,   "I:AI",  OPF_THROWS,             "a := b[c]")             \
    X(AGET_I,           "aget",             ABC,   "T:AI",  OPF_THROWS,             "a := b[c], int or float") \
    X(AGET_J,           "aget-wide",        ABC,   "T:AI",  OPF_THROWS,             "a := b[c], long or double") \
    X(AGET_L,           "aget-object",      ABC,   "L:AI",  OPF_THROWS,             "a := b[c]")             \
    X(APUT_B,           "aput-byte",        ABC,   "-:IAI", OPF_THROWS,             "b[c] := a, boolean or byte") \
    X(APUT_C,           "aput-char",        ABC,   "-:IAI", OPF_THROWS,             "b[c] := a, char or short") \
    X(APUT_I,           "aput",             ABC,   "-:TAI", OPF_THROWS,             "b[c] := a, int or float") \
    X(APUT_J,           "aput-wide",        ABC,   "-:TAI", OPF_THROWS,             "b[c] := a, long or double") \
    X(APUT_L,           "aput-object",      ABC,   "-:LAI", OPF_THROWS,             "b[c] := a")             \
    X(IGET,             "iget",             ABW,   "T:L",   OPF_REF | OPF_THROWS,   "a := b.field")          \
    X(IPUT,             "iput",             ABW,   "-:TL",  OPF_REF | OPF_THROWS,   "b.field := a")          \
    X(SGET,             "sget",             AW,    "T:",    OPF_REF | OPF_THROWS,   "a := static field")     \
    X(SPUT,             "sput",             AW,    "-:T",   OPF_REF | OPF_THROWS,   "static field := a")     \
    X(INVOKE_VIRTUAL,   "invoke-virtual",   CALL,  "T:",    OPF_REF | OPF_THROWS | OPF_CALL, "b := call, by the receiver's class") \
    X(INVOKE_SUPER,     "invoke-super",     CALL,  "T:",    OPF_REF | OPF_THROWS | OPF_CALL, "b := call, by the caller's superclass") \
    X(INVOKE_DIRECT,    "invoke-direct",    CALL,  "T:",    OPF_REF | OPF_THROWS | OPF_CALL, "b := call of exactly this method") \
    X(INVOKE_STATIC,    "invoke-static",    CALL,  "T:",    OPF_REF | OPF_THROWS | OPF_CALL, "b := static call") \
    X(INVOKE_INTERFACE, "invoke-interface", CALL,  "T:",    OPF_REF | OPF_THROWS | OPF_CALL, "b := call, by interface") \
    X(INVOKE_DYNAMIC,   "invoke-dynamic",   CALL,  "T:",    OPF_REF | OPF_THROWS | OPF_CALL, "b := call site's target") \
    X(RETURN_VOID,      "return-void",      0,     "-:",    OPF_ENDS,               "return")                \
    X(RETURN,           "return",           A,     "-:T",   OPF_ENDS,               "return a")              \
    X(MOVE_EXCEPTION,   "move-exception",   A,     "L:",    0,                      "a := caught exception") \
    X(NEG_I,            "neg-int",          AB,    "I:I",   0,                      "a := -b")               \
    X(NOT_I,            "not-int",          AB,    "I:I",   0,                      "a := ~b")               \
    X(NEG_J,            "neg-long",         AB,    "J:J",   0,                      "a := -b")               \
    X(NOT_J,            "not-long",         AB,    "J:J",   0,                      "a := ~b")               \
    X(NEG_F,            "neg-float",        AB,    "F:F",   0,                      "a := -b")               \
    X(NEG_D,            "neg-double",       AB,    "D:D",   0,                      "a := -b")               \
    X(I2J,              "int-to-long",      AB,    "J:I",   0,                      "a := b")                \
    X(I2F,              "int-to-float",     AB,    "F:I",   0,                      "a := b")                \
    X(I2D,              "int-to-double",    AB,    "D:I",   0,                      "a := b")                \
    X(J2I,              "long-to-int",      AB,    "I:J",   0,                      "a := b")                \
    X(J2F,              "long-to-float",    AB,    "F:J",   0,                      "a := b")                \
    X(J2D,              "long-to-double",   AB,    "D:J",   0,                      "a := b")                \
    X(F2I,              "float-to-int",     AB,    "I:F",   0,                      "a := b")                \
    X(F2J,              "float-to-long",    AB,    "J:F",   0,                      "a := b")                \
    X(F2D,              "float-to-double",  AB,    "D:F",   0,                      "a := b")                \
    X(D2I,              "double-to-int",    AB,    "I:D",   0,                      "a := b")                \
    X(D2J,              "double-to-long",   AB,    "J:D",   0,                      "a := b")                \
    X(D2F,              "double-to-float",  AB,    "F:D",   0,                      "a := b")                \
    X(I2B,              "int-to-byte",      AB,    "I:I",   0,                      "a := b")                \
    X(I2C,              "int-to-char",      AB,    "I:I",   0,                      "a := b")                \
    X(I2S,              "int-to-short",     AB,    "I:I",   0,                      "a := b")                \
    X(ADD_I,            "add-int",          ABC,   "I:II",  0,                      "a := b + c")            \
    X(SUB_I,            "sub-int",          ABC,   "I:II",  0,                      "a := b - c")            \
    X(MUL_I,            "mul-int",          ABC,   "I:II",  0,                      "a := b * c")            \
    X(DIV_I,            "div-int",          ABC,   "I:II",  OPF_THROWS,             "a := b / c")            \
    X(REM_I,            "rem-int",          ABC,   "I:II",  OPF_THROWS,             "a := b % c")            \
    X(AND_I,            "and-int",          ABC,   "I:II",  0,                      "a := b & c")            \
    X(OR_I,             "or-int",           ABC,   "I:II",  0,                      "a := b | c")            \
    X(XOR_I,            "xor-int",          ABC,   "I:II",  0,                      "a := b ^ c")            \
    X(SHL_I,            "shl-int",          ABC,   "I:II",  0,                      "a := b << c")           \
    X(SHR_I,            "shr-int",          ABC,   "I:II",  0,                      "a := b >> c")           \
    X(USHR_I,           "ushr-int",         ABC,   "I:II",  0,                      "a := b >>> c")          \
    X(ADD_J,            "add-long",         ABC,   "J:JJ",  0,                      "a := b + c")            \
    X(SUB_J,            "sub-long",         ABC,   "J:JJ",  0,                      "a := b - c")            \
    X(MUL_J,            "mul-long",         ABC,   "J:JJ",  0,                      "a := b * c")            \
    X(DIV_J,            "div-long",         ABC,   "J:JJ",  OPF_THROWS,             "a := b / c")            \
    X(REM_J,            "rem-long",         ABC,   "J:JJ",  OPF_THROWS,             "a := b % c")            \
    X(AND_J,            "and-long",         ABC,   "J:JJ",  0,                      "a := b & c")            \
    X(OR_J,             "or-long",          ABC,   "J:JJ",  0,                      "a := b | c")            \
    X(XOR_J,            "xor-long",         ABC,   "J:JJ",  0,                      "a := b ^ c")            \
    X(SHL_J,            "shl-long",         ABC,   "J:JI",  0,                      "a := b << c")           \
    X(SHR_J,            "shr-long",         ABC,   "J:JI",  0,                      "a := b >> c")           \
    X(USHR_J,           "ushr-long",        ABC,   "J:JI",  0,                      "a := b >>> c")          \
    X(ADD_F,            "add-float",        ABC,   "F:FF",  0,                      "a := b + c")            \
    X(SUB_F,            "sub-float",        ABC,   "F:FF",  0,                      "a := b - c")            \
    X(MUL_F,            "mul-float",        ABC,   "F:FF",  0,                      "a := b * c")            \
    X(DIV_F,            "div-float",        ABC,   "F:FF",  0,                      "a := b / c")            \
    X(REM_F,            "rem-float",        ABC,   "F:FF",  0,                      "a := b % c")            \
    X(ADD_D,            "add-double",       ABC,   "D:DD",  0,                      "a := b + c")            \
    X(SUB_D,            "sub-double",       ABC,   "D:DD",  0,                      "a := b - c")            \
    X(MUL_D,            "mul-double",       ABC,   "D:DD",  0,                      "a := b * c")            \
    X(DIV_D,            "div-double",       ABC,   "D:DD",  0,                      "a := b / c")            \
    X(REM_D,            "rem-double",       ABC,   "D:DD",  0,                      "a := b % c")            \
    X(ADD_I_LIT,        "add-int-lit",      ABL,   "I:I",   0,                      "a := b + lit")          \
    X(RSUB_I_LIT,       "rsub-int-lit",     ABL,   "I:I",   0,                      "a := lit - b")          \
    X(MUL_I_LIT,        "mul-int-lit",      ABL,   "I:I",   0,                      "a := b * lit")          \
    X(DIV_I_LIT,        "div-int-lit",      ABL,   "I:I",   OPF_THROWS,             "a := b / lit")          \
    X(REM_I_LIT,        "rem-int-lit",      ABL,   "I:I",   OPF_THROWS,             "a := b % lit")          \
    X(AND_I_LIT,        "and-int-lit",      ABL,   "I:I",   0,                      "a := b & lit")          \
    X(OR_I_LIT,         "or-int-lit",       ABL,   "I:I",   0,                      "a := b | lit")          \
    X(XOR_I_LIT,        "xor-int-lit",      ABL,   "I:I",   0,                      "a := b ^ lit")          \
    X(SHL_I_LIT,        "shl-int-lit",      ABL,   "I:I",   0,                      "a := b << lit")         \
    X(SHR_I_LIT,        "shr-int-lit",      ABL,   "I:I",   0,                      "a := b >> lit")         \
    X(USHR_I_LIT,       "ushr-int-lit",     ABL,   "I:I",   0,                      "a := b >>> lit")        \
    X(ERROR,            "error",            AW,    "-:",    OPF_REF | OPF_THROWS | OPF_ENDS, "throw the error that Ref names")

/* c holds the field's offset where an instance field's offset fits; the word stays the Ref. */
#define QUICK_OPCODES(X)                                                                                    \
    X(CONST_OBJECT,     "const-object",     AW,    "L:",    0,                      "a := object in word")   \
    X(CHECK_CAST_Q,     "check-cast+",      AW,    "-:L",   OPF_THROWS,             "a is null or a class")  \
    X(INSTANCE_OF_Q,    "instance-of+",     ABW,   "I:L",   0,                      "a := b is a class")     \
    X(NEW_INSTANCE_Q,   "new-instance+",    AW,    "L:",    OPF_THROWS,             "a := new class")        \
    X(NEW_ARRAY_Q,      "new-array+",       ABW,   "L:I",   OPF_THROWS,             "a := new class[b]")     \
    X(IGET_B,           "iget-byte+",       ABW,   "T:L",   OPF_REF | OPF_THROWS,   "a := b.field")          \
    X(IGET_C,           "iget-char+",       ABW,   "T:L",   OPF_REF | OPF_THROWS,   "a := b.field")          \
    X(IGET_S,           "iget-short+",      ABW,   "T:L",   OPF_REF | OPF_THROWS,   "a := b.field")          \
    X(IGET_I,           "iget-int+",        ABW,   "T:L",   OPF_REF | OPF_THROWS,   "a := b.field")          \
    X(IGET_J,           "iget-wide+",       ABW,   "T:L",   OPF_REF | OPF_THROWS,   "a := b.field")          \
    X(IGET_L,           "iget-object+",     ABW,   "T:L",   OPF_REF | OPF_THROWS,   "a := b.field")          \
    X(IPUT_B,           "iput-byte+",       ABW,   "-:TL",  OPF_REF | OPF_THROWS,   "b.field := a")          \
    X(IPUT_C,           "iput-char+",       ABW,   "-:TL",  OPF_REF | OPF_THROWS,   "b.field := a")          \
    X(IPUT_I,           "iput-int+",        ABW,   "-:TL",  OPF_REF | OPF_THROWS,   "b.field := a")          \
    X(IPUT_J,           "iput-wide+",       ABW,   "-:TL",  OPF_REF | OPF_THROWS,   "b.field := a")          \
    X(IPUT_L,           "iput-object+",     ABW,   "-:TL",  OPF_REF | OPF_THROWS,   "b.field := a")          \
    X(SGET_B,           "sget-byte+",       AW,    "T:",    0,                      "a := static field")     \
    X(SGET_C,           "sget-char+",       AW,    "T:",    0,                      "a := static field")     \
    X(SGET_S,           "sget-short+",      AW,    "T:",    0,                      "a := static field")     \
    X(SGET_I,           "sget-int+",        AW,    "T:",    0,                      "a := static field")     \
    X(SGET_J,           "sget-wide+",       AW,    "T:",    0,                      "a := static field")     \
    X(SGET_L,           "sget-object+",     AW,    "T:",    0,                      "a := static field")     \
    X(SPUT_B,           "sput-byte+",       AW,    "-:T",   0,                      "static field := a")     \
    X(SPUT_C,           "sput-char+",       AW,    "-:T",   0,                      "static field := a")     \
    X(SPUT_I,           "sput-int+",        AW,    "-:T",   0,                      "static field := a")     \
    X(SPUT_J,           "sput-wide+",       AW,    "-:T",   0,                      "static field := a")     \
    X(SPUT_L,           "sput-object+",     AW,    "-:T",   0,                      "static field := a")     \
    X(INVOKE_VIRTUAL_Q, "invoke-virtual+",  CALL,  "T:",    OPF_THROWS | OPF_CALL,  "b := call, by the receiver's class") \
    X(INVOKE_DIRECT_Q,  "invoke-direct+",   CALL,  "T:",    OPF_THROWS | OPF_CALL,  "b := call of exactly this method") \
    X(INVOKE_STATIC_Q,  "invoke-static+",   CALL,  "T:",    OPF_THROWS | OPF_CALL,  "b := static call")      \
    X(INVOKE_INTERFACE_Q, "invoke-interface+", CALL, "T:",  OPF_THROWS | OPF_CALL,  "b := call, by interface") \
    X(ENTER_UNTRANSLATED, "enter-untranslated", 0, "-:",    OPF_THROWS | OPF_ENDS,  "translate the method, then run it") \
    X(ENTER_SYNCHRONIZED, "enter-synchronized", 0, "-:",    OPF_THROWS | OPF_ENDS,  "lock, then run the method") \
    X(ENTER_NATIVE,     "enter-native",     0,     "-:",    OPF_THROWS | OPF_ENDS,  "run the method's C function") \
    X(ENTER_ABSTRACT,   "enter-abstract",   0,     "-:",    OPF_THROWS | OPF_ENDS,  "throw AbstractMethodError")

#define ALL_OPCODES(X) GENERAL_OPCODES(X) QUICK_OPCODES(X)

#endif
