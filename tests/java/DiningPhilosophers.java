// Ordered locking lets all philosophers eat; a real deadlock is seen by the states of its threads.
public class DiningPhilosophers {
    public static void main(String[] args) throws Exception {
        final Object[] forks = new Object[5];
        for (int i = 0; i < 5; i++) forks[i] = new Object();
        final int[] meals = new int[5];
        Thread[] ts = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int id = i;
            final Object first = forks[Math.min(id, (id + 1) % 5)],
                    second = forks[Math.max(id, (id + 1) % 5)];
            ts[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            for (int k = 0; k < 100; k++)
                                synchronized (first) {
                                    Thread.yield();
                                    synchronized (second) {
                                        meals[id]++;
                                    }
                                }
                        }
                    };
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(meals[0] + meals[1] + meals[2] + meals[3] + meals[4]);
        final Object a = new Object(), b = new Object();
        final java.util.concurrent.CountDownLatch both = new java.util.concurrent.CountDownLatch(2);
        Thread x = grab(a, b, both), y = grab(b, a, both);
        x.start();
        y.start();
        while (x.getState() != Thread.State.BLOCKED || y.getState() != Thread.State.BLOCKED)
            Thread.sleep(1);
        System.out.println("deadlock: " + x.getState() + " " + y.getState());
    }

    static Thread grab(
            final Object p, final Object q, final java.util.concurrent.CountDownLatch both) {
        Thread t =
                new Thread() {
                    @Override
                    public void run() {
                        synchronized (p) {
                            both.countDown();
                            try {
                                both.await();
                            } catch (InterruptedException e) {
                            }
                            synchronized (q) {
                                System.out.println("never");
                            }
                        }
                    }
                };
        t.setDaemon(true);
        return t;
    }
}
