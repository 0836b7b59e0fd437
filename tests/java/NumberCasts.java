// Narrowing casts saturate for floating point, wrap for integers, and turn NaN into zero.
public class NumberCasts {
    public static void main(String[] args) {
        double[] values = {
            0,
            -0.0,
            0.9,
            -0.9,
            1.5,
            -1.5,
            127.9,
            128,
            255.5,
            32768,
            65535.9,
            65536,
            2147483647.0,
            2147483648.0,
            -2147483648.0,
            -2147483649.0,
            9.2233720368547758E18,
            -9.2233720368547758E18,
            1e19,
            -1e19,
            1e300,
            -1e300,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE
        };
        for (double d : values)
            System.out.println(
                    d
                            + " -> "
                            + (long) d
                            + " "
                            + (int) d
                            + " "
                            + (short) d
                            + " "
                            + (int) (char) d
                            + " "
                            + (byte) d
                            + " "
                            + Float.floatToIntBits((float) d));
        float[] floats = {
            1.99f,
            -1.99f,
            3e9f,
            -3e9f,
            1e19f,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY
        };
        for (float f : floats)
            System.out.println(
                    f
                            + " -> "
                            + (long) f
                            + " "
                            + (int) f
                            + " "
                            + (short) f
                            + " "
                            + (int) (char) f
                            + " "
                            + (byte) f
                            + " "
                            + (double) f);
        long[] longs = {
            127,
            128,
            255,
            256,
            32767,
            32768,
            65536,
            0x80000000L,
            0x1FFFFFFFFL,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            16777217L,
            9007199254740993L
        };
        for (long l : longs)
            System.out.println(
                    l
                            + " -> "
                            + (int) l
                            + " "
                            + (short) l
                            + " "
                            + (int) (char) l
                            + " "
                            + (byte) l
                            + " "
                            + Float.floatToIntBits((float) l)
                            + " "
                            + (double) l);
        System.out.println(
                (int) 'x'
                        + " "
                        + (char) 120
                        + " "
                        + (char) (byte) -1
                        + " "
                        + (int) (char) (byte) -1
                        + " "
                        + (byte) 'é');
        int big = 123456789;
        System.out.println(big - (int) (float) big);
        Object boxed = 5;
        System.out.println((Integer) boxed + (int) (Integer) boxed);
        try {
            System.out.println((Long) boxed);
        } catch (ClassCastException e) {
            System.out.println("ClassCastException");
        }
    }
}
