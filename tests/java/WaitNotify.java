// A bounded buffer by wait and notifyAll passes every item in order from producers to consumers.
import java.util.*;

public class WaitNotify {
    static class Buffer {
        private final LinkedList<Integer> items = new LinkedList<Integer>();

        synchronized void put(int x) throws InterruptedException {
            while (items.size() == 3) wait();
            items.add(x);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (items.isEmpty()) wait();
            int x = items.removeFirst();
            notifyAll();
            return x;
        }
    }

    static boolean turn;

    public static void main(String[] args) throws Exception {
        final Buffer buffer = new Buffer();
        final List<Integer> got = new ArrayList<Integer>();
        Thread producer =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            for (int i = 0; i < 50; i++) buffer.put(i);
                            buffer.put(-1);
                        } catch (InterruptedException e) {
                        }
                    }
                };
        Thread consumer =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            for (int x; (x = buffer.take()) >= 0; ) got.add(x);
                        } catch (InterruptedException e) {
                        }
                    }
                };
        consumer.start();
        producer.start();
        producer.join();
        consumer.join();
        System.out.println(got.size() + " " + got.get(0) + " " + got.get(49));
        final Object lock = new Object();
        final StringBuilder out = new StringBuilder();
        Thread ping =
                new Thread() {
                    @Override
                    public void run() {
                        play(lock, true, "ping ", out);
                    }
                };
        Thread pong =
                new Thread() {
                    @Override
                    public void run() {
                        play(lock, false, "pong ", out);
                    }
                };
        turn = true;
        pong.start();
        ping.start();
        ping.join();
        pong.join();
        System.out.println(out);
        long start = System.nanoTime();
        synchronized (lock) {
            lock.wait(30);
        }
        long ms = (System.nanoTime() - start) / 1000000;
        System.out.println("timed wait: " + (ms >= 29));
        final int[] woken = {0};
        Thread[] waiters = new Thread[4];
        for (int i = 0; i < 4; i++) {
            waiters[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            synchronized (lock) {
                                try {
                                    lock.wait();
                                    woken[0]++;
                                } catch (InterruptedException e) {
                                }
                            }
                        }
                    };
            waiters[i].start();
        }
        for (Thread t : waiters) while (t.getState() != Thread.State.WAITING) Thread.sleep(1);
        synchronized (lock) {
            lock.notify();
        }
        while (true) {
            synchronized (lock) {
                if (woken[0] == 1) break;
            }
            Thread.sleep(1);
        }
        System.out.println("one woken");
        synchronized (lock) {
            lock.notifyAll();
        }
        for (Thread t : waiters) t.join();
        System.out.println(woken[0]);
        try {
            synchronized (lock) {
                lock.wait(-1);
            }
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
    }

    static void play(Object lock, boolean mine, String word, StringBuilder out) {
        synchronized (lock) {
            for (int i = 0; i < 4; i++) {
                while (turn != mine)
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                out.append(word);
                turn = !turn;
                lock.notifyAll();
            }
        }
    }
}
