// Lambdas capture variables, this and each other, and are ordinary objects.
// class files only
import java.util.*;
import java.util.concurrent.Callable;

public class Lambdas {
    interface Fn<A, B> {
        B apply(A a);

        default <C> Fn<A, C> then(Fn<? super B, ? extends C> next) {
            return a -> next.apply(apply(a));
        }

        static <T> Fn<T, T> id() {
            return t -> t;
        }
    }

    interface IntOp {
        int apply(int a, int b);
    }

    interface LongFn {
        long f(long a, double b, int c);
    }

    interface Sup<T> {
        T get();
    }

    interface Thrower {
        void run() throws Exception;
    }

    int field = 1;

    Sup<Integer> counter() {
        return () -> field++;
    }

    Sup<Sup<Integer>> nested(int x) {
        return () -> () -> x * field;
    }

    static int apply(IntOp op, int a, int b) {
        return op.apply(a, b);
    }

    static Fn<Integer, Fn<Integer, Integer>> curried() {
        return a -> b -> a * 10 + b;
    }

    static final Fn<Integer, Integer> FACT =
            new Object() {
                Fn<Integer, Integer> f = n -> n < 2 ? 1 : n * this.f.apply(n - 1);
            }.f;

    public static void main(String[] args) throws Exception {
        System.out.println(
                apply((a, b) -> a + b, 2, 3)
                        + " "
                        + apply(
                                (a, b) -> {
                                    int c = a;
                                    for (int i = 1; i < b; i++) c *= a;
                                    return c;
                                },
                                2,
                                10));
        Lambdas o = new Lambdas();
        Sup<Integer> c = o.counter();
        c.get();
        c.get();
        System.out.println(
                o.field
                        + " "
                        + o.nested(7).get().get()
                        + " "
                        + curried().apply(4).apply(2)
                        + " "
                        + FACT.apply(6));
        int local = 5;
        String text = "t";
        double d = 1.5;
        long l = 1L << 40;
        byte b = 3;
        char ch = 'q';
        boolean z = true;
        float f = 2.5f;
        Sup<String> all = () -> local + text + d + l + b + ch + z + f;
        System.out.println(all.get());
        LongFn wide = (x, y, w) -> (long) (x * y) + w + l;
        System.out.println(wide.f(1L << 33, 0.5, 3));
        Fn<String, Integer> len = s -> s.length();
        System.out.println(
                len.then(n -> n * n).then(n -> "<" + n + ">").apply("four")
                        + Fn.<String>id().apply("same"));
        List<String> names = new ArrayList<>(Arrays.asList("pear", "fig", "apple", "kiwi"));
        Collections.sort(
                names,
                (x, y) -> x.length() != y.length() ? x.length() - y.length() : x.compareTo(y));
        System.out.println(names);
        List<Runnable> runs = new ArrayList<>();
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            int k = i;
            runs.add(() -> log.append(k));
        }
        for (String s : names) runs.add(() -> log.append(s.charAt(0)));
        for (Runnable r : runs) r.run();
        System.out.println(log);
        Callable<Integer> call = () -> 42;
        Thrower thrower =
                () -> {
                    throw new java.io.IOException("from a lambda");
                };
        try {
            thrower.run();
        } catch (java.io.IOException e) {
            System.out.println(call.call() + " " + e.getMessage());
        }
        Thread t = new Thread(() -> log.append("thread"));
        t.start();
        t.join();
        System.out.println(
                log
                        + " "
                        + (c instanceof Sup)
                        + " "
                        + c.equals(c)
                        + " "
                        + c.getClass().isInterface());
        Object cast = (Runnable & java.io.Serializable) () -> log.append("!");
        ((Runnable) cast).run();
        System.out.println(
                log.charAt(log.length() - 1) + " " + (cast instanceof java.io.Serializable));
    }
}
