/* java.lang.Character: Unicode facts from ICU. */
#include "libcore/natives.h"

#include <stdlib.h>
#include <unicode/uchar.h>

#define FACT(name, expression) \
    static void name(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UChar32 c = args[0].i; result->i = (expression); }

static i32 digit(UChar32 c, i32 radix)
{
    if (radix < 2 || radix > 36)
        return -1;
    i32 value = u_charDigitValue(c);
    if (value < 0) {
        /* Latin letters, full-width ones too. */
        if (c >= 'a' && c <= 'z')
            value = c - 'a' + 10;
        else if (c >= 'A' && c <= 'Z')
            value = c - 'A' + 10;
        else if (c >= 0xff41 && c <= 0xff5a)
            value = c - 0xff41 + 10;
        else if (c >= 0xff21 && c <= 0xff3a)
            value = c - 0xff21 + 10;
    }
    return value < radix ? value : -1;
}

static i32 numeric_value(UChar32 c)
{
    i32 letter = digit(c, 36);
    if (letter >= 0)
        return letter;
    double value = u_getNumericValue(c);
    if (value == U_NO_NUMERIC_VALUE)
        return -1;
    return value >= 0 && value == (i32)value ? (i32)value : -2;
}

FACT(digitImpl, digit(c, args[1].i))
FACT(getNumericValueImpl, numeric_value(c))
FACT(getTypeImpl, u_charType(c))
FACT(getDirectionalityImpl, u_charDirection(c))
FACT(isMirroredImpl, u_isMirrored(c))
FACT(isAlphabetic, u_hasBinaryProperty(c, UCHAR_ALPHABETIC))
FACT(isDefinedImpl, u_isdefined(c))
FACT(isDigitImpl, u_isdigit(c))
FACT(isIdeographic, u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC))
FACT(isIdentifierIgnorableImpl, u_isIDIgnorable(c))
FACT(isLetterImpl, u_isalpha(c))
FACT(isLetterOrDigitImpl, u_isalnum(c))
FACT(isLowerCaseImpl, u_hasBinaryProperty(c, UCHAR_LOWERCASE))
FACT(isSpaceCharImpl, u_isJavaSpaceChar(c))
FACT(isTitleCaseImpl, u_istitle(c))
FACT(isUnicodeIdentifierPartImpl, u_isIDPart(c))
FACT(isUnicodeIdentifierStartImpl, u_isIDStart(c))
FACT(isUpperCaseImpl, u_hasBinaryProperty(c, UCHAR_UPPERCASE))
FACT(isWhitespaceImpl, u_isWhitespace(c))
FACT(toLowerCaseImpl, u_tolower(c))
FACT(toTitleCaseImpl, u_totitle(c))
FACT(toUpperCaseImpl, u_toupper(c))
FACT(ofImpl, ublock_getCode(c))

static void forNameImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    char *name = vm_string_to_utf8(args[0].l);
    result->i = name ? u_getPropertyValueEnum(UCHAR_BLOCK, name) : -1;
    free(name);
}

static void getNameImpl(Thread *t, const Slot *args, Slot *result)
{
    char name[128];
    UErrorCode status = U_ZERO_ERROR;
    i32 length = u_charName(args[0].i, U_UNICODE_CHAR_NAME, name, sizeof name, &status);
    if (U_SUCCESS(status) && length > 0)
        result->l = vm_string_utf8(t, name);
}

const NativeMethod natives_java_lang_Character[] = {
    { "digitImpl", NULL, digitImpl }, { "getNumericValueImpl", NULL, getNumericValueImpl },
    { "getTypeImpl", NULL, getTypeImpl }, { "getDirectionalityImpl", NULL, getDirectionalityImpl },
    { "isMirroredImpl", NULL, isMirroredImpl }, { "isAlphabetic", NULL, isAlphabetic },
    { "isDefinedImpl", NULL, isDefinedImpl }, { "isDigitImpl", NULL, isDigitImpl },
    { "isIdeographic", NULL, isIdeographic }, { "isIdentifierIgnorableImpl", NULL, isIdentifierIgnorableImpl },
    { "isLetterImpl", NULL, isLetterImpl }, { "isLetterOrDigitImpl", NULL, isLetterOrDigitImpl },
    { "isLowerCaseImpl", NULL, isLowerCaseImpl }, { "isSpaceCharImpl", NULL, isSpaceCharImpl },
    { "isTitleCaseImpl", NULL, isTitleCaseImpl }, { "isUnicodeIdentifierPartImpl", NULL, isUnicodeIdentifierPartImpl },
    { "isUnicodeIdentifierStartImpl", NULL, isUnicodeIdentifierStartImpl }, { "isUpperCaseImpl", NULL, isUpperCaseImpl },
    { "isWhitespaceImpl", NULL, isWhitespaceImpl }, { "toLowerCaseImpl", NULL, toLowerCaseImpl },
    { "toTitleCaseImpl", NULL, toTitleCaseImpl }, { "toUpperCaseImpl", NULL, toUpperCaseImpl },
    { "ofImpl", NULL, ofImpl }, { "forNameImpl", NULL, forNameImpl }, { "getNameImpl", NULL, getNameImpl },
    { 0 },
};
