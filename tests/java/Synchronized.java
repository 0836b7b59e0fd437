// Synchronized methods and blocks exclude each other, nest, and are released when an exception leaves them.
public class Synchronized {
    static int unsafe, total;
    int count;

    synchronized void inc() {
        int c = count;
        Thread.yield();
        count = c + 1;
    }

    static synchronized void incStatic() {
        int c = total;
        Thread.yield();
        total = c + 1;
    }

    synchronized void nested(int n) {
        if (n > 0) {
            synchronized (this) {
                nested(n - 1);
            }
        } else if (!Thread.holdsLock(this)) throw new Error();
    }

    synchronized void fails() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        final Synchronized o = new Synchronized();
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            threads[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            for (int k = 0; k < 200; k++) {
                                o.inc();
                                incStatic();
                                synchronized (Synchronized.class) {
                                    unsafe++;
                                }
                            }
                        }
                    };
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(o.count + " " + total + " " + unsafe);
        o.nested(20);
        System.out.println(Thread.holdsLock(o));
        try {
            o.fails();
        } catch (IllegalStateException e) {
            System.out.println("released: " + !Thread.holdsLock(o));
        }
        Thread after =
                new Thread() {
                    @Override
                    public void run() {
                        o.inc();
                    }
                };
        after.start();
        after.join();
        System.out.println(o.count);
        final Object lock = new Object();
        final StringBuilder order = new StringBuilder();
        Thread waiter;
        synchronized (lock) {
            waiter =
                    new Thread() {
                        @Override
                        public void run() {
                            synchronized (lock) {
                                order.append("second");
                            }
                        }
                    };
            waiter.start();
            while (waiter.getState() != Thread.State.BLOCKED) Thread.sleep(1);
            order.append("first ");
        }
        waiter.join();
        System.out.println(order);
        try {
            synchronized (lock) {
                throw new Exception("out");
            }
        } catch (Exception e) {
            System.out.println(Thread.holdsLock(lock));
        }
    }
}
