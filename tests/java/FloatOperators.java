// float and double arithmetic, comparisons with NaN, signed zeros and remainders follow IEEE 754.
public class FloatOperators {
    static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.0,
        -1.5,
        3.0,
        1e-300,
        1e300,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };
    static final float[] FLOATS = {
        0f,
        -0f,
        1f,
        -2.5f,
        3f,
        1e-40f,
        1e38f,
        Float.MIN_VALUE,
        Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN
    };

    public static void main(String[] args) {
        for (double a : DOUBLES) {
            StringBuilder line = new StringBuilder();
            long bits = 0;
            for (double b : DOUBLES) {
                bits = bits * 31 + Double.doubleToLongBits(a + b);
                bits = bits * 31 + Double.doubleToLongBits(a - b);
                bits = bits * 31 + Double.doubleToLongBits(a * b);
                bits = bits * 31 + Double.doubleToLongBits(a / b);
                bits = bits * 31 + Double.doubleToLongBits(a % b);
                line.append(a < b ? '<' : '.')
                        .append(a <= b ? 'l' : '.')
                        .append(a > b ? '>' : '.')
                        .append(a >= b ? 'g' : '.')
                        .append(a == b ? '=' : '.')
                        .append(a != b ? '!' : '.')
                        .append(Double.compare(a, b))
                        .append(' ');
            }
            System.out.println(a + " " + -a + " " + Long.toHexString(bits) + " " + line);
        }
        for (float a : FLOATS) {
            StringBuilder line = new StringBuilder();
            int bits = 0;
            for (float b : FLOATS) {
                bits = bits * 31 + Float.floatToIntBits(a + b);
                bits = bits * 31 + Float.floatToIntBits(a - b);
                bits = bits * 31 + Float.floatToIntBits(a * b);
                bits = bits * 31 + Float.floatToIntBits(a / b);
                bits = bits * 31 + Float.floatToIntBits(a % b);
                line.append(a < b ? '<' : '.')
                        .append(a <= b ? 'l' : '.')
                        .append(a > b ? '>' : '.')
                        .append(a >= b ? 'g' : '.')
                        .append(a == b ? '=' : '.')
                        .append(Float.compare(a, b))
                        .append(' ');
            }
            System.out.println(a + " " + -a + " " + Integer.toHexString(bits) + " " + line);
        }
        double nan = Double.NaN;
        System.out.println(
                (nan == nan)
                        + " "
                        + (nan != nan)
                        + " "
                        + !(nan < 1)
                        + " "
                        + !(nan > 1)
                        + " "
                        + Double.valueOf(nan).equals(nan));
        System.out.println(
                (0.0 == -0.0)
                        + " "
                        + Double.valueOf(0.0).equals(-0.0)
                        + " "
                        + 1 / 0.0
                        + " "
                        + 1 / -0.0
                        + " "
                        + 0.0 / 0.0);
        System.out.println(
                5.5 % 2.0 + " " + -5.5 % 2.0 + " " + 5.5 % -2.0 + " " + 5.5f % 2f + " " + 1e17 % 3);
        float f = 16777216f;
        System.out.println(
                (f + 1 == f)
                        + " "
                        + (0.1f + 0.2f)
                        + " "
                        + (0.1 + 0.2)
                        + " "
                        + (0.1f == 0.1)
                        + " "
                        + (double) 0.1f);
        f++;
        f += 1e10;
        System.out.println(Float.floatToIntBits(f));
        double d = 1;
        for (int i = 0; i < 10; i++) d /= 3;
        System.out.println(d);
    }
}
