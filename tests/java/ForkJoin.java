// A fork-join pool splits work, joins results, and passes exceptions up.
import java.util.concurrent.*;

public class ForkJoin {
    static class Sum extends RecursiveTask<Long> {
        final int[] a;
        final int from, to;

        Sum(int[] a, int from, int to) {
            this.a = a;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 50) {
                long s = 0;
                for (int i = from; i < to; i++) s += a[i];
                return s;
            }
            int mid = (from + to) >>> 1;
            Sum left = new Sum(a, from, mid), right = new Sum(a, mid, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class Sort extends RecursiveAction {
        final int[] a;
        final int from, to;

        Sort(int[] a, int from, int to) {
            this.a = a;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 2) return;
            int mid = (from + to) / 2;
            invokeAll(new Sort(a, from, mid), new Sort(a, mid, to));
            int[] out = new int[to - from];
            int i = from, j = mid, k = 0;
            while (k < out.length) out[k++] = j >= to || i < mid && a[i] <= a[j] ? a[i++] : a[j++];
            System.arraycopy(out, 0, a, from, out.length);
        }
    }

    static class Fails extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            throw new IllegalStateException("in task");
        }
    }

    public static void main(String[] args) throws Exception {
        int[] a = new int[2000];
        int x = 12345;
        for (int i = 0; i < a.length; i++) {
            x = x * 1103515245 + 12345;
            a[i] = x >>> 16 & 0xfff;
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        System.out.println(pool.invoke(new Sum(a, 0, a.length)));
        pool.invoke(new Sort(a, 0, a.length));
        boolean sorted = true;
        for (int i = 1; i < a.length; i++) sorted &= a[i - 1] <= a[i];
        System.out.println(sorted + " " + a[0] + " " + a[1000] + " " + a[1999]);
        try {
            pool.invoke(new Fails());
        } catch (IllegalStateException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        ForkJoinTask<Integer> f =
                pool.submit(
                        new Callable<Integer>() {
                            public Integer call() {
                                return 42;
                            }
                        });
        System.out.println(f.get() + " " + f.isCompletedNormally());
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS));
    }
}
