/*
 * What the seeds of the dex fuzzer are made of (tests/fuzz/corpus/dex):
 * a little of each thing that a dex file can say.
 *
 *   javac -g --release 8 -d classes Tiny.java
 *   dx --dex --output=tiny.dex classes/...                          (035)
 *   dx --dex --min-sdk-version=26 --output=lambda.dex classes/...   (038, Lambda)
 */
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

@Tiny.Mark(value = "class", numbers = { 1, -2, 300000 }, kind = Tiny.Kind.SECOND, type = int[].class)
public abstract class Tiny<T extends Comparable<T>> implements Runnable {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        String value() default "none";
        int[] numbers() default {};
        Kind kind() default Kind.FIRST;
        Class<?> type() default Object.class;
        double weight() default 0.5;
        long size() default 1L << 40;
        float ratio() default 1.5f;
        char letter() default 'x';
        boolean flag() default true;
    }

    enum Kind { FIRST, SECOND }

    static final int COUNT = -3;
    static final long BIG = 1L << 40;
    static final float RATIO = 0.25f;
    static final double WEIGHT = 1e100;
    static final String TEXT = "t\u00e9xt\0";
    static final boolean FLAG = true;
    static final byte SMALL = -1;
    static final char LETTER = '\uffff';
    static int[] table = { 1, 2, 3, 4, 5, 6, 7, 8 };
    @Mark protected volatile List<T> items;
    private transient byte[] bytes;

    class Inner {
        T held;
        synchronized T swap(T other) { T before = held; held = other; return before; }
    }

    @Mark("method")
    long arithmetic(int a, long b, @Mark("parameter") float c, double d) throws IOException, InterruptedException {
        int i = a * 3 + a / 7 - (a % 5) ^ (a << 2) | (a >>> 3) & (a >> 1);
        long l = b * 3 + b / 7 - (b % 5) ^ (b << a) | (b >>> 3) & (b >> 1);
        double x = -c * d / 3 + (float) d % 7;
        if (x < 1 || c > 2 || l == b || i >= 1000000 || a + 100 > 5)
            return ~l + (byte) i + (char) i + (short) i + (long) x + (int) c;
        throw new IOException("no " + i);
    }

    int switches(int key, Object o) {
        switch (key) { case 1: return 10; case 2: return 20; case 3: return 30; case 4: return 44; }
        switch (key) { case -1000: return 1; case 5: return 2; case 100000: return 3; default: }
        if (o instanceof String) return ((String) o).length();
        if (o == null) return table.length;
        Runnable anonymous = new Runnable() { public void run() { Tiny.this.run(); } };
        anonymous.run();
        return new int[2][3].length;
    }

    Object exceptions(Object lock) {
        try {
            synchronized (lock) {
                return lock.toString();
            }
        } catch (NullPointerException | ClassCastException e) {
            return e;
        } finally {
            bytes = new byte[] { 1, 2, 3 };
        }
    }

    static double arrays(boolean[] z, char[] c, short[] s, float[] f, long[] j, double[] d, Object[] l) {
        z[0] = !z[1];
        c[0]++;
        s[0] -= c[0];
        f[0] = s[0];
        j[0] = (long) f[0] + 1234567890123L;
        d[0] += j[0];
        l[0] = String.class;
        return d[0] > 3.25 ? d[0] : 0;
    }

    static native int far(int a);
}
