// Arrays of ints, bytes, chars, doubles and objects: a sieve, a matrix product, a histogram, copying.
public class ArrayWork {
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            boolean[] composite = new boolean[2000];
            for (int i = 2; i < composite.length; i++)
                if (!composite[i]) {
                    sum += i;
                    for (int k = i + i; k < composite.length; k += i) composite[k] = true;
                }
            double[][] a = new double[12][12], b = new double[12][12], c = new double[12][12];
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 12; j++) {
                    a[i][j] = i + j;
                    b[i][j] = i - j + round;
                }
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 12; j++) {
                    double cell = 0;
                    for (int k = 0; k < 12; k++) cell += a[i][k] * b[k][j];
                    c[i][j] = cell;
                }
            sum += (long) c[5][7];
            byte[] bytes = new byte[1024];
            int[] counts = new int[256];
            for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 7 + round);
            for (int i = 0; i < bytes.length; i++) counts[bytes[i] & 255]++;
            for (int i = 1; i < counts.length; i++) counts[i] += counts[i - 1];
            sum += counts[128];
        }
        System.out.println(sum);
    }
}
