// Overload resolution prefers exact, then widening, then boxing, then variable arity.
public class Varargs {
    static String f(int x) {
        return "int";
    }

    static String f(long x) {
        return "long";
    }

    static String f(Integer x) {
        return "Integer";
    }

    static String f(Object x) {
        return "Object";
    }

    static String f(int... x) {
        return "int..." + x.length;
    }

    static String g(Object... x) {
        return x == null ? "null" : "Object..." + x.length;
    }

    static String h(String first, Object... rest) {
        return first + rest.length;
    }

    static String k(double x) {
        return "double";
    }

    static String k(Object x) {
        return "Object";
    }

    static String n(String s) {
        return "String";
    }

    static String n(Object o) {
        return "Object";
    }

    static int sum(int... xs) {
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    public static void main(String[] args) {
        byte b = 1;
        char c = 'c';
        System.out.println(
                f(1)
                        + " "
                        + f(1L)
                        + " "
                        + f(b)
                        + " "
                        + f(c)
                        + " "
                        + f((Integer) 1)
                        + " "
                        + f(1f)
                        + " "
                        + f("s")
                        + " "
                        + f()
                        + " "
                        + f(1, 2));
        System.out.println(
                g()
                        + " "
                        + g(1)
                        + " "
                        + g(1, "2")
                        + " "
                        + g((Object[]) null)
                        + " "
                        + g((Object) null)
                        + " "
                        + g(new Object[] {1, 2, 3})
                        + " "
                        + g(new int[] {1, 2})
                        + " "
                        + g((Object) new String[] {"a", "b"}));
        System.out.println(
                h("x")
                        + " "
                        + h("x", 1, 2)
                        + " "
                        + h("x", new Object[3])
                        + " "
                        + h("x", (Object) new Object[3]));
        System.out.println(
                k(1) + " " + k('c') + " " + k((Integer) 1) + " " + n(null) + " " + n((Object) "s"));
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(
                String.format("%s-%s", "a", "b")
                        + String.format("%s", (Object) new String[] {"q"}.length));
    }
}
