// CountDownLatch, CyclicBarrier, Semaphore, Exchanger and Phaser meet threads as documented.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Latches {
    public static void main(String[] args) throws Exception {
        final CountDownLatch ready = new CountDownLatch(3),
                go = new CountDownLatch(1),
                done = new CountDownLatch(3);
        final AtomicInteger sum = new AtomicInteger();
        for (int i = 1; i <= 3; i++) {
            final int n = i;
            new Thread() {
                @Override
                public void run() {
                    try {
                        ready.countDown();
                        go.await();
                        sum.addAndGet(n);
                        done.countDown();
                    } catch (InterruptedException e) {
                    }
                }
            }.start();
        }
        ready.await();
        System.out.println(
                sum.get() + " " + done.getCount() + " " + done.await(1, TimeUnit.MILLISECONDS));
        go.countDown();
        done.await();
        System.out.println(sum.get());
        final StringBuffer phases = new StringBuffer();
        final CyclicBarrier barrier =
                new CyclicBarrier(
                        3,
                        new Runnable() {
                            public void run() {
                                phases.append('|');
                            }
                        });
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ts[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            try {
                                for (int p = 0; p < 4; p++) {
                                    phases.append(p);
                                    barrier.await();
                                }
                            } catch (Exception e) {
                                phases.append(e);
                            }
                        }
                    };
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(phases);
        Thread lone =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            barrier.await();
                        } catch (BrokenBarrierException e) {
                            phases.append("broken");
                        } catch (InterruptedException e) {
                            phases.append("interrupted");
                        }
                    }
                };
        phases.setLength(0);
        lone.start();
        while (barrier.getNumberWaiting() == 0) Thread.sleep(1);
        barrier.reset();
        lone.join();
        System.out.println(phases + " " + barrier.isBroken());
        final Semaphore permits = new Semaphore(2, true);
        final AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger();
        Thread[] users = new Thread[6];
        for (int i = 0; i < users.length; i++) {
            users[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            try {
                                for (int k = 0; k < 10; k++) {
                                    permits.acquire();
                                    int n = inside.incrementAndGet();
                                    while (true) {
                                        int m = most.get();
                                        if (n <= m || most.compareAndSet(m, n)) break;
                                    }
                                    Thread.yield();
                                    inside.decrementAndGet();
                                    permits.release();
                                }
                            } catch (InterruptedException e) {
                            }
                        }
                    };
            users[i].start();
        }
        for (Thread t : users) t.join();
        System.out.println(
                (most.get() <= 2)
                        + " "
                        + permits.availablePermits()
                        + " "
                        + permits.tryAcquire(3)
                        + " "
                        + permits.drainPermits());
        final Exchanger<String> exchanger = new Exchanger<String>();
        final String[] other = new String[1];
        Thread partner =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            other[0] = exchanger.exchange("from partner");
                        } catch (InterruptedException e) {
                        }
                    }
                };
        partner.start();
        System.out.println(exchanger.exchange("from main"));
        partner.join();
        System.out.println(other[0]);
        final Phaser phaser = new Phaser(1);
        final AtomicInteger work = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            phaser.register();
            new Thread() {
                @Override
                public void run() {
                    work.incrementAndGet();
                    phaser.arriveAndAwaitAdvance();
                    work.addAndGet(10);
                    phaser.arriveAndDeregister();
                }
            }.start();
        }
        phaser.arriveAndAwaitAdvance();
        phaser.arriveAndAwaitAdvance();
        System.out.println(
                work.get() + " " + phaser.getPhase() + " " + phaser.getRegisteredParties());
    }
}
