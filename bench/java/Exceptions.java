// Exceptions: thrown and caught near and far, with and without stack traces, through finally blocks.
public class Exceptions {
    static class Light extends RuntimeException {
        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    static final Light LIGHT = new Light();

    static int depth(int n, int kind) {
        if (n == 0) {
            if (kind == 0) throw LIGHT;
            if (kind == 1) throw new IllegalStateException("deep");
            Object none = kind == 2 ? null : "text";
            return none.hashCode();
        }
        try {
            return depth(n - 1, kind) + 1;
        } finally {
            count++;
        }
    }

    static int count;

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long sum = 0;
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < 40; i++)
                try {
                    sum += depth(i % 10, i & 3);
                } catch (Light e) {
                    sum += 1;
                } catch (IllegalStateException e) {
                    sum += 2;
                } catch (NullPointerException e) {
                    sum += 3;
                }
        System.out.println(sum + count);
    }
}
