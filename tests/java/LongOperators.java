// Every long operator gives the result of the language specification, overflow and shifts included.
public class LongOperators {
    static final long[] VALUES = {
        0,
        1,
        -1,
        2,
        -3,
        63,
        64,
        65,
        0xFFFFFFFFL,
        0x100000000L,
        -0x100000000L,
        0x5555555555555555L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE + 1,
        1234567890123456789L
    };

    static long mix(long sum, long value) {
        return sum * 1000003 + value;
    }

    public static void main(String[] args) {
        for (long a : VALUES) {
            System.out.println(
                    a
                            + ": "
                            + -a
                            + " "
                            + ~a
                            + " "
                            + (int) a
                            + " "
                            + (short) a
                            + " "
                            + (byte) a
                            + " "
                            + (int) (char) a
                            + " "
                            + Float.floatToIntBits((float) a)
                            + " "
                            + (double) (a >> 12));
            long sum = 0;
            for (long b : VALUES) {
                sum = mix(sum, a + b);
                sum = mix(sum, a - b);
                sum = mix(sum, a * b);
                if (b != 0) sum = mix(sum, a / b);
                if (b != 0) sum = mix(sum, a % b);
                sum = mix(sum, a & b);
                sum = mix(sum, a | b);
                sum = mix(sum, a ^ b);
                sum = mix(sum, a << b);
                sum = mix(sum, a >> b);
                sum = mix(sum, a >>> b);
                sum = mix(sum, (a < b ? 1 : 2) + (a == b ? 4 : 8) + (a >= b ? 16 : 32));
            }
            System.out.println("    all pairs: " + sum);
        }
        System.out.println(Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1);
        System.out.println(
                (1L << 63)
                        + " "
                        + (1L << 64)
                        + " "
                        + (1L << 65)
                        + " "
                        + (-1L >>> 63)
                        + " "
                        + (-1L >>> 64)
                        + " "
                        + (1L << -1));
        long x = 10;
        x += 0.5f;
        System.out.println(x);
        x *= 2.6;
        System.out.println(x);
        x <<= 40;
        System.out.println(x);
        x >>>= 3;
        System.out.println(x);
        x %= 1000;
        System.out.println(x);
        int i = 7;
        i *= 10000000000L;
        System.out.println(i);
        long[] array = {1, 2, 3};
        long old = array[1]++ + --array[2];
        System.out.println(old + " " + array[1] + " " + array[2]);
        try {
            System.out.println(1L / (x - x));
        } catch (ArithmeticException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            System.out.println(1L % (x - x));
        } catch (ArithmeticException e) {
            System.out.println(e.getClass().getName());
        }
    }
}
