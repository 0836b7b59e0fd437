// Call sites of every kind that a Java 8 compiler makes: markers, bridges, serializable ones, casts to the instantiated types.
// class files only
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.*;

public class LambdaKinds {
    interface Marker {}
    interface Other { default String hello() { return "hello of " + call(7); } Object call(int n); }
    interface Fn<A, B> { B apply(A a); }
    interface StringFn<B> extends Fn<String, B> { B apply(String s); }
    interface IntResult extends Fn<String, Integer> { Integer apply(String s); }
    interface Both extends StringFn<Integer>, IntResult {}
    interface LongOp { long run(int a, long b, double c, byte d); }
    interface Thrower { void run() throws Exception; }
    interface ToLong<T> { long of(T t); }
    interface Maker<T> { T make(); }
    interface Many { long sum(byte a, short b, char c, int d, long e, float f, double g, boolean h); }

    static long wide(long a, double b, int c, long d, double e, int f) { return a + (long) b + c + d + (long) e + f; }
    static int twice(int n) { return 2 * n; }
    static String join(Object... parts) { return Arrays.toString(parts); }
    static <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) > 0 ? a : b; }

    class Inner { final int n; Inner() { n = base * 2; } @Override public String toString() { return "Inner " + n; } }
    final int base;
    LambdaKinds(int base) { this.base = base; }
    Maker<Inner> maker() { return Inner::new; }
    Maker<Maker<String>> nested(String s) { return () -> () -> s + base; }

    static void caught(String what, Thrower r) {
        try { r.run(); System.out.println(what + ": no exception"); } catch (Exception e) { System.out.println(what + ": " + e.getClass().getName()); }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        Object marked = (Other & Marker & Serializable) n -> "n=" + n;
        System.out.println((marked instanceof Marker) + " " + (marked instanceof Serializable) + " " + ((Other) marked).hello());
        Runnable plain = () -> {};
        System.out.println((plain instanceof Serializable) + " " + (plain instanceof Marker));

        Both both = s -> s.length();
        Fn raw = both;
        System.out.println(both.apply("four") + " " + raw.apply("sixsix") + " " + ((StringFn<Integer>) both).apply("x") + " " + ((IntResult) both).apply("yy"));
        caught("a bridge casts", () -> raw.apply(5));
        Fn<String, Object> same = o -> o;
        caught("an argument is of the instantiated type", () -> ((Fn) same).apply(1));
        Fn<String, Object> reference = Objects::toString;
        caught("a reference's, too", () -> ((Fn) reference).apply(1));
        Fn<Integer, Integer> unboxing = LambdaKinds::twice;
        caught("nothing to unbox", () -> unboxing.apply(null));
        caught("not to be unboxed", () -> ((Fn) unboxing).apply("s"));

        long a = 1L << 40; double b = 2.5; int c = 3;
        LongOp op = (x, y, z, w) -> wide(a, b, c, y, z, x + w);
        System.out.println(op.run(1, 2, 3.9, (byte) -4));
        ToLong<Integer> widening = LambdaKinds::twice;
        ToLong<Integer> unboxed = Integer::intValue;
        ToLong<Integer> boxed = i -> (Integer) i;
        System.out.println(widening.of(21) + " " + unboxed.of(-5) + " " + boxed.of(7));
        Many many = (p, q, r, s, t, u, v, w) -> p + q + r + s + t + (long) u + (long) v + (w ? 1 : 0);
        System.out.println(many.sum((byte) -1, (short) -2, 'c', 4, 5, 6.5f, 7.5, true));

        System.out.println(new LambdaKinds(21).maker().make() + " " + new LambdaKinds(4).nested("s").make().make());
        Fn<Integer, int[][]> arrays = int[][]::new;
        System.out.println(arrays.apply(3).length);
        Fn<Object[], String> varargs = LambdaKinds::join;
        Fn<String, String> one = LambdaKinds::join;
        System.out.println(varargs.apply(new Object[] { 1, "b" }) + one.apply("x"));
        Comparator<String> order = String::compareTo;
        System.out.println(LambdaKinds.<String>larger("a", "b") + " " + order.compare("a", "b"));
        Maker<Maker<Integer>> counter = () -> { int[] n = { 0 }; return () -> ++n[0]; };
        Maker<Integer> first = counter.make(), second = counter.make();
        first.make();
        System.out.println(first.make() + " " + second.make());
        for (Method m : both.getClass().getDeclaredMethods())
            if (m.getName().equals("apply") && m.getReturnType() == Object.class && m.getParameterTypes()[0] == Object.class) System.out.println("bridge " + m.getParameterTypes().length);
        System.out.println(both.getClass().isSynthetic() + " " + both.getClass().isInterface() + " " + Arrays.asList(both.getClass().getInterfaces()));
    }
}
