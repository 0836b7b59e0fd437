// Bridge methods, bounded types, wildcards and erasure behave as compiled.
import java.util.*;

public class Generics {
    abstract static class Shape implements Comparable<Shape> {
        abstract double area();

        @Override
        public int compareTo(Shape o) {
            return Double.compare(area(), o.area());
        }
    }

    static class Square extends Shape {
        final double s;

        Square(double s) {
            this.s = s;
        }

        double area() {
            return s * s;
        }

        @Override
        public String toString() {
            return "Square" + s;
        }
    }

    static class Circle extends Shape {
        final double r;

        Circle(double r) {
            this.r = r;
        }

        double area() {
            return 3 * r * r;
        }

        @Override
        public String toString() {
            return "Circle" + r;
        }
    }

    static class Node<T extends Comparable<? super T>> {
        T value;
        Node<T> left, right;

        Node(T value) {
            this.value = value;
        }

        void add(T v) {
            if (v.compareTo(value) < 0) {
                if (left == null) left = new Node<T>(v);
                else left.add(v);
            } else {
                if (right == null) right = new Node<T>(v);
                else right.add(v);
            }
        }

        void walk(List<? super T> out) {
            if (left != null) left.walk(out);
            out.add(value);
            if (right != null) right.walk(out);
        }
    }

    abstract static class Transformer<A, B> {
        abstract B apply(A a);

        <C> Transformer<A, C> then(final Transformer<? super B, ? extends C> next) {
            final Transformer<A, B> self = this;
            return new Transformer<A, C>() {
                C apply(A a) {
                    return next.apply(self.apply(a));
                }
            };
        }
    }

    static class Base<T> {
        T set(T t) {
            return t;
        }

        String who(Object o) {
            return "base";
        }
    }

    static class Derived extends Base<String> {
        @Override
        String set(String s) {
            return s + "!";
        }

        @Override
        String who(Object o) {
            return "derived";
        }
    }

    static class Covariant implements Cloneable {
        int n = 3;

        @Override
        public Covariant clone() {
            try {
                return (Covariant) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError();
            }
        }
    }

    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) {
        T best = null;
        for (T t : c) if (best == null || t.compareTo(best) > 0) best = t;
        return best;
    }

    @SafeVarargs
    static <T> List<T> listOf(T... items) {
        return new ArrayList<T>(Arrays.asList(items));
    }

    public static void main(String[] args) {
        System.out.println(max(Arrays.asList(new Square(2), new Circle(1.1), new Square(1))));
        Node<String> root = new Node<String>("m");
        for (String s : "q d x a f".split(" ")) root.add(s);
        List<Object> out = new ArrayList<Object>();
        root.walk(out);
        System.out.println(out);
        Transformer<String, Integer> length =
                new Transformer<String, Integer>() {
                    Integer apply(String s) {
                        return s.length();
                    }
                };
        System.out.println(
                length.then(
                                new Transformer<Number, String>() {
                                    String apply(Number n) {
                                        return "<" + n + ">";
                                    }
                                })
                        .apply("four"));
        Base<String> base = new Derived();
        System.out.println(base.set("x") + " " + base.who("y"));
        @SuppressWarnings({"unchecked", "rawtypes"})
        Base<Object> raw = (Base) base;
        try {
            raw.set(5);
        } catch (ClassCastException e) {
            System.out.println("bridge casts: ClassCastException");
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<String> polluted = (List) listOf(1, 2);
        System.out.println(polluted.size());
        try {
            String s = polluted.get(0);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println("heap pollution: ClassCastException");
        }
        System.out.println(
                new ArrayList<String>().getClass() == new ArrayList<Integer>().getClass());
        System.out.println(new Covariant().clone().n);
        System.out.println(
                listOf("a", "b")
                        + " "
                        + listOf().size()
                        + " "
                        + listOf(1, 2.5).get(1).getClass().getSimpleName());
    }
}
