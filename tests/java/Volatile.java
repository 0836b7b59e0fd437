// A volatile flag published by one thread is seen by another with everything written before it.
public class Volatile {
    static int a, b;
    static volatile boolean ready;
    static volatile long big;
    static volatile Volatile instance;
    final int x;

    Volatile(int x) {
        this.x = x;
    }

    static Volatile get() {
        Volatile r = instance;
        if (r == null)
            synchronized (Volatile.class) {
                r = instance;
                if (r == null) instance = r = new Volatile(5);
            }
        return r;
    }

    static class Lazy {
        static final Volatile HELD = new Volatile(7);
    }

    public static void main(String[] args) throws Exception {
        final int[] seen = new int[2];
        Thread reader =
                new Thread() {
                    @Override
                    public void run() {
                        while (!ready)
                            ;
                        seen[0] = a;
                        seen[1] = b;
                    }
                };
        reader.start();
        a = 1;
        b = 2;
        ready = true;
        reader.join();
        System.out.println(seen[0] + " " + seen[1]);
        final boolean[] torn = {false};
        final boolean[] stop = {false};
        Thread writer =
                new Thread() {
                    @Override
                    public void run() {
                        for (int i = 0; i < 5000; i++) big = (i & 1) == 0 ? 0L : -1L;
                    }
                };
        writer.start();
        for (int i = 0; i < 5000; i++) {
            long v = big;
            if (v != 0 && v != -1) torn[0] = true;
        }
        writer.join();
        System.out.println("torn: " + torn[0]);
        final java.util.Set<Integer> ids =
                java.util.Collections.synchronizedSet(new java.util.TreeSet<Integer>());
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            ids.add(get().x);
                            ids.add(Lazy.HELD.x);
                        }
                    };
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(ids);
    }
}
