// Stack trace elements name class, method, file and line, through constructors, initialisers and inner classes.
public class StackTraces {
    static class Inner {
        int x = fail("field initialiser");
        static int fail(String why) { throw new IllegalStateException(why); }
    }
    static class Init { static { boom(); } static void boom() { throw new RuntimeException("static"); } }
    interface Act { void run(); }

    static void show(Throwable t) {
        System.out.println(t.getClass().getName() + ": " + t.getMessage());
        for (StackTraceElement e : t.getStackTrace())
            System.out.println("    " + e.getClassName() + "." + e.getMethodName() + " " + e.getFileName() + ":" + e.getLineNumber() + " " + e.isNativeMethod());
    }

    static int divide(int a, int b) {
        int sum = a
                + b;
        return sum
                / (a - a);
    }

    static Throwable made() {
        return new Exception("made here");
    }

    static void rethrow(Throwable t) throws Throwable { throw t; }

    public static void main(String[] args) {
        try { new Inner(); } catch (IllegalStateException e) { show(e); }
        try { divide(1, 2); } catch (ArithmeticException e) { System.out.println(e.getStackTrace()[0].getLineNumber()); }
        try { Init.boom(); } catch (ExceptionInInitializerError e) { show(e.getCause()); }
        Act act = new Act() {
            public void run() {
                throw new UnsupportedOperationException("anonymous");
            }
        };
        try { act.run(); } catch (UnsupportedOperationException e) { show(e); }
        try { rethrow(made()); } catch (Throwable t) { show(t); t.fillInStackTrace(); show(t); }
        Exception set = new Exception("set");
        set.setStackTrace(new StackTraceElement[] { new StackTraceElement("a.B", "c", "D.java", 7), new StackTraceElement("a.B", "n", null, -2), new StackTraceElement("x.Y", "z", null, -1) });
        for (StackTraceElement e : set.getStackTrace()) System.out.println(e);
        StackTraceElement here = new Throwable().getStackTrace()[0];
        System.out.println(here + " " + here.equals(new Throwable().getStackTrace()[0]));
        Throwable bare = new Throwable("bare", null, false, false) { };
        bare.addSuppressed(new Exception());
        System.out.println(bare.getStackTrace().length + " " + bare.getSuppressed().length);
        int[] a = new int[1];
        try {
            a[0] = 1;
            a[
              2] = 5;
        } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getStackTrace()[0].getMethodName()); }
    }
}
