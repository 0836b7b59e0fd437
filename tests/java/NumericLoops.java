// Numeric programs: primes, perfect numbers, matrices, Mandelbrot, digits of pi and e, gcd, collatz, simulated orbits.
import java.math.BigInteger;

public class NumericLoops {
    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static String pi(int digits) {
        StringBuilder sb = new StringBuilder();
        BigInteger q = BigInteger.ONE,
                r = BigInteger.ZERO,
                t = BigInteger.ONE,
                k = BigInteger.ONE,
                n = BigInteger.valueOf(3),
                l = BigInteger.valueOf(3);
        BigInteger two = BigInteger.valueOf(2),
                four = BigInteger.valueOf(4),
                seven = BigInteger.valueOf(7),
                three = BigInteger.valueOf(3);
        while (sb.length() < digits) {
            if (four.multiply(q).add(r).subtract(t).compareTo(n.multiply(t)) < 0) {
                sb.append(n);
                BigInteger nr = BigInteger.TEN.multiply(r.subtract(n.multiply(t)));
                n =
                        BigInteger.TEN
                                .multiply(three.multiply(q).add(r))
                                .divide(t)
                                .subtract(BigInteger.TEN.multiply(n));
                q = q.multiply(BigInteger.TEN);
                r = nr;
            } else {
                BigInteger nr = two.multiply(q).add(r).multiply(l),
                        nn =
                                q.multiply(seven.multiply(k))
                                        .add(two)
                                        .add(r.multiply(l))
                                        .divide(t.multiply(l));
                q = q.multiply(k);
                t = t.multiply(l);
                l = l.add(two);
                k = k.add(BigInteger.ONE);
                n = nn;
                r = nr;
            }
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        boolean[] composite = new boolean[20000];
        int primes = 0;
        for (int i = 2; i < composite.length; i++) {
            if (composite[i]) continue;
            primes++;
            for (int k = i * 2; k < composite.length; k += i) composite[k] = true;
        }
        System.out.println(primes);
        StringBuilder perfect = new StringBuilder();
        for (int n = 2; n < 9000; n++) {
            int s = 1;
            for (int d = 2; d * d <= n; d++) if (n % d == 0) s += d + (d * d == n ? 0 : n / d);
            if (s == n) perfect.append(n).append(' ');
        }
        System.out.println(perfect);
        double[][] a = new double[30][30], b = new double[30][30], c = new double[30][30];
        for (int i = 0; i < 30; i++)
            for (int j = 0; j < 30; j++) {
                a[i][j] = i + j * 0.5;
                b[i][j] = i - j;
            }
        for (int i = 0; i < 30; i++)
            for (int j = 0; j < 30; j++) for (int k = 0; k < 30; k++) c[i][j] += a[i][k] * b[k][j];
        double trace = 0;
        for (int i = 0; i < 30; i++) trace += c[i][i];
        System.out.println(trace);
        int inside = 0;
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 60; x++) {
                double cr = x / 20.0 - 2, ci = y / 20.0 - 1, zr = 0, zi = 0;
                int n = 0;
                while (n < 50 && zr * zr + zi * zi < 4) {
                    double t = zr * zr - zi * zi + cr;
                    zi = 2 * zr * zi + ci;
                    zr = t;
                    n++;
                }
                if (n == 50) inside++;
            }
        }
        System.out.println(inside);
        System.out.println(pi(60));
        int longest = 0, start = 0;
        for (int n = 1; n < 5000; n++) {
            long x = n;
            int steps = 0;
            while (x != 1) {
                x = (x & 1) == 0 ? x >> 1 : 3 * x + 1;
                steps++;
            }
            if (steps > longest) {
                longest = steps;
                start = n;
            }
        }
        System.out.println(start + " " + longest);
        int coprime = 0;
        for (int i = 1; i < 120; i++) for (int j = 1; j < 120; j++) if (gcd(i, j) == 1) coprime++;
        System.out.println(coprime);
        float x = 0, v = 1;
        for (int i = 0; i < 1000; i++) {
            v -= x * 0.01f;
            x += v * 0.01f;
        }
        System.out.println(x + " " + v);
        long hash = 1125899906842597L;
        for (int i = 0; i < 10000; i++) hash = 31 * hash + (hash >>> 13 ^ i);
        System.out.println(hash);
        int lfsr = 0xACE1;
        int period = 0;
        do {
            int bit = (lfsr ^ lfsr >> 2 ^ lfsr >> 3 ^ lfsr >> 5) & 1;
            lfsr = lfsr >> 1 | bit << 15;
            period++;
        } while (lfsr != 0xACE1);
        System.out.println(period);
        double sum = 0;
        for (int i = 1; i < 10000; i++) sum += 1.0 / ((double) i * i);
        System.out.println(sum);
    }
}
