// java.lang.reflect.Array makes, reads and writes arrays of every type with widening.
import java.lang.reflect.Array;
import java.util.Arrays;

public class ReflectArrays {
    static String attempt(Object a, int i, Object v) {
        try {
            Array.set(a, i, v);
            return String.valueOf(Array.get(a, i));
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        for (Class<?> c :
                new Class<?>[] {
                    int.class,
                    long.class,
                    double.class,
                    float.class,
                    byte.class,
                    short.class,
                    char.class,
                    boolean.class,
                    String.class,
                    int[].class
                }) {
            Object a = Array.newInstance(c, 3);
            System.out.println(
                    a.getClass().getName()
                            + " "
                            + Array.getLength(a)
                            + " "
                            + (c == char.class
                                    ? "" + (int) Array.getChar(a, 0)
                                    : "" + Array.get(a, 2))
                            + " "
                            + attempt(a, 0, 7)
                            + " "
                            + attempt(a, 0, 'a')
                            + " "
                            + attempt(a, 0, (byte) 1)
                            + " "
                            + attempt(a, 0, 1.5f)
                            + " "
                            + attempt(a, 0, true)
                            + " "
                            + attempt(a, 0, null));
        }
        Object grid = Array.newInstance(int.class, 2, 3);
        Array.setInt(Array.get(grid, 1), 2, 42);
        System.out.println(
                Arrays.deepToString((int[][]) grid)
                        + " "
                        + Array.newInstance(String.class, new int[] {1, 0})
                                .getClass()
                                .getSimpleName());
        long[] l = new long[1];
        Array.setInt(l, 0, 5);
        Array.setChar(l, 0, 'a');
        System.out.println(
                l[0]
                        + " "
                        + Array.getDouble(l, 0)
                        + " "
                        + Array.getFloat(new byte[] {3}, 0)
                        + " "
                        + Array.getLong(new int[] {-1}, 0));
        int ex = 0;
        try {
            Array.setLong(new int[1], 0, 1L);
        } catch (IllegalArgumentException e) {
            ex++;
        }
        try {
            Array.getInt(new long[1], 0);
        } catch (IllegalArgumentException e) {
            ex++;
        }
        try {
            Array.getLength("s");
        } catch (IllegalArgumentException e) {
            ex++;
        }
        try {
            Array.newInstance(int.class, -1);
        } catch (NegativeArraySizeException e) {
            ex++;
        }
        try {
            Array.newInstance(void.class, 1);
        } catch (IllegalArgumentException e) {
            ex++;
        }
        try {
            Array.get(null, 0);
        } catch (NullPointerException e) {
            ex++;
        }
        try {
            Array.getBoolean(new int[1], 0);
        } catch (IllegalArgumentException e) {
            ex++;
        }
        System.out.println(ex);
    }
}
