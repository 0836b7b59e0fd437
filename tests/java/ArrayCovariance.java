// Array stores are checked at run time; clone, length and bounds work for every element type.
import java.util.Arrays;

public class ArrayCovariance {
    static String store(Object[] array, Object value) {
        try {
            array[0] = value;
            return "stored";
        } catch (ArrayStoreException e) {
            return "ArrayStoreException";
        }
    }

    interface Probe {
        void run();
    }

    static void expect(String what, Probe p) {
        try {
            p.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        Object[][] arrays = {
            new Object[1],
            new String[1],
            new Integer[1],
            new Number[1],
            new Comparable[1],
            new Runnable[1],
            new int[1][],
            new Object[1][],
            new Thread[1]
        };
        Object[] values = {
            "s", 1, 2.5, null, new int[0], new Object(), new Thread(), new String[0]
        };
        for (Object[] array : arrays) {
            StringBuilder line = new StringBuilder(array.getClass().getSimpleName()).append(':');
            for (Object value : values) line.append(' ').append(store(array, value).charAt(0));
            System.out.println(line);
        }
        final int[] ints = {1, 2, 3};
        final Object[] none = null;
        expect(
                "index -1",
                new Probe() {
                    public void run() {
                        ints[-1]++;
                    }
                });
        expect(
                "index 3",
                new Probe() {
                    public void run() {
                        ints[3] = 0;
                    }
                });
        expect(
                "index min",
                new Probe() {
                    public void run() {
                        ints[Integer.MIN_VALUE] = 0;
                    }
                });
        expect(
                "null",
                new Probe() {
                    public void run() {
                        none[0] = 1;
                    }
                });
        expect(
                "null length",
                new Probe() {
                    public void run() {
                        System.out.println(none.length);
                    }
                });
        expect(
                "negative",
                new Probe() {
                    public void run() {
                        int n = -5;
                        Object o = new String[n];
                    }
                });
        expect(
                "copy fine",
                new Probe() {
                    public void run() {
                        System.arraycopy(ints, 0, ints, 1, 2);
                    }
                });
        System.out.println(Arrays.toString(ints));
        expect(
                "copy bounds",
                new Probe() {
                    public void run() {
                        System.arraycopy(ints, 1, ints, 0, 3);
                    }
                });
        expect(
                "copy types",
                new Probe() {
                    public void run() {
                        System.arraycopy(ints, 0, new long[3], 0, 1);
                    }
                });
        final Object[] mixed = {"a", "b", 3, "d"};
        final String[] strings = new String[4];
        expect(
                "copy stops at the bad element",
                new Probe() {
                    public void run() {
                        System.arraycopy(mixed, 0, strings, 0, 4);
                    }
                });
        System.out.println(Arrays.toString(strings));
        int[] clone = ints.clone();
        clone[0] = 100;
        System.out.println(ints[0] + " " + clone[0]);
        String[][] deep = {{"x"}};
        deep.clone()[0][0] = "y";
        System.out.println(deep[0][0]);
        System.out.println(
                ints.equals(clone)
                        + " "
                        + Arrays.equals(ints, ints.clone())
                        + " "
                        + ints.getClass().getSuperclass().getName());
        boolean[] bs = new boolean[3];
        bs[1] = true;
        System.out.println(Arrays.toString(bs.clone()));
        byte[] bytes = {(byte) 200, (byte) 'a'};
        System.out.println(bytes[0] + " " + (bytes[0] & 0xff) + " " + (bytes[1]++) + bytes[1]);
    }
}
