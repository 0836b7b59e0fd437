// Nested loops over ints, longs and doubles: arithmetic, comparisons and jumps, nothing else.
public class Loops {
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            int a = round, b = 7;
            double d = 0.5;
            long l = round;
            for (int i = 0; i < 1000; i++) {
                a = a * 31 + i;
                if ((a & 15) == 3) b += a >>> 28;
                else b ^= i;
                l += (long) a * b;
                d = d * 0.75 + b % 17;
                for (int k = i & 3; k < 4; k++) b -= k;
            }
            sum += l + (long) d;
        }
        System.out.println(sum);
    }
}
