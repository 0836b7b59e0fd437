// long and double locals, parameters, fields, arrays and returns keep both halves in every position.
public class WideLocals {
    long a = 0x123456789ABCDEFL;
    double b = 1.25;
    static long sa = -1;
    static double sb = Math.PI;
    volatile long v = 1L << 50;

    static long many(
            int a,
            long b,
            float c,
            double d,
            byte e,
            long f,
            short g,
            double h,
            char i,
            long j,
            boolean k,
            Object l,
            long m) {
        return a
                + b * 2
                + (long) c * 3
                + (long) d * 5
                + e * 7
                + f * 11
                + g * 13
                + (long) h * 17
                + i * 19
                + j * 23
                + (k ? 29 : 31)
                + l.hashCode()
                + m * 37;
    }

    long swap(long x, long y, double p, double q) {
        long t = x;
        x = y;
        y = t;
        double u = p;
        p = q;
        q = u;
        return x * 3 - y + (long) (p * 4 - q);
    }

    static double chain(double x) {
        double y = x * 2, z = y + x;
        {
            long l = (long) z;
            z += l;
        }
        {
            double w = z;
            y -= w;
        }
        return y / z;
    }

    public static void main(String[] args) {
        WideLocals o = new WideLocals();
        System.out.println(
                many(
                        1,
                        1L << 40,
                        2.5f,
                        1e10,
                        (byte) -1,
                        -5,
                        (short) 300,
                        2.9,
                        'x',
                        Long.MAX_VALUE / 64,
                        true,
                        "h",
                        99));
        System.out.println(o.swap(1L << 33, 7, 0.5, 100.25) + " " + chain(3.5));
        o.a += 1;
        o.b *= -2;
        sa <<= 20;
        sb /= 2;
        o.v++;
        System.out.println(o.a + " " + o.b + " " + sa + " " + sb + " " + o.v);
        long[] ls = {1, 2, 3};
        double[] ds = new double[3];
        ls[1] += ls[0]++ * 10;
        ds[2] = ls[1] / 4.0;
        ds[0]--;
        ds[1] += ls[2]--;
        System.out.println(
                ls[0] + " " + ls[1] + " " + ls[2] + " " + ds[0] + " " + ds[1] + " " + ds[2]);
        long x = 5;
        int i = 3;
        double y = 2;
        x = i + (x = 7) * x;
        y = y++ + ++y;
        i = (int) (x > y ? x : y);
        System.out.println(x + " " + y + " " + i);
        Object[] boxes = {1L, 2.0, x, y};
        System.out.println((Long) boxes[2] + (Double) boxes[3] + (Long) boxes[0]);
        long total = 0;
        for (long k = 1L << 32, step = 1L << 30; k < 1L << 34; k += step) total ^= k;
        System.out.println(total + " " + (x == 59 ? 1L : 2.0) + " " + (true ? 1 : 2.0));
    }
}
