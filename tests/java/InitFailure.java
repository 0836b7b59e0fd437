// A failing static initialiser throws ExceptionInInitializerError once and NoClassDefFoundError ever after.
public class InitFailure {
    static class Bad {
        static int x = Integer.parseInt("not a number");

        static void touch() {}
    }

    static class Child extends Bad {
        static {
            System.out.println("never printed");
        }

        static void touch() {}
    }

    static class Throws {
        static final Object O;

        static {
            if (true) throw new IllegalStateException("in clinit");
            O = null;
        }
    }

    static class ErrorThrown {
        static {
            if (true) throw new AssertionError("straight");
        }

        static int y;
    }

    static class Good {
        static int z = 1;
    }

    interface Action {
        void run() throws Throwable;
    }

    static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (Throwable t) {
            StringBuilder chain = new StringBuilder(t.getClass().getName());
            if (t instanceof ExceptionInInitializerError)
                for (Throwable c = t.getCause(); c != null; c = c.getCause())
                    chain.append(" <- ").append(c.getClass().getName());
            System.out.println(what + ": " + chain);
        }
    }

    public static void main(String[] args) {
        Action bad =
                new Action() {
                    public void run() {
                        Bad.touch();
                    }
                };
        attempt("first", bad);
        attempt("second", bad);
        attempt(
                "new",
                new Action() {
                    public void run() {
                        new Bad();
                    }
                });
        attempt(
                "child",
                new Action() {
                    public void run() {
                        Child.touch();
                    }
                });
        attempt(
                "child again",
                new Action() {
                    public void run() {
                        Child.touch();
                    }
                });
        attempt(
                "field",
                new Action() {
                    public void run() {
                        System.out.println(Throws.O);
                    }
                });
        attempt(
                "an Error comes as it is",
                new Action() {
                    public void run() {
                        ErrorThrown.y = 1;
                    }
                });
        attempt(
                "then not",
                new Action() {
                    public void run() {
                        ErrorThrown.y = 1;
                    }
                });
        attempt(
                "forName",
                new Action() {
                    public void run() throws Exception {
                        Class.forName("InitFailure$Bad");
                    }
                });
        attempt(
                "forName uninitialised",
                new Action() {
                    public void run() throws Exception {
                        Class.forName("InitFailure$Bad", false, InitFailure.class.getClassLoader());
                    }
                });
        attempt(
                "reflection",
                new Action() {
                    public void run() throws Exception {
                        Throws.class.getDeclaredField("O").get(null);
                    }
                });
        attempt(
                "good",
                new Action() {
                    public void run() {
                        Good.z++;
                    }
                });
        attempt(
                "missing",
                new Action() {
                    public void run() throws Exception {
                        Class.forName("no.such.Thing");
                    }
                });
    }
}
