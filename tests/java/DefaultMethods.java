// Default methods: the class wins, then the most specific interface; conflicts are named explicitly.
// dex 037
public class DefaultMethods {
    interface A {
        default String hi() {
            return "A";
        }

        default String both() {
            return "both from A";
        }
    }

    interface B extends A {
        @Override
        default String hi() {
            return "B over " + A.super.hi();
        }
    }

    interface C extends A {}

    interface D {
        default String hi() {
            return "D";
        }

        static String helper() {
            return "static D";
        }

        int X = 3;
    }

    static class Diamond implements B, C {}

    static class Both implements A, D {
        @Override
        public String hi() {
            return A.super.hi() + D.super.hi();
        }
    }

    static class Parent {
        public String hi() {
            return "class";
        }
    }

    static class Wins extends Parent implements B {}

    abstract static class Again implements A {
        @Override
        public abstract String hi();
    }

    static class Concrete extends Again {
        @Override
        public String hi() {
            return "concrete " + both();
        }
    }

    interface Stack<T> {
        void push(T t);

        T pop();

        boolean isEmpty();

        default int drain() {
            int n = 0;
            while (!isEmpty()) {
                pop();
                n++;
            }
            return n;
        }

        default Stack<T> with(T t) {
            push(t);
            return this;
        }
    }

    static class Ints implements Stack<Integer> {
        private final int[] items = new int[10];
        private int n;

        public void push(Integer i) {
            items[n++] = i;
        }

        public Integer pop() {
            return items[--n];
        }

        public boolean isEmpty() {
            return n == 0;
        }
    }

    interface Generic<T> {
        default String take(T t) {
            return "default " + t;
        }
    }

    static class Narrow implements Generic<String> {
        @Override
        public String take(String s) {
            return "narrow " + s;
        }
    }

    static class Wide implements Generic<String> {}

    public static void main(String[] args) {
        System.out.println(
                new Diamond().hi()
                        + ", "
                        + new Both().hi()
                        + ", "
                        + new Wins().hi()
                        + ", "
                        + new Concrete().hi());
        System.out.println(D.helper() + " " + D.X);
        System.out.println(new Ints().with(1).with(2).with(3).drain());
        Generic<String> g = new Narrow();
        System.out.println(g.take("x") + ", " + new Wide().take("y"));
        A a = new A() {};
        System.out.println(a.hi() + " " + a.both());
        A mixed = new Diamond();
        for (int i = 0; i < 2; i++) {
            System.out.println(mixed.hi());
            mixed = new Wins();
        }
    }
}
