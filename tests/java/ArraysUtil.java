// Every algorithm of java.util.Arrays, for each element type.
import java.util.*;

public class ArraysUtil {
    public static void main(String[] args) {
        int[] i = {5, -1, 3, 0};
        long[] l = {5, -1L << 40, 3};
        double[] d = {2.5, Double.NaN, -0.0, 0.0, -1};
        float[] f = {1f, -1f, Float.NaN};
        char[] c = "hello".toCharArray();
        byte[] b = {3, -3, 0};
        short[] s = {9, 8, -7};
        String[] t = {"pear", "Fig", "apple"};
        boolean[] z = {true, false};
        Arrays.sort(i);
        Arrays.sort(l);
        Arrays.sort(d);
        Arrays.sort(f);
        Arrays.sort(c);
        Arrays.sort(b);
        Arrays.sort(s);
        Arrays.sort(t);
        System.out.println(
                Arrays.toString(i)
                        + Arrays.toString(l)
                        + Arrays.toString(d)
                        + Arrays.toString(f)
                        + Arrays.toString(c)
                        + Arrays.toString(b)
                        + Arrays.toString(s)
                        + Arrays.toString(t)
                        + Arrays.toString(z)
                        + Arrays.toString((int[]) null));
        System.out.println(
                Arrays.binarySearch(i, 3)
                        + " "
                        + Arrays.binarySearch(i, 4)
                        + " "
                        + Arrays.binarySearch(c, 'l') / 10
                        + " "
                        + Arrays.binarySearch(t, "zoo")
                        + " "
                        + Arrays.binarySearch(d, 2.5)
                        + " "
                        + Arrays.binarySearch(i, 1, 3, 0));
        Arrays.sort(t, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.asList(t));
        Arrays.sort(t, 0, 2, Collections.reverseOrder());
        System.out.println(Arrays.asList(t));
        System.out.println(
                Arrays.toString(Arrays.copyOf(i, 6))
                        + Arrays.toString(Arrays.copyOf(t, 2))
                        + Arrays.toString(Arrays.copyOfRange(c, 1, 7)).length()
                        + Arrays.toString(Arrays.copyOf(z, 3))
                        + Arrays.copyOf(new Integer[] {1}, 2, Number[].class)
                                .getClass()
                                .getSimpleName());
        int[] filled = new int[4];
        Arrays.fill(filled, 7);
        Arrays.fill(filled, 1, 3, -7);
        System.out.println(
                Arrays.toString(filled)
                        + Arrays.hashCode(filled)
                        + " "
                        + Arrays.equals(filled, filled.clone())
                        + Arrays.equals(filled, i));
        Object[] deep = {1, new int[] {2, 3}, new Object[] {"x", new long[] {4}}, null};
        Object[] deep2 = {1, new int[] {2, 3}, new Object[] {"x", new long[] {4}}, null};
        System.out.println(
                Arrays.deepToString(deep)
                        + Arrays.deepHashCode(deep)
                        + Arrays.deepEquals(deep, deep2)
                        + Arrays.equals(deep, deep2));
        Object[] self = new Object[1];
        self[0] = self;
        System.out.println(Arrays.deepToString(self));
        System.out.println(
                Arrays.hashCode(new double[] {1.5, -0.0})
                        + " "
                        + Arrays.hashCode(new long[] {1L << 33})
                        + " "
                        + Arrays.hashCode(new boolean[] {true})
                        + " "
                        + Arrays.hashCode(new Object[] {"a", null})
                        + " "
                        + Arrays.hashCode((byte[]) null)
                        + " "
                        + Arrays.hashCode(new char[] {'a'})
                        + " "
                        + Arrays.hashCode(new float[] {2f}));
        Random r = new Random(11);
        int[] big = new int[3000];
        long[] bigL = new long[3000];
        double[] bigD = new double[3000];
        for (int k = 0; k < big.length; k++) {
            big[k] = r.nextInt(100);
            bigL[k] = r.nextLong();
            bigD[k] = r.nextDouble();
        }
        Arrays.sort(big);
        Arrays.sort(bigL);
        Arrays.sort(bigD, 100, 2900);
        System.out.println(
                Arrays.hashCode(big) + " " + Arrays.hashCode(bigL) + " " + Arrays.hashCode(bigD));
        byte[] bytes = new byte[1000];
        r.nextBytes(bytes);
        Arrays.sort(bytes);
        char[] chars = new char[500];
        for (int k = 0; k < 500; k++) chars[k] = (char) r.nextInt(65536);
        Arrays.sort(chars);
        System.out.println(Arrays.hashCode(bytes) + " " + Arrays.hashCode(chars));
        try {
            Arrays.sort(i, 3, 1);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        try {
            Arrays.sort(i, 0, 9);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("ArrayIndexOutOfBoundsException");
        }
        try {
            Arrays.copyOf(i, -1);
        } catch (NegativeArraySizeException e) {
            System.out.println("NegativeArraySizeException");
        }
        try {
            Arrays.sort(new Object[] {1, "a"});
        } catch (ClassCastException e) {
            System.out.println("ClassCastException");
        }
        System.out.println(
                Objects.hash(1, "a", null)
                        + " "
                        + Objects.equals(null, null)
                        + Objects.deepEquals(i, i.clone())
                        + Objects.toString(null, "d")
                        + Objects.hashCode(null)
                        + Objects.compare(1, 2, Collections.<Integer>reverseOrder()));
        try {
            Objects.requireNonNull(null, "named");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
