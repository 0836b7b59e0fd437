// Random with a seed gives the specified sequence for every kind of number.
import java.util.*;

public class RandomNumbers {
    static class Fixed extends Random {
        int n;

        @Override
        protected int next(int bits) {
            return (n += 7) & ((1 << bits) - 1);
        }
    }

    public static void main(String[] args) {
        Random r = new Random(42);
        for (int i = 0; i < 5; i++)
            System.out.println(
                    r.nextInt()
                            + " "
                            + r.nextInt(10)
                            + " "
                            + r.nextInt(16)
                            + " "
                            + r.nextLong()
                            + " "
                            + r.nextBoolean()
                            + " "
                            + r.nextFloat()
                            + " "
                            + r.nextDouble());
        for (int i = 0; i < 5; i++) System.out.printf(Locale.US, "%.12f ", r.nextGaussian());
        System.out.println();
        byte[] b = new byte[11];
        r.nextBytes(b);
        System.out.println(Arrays.toString(b));
        r.setSeed(-1);
        System.out.println(r.nextInt() + " " + r.nextInt(1 << 30) + " " + r.nextInt((1 << 30) + 1));
        long sum = 0;
        for (int i = 0; i < 10000; i++) sum += r.nextInt(1000);
        System.out.println(sum);
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        Random f = new Fixed();
        System.out.println(f.nextInt(100) + " " + f.nextBoolean() + " " + f.nextLong());
        Random a = new Random(), c = new Random();
        boolean differ = false;
        for (int i = 0; i < 5; i++) differ |= a.nextLong() != c.nextLong();
        System.out.println(differ);
        int[] buckets = new int[6];
        Random dice = new Random(2024);
        for (int i = 0; i < 6000; i++) buckets[dice.nextInt(6)]++;
        System.out.println(Arrays.toString(buckets));
        UUID u = UUID.randomUUID();
        System.out.println(u.version() + " " + u.variant() + " " + u.toString().length());
    }
}
