// Static, virtual and private calls: recursion, small methods, getters and setters.
public class Calls {
    private int value;

    int get() {
        return value;
    }

    void set(int v) {
        value = v;
    }

    private int mix(int a, int b) {
        return a * 31 + b;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int three(int a, int b, int c) {
        return a + b - c;
    }

    static class Child extends Calls {
        @Override
        int get() {
            return super.get() + 1;
        }
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        Calls[] objects = {new Calls(), new Child()};
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += fib(13);
            for (int i = 0; i < 300; i++) {
                Calls o = objects[i & 1];
                o.set(o.get() + three(i, round, o.mix(i, 3)));
                sum += o.get();
            }
        }
        System.out.println(sum);
    }
}
