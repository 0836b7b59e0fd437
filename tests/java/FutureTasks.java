// FutureTask runs once, can be cancelled before it starts, and TimeUnit converts with saturation.
import java.util.concurrent.*;

public class FutureTasks {
    public static void main(String[] args) throws Exception {
        final int[] runs = {0};
        FutureTask<Integer> task =
                new FutureTask<Integer>(
                        new Callable<Integer>() {
                            public Integer call() {
                                return ++runs[0];
                            }
                        }) {
                    @Override
                    protected void done() {
                        System.out.println("done " + isCancelled());
                    }
                };
        task.run();
        task.run();
        System.out.println(task.get() + " " + runs[0]);
        FutureTask<String> never =
                new FutureTask<String>(
                        new Runnable() {
                            public void run() {
                                System.out.println("never");
                            }
                        },
                        "x");
        System.out.println(never.cancel(false) + " " + never.cancel(true));
        never.run();
        try {
            never.get();
        } catch (CancellationException e) {
            System.out.println("CancellationException");
        }
        FutureTask<Object> fails =
                new FutureTask<Object>(
                        new Callable<Object>() {
                            public Object call() throws Exception {
                                throw new java.io.IOException("checked");
                            }
                        });
        new Thread(fails).start();
        try {
            fails.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        System.out.println(
                TimeUnit.DAYS.toMillis(2)
                        + " "
                        + TimeUnit.MILLISECONDS.toSeconds(-1999)
                        + " "
                        + TimeUnit.SECONDS.convert(3, TimeUnit.HOURS)
                        + " "
                        + TimeUnit.DAYS.toNanos(Long.MAX_VALUE)
                        + " "
                        + TimeUnit.MICROSECONDS.toNanos(Long.MIN_VALUE / 2)
                        + " "
                        + TimeUnit.valueOf("HOURS"));
        try {
            TimeUnit.MILLISECONDS.sleep(3);
            TimeUnit.SECONDS.timedJoin(new Thread(), 1);
        } catch (InterruptedException e) {
        }
        ExecutorService same =
                new AbstractExecutorService() {
                    boolean down;

                    public void execute(Runnable r) {
                        r.run();
                    }

                    public void shutdown() {
                        down = true;
                    }

                    public java.util.List<Runnable> shutdownNow() {
                        down = true;
                        return java.util.Collections.emptyList();
                    }

                    public boolean isShutdown() {
                        return down;
                    }

                    public boolean isTerminated() {
                        return down;
                    }

                    public boolean awaitTermination(long t, TimeUnit u) {
                        return true;
                    }
                };
        System.out.println(
                same.submit(
                                new Callable<String>() {
                                    public String call() {
                                        return Thread.currentThread().getName();
                                    }
                                })
                        .get());
        System.out.println(
                Executors.callable(
                                new Runnable() {
                                    public void run() {}
                                },
                                5)
                        .call());
    }
}
