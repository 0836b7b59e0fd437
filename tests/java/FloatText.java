// Printing and parsing of float and double: shortest digits, exponents, special values, hexadecimal, errors.
public class FloatText {
    static String parse(String s) {
        try {
            return "" + Double.parseDouble(s);
        } catch (NumberFormatException e) {
            return "NFE";
        }
    }

    static String parseFloat(String s) {
        try {
            return "" + Float.parseFloat(s);
        } catch (NumberFormatException e) {
            return "NFE";
        }
    }

    public static void main(String[] args) {
        double[] ds = {
            0,
            -0.0,
            1,
            -1,
            0.1,
            0.001,
            0.0001,
            1e-4,
            123456.789,
            1234567.0,
            9999999.0,
            1e7,
            12345678.9,
            1e21,
            1.0E10,
            1e22,
            1.7976931348623157E308,
            4.9E-324,
            2.2250738585072014E-308,
            3.141592653589793,
            2.718281828459045,
            1.0 / 3,
            2.0 / 3,
            100.0,
            5e-5,
            1e16,
            9007199254740992.0,
            1.1,
            0.3,
            1e100,
            1.5e-10
        };
        for (double d : ds)
            System.out.println(
                    d
                            + " "
                            + Double.toHexString(d)
                            + " "
                            + Long.toHexString(Double.doubleToLongBits(d)));
        float[] fs = {
            0,
            1,
            0.1f,
            1e-3f,
            1e-4f,
            1.0e7f,
            9999999f,
            3.4028235E38f,
            1.4E-45f,
            3.1415927f,
            1f / 3,
            16777216f,
            0.3f,
            1e10f
        };
        for (float f : fs)
            System.out.println(
                    f
                            + " "
                            + Float.toHexString(f)
                            + " "
                            + Integer.toHexString(Float.floatToIntBits(f)));
        for (String s :
                new String[] {
                    "1",
                    " 1.5 ",
                    "1e3",
                    "1E-3",
                    ".5",
                    "5.",
                    "+1.0",
                    "-.5e1",
                    "1.0f",
                    "1.0d",
                    "NaN",
                    "Infinity",
                    "-Infinity",
                    "0x1p3",
                    "0x1.8p-1",
                    "1e400",
                    "-1e400",
                    "1e-400",
                    "",
                    " ",
                    "x",
                    "1,5",
                    "1.2.3",
                    ".12.3",
                    "1e",
                    "--1",
                    "nan",
                    "0x1",
                    "1_0",
                    "123456789012345678901234567890",
                    "0.00000000000000000000000000001",
                    "2.2250738585072012e-308",
                    "1.00000000000000011102230246251565"
                }) System.out.println("'" + s + "' " + parse(s) + " " + parseFloat(s));
        System.out.println(
                Double.isNaN(0.0 / 0)
                        + " "
                        + Double.isInfinite(1e308 * 10)
                        + " "
                        + Double.compare(0.0, -0.0)
                        + " "
                        + Double.compare(Double.NaN, 1)
                        + " "
                        + Double.MIN_NORMAL
                        + " "
                        + Double.MAX_EXPONENT
                        + " "
                        + Float.MIN_EXPONENT
                        + " "
                        + Double.valueOf("1.5").equals(1.5)
                        + " "
                        + Float.compare(1f, 2f));
        System.out.println(
                Double.longBitsToDouble(0x7ff0000000000000L)
                        + " "
                        + Double.longBitsToDouble(0x7ff0000000000001L)
                        + " "
                        + Float.intBitsToFloat(0x7f800000)
                        + " "
                        + Float.intBitsToFloat(0x00000001)
                        + " "
                        + Double.longBitsToDouble(0x4009_21FB_5444_2D18L)
                        + " "
                        + Double.doubleToRawLongBits(-2.0));
        double x = 1;
        for (int i = 0; i < 60; i++) {
            x *= 1.37;
            if (i % 12 == 0) System.out.println(x + " " + (float) x + " " + 1 / x);
        }
        java.util.Random r = new java.util.Random(5);
        int same = 0;
        for (int i = 0; i < 2000; i++) {
            double d = Double.longBitsToDouble(r.nextLong());
            if (Double.isNaN(d) || Double.parseDouble(Double.toString(d)) == d) same++;
            float f = Float.intBitsToFloat(r.nextInt());
            if (Float.isNaN(f) || Float.parseFloat(Float.toString(f)) == f) same++;
        }
        System.out.println("round trips: " + same);
    }
}
