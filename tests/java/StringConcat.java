// String concatenation converts every type as String.valueOf does and evaluates left to right.
public class StringConcat {
    static int n;

    static String step() {
        return "s" + n++;
    }

    static class T {
        @Override
        public String toString() {
            return null;
        }
    }

    public static void main(String[] args) {
        Object none = null;
        String s = null;
        char[] chars = {'o', 'k'};
        System.out.println(
                "" + true + 'c' + (byte) 1 + (short) 2 + 3 + 4L + 5.0f + 6.5 + none + s + new T());
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println(step() + step() + (n += 10) + step());
        s += "x";
        s += 1;
        s += 'c';
        s += null;
        s += 1.5f;
        System.out.println(s);
        Object o = "object ";
        o += "joined";
        System.out.println(o);
        System.out.println("chars: " + String.valueOf(chars));
        final String a = "con", b = "stant";
        System.out.println(
                (a + b == "constant")
                        + " "
                        + ((a + b + n) == "constant14")
                        + " "
                        + (a + b + n).intern().equals("constant" + n));
        String[] array = {"a"};
        int i = 0;
        array[i++] += "b" + i;
        System.out.println(array[0] + i);
        StringBuilder long1 = new StringBuilder();
        for (int k = 0; k < 200; k++) long1.append(k % 10 + "," + (char) ('a' + k % 26));
        System.out.println(long1.length() + " " + long1.toString().hashCode());
        System.out.println("é" + 'ü' + "\u20ac" + new String(Character.toChars(0x1F600)).length());
        System.out.println(
                1.0f
                        + " "
                        + 100.0
                        + " "
                        + 1e7
                        + " "
                        + 1.0e-5
                        + " "
                        + Float.NaN
                        + " "
                        + -0.0
                        + " "
                        + Long.MIN_VALUE);
    }
}
