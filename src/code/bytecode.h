/*
 * The instructions of class files, one row each, in the order of their codes.
 *
 *   X(name, operands, pops, pushes, action, op)
 *
 * operands  -  none            0-3  none; the local is this number
 *           l  local u1, or u2 after `wide`
 *           c  constant i1     C  constant i2     n  type of newarray u1
 *           q  pool u1         p  pool u2         f  pool u2 and two bytes more
 *           j  branch i2       J  branch i4       i  iinc: local, constant
 *           t  tableswitch     k  lookupswitch    m  multianewarray: pool u2, dimensions u1
 *           w  wide: another instruction follows
 * pops      categories taken off the stack, the top one last; 1 or 2 slots; ? by operand
 * pushes    the same for what is put there
 * action    what the translator does
 * op        the register instruction that it becomes, where there is one
 */
#ifndef CODE_BYTECODE_H
#define CODE_BYTECODE_H

#define BYTECODES(X) \
    X(nop,             '-', "",    "",   NOTHING,           NOP)              \
    X(aconst_null,     '-', "",    "1",  CONSTANT,          NOP)              \
    X(iconst_m1,       '-', "",    "1",  CONSTANT,          NOP)              \
    X(iconst_0,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(iconst_1,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(iconst_2,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(iconst_3,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(iconst_4,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(iconst_5,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(lconst_0,        '-', "",    "2",  CONSTANT,          NOP)              \
    X(lconst_1,        '-', "",    "2",  CONSTANT,          NOP)              \
    X(fconst_0,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(fconst_1,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(fconst_2,        '-', "",    "1",  CONSTANT,          NOP)              \
    X(dconst_0,        '-', "",    "2",  CONSTANT,          NOP)              \
    X(dconst_1,        '-', "",    "2",  CONSTANT,          NOP)              \
    X(bipush,          'c', "",    "1",  CONSTANT,          NOP)              \
    X(sipush,          'C', "",    "1",  CONSTANT,          NOP)              \
    X(ldc,             'q', "",    "?",  LDC,               NOP)              \
    X(ldc_w,           'p', "",    "?",  LDC,               NOP)              \
    X(ldc2_w,          'p', "",    "2",  LDC,               NOP)              \
    X(iload,           'l', "",    "1",  LOAD,              NOP)              \
    X(lload,           'l', "",    "2",  LOAD,              NOP)              \
    X(fload,           'l', "",    "1",  LOAD,              NOP)              \
    X(dload,           'l', "",    "2",  LOAD,              NOP)              \
    X(aload,           'l', "",    "1",  LOAD,              NOP)              \
    X(iload_0,         '0', "",    "1",  LOAD,              NOP)              \
    X(iload_1,         '1', "",    "1",  LOAD,              NOP)              \
    X(iload_2,         '2', "",    "1",  LOAD,              NOP)              \
    X(iload_3,         '3', "",    "1",  LOAD,              NOP)              \
    X(lload_0,         '0', "",    "2",  LOAD,              NOP)              \
    X(lload_1,         '1', "",    "2",  LOAD,              NOP)              \
    X(lload_2,         '2', "",    "2",  LOAD,              NOP)              \
    X(lload_3,         '3', "",    "2",  LOAD,              NOP)              \
    X(fload_0,         '0', "",    "1",  LOAD,              NOP)              \
    X(fload_1,         '1', "",    "1",  LOAD,              NOP)              \
    X(fload_2,         '2', "",    "1",  LOAD,              NOP)              \
    X(fload_3,         '3', "",    "1",  LOAD,              NOP)              \
    X(dload_0,         '0', "",    "2",  LOAD,              NOP)              \
    X(dload_1,         '1', "",    "2",  LOAD,              NOP)              \
    X(dload_2,         '2', "",    "2",  LOAD,              NOP)              \
    X(dload_3,         '3', "",    "2",  LOAD,              NOP)              \
    X(aload_0,         '0', "",    "1",  LOAD,              NOP)              \
    X(aload_1,         '1', "",    "1",  LOAD,              NOP)              \
    X(aload_2,         '2', "",    "1",  LOAD,              NOP)              \
    X(aload_3,         '3', "",    "1",  LOAD,              NOP)              \
    X(iaload,          '-', "11",  "1",  ARRAY_LOAD,        AGET_I)           \
    X(laload,          '-', "11",  "2",  ARRAY_LOAD,        AGET_J)           \
    X(faload,          '-', "11",  "1",  ARRAY_LOAD,        AGET_I)           \
    X(daload,          '-', "11",  "2",  ARRAY_LOAD,        AGET_J)           \
    X(aaload,          '-', "11",  "1",  ARRAY_LOAD,        AGET_L)           \
    X(baload,          '-', "11",  "1",  ARRAY_LOAD,        AGET_B)           \
    X(caload,          '-', "11",  "1",  ARRAY_LOAD,        AGET_C)           \
    X(saload,          '-', "11",  "1",  ARRAY_LOAD,        AGET_S)           \
    X(istore,          'l', "1",   "",   STORE,             NOP)              \
    X(lstore,          'l', "2",   "",   STORE,             NOP)              \
    X(fstore,          'l', "1",   "",   STORE,             NOP)              \
    X(dstore,          'l', "2",   "",   STORE,             NOP)              \
    X(astore,          'l', "1",   "",   STORE,             NOP)              \
    X(istore_0,        '0', "1",   "",   STORE,             NOP)              \
    X(istore_1,        '1', "1",   "",   STORE,             NOP)              \
    X(istore_2,        '2', "1",   "",   STORE,             NOP)              \
    X(istore_3,        '3', "1",   "",   STORE,             NOP)              \
    X(lstore_0,        '0', "2",   "",   STORE,             NOP)              \
    X(lstore_1,        '1', "2",   "",   STORE,             NOP)              \
    X(lstore_2,        '2', "2",   "",   STORE,             NOP)              \
    X(lstore_3,        '3', "2",   "",   STORE,             NOP)              \
    X(fstore_0,        '0', "1",   "",   STORE,             NOP)              \
    X(fstore_1,        '1', "1",   "",   STORE,             NOP)              \
    X(fstore_2,        '2', "1",   "",   STORE,             NOP)              \
    X(fstore_3,        '3', "1",   "",   STORE,             NOP)              \
    X(dstore_0,        '0', "2",   "",   STORE,             NOP)              \
    X(dstore_1,        '1', "2",   "",   STORE,             NOP)              \
    X(dstore_2,        '2', "2",   "",   STORE,             NOP)              \
    X(dstore_3,        '3', "2",   "",   STORE,             NOP)              \
    X(astore_0,        '0', "1",   "",   STORE,             NOP)              \
    X(astore_1,        '1', "1",   "",   STORE,             NOP)              \
    X(astore_2,        '2', "1",   "",   STORE,             NOP)              \
    X(astore_3,        '3', "1",   "",   STORE,             NOP)              \
    X(iastore,         '-', "111", "",   ARRAY_STORE,       APUT_I)           \
    X(lastore,         '-', "112", "",   ARRAY_STORE,       APUT_J)           \
    X(fastore,         '-', "111", "",   ARRAY_STORE,       APUT_I)           \
    X(dastore,         '-', "112", "",   ARRAY_STORE,       APUT_J)           \
    X(aastore,         '-', "111", "",   ARRAY_STORE,       APUT_L)           \
    X(bastore,         '-', "111", "",   ARRAY_STORE,       APUT_B)           \
    X(castore,         '-', "111", "",   ARRAY_STORE,       APUT_C)           \
    X(sastore,         '-', "111", "",   ARRAY_STORE,       APUT_C)           \
    X(pop,             '-', "?",   "?",  STACK,             NOP)              \
    X(pop2,            '-', "?",   "?",  STACK,             NOP)              \
    X(dup,             '-', "?",   "?",  STACK,             NOP)              \
    X(dup_x1,          '-', "?",   "?",  STACK,             NOP)              \
    X(dup_x2,          '-', "?",   "?",  STACK,             NOP)              \
    X(dup2,            '-', "?",   "?",  STACK,             NOP)              \
    X(dup2_x1,         '-', "?",   "?",  STACK,             NOP)              \
    X(dup2_x2,         '-', "?",   "?",  STACK,             NOP)              \
    X(swap,            '-', "?",   "?",  STACK,             NOP)              \
    X(iadd,            '-', "11",  "1",  INT_BINARY,        ADD_I)            \
    X(ladd,            '-', "22",  "2",  BINARY,            ADD_J)            \
    X(fadd,            '-', "11",  "1",  BINARY,            ADD_F)            \
    X(dadd,            '-', "22",  "2",  BINARY,            ADD_D)            \
    X(isub,            '-', "11",  "1",  INT_BINARY,        SUB_I)            \
    X(lsub,            '-', "22",  "2",  BINARY,            SUB_J)            \
    X(fsub,            '-', "11",  "1",  BINARY,            SUB_F)            \
    X(dsub,            '-', "22",  "2",  BINARY,            SUB_D)            \
    X(imul,            '-', "11",  "1",  INT_BINARY,        MUL_I)            \
    X(lmul,            '-', "22",  "2",  BINARY,            MUL_J)            \
    X(fmul,            '-', "11",  "1",  BINARY,            MUL_F)            \
    X(dmul,            '-', "22",  "2",  BINARY,            MUL_D)            \
    X(idiv,            '-', "11",  "1",  INT_BINARY,        DIV_I)            \
    X(ldiv,            '-', "22",  "2",  BINARY,            DIV_J)            \
    X(fdiv,            '-', "11",  "1",  BINARY,            DIV_F)            \
    X(ddiv,            '-', "22",  "2",  BINARY,            DIV_D)            \
    X(irem,            '-', "11",  "1",  INT_BINARY,        REM_I)            \
    X(lrem,            '-', "22",  "2",  BINARY,            REM_J)            \
    X(frem,            '-', "11",  "1",  BINARY,            REM_F)            \
    X(drem,            '-', "22",  "2",  BINARY,            REM_D)            \
    X(ineg,            '-', "1",   "1",  UNARY,             NEG_I)            \
    X(lneg,            '-', "2",   "2",  UNARY,             NEG_J)            \
    X(fneg,            '-', "1",   "1",  UNARY,             NEG_F)            \
    X(dneg,            '-', "2",   "2",  UNARY,             NEG_D)            \
    X(ishl,            '-', "11",  "1",  INT_BINARY,        SHL_I)            \
    X(lshl,            '-', "21",  "2",  BINARY,            SHL_J)            \
    X(ishr,            '-', "11",  "1",  INT_BINARY,        SHR_I)            \
    X(lshr,            '-', "21",  "2",  BINARY,            SHR_J)            \
    X(iushr,           '-', "11",  "1",  INT_BINARY,        USHR_I)           \
    X(lushr,           '-', "21",  "2",  BINARY,            USHR_J)           \
    X(iand,            '-', "11",  "1",  INT_BINARY,        AND_I)            \
    X(land,            '-', "22",  "2",  BINARY,            AND_J)            \
    X(ior,             '-', "11",  "1",  INT_BINARY,        OR_I)             \
    X(lor,             '-', "22",  "2",  BINARY,            OR_J)             \
    X(ixor,            '-', "11",  "1",  INT_BINARY,        XOR_I)            \
    X(lxor,            '-', "22",  "2",  BINARY,            XOR_J)            \
    X(iinc,            'i', "",    "",   IINC,              NOP)              \
    X(i2l,             '-', "1",   "2",  UNARY,             I2J)              \
    X(i2f,             '-', "1",   "1",  UNARY,             I2F)              \
    X(i2d,             '-', "1",   "2",  UNARY,             I2D)              \
    X(l2i,             '-', "2",   "1",  UNARY,             J2I)              \
    X(l2f,             '-', "2",   "1",  UNARY,             J2F)              \
    X(l2d,             '-', "2",   "2",  UNARY,             J2D)              \
    X(f2i,             '-', "1",   "1",  UNARY,             F2I)              \
    X(f2l,             '-', "1",   "2",  UNARY,             F2J)              \
    X(f2d,             '-', "1",   "2",  UNARY,             F2D)              \
    X(d2i,             '-', "2",   "1",  UNARY,             D2I)              \
    X(d2l,             '-', "2",   "2",  UNARY,             D2J)              \
    X(d2f,             '-', "2",   "1",  UNARY,             D2F)              \
    X(i2b,             '-', "1",   "1",  UNARY,             I2B)              \
    X(i2c,             '-', "1",   "1",  UNARY,             I2C)              \
    X(i2s,             '-', "1",   "1",  UNARY,             I2S)              \
    X(lcmp,            '-', "22",  "1",  BINARY,            CMP_J)            \
    X(fcmpl,           '-', "11",  "1",  BINARY,            CMPL_F)           \
    X(fcmpg,           '-', "11",  "1",  BINARY,            CMPG_F)           \
    X(dcmpl,           '-', "22",  "1",  BINARY,            CMPL_D)           \
    X(dcmpg,           '-', "22",  "1",  BINARY,            CMPG_D)           \
    X(ifeq,            'j', "1",   "",   IF_ZERO,           IF_EQZ)           \
    X(ifne,            'j', "1",   "",   IF_ZERO,           IF_NEZ)           \
    X(iflt,            'j', "1",   "",   IF_ZERO,           IF_LTZ)           \
    X(ifge,            'j', "1",   "",   IF_ZERO,           IF_GEZ)           \
    X(ifgt,            'j', "1",   "",   IF_ZERO,           IF_GTZ)           \
    X(ifle,            'j', "1",   "",   IF_ZERO,           IF_LEZ)           \
    X(if_icmpeq,       'j', "11",  "",   IF_COMPARE,        IF_EQ)            \
    X(if_icmpne,       'j', "11",  "",   IF_COMPARE,        IF_NE)            \
    X(if_icmplt,       'j', "11",  "",   IF_COMPARE,        IF_LT)            \
    X(if_icmpge,       'j', "11",  "",   IF_COMPARE,        IF_GE)            \
    X(if_icmpgt,       'j', "11",  "",   IF_COMPARE,        IF_GT)            \
    X(if_icmple,       'j', "11",  "",   IF_COMPARE,        IF_LE)            \
    X(if_acmpeq,       'j', "11",  "",   IF_COMPARE,        IF_EQ)            \
    X(if_acmpne,       'j', "11",  "",   IF_COMPARE,        IF_NE)            \
    X(goto,            'j', "",    "",   JUMP,              NOP)              \
    X(jsr,             'j', "",    "1",  SUBROUTINE,        NOP)              \
    X(ret,             'l', "",    "",   SUBROUTINE_RETURN, NOP)              \
    X(tableswitch,     't', "1",   "",   SWITCH,            PACKED_SWITCH)    \
    X(lookupswitch,    'k', "1",   "",   SWITCH,            SPARSE_SWITCH)    \
    X(ireturn,         '-', "1",   "",   RETURN_VALUE,      RETURN)           \
    X(lreturn,         '-', "2",   "",   RETURN_VALUE,      RETURN)           \
    X(freturn,         '-', "1",   "",   RETURN_VALUE,      RETURN)           \
    X(dreturn,         '-', "2",   "",   RETURN_VALUE,      RETURN)           \
    X(areturn,         '-', "1",   "",   RETURN_VALUE,      RETURN)           \
    X(return,          '-', "",    "",   RETURN_NOTHING,    RETURN_VOID)      \
    X(getstatic,       'p', "?",   "?",  FIELD,             SGET)             \
    X(putstatic,       'p', "?",   "?",  FIELD,             SPUT)             \
    X(getfield,        'p', "?",   "?",  FIELD,             IGET)             \
    X(putfield,        'p', "?",   "?",  FIELD,             IPUT)             \
    X(invokevirtual,   'p', "?",   "?",  INVOKE,            INVOKE_VIRTUAL)   \
    X(invokespecial,   'p', "?",   "?",  INVOKE,            INVOKE_SUPER)     \
    X(invokestatic,    'p', "?",   "?",  INVOKE,            INVOKE_STATIC)    \
    X(invokeinterface, 'f', "?",   "?",  INVOKE,            INVOKE_INTERFACE) \
    X(invokedynamic,   'f', "?",   "?",  INVOKE,            INVOKE_DYNAMIC)   \
    X(new,             'p', "",    "1",  NEW,               NEW_INSTANCE)     \
    X(newarray,        'n', "1",   "1",  ARRAY_NEW,         NEW_ARRAY)        \
    X(anewarray,       'p', "1",   "1",  ARRAY_NEW,         NEW_ARRAY)        \
    X(arraylength,     '-', "1",   "1",  UNARY,             ARRAY_LENGTH)     \
    X(athrow,          '-', "1",   "",   THROW_VALUE,       THROW)            \
    X(checkcast,       'p', "1",   "1",  CAST,              CHECK_CAST)       \
    X(instanceof,      'p', "1",   "1",  TYPE_TEST,         INSTANCE_OF)      \
    X(monitorenter,    '-', "1",   "",   MONITOR,           MONITOR_ENTER)    \
    X(monitorexit,     '-', "1",   "",   MONITOR,           MONITOR_EXIT)     \
    X(wide,            'w', "?",   "?",  NOTHING,           NOP)              \
    X(multianewarray,  'm', "?",   "1",  MULTI,             MULTI_NEW_ARRAY)  \
    X(ifnull,          'j', "1",   "",   IF_ZERO,           IF_EQZ)           \
    X(ifnonnull,       'j', "1",   "",   IF_ZERO,           IF_NEZ)           \
    X(goto_w,          'J', "",    "",   JUMP,              NOP)              \
    X(jsr_w,           'J', "",    "1",  SUBROUTINE,        NOP)

#endif
