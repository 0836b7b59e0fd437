// Many threads move money between accounts with ordered locks, futures and a reporting thread; nothing is lost.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class BankSimulation {
    static class Account {
        final int id;
        private long balance;

        Account(int id, long balance) {
            this.id = id;
            this.balance = balance;
        }

        synchronized long balance() {
            return balance;
        }
    }

    static boolean move(Account from, Account to, long amount) {
        Account first = from.id < to.id ? from : to, second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                if (from.balance < amount) return false;
                from.balance -= amount;
                to.balance += amount;
                return true;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        final Account[] accounts = new Account[8];
        for (int i = 0; i < 8; i++) accounts[i] = new Account(i, 1000);
        final AtomicInteger done = new AtomicInteger(), refused = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> results = new ArrayList<Future<Integer>>();
        for (int t = 0; t < 4; t++) {
            final int seed = t;
            results.add(
                    pool.submit(
                            new Callable<Integer>() {
                                public Integer call() {
                                    Random r = new Random(seed);
                                    int moved = 0;
                                    for (int i = 0; i < 400; i++) {
                                        Account a = accounts[r.nextInt(8)],
                                                b = accounts[r.nextInt(8)];
                                        if (a == b) continue;
                                        if (move(a, b, r.nextInt(500))) {
                                            moved++;
                                            done.incrementAndGet();
                                        } else refused.incrementAndGet();
                                        if (i % 50 == 0) Thread.yield();
                                    }
                                    return moved;
                                }
                            }));
        }
        final boolean[] steady = {true};
        Thread watcher =
                new Thread() {
                    @Override
                    public void run() {
                        for (int i = 0; i < 20; i++) {
                            synchronized (accounts[0]) {
                                if (accounts[0].balance < 0) steady[0] = false;
                            }
                            try {
                                Thread.sleep(1);
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                    }
                };
        watcher.start();
        int moved = 0;
        for (Future<Integer> f : results) moved += f.get();
        pool.shutdown();
        watcher.join();
        long total = 0;
        for (Account a : accounts) total += a.balance();
        System.out.println(
                total
                        + " "
                        + (moved == done.get())
                        + " "
                        + steady[0]
                        + " "
                        + (done.get() + refused.get() > 1200));
        final ConcurrentHashMap<String, AtomicInteger> words =
                new ConcurrentHashMap<String, AtomicInteger>();
        final String[] text = "a b c a b a d e a".split(" ");
        Thread[] ts = new Thread[3];
        for (int t = 0; t < 3; t++) {
            ts[t] =
                    new Thread() {
                        @Override
                        public void run() {
                            for (int i = 0; i < 100; i++)
                                for (String w : text) {
                                    AtomicInteger n = words.get(w);
                                    if (n == null) {
                                        AtomicInteger fresh = new AtomicInteger();
                                        n = words.putIfAbsent(w, fresh);
                                        if (n == null) n = fresh;
                                    }
                                    n.incrementAndGet();
                                }
                        }
                    };
            ts[t].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(new TreeMap<String, AtomicInteger>(words));
        final BlockingQueue<Integer> in = new LinkedBlockingQueue<Integer>(),
                out = new LinkedBlockingQueue<Integer>();
        for (int s = 0; s < 3; s++)
            new Thread() {
                {
                    setDaemon(true);
                }

                @Override
                public void run() {
                    try {
                        while (true) {
                            int x = in.take();
                            out.put(x * x);
                        }
                    } catch (InterruptedException e) {
                    }
                }
            }.start();
        for (int i = 1; i <= 50; i++) in.put(i);
        long sum = 0;
        for (int i = 0; i < 50; i++) sum += out.take();
        System.out.println(sum);
    }
}
