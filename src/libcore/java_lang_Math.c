/* java.lang.Math, StrictMath: C's functions are the ones that the platform uses too. */
#include "libcore/natives.h"

#include <math.h>

#define UNARY(name) \
    static void name##_(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->d = name(args[0].d); }
#define BINARY(name, function) \
    static void name##_(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->d = function(args[0].d, args[2].d); }

UNARY(acos) UNARY(asin) UNARY(atan) UNARY(cbrt) UNARY(ceil) UNARY(cos) UNARY(cosh) UNARY(exp) UNARY(expm1)
UNARY(floor) UNARY(log) UNARY(log10) UNARY(log1p) UNARY(rint) UNARY(sin) UNARY(sinh) UNARY(sqrt) UNARY(tan) UNARY(tanh)
BINARY(atan2, atan2) BINARY(hypot, hypot) BINARY(IEEEremainder, remainder) BINARY(nextafter, nextafter)

/* C says pow(1, NaN) is 1 and pow(-1, inf) is 1; Java says NaN. */
static double java_pow(double x, double y)
{
    if (isnan(y) || (fabs(x) == 1 && isinf(y)))
        return NAN;
    return pow(x, y);
}
BINARY(pow, java_pow)

/* Random numbers for the library's own use (hash seeds, skip lists): the machine's. */
static void randomIntInternal(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = (i32)(vm_random(t->vm) >> 32);
}

static void setRandomSeedInternal(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    UNUSED(result);
}

const NativeMethod natives_java_lang_Math[] = {
    { "randomIntInternal", "()I", randomIntInternal, NATIVE_INJECT_STATIC },
    { "setRandomSeedInternal", "(J)V", setRandomSeedInternal, NATIVE_INJECT_STATIC },
    { "acos", "(D)D", acos_ }, { "asin", "(D)D", asin_ }, { "atan", "(D)D", atan_ }, { "atan2", "(DD)D", atan2_ },
    { "cbrt", "(D)D", cbrt_ }, { "ceil", "(D)D", ceil_ }, { "cos", "(D)D", cos_ }, { "cosh", "(D)D", cosh_ },
    { "exp", "(D)D", exp_ }, { "expm1", "(D)D", expm1_ }, { "floor", "(D)D", floor_ }, { "hypot", "(DD)D", hypot_ },
    { "IEEEremainder", "(DD)D", IEEEremainder_ }, { "log", "(D)D", log_ }, { "log10", "(D)D", log10_ },
    { "log1p", "(D)D", log1p_ }, { "pow", "(DD)D", pow_ }, { "rint", "(D)D", rint_ }, { "sin", "(D)D", sin_ },
    { "sinh", "(D)D", sinh_ }, { "sqrt", "(D)D", sqrt_ }, { "tan", "(D)D", tan_ }, { "tanh", "(D)D", tanh_ },
    { "nextafter", "(DD)D", nextafter_ },
    { 0 },
};

/* ---- Float, Double: bits ------------------------------------------------------------- */

static void float_bits(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = isnan(args[0].f) ? 0x7fc00000 : args[0].i;
}

static void float_raw_bits(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = args[0].i;
}

static void double_bits(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->j = isnan(args[0].d) ? 0x7ff8000000000000ll : args[0].j;
}

static void double_raw_bits(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->j = args[0].j;
}

const NativeMethod natives_java_lang_Float[] = {
    { "floatToIntBits", "(F)I", float_bits },
    { "floatToRawIntBits", "(F)I", float_raw_bits },
    { "intBitsToFloat", "(I)F", float_raw_bits },
    { 0 },
};

const NativeMethod natives_java_lang_Double[] = {
    { "doubleToLongBits", "(D)J", double_bits },
    { "doubleToRawLongBits", "(D)J", double_raw_bits },
    { "longBitsToDouble", "(J)D", double_raw_bits },
    { 0 },
};
