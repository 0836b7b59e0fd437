// Endless recursion ends in a StackOverflowError that can be caught again and again.
public class StackOverflow {
    static int depth;

    static void down() {
        depth++;
        down();
    }

    static long wide(long a, double b, Object c) {
        depth++;
        return wide(a + 1, b * 2, c) + 1;
    }

    static class Node {
        Node next;

        @Override
        public String toString() {
            return "n" + next;
        }

        @Override
        public int hashCode() {
            return 31 * next.hashCode();
        }
    }

    static int cleanups;

    static void withFinally() {
        try {
            depth++;
            withFinally();
        } finally {
            cleanups++;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                down();
            } catch (StackOverflowError e) {
                System.out.println(
                        "caught " + (depth > 500) + " " + e.getStackTrace()[0].getMethodName());
            }
        }
        depth = 0;
        try {
            wide(1, 1, "x");
        } catch (StackOverflowError e) {
            System.out.println("wide " + (depth > 300) + " " + (e instanceof VirtualMachineError));
        }
        Node n = new Node();
        n.next = n;
        try {
            n.hashCode();
        } catch (StackOverflowError e) {
            System.out.println("hashCode");
        }
        try {
            n.toString();
        } catch (StackOverflowError e) {
            System.out.println("toString");
        }
        depth = 0;
        try {
            withFinally();
        } catch (StackOverflowError e) {
            System.out.println("finally blocks ran: " + (cleanups > 300));
        }
        Thread t =
                new Thread() {
                    @Override
                    public void run() {
                        depth = 0;
                        try {
                            down();
                        } catch (StackOverflowError e) {
                            System.out.println("in a thread " + (depth > 500));
                        }
                    }
                };
        t.start();
        t.join();
        System.out.println("still here");
    }
}
