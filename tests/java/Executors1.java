// Thread pools run tasks, return futures, cancel, time out, and shut down in order.
import java.util.*;
import java.util.concurrent.*;

public class Executors1 {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<Future<Integer>>();
        for (int i = 0; i < 10; i++) {
            final int n = i;
            futures.add(
                    pool.submit(
                            new Callable<Integer>() {
                                public Integer call() {
                                    return n * n;
                                }
                            }));
        }
        int sum = 0;
        for (Future<Integer> f : futures) sum += f.get();
        System.out.println(sum);
        Future<?> bad =
                pool.submit(
                        new Runnable() {
                            public void run() {
                                throw new IllegalStateException("inside");
                            }
                        });
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(
                    e.getCause().getClass().getSimpleName()
                            + " "
                            + e.getCause().getMessage()
                            + " "
                            + bad.isDone());
        }
        Future<String> with =
                pool.submit(
                        new Runnable() {
                            public void run() {}
                        },
                        "result");
        System.out.println(with.get());
        final CountDownLatch started = new CountDownLatch(1), interrupted = new CountDownLatch(1);
        Future<?> slow =
                pool.submit(
                        new Runnable() {
                            public void run() {
                                started.countDown();
                                try {
                                    Thread.sleep(1000000);
                                } catch (InterruptedException e) {
                                    interrupted.countDown();
                                }
                            }
                        });
        started.await();
        try {
            slow.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("TimeoutException");
        }
        boolean cancelled = slow.cancel(true);
        interrupted.await();
        System.out.println(cancelled + " " + slow.isCancelled() + " " + slow.isDone());
        try {
            slow.get();
        } catch (CancellationException e) {
            System.out.println("CancellationException");
        }
        List<Callable<String>> all = new ArrayList<Callable<String>>();
        for (final String s : "x y z".split(" "))
            all.add(
                    new Callable<String>() {
                        public String call() {
                            return s + s;
                        }
                    });
        StringBuilder joined = new StringBuilder();
        for (Future<String> f : pool.invokeAll(all)) joined.append(f.get());
        System.out.println(joined + " " + pool.invokeAny(all).length());
        pool.shutdown();
        System.out.println(
                pool.awaitTermination(10, TimeUnit.SECONDS)
                        + " "
                        + pool.isShutdown()
                        + " "
                        + pool.isTerminated());
        try {
            pool.submit(
                    new Runnable() {
                        public void run() {}
                    });
        } catch (RejectedExecutionException e) {
            System.out.println("RejectedExecutionException");
        }
        ExecutorService single =
                Executors.newSingleThreadExecutor(
                        new ThreadFactory() {
                            public Thread newThread(Runnable r) {
                                return new Thread(r, "only");
                            }
                        });
        final StringBuffer order = new StringBuffer();
        for (int i = 0; i < 5; i++) {
            final int n = i;
            single.execute(
                    new Runnable() {
                        public void run() {
                            order.append(n).append(Thread.currentThread().getName().charAt(0));
                        }
                    });
        }
        single.shutdown();
        single.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(order);
        ThreadPoolExecutor tight =
                new ThreadPoolExecutor(
                        1,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<Runnable>(1),
                        new ThreadPoolExecutor.CallerRunsPolicy());
        final CountDownLatch hold = new CountDownLatch(1);
        Runnable waits =
                new Runnable() {
                    public void run() {
                        try {
                            hold.await();
                        } catch (InterruptedException e) {
                        }
                    }
                };
        tight.execute(waits);
        tight.execute(waits);
        final String[] ranIn = new String[1];
        tight.execute(
                new Runnable() {
                    public void run() {
                        ranIn[0] = Thread.currentThread().getName();
                    }
                });
        System.out.println(
                "rejected task ran in " + ranIn[0] + ", queued " + tight.getQueue().size());
        hold.countDown();
        tight.shutdown();
        tight.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(tight.getCompletedTaskCount() + " " + tight.getLargestPoolSize());
        CompletionService<Integer> done =
                new ExecutorCompletionService<Integer>(
                        Executors.newCachedThreadPool(
                                new ThreadFactory() {
                                    public Thread newThread(Runnable r) {
                                        Thread t = new Thread(r);
                                        t.setDaemon(true);
                                        return t;
                                    }
                                }));
        for (int i = 1; i < 5; i++) {
            final int n = i;
            done.submit(
                    new Callable<Integer>() {
                        public Integer call() {
                            return n;
                        }
                    });
        }
        int product = 1;
        for (int i = 0; i < 4; i++) product *= done.take().get();
        System.out.println(product);
    }
}
