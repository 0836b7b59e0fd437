// Scheduled executors and timers run tasks after delays, periodically, in order of time.
import java.util.*;
import java.util.concurrent.*;

public class ScheduledTasks {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        final StringBuffer order = new StringBuffer();
        for (final int ms : new int[] {600, 200, 400})
            s.schedule(
                    new Runnable() {
                        public void run() {
                            order.append(ms).append(' ');
                        }
                    },
                    ms,
                    TimeUnit.MILLISECONDS);
        ScheduledFuture<String> f =
                s.schedule(
                        new Callable<String>() {
                            public String call() {
                                return order.toString();
                            }
                        },
                        800,
                        TimeUnit.MILLISECONDS);
        System.out.println(f.get());
        final CountDownLatch ticks = new CountDownLatch(4);
        ScheduledFuture<?> periodic =
                s.scheduleAtFixedRate(
                        new Runnable() {
                            public void run() {
                                ticks.countDown();
                            }
                        },
                        5,
                        5,
                        TimeUnit.MILLISECONDS);
        ticks.await();
        System.out.println(periodic.cancel(false) + " " + periodic.isCancelled());
        final int[] n = {0};
        ScheduledFuture<?> failing =
                s.scheduleWithFixedDelay(
                        new Runnable() {
                            public void run() {
                                if (++n[0] == 3) throw new RuntimeException("third");
                            }
                        },
                        1,
                        1,
                        TimeUnit.MILLISECONDS);
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(n[0] + " " + e.getCause().getMessage());
        }
        s.shutdownNow();
        System.out.println(s.awaitTermination(5, TimeUnit.SECONDS));
        Timer timer = new Timer("timer", true);
        final List<String> log = Collections.synchronizedList(new ArrayList<String>());
        final CountDownLatch done = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        log.add("late");
                        done.countDown();
                    }
                },
                600);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        log.add("early");
                    }
                },
                100);
        TimerTask cancelled =
                new TimerTask() {
                    @Override
                    public void run() {
                        log.add("never");
                    }
                };
        timer.schedule(cancelled, 300);
        System.out.println(cancelled.cancel());
        timer.schedule(
                new TimerTask() {
                    int k;

                    @Override
                    public void run() {
                        log.add("tick" + k++);
                        if (k == 3) cancel();
                    }
                },
                150,
                50);
        done.await();
        System.out.println(log);
        timer.cancel();
        try {
            timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {}
                    },
                    1);
        } catch (IllegalStateException e) {
            System.out.println("IllegalStateException");
        }
    }
}
