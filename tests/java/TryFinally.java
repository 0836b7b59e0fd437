// finally runs on every way out, and its own return or exception wins.
public class TryFinally {
    static StringBuilder log = new StringBuilder();

    @SuppressWarnings("finally")
    static int returnsInFinally() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    @SuppressWarnings("finally")
    static int swallows() {
        try {
            throw new RuntimeException();
        } finally {
            return 3;
        }
    }

    static int value() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 9;
            log.append("x=").append(x).append(' ');
        }
    }

    static int[] array() {
        int[] x = {1};
        try {
            return x;
        } finally {
            x[0] = 9;
        }
    }

    static int nested() {
        try {
            try {
                throw new IllegalStateException("a");
            } finally {
                log.append("inner ");
            }
        } catch (IllegalStateException e) {
            log.append("caught ").append(e.getMessage()).append(' ');
            return 1;
        } finally {
            log.append("outer ");
        }
    }

    static void replaced() {
        try {
            throw new IllegalStateException("first");
        } finally {
            Object o = null;
            o.hashCode();
        }
    }

    static String multi(int which) {
        try {
            switch (which) {
                case 0:
                    throw new IllegalArgumentException();
                case 1:
                    throw new ArrayIndexOutOfBoundsException();
                case 2:
                    throw new StackOverflowError();
                default:
                    return "none";
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return "multi " + e.getClass().getSimpleName();
        } catch (Error e) {
            return "error";
        } finally {
            log.append(which);
        }
    }

    static int loop() {
        int n = 0;
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 1) continue;
                if (i == 3) break;
                n += i;
            } finally {
                n += 10;
            }
        }
        return n;
    }

    static long wide(long a, double b) {
        try {
            if (a > 1) return a;
            b += 1;
        } finally {
            log.append(b);
        }
        return (long) b;
    }

    public static void main(String[] args) {
        System.out.println(
                returnsInFinally()
                        + " "
                        + swallows()
                        + " "
                        + value()
                        + " "
                        + array()[0]
                        + " "
                        + nested()
                        + " "
                        + loop()
                        + " "
                        + wide(2, 3)
                        + " "
                        + wide(1, 3));
        try {
            replaced();
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName());
        }
        for (int i = 0; i < 4; i++) System.out.println(multi(i));
        System.out.println(log);
        try {
            try {
                throw new Exception("rethrown");
            } catch (Exception e) {
                throw e;
            } finally {
                System.out.println("between");
            }
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
    }
}
