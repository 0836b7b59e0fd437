// Blocking queues: bounded, priority, delay, synchronous and transfer hand items over in order.
import java.util.*;
import java.util.concurrent.*;

public class BlockingQueues {
    static class Later implements Delayed {
        final String name;
        final long at;

        Later(String name, long ms) {
            this.name = name;
            at = System.nanoTime() + ms * 1000000;
        }

        public long getDelay(TimeUnit u) {
            return u.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed d) {
            long x = at - ((Later) d).at;
            return x < 0 ? -1 : x > 0 ? 1 : 0;
        }
    }

    static long passThrough(final BlockingQueue<Integer> q, final int n) throws Exception {
        Thread p =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            for (int i = 0; i < n; i++) q.put(i);
                        } catch (InterruptedException e) {
                        }
                    }
                };
        p.start();
        long hash = 0;
        for (int i = 0; i < n; i++) hash = hash * 31 + q.take();
        p.join();
        return hash;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(
                passThrough(new ArrayBlockingQueue<Integer>(2), 40)
                        + " "
                        + passThrough(new LinkedBlockingQueue<Integer>(3), 40)
                        + " "
                        + passThrough(new SynchronousQueue<Integer>(), 40)
                        + " "
                        + passThrough(new LinkedBlockingDeque<Integer>(1), 40)
                        + " "
                        + passThrough(new LinkedTransferQueue<Integer>(), 40));
        ArrayBlockingQueue<String> small = new ArrayBlockingQueue<String>(2);
        System.out.println(
                small.offer("a")
                        + " "
                        + small.offer("b")
                        + " "
                        + small.offer("c")
                        + " "
                        + small.offer("c", 2, TimeUnit.MILLISECONDS)
                        + " "
                        + small.remainingCapacity()
                        + " "
                        + small);
        try {
            small.add("d");
        } catch (IllegalStateException e) {
            System.out.println("IllegalStateException");
        }
        List<String> drained = new ArrayList<String>();
        System.out.println(
                small.drainTo(drained, 1)
                        + " "
                        + drained
                        + " "
                        + small.poll()
                        + " "
                        + small.poll()
                        + " "
                        + small.poll(1, TimeUnit.MILLISECONDS)
                        + " "
                        + small.peek());
        PriorityBlockingQueue<String> pq =
                new PriorityBlockingQueue<String>(4, Collections.reverseOrder());
        pq.addAll(Arrays.asList("m", "z", "a", "q"));
        StringBuilder sb = new StringBuilder();
        while (!pq.isEmpty()) sb.append(pq.take());
        System.out.println(sb);
        DelayQueue<Later> dq = new DelayQueue<Later>();
        dq.put(new Later("last", 600));
        dq.put(new Later("first", 100));
        dq.put(new Later("middle", 300));
        System.out.println(dq.poll() == null);
        for (int i = 0; i < 3; i++) System.out.print(dq.take().name + " ");
        System.out.println();
        final LinkedTransferQueue<String> tq = new LinkedTransferQueue<String>();
        System.out.println(tq.tryTransfer("nobody") + " " + tq.size());
        Thread taker =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            tq.take();
                        } catch (InterruptedException e) {
                        }
                    }
                };
        taker.start();
        tq.transfer("somebody");
        taker.join();
        System.out.println("transferred " + tq.size());
        LinkedBlockingDeque<Integer> d = new LinkedBlockingDeque<Integer>();
        d.putFirst(2);
        d.putFirst(1);
        d.putLast(3);
        System.out.println(
                d
                        + " "
                        + d.takeLast()
                        + " "
                        + d.takeFirst()
                        + " "
                        + d.pollLast(1, TimeUnit.MILLISECONDS));
        final BlockingQueue<Integer> never = new LinkedBlockingQueue<Integer>();
        final boolean[] interrupted = {false};
        Thread t =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            never.take();
                        } catch (InterruptedException e) {
                            interrupted[0] = true;
                        }
                    }
                };
        t.start();
        while (t.getState() != Thread.State.WAITING) Thread.sleep(1);
        t.interrupt();
        t.join();
        System.out.println(interrupted[0]);
    }
}
