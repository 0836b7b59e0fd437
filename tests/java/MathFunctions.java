// Math and StrictMath: rounding is exact, transcendental functions are right to twelve digits.
public class MathFunctions {
    static String d(double x) {
        if (Double.isNaN(x) || Double.isInfinite(x) || x == 0) return "" + x;
        return String.format(java.util.Locale.US, "%.11e", x);
    }

    public static void main(String[] args) {
        double[] xs = {
            0,
            -0.0,
            0.5,
            -0.5,
            1,
            -1,
            1.5,
            -1.5,
            2.5,
            3.7,
            -3.7,
            1e10,
            1e-10,
            700,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY
        };
        for (double x : xs) {
            System.out.println(
                    x
                            + ": "
                            + Math.floor(x)
                            + " "
                            + Math.ceil(x)
                            + " "
                            + Math.rint(x)
                            + " "
                            + Math.round(x)
                            + " "
                            + Math.abs(x)
                            + " "
                            + Math.sqrt(x)
                            + " "
                            + Math.signum(x)
                            + " "
                            + Math.ulp(x)
                            + " "
                            + Math.getExponent(x)
                            + " "
                            + Math.nextUp(x));
            System.out.println(
                    "    "
                            + d(Math.sin(x % 1e6))
                            + " "
                            + d(Math.cos(x % 1e6))
                            + " "
                            + d(Math.tan(x % 1e6))
                            + " "
                            + d(Math.atan(x))
                            + " "
                            + d(Math.exp(x))
                            + " "
                            + d(Math.log(x))
                            + " "
                            + d(Math.log10(x))
                            + " "
                            + d(Math.cbrt(x))
                            + " "
                            + d(Math.asin(x))
                            + " "
                            + d(Math.acos(x))
                            + " "
                            + d(Math.sinh(x))
                            + " "
                            + d(Math.tanh(x))
                            + " "
                            + d(Math.expm1(x))
                            + " "
                            + d(Math.log1p(x)));
        }
        double[][] pairs = {
            {2, 10},
            {2, 0.5},
            {-2, 3},
            {-2, 0.5},
            {0, 0},
            {0, -1},
            {-0.0, -3},
            {1, Double.NaN},
            {Double.NaN, 0},
            {Double.POSITIVE_INFINITY, -1},
            {10, 308},
            {10, 309},
            {10, -400}
        };
        for (double[] p : pairs)
            System.out.println(
                    d(Math.pow(p[0], p[1]))
                            + " "
                            + d(Math.atan2(p[0], p[1]))
                            + " "
                            + d(Math.hypot(p[0], p[1]))
                            + " "
                            + Math.IEEEremainder(p[0], p[1] == 0 ? 3 : p[1])
                            + " "
                            + Math.copySign(p[0], p[1])
                            + " "
                            + Math.max(p[0], p[1])
                            + " "
                            + Math.min(p[0], p[1])
                            + " "
                            + Math.nextAfter(p[0], p[1]));
        System.out.println(
                Math.max(-0.0, 0.0)
                        + " "
                        + Math.min(-0.0, 0.0)
                        + " "
                        + Math.max(1, 2)
                        + Math.min(1L, 2L)
                        + Math.abs(Integer.MIN_VALUE)
                        + " "
                        + Math.abs(-5L)
                        + Math.round(2.5f)
                        + Math.round(-2.5f)
                        + Math.round(1e20)
                        + Math.round(Float.NaN)
                        + " "
                        + Math.scalb(1.5, 4)
                        + Math.toDegrees(Math.PI)
                        + " "
                        + d(Math.toRadians(90))
                        + Math.floor(-1e300)
                        + Math.abs(-1.5f)
                        + Math.ulp(1f));
        System.out.println(
                d(StrictMath.sin(1))
                        + d(StrictMath.exp(1))
                        + d(StrictMath.pow(3, 3.5))
                        + StrictMath.sqrt(2)
                        + StrictMath.floor(2.7)
                        + StrictMath.rint(3.5)
                        + d(StrictMath.log(10))
                        + d(StrictMath.cosh(2)));
        double r = Math.random();
        System.out.println(r >= 0 && r < 1);
        System.out.println(Math.E + " " + Math.PI + " " + Math.sqrt(2) + " " + Math.sqrt(-1));
    }
}
