// Static and instance initialisers run in the specified order, once, on first active use.
public class InitOrder {
    static StringBuilder log = new StringBuilder();

    static int say(String s) {
        log.append(s).append(' ');
        return log.length();
    }

    static class A {
        static int a = say("A.static1");
        int i = say("A.field");

        {
            say("A.block");
        }

        static {
            say("A.static2");
        }

        A() {
            say("A()");
            hook();
        }

        void hook() {
            say("A.hook");
        }
    }

    static class B extends A {
        static final int CONSTANT = 5;
        static final Integer BOXED = 6;
        static int b = say("B.static");
        int j = say("B.field");
        int k = 9;

        {
            say("B.block");
        }

        B() {
            this(1);
            say("B()");
        }

        B(int x) {
            super();
            say("B(int)");
        }

        @Override
        void hook() {
            say("B.hook:j=" + j + ",k=" + k);
        }
    }

    interface I {
        int X = say("I.X");
    }

    interface J extends I {
        int Y = say("J.Y");
    }

    static class C implements J {
        static {
            say("C.static");
        }

        static void touch() {}
    }

    static class D {
        static {
            say("D.static");
        }

        static class Inside {
            static {
                say("Inside.static");
            }
        }
    }

    static class Self {
        static Self instance = new Self();
        static int count = 5;
        int seen;

        Self() {
            seen = count;
            count++;
        }
    }

    static void flush(String what) {
        System.out.println(what + ": " + log);
        log.setLength(0);
    }

    public static void main(String[] args) throws Exception {
        say("constant" + B.CONSTANT);
        flush("a constant initialises nothing");
        say(B.class.getSimpleName());
        flush("a class literal initialises nothing");
        B[] array = new B[2];
        flush("an array initialises nothing");
        say("boxed" + B.BOXED);
        flush("a static field initialises the class and its superclass");
        new B();
        flush("an instance");
        new B();
        flush("another");
        C.touch();
        flush("a class does not initialise its interfaces");
        say("" + (J.Y > 0));
        flush("an interface field initialises that interface alone");
        Class.forName("InitOrder$D$Inside");
        flush("a nested class does not initialise the outer one");
        Class.forName("InitOrder$D", false, InitOrder.class.getClassLoader());
        flush("forName without initialisation");
        Class.forName("InitOrder$D");
        flush("forName with it");
        System.out.println(Self.instance.seen + " " + Self.count + " " + array.length);
    }
}
