// Method references of all kinds: static, bound, unbound, constructor, array constructor, super, varargs, boxing.
// class files only
import java.util.*;

public class MethodReferences {
    interface Fn<A, B> {
        B apply(A a);
    }

    interface Fn2<A, B, C> {
        C apply(A a, B b);
    }

    interface Sup<T> {
        T get();
    }

    interface IntFn<T> {
        T make(int n);
    }

    interface ToInt<T> {
        int of(T t);
    }

    interface IntBin {
        int of(int a, int b);
    }

    interface LongOfInt {
        long of(int a);
    }

    interface Act {
        void run(String s);
    }

    static class Point {
        final int x, y;

        Point() {
            this(0, 0);
        }

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        Point(int x) {
            this(x, x);
        }

        int dist(Point o) {
            return Math.abs(x - o.x) + Math.abs(y - o.y);
        }

        @Override
        public String toString() {
            return "(" + x + "," + y + ")";
        }
    }

    static class Parent {
        String name() {
            return "parent";
        }
    }

    static class Child extends Parent {
        @Override
        String name() {
            return "child";
        }

        Sup<String> up() {
            return super::name;
        }

        Sup<String> own() {
            return this::name;
        }
    }

    static String join(String... parts) {
        return Arrays.toString(parts);
    }

    static int boxed(Integer a) {
        return a + 1;
    }

    private static int priv(int a, int b) {
        return a - b;
    }

    class Inner {
        final String s;

        Inner(String s) {
            this.s = s + field;
        }
    }

    int field = 9;

    Fn<String, Inner> maker() {
        return Inner::new;
    }

    public static void main(String[] args) {
        Fn<String, Integer> parse = Integer::parseInt;
        Fn<String, Integer> length = String::length;
        Fn2<String, String, Integer> compare = String::compareTo;
        String fixed = "fixed";
        Fn<Integer, Character> charAt = fixed::charAt;
        Sup<Point> make0 = Point::new;
        IntFn<Point> make1 = Point::new;
        Fn2<Integer, Integer, Point> make2 = Point::new;
        Fn2<Point, Point, Integer> dist = Point::dist;
        IntFn<int[]> array = int[]::new;
        IntFn<List<String>[]> lists = List[]::new;
        IntBin minus = MethodReferences::priv;
        ToInt<Integer> unbox = MethodReferences::boxed;
        LongOfInt widen = Math::abs;
        Fn2<String, String, String> two = MethodReferences::join;
        Sup<String> zero = MethodReferences::join;
        System.out.println(
                parse.apply("12")
                        + " "
                        + length.apply("abc")
                        + " "
                        + compare.apply("a", "b")
                        + " "
                        + charAt.apply(2));
        System.out.println(
                make0.get()
                        + " "
                        + make1.make(3)
                        + " "
                        + make2.apply(4, 5)
                        + " "
                        + dist.apply(make1.make(1), make2.apply(2, 3)));
        System.out.println(
                array.make(4).length
                        + " "
                        + lists.make(2).length
                        + " "
                        + minus.of(5, 8)
                        + " "
                        + unbox.of(41)
                        + " "
                        + widen.of(-3));
        System.out.println(two.apply("a", "b") + zero.get());
        Child child = new Child();
        System.out.println(child.up().get() + " " + child.own().get());
        System.out.println(new MethodReferences().maker().apply("inner").s);
        List<String> out = new ArrayList<>();
        Act add = out::add;
        for (String s : "c a b".split(" ")) add.run(s);
        Collections.sort(out, String::compareTo);
        System.out.println(out);
        Collections.sort(out, Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER::compare));
        System.out.println(out);
        StringBuilder sb = new StringBuilder();
        Fn<Object, StringBuilder> append = sb::append;
        append.apply(1).append('-');
        append.apply("x");
        System.out.println(sb);
        try {
            String none = null;
            Sup<Integer> bad = none::length;
            System.out.println("unreachable " + bad);
        } catch (NullPointerException e) {
            System.out.println("bound to null: NullPointerException");
        }
        Fn<int[], int[]> clone = int[]::clone;
        int[] a = {1, 2};
        System.out.println(clone.apply(a) != a);
    }
}
