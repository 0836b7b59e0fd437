// printStackTrace writes causes, common frames and suppressed exceptions in the usual form.
import java.io.*;

public class PrintedTraces {
    static void a() {
        try {
            b();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("outer", e);
        }
    }

    static void b() {
        try {
            c();
        } catch (RuntimeException e) {
            IllegalArgumentException n = new IllegalArgumentException(e);
            n.addSuppressed(new IOException("closing"));
            throw n;
        }
    }

    static void c() {
        throw new RuntimeException("root\nof two lines");
    }

    static class Own extends Exception {
        Own() {
            super("own");
        }

        @Override
        public String toString() {
            return "Own!" + getMessage();
        }

        @Override
        public String getLocalizedMessage() {
            return "localized";
        }
    }

    public static void main(String[] args) {
        try {
            a();
        } catch (IllegalStateException e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            System.out.print(text);
            System.out.println(
                    e.getCause().getMessage().replace('\n', '|')
                            + " "
                            + e.getCause().getCause().getCause());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Own().printStackTrace(new PrintStream(bytes));
        System.out.print(bytes);
        System.out.println(
                new Exception().toString()
                        + " "
                        + new Exception("m")
                        + " "
                        + new Exception("m", new Error("c"))
                        + " "
                        + new Exception(new Error("c"))
                        + " "
                        + new Exception((Throwable) null).getMessage());
        Exception late = new Exception("late");
        late.initCause(new Error("cause"));
        System.out.println(late.getCause());
        try {
            late.initCause(new Error());
        } catch (IllegalStateException e) {
            System.out.println("IllegalStateException");
        }
        try {
            new Exception("self").initCause(late).initCause(null);
        } catch (IllegalStateException e) {
            System.out.println("IllegalStateException");
        }
        try {
            Exception self = new Exception("self");
            self.initCause(self);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
    }
}
