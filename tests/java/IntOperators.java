// Every int operator gives the result of the language specification, overflow and shifts included.
public class IntOperators {
    static final int[] VALUES = {
        0,
        1,
        -1,
        2,
        -2,
        7,
        -7,
        31,
        32,
        33,
        255,
        -256,
        65535,
        65536,
        0x55555555,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE - 1,
        Integer.MIN_VALUE + 1,
        123456789
    };

    public static void main(String[] args) {
        for (int a : VALUES) {
            System.out.println(
                    a
                            + ": "
                            + -a
                            + " "
                            + ~a
                            + " "
                            + +a
                            + " "
                            + (a == 0)
                            + " "
                            + (byte) a
                            + " "
                            + (short) a
                            + " "
                            + (int) (char) a
                            + " "
                            + (long) a
                            + " "
                            + Float.floatToIntBits((float) a)
                            + " "
                            + (double) a);
            int sum = 0;
            for (int b : VALUES) {
                sum = sum * 31 + (a + b);
                sum = sum * 31 + (a - b);
                sum = sum * 31 + a * b;
                if (b != 0) sum = sum * 31 + a / b;
                if (b != 0) sum = sum * 31 + a % b;
                sum = sum * 31 + (a & b);
                sum = sum * 31 + (a | b);
                sum = sum * 31 + (a ^ b);
                sum = sum * 31 + (a << b);
                sum = sum * 31 + (a >> b);
                sum = sum * 31 + (a >>> b);
                sum =
                        sum * 31
                                + (a < b ? 1 : 2)
                                + (a <= b ? 4 : 8)
                                + (a > b ? 16 : 32)
                                + (a >= b ? 64 : 128)
                                + (a == b ? 256 : 512)
                                + (a != b ? 1024 : 2048);
            }
            System.out.println("    all pairs: " + sum);
        }
        System.out.println(
                Integer.MIN_VALUE / -1
                        + " "
                        + Integer.MIN_VALUE % -1
                        + " "
                        + (-7 / 2)
                        + " "
                        + (-7 % 2)
                        + " "
                        + (7 % -2));
        System.out.println(
                (1 << 31)
                        + " "
                        + (1 << 32)
                        + " "
                        + (1 << 33)
                        + " "
                        + (-1 >> 31)
                        + " "
                        + (-1 >>> 31)
                        + " "
                        + (-1 >>> 32)
                        + " "
                        + (1 << -1));
        int i = 5;
        i += 3.7;
        System.out.println(i);
        i -= 'a';
        System.out.println(i);
        i <<= 33L;
        System.out.println(i);
        i >>>= 1;
        System.out.println(i);
        i ^= -1;
        System.out.println(i);
        i = i++ + ++i;
        System.out.println(i);
        i = i-- - --i;
        System.out.println(i);
        byte b = (byte) 200;
        b >>>= 1;
        System.out.println(b);
        b += 100;
        System.out.println(b);
        short s = Short.MAX_VALUE;
        s++;
        System.out.println(s);
        char c = 0;
        c--;
        System.out.println((int) c);
        int[] array = {1, 2, 3};
        int k = 0;
        array[k++] += 10;
        array[k] = k = 2;
        array[k]--;
        System.out.println(array[0] + " " + array[1] + " " + array[2] + " " + k);
        try {
            System.out.println(1 / (k - 2));
        } catch (ArithmeticException e) {
            System.out.println("division: " + e.getClass().getName());
        }
        try {
            System.out.println(1 % (k - 2));
        } catch (ArithmeticException e) {
            System.out.println("remainder: " + e.getClass().getName());
        }
    }
}
