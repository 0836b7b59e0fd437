/*
 * The soft verifier: untrusted code is shown to be safe to interpret, or refused.
 *
 * Refused (ERR_INPUT with a sentence; the machine throws VerifyError): an
 * operand of the wrong kind, a register that was not set, control that leaves
 * the code, a branch to the middle of an instruction, a call with the wrong
 * number of registers, a result of the wrong kind.
 *
 * No class is loaded for it. Whether an object is of the class that an
 * instruction needs is often seen from declarations alone; where it is not, the
 * instruction is marked, and the machine looks at the object when it runs:
 *
 *   IGET, IPUT, INVOKE_VIRTUAL,     c & UNPROVEN_RECEIVER: the object may not
 *   INVOKE_DIRECT                   be of the Ref's owner
 *   INVOKE_SUPER                    the same: of the class that the method is in
 *   THROW                           the same: of Throwable
 *   IPUT, SPUT, RETURN, INVOKE_*,   c & UNPROVEN_VALUE: a reference that is
 *   FILLED_NEW_ARRAY                stored, returned or passed may not be of the
 *                                   declared type. Where that is an interface,
 *                                   anything may pass: calls by interface look
 *                                   at the object themselves. A RETURN throws
 *                                   past the handlers of its own method: in valid
 *                                   code it cannot throw, and they are not
 *                                   verified for it.
 *   AGET_*, APUT_*, ARRAY_LENGTH,   bit in Code.unproven: it may not be an array,
 *   FILL_ARRAY_DATA                 or have elements of another kind
 *
 * Declared types of parameters, fields and results are believed here because
 * whatever goes into them was proven or checked by those marks. APUT_L's value is
 * always checked by the machine. A second register of a wide pair is never read.
 */
#ifndef CODE_VERIFY_H
#define CODE_VERIFY_H

#include "code/class_def.h"

enum { UNPROVEN_RECEIVER = 1, UNPROVEN_VALUE = 2 };

/* Is sub, by its name, known to be super or below it? Answers from what is loaded; false when unknown. */
typedef bool (*IsSubclass)(void *context, const Symbol *sub, const Symbol *super);

/*
 * Verifies and marks code, the translation of the method. scratch, of 256 MB
 * (reserved, hardly ever touched), is used and given back. is_subclass may be NULL.
 */
int code_verify(const ClassDef *def, const MethodDef *method, Code *code, Arena *scratch, IsSubclass is_subclass, void *context);

static inline bool code_is_unproven(const Code *code, u32 unit)
{
    return code->unproven && code->unproven[unit / 8] >> unit % 8 & 1;
}

#endif
