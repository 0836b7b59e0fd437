// An uncaught exception prints its trace with causes to stderr and the exit code is 1.
// stderr too
public class UncaughtExit {
    static void fail() {
        throw new IllegalStateException("nobody catches this", new RuntimeException("because"));
    }

    public static void main(String[] args) {
        System.out.println("before");
        try {
            fail();
        } finally {
            System.out.println("finally runs");
        }
        System.out.println("never");
    }
}
