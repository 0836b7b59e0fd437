// Atomic variables, arrays, field updaters and stamped references count exactly under contention.
import java.util.concurrent.atomic.*;

public class Atomics {
    volatile int plain;
    volatile long wide;
    volatile String text = "a";

    public static void main(String[] args) throws Exception {
        final AtomicInteger i = new AtomicInteger();
        final AtomicLong l = new AtomicLong(1L << 40);
        final AtomicIntegerArray arr = new AtomicIntegerArray(4);
        final AtomicReference<Integer> ref = new AtomicReference<Integer>(0);
        final Atomics o = new Atomics();
        final AtomicIntegerFieldUpdater<Atomics> fi =
                AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "plain");
        final AtomicLongFieldUpdater<Atomics> fl =
                AtomicLongFieldUpdater.newUpdater(Atomics.class, "wide");
        final AtomicReferenceFieldUpdater<Atomics, String> fr =
                AtomicReferenceFieldUpdater.newUpdater(Atomics.class, String.class, "text");
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 4; t++) {
            ts[t] =
                    new Thread() {
                        @Override
                        public void run() {
                            for (int k = 0; k < 500; k++) {
                                i.incrementAndGet();
                                l.getAndAdd(2);
                                arr.incrementAndGet(k % 4);
                                fi.incrementAndGet(o);
                                fl.addAndGet(o, 3);
                                Integer old;
                                do {
                                    old = ref.get();
                                } while (!ref.compareAndSet(old, old + 1));
                            }
                        }
                    };
            ts[t].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(
                i
                        + " "
                        + (l.get() - (1L << 40))
                        + " "
                        + arr
                        + " "
                        + o.plain
                        + " "
                        + o.wide
                        + " "
                        + ref);
        System.out.println(
                i.getAndSet(5)
                        + " "
                        + i.compareAndSet(5, 6)
                        + " "
                        + i.compareAndSet(5, 7)
                        + " "
                        + i.decrementAndGet()
                        + " "
                        + i.addAndGet(-10)
                        + " "
                        + i.intValue());
        System.out.println(
                fr.compareAndSet(o, "a", "b") + " " + fr.getAndSet(o, "c") + " " + o.text);
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.getAndSet(true) + " " + b.compareAndSet(false, true) + " " + b);
        AtomicStampedReference<String> st = new AtomicStampedReference<String>("x", 1);
        int[] stamp = new int[1];
        System.out.println(
                st.compareAndSet("x", "y", 0, 1)
                        + " "
                        + st.compareAndSet("x", "y", 1, 2)
                        + " "
                        + st.get(stamp)
                        + stamp[0]);
        AtomicMarkableReference<String> mk = new AtomicMarkableReference<String>("m", false);
        System.out.println(mk.attemptMark("m", true) + " " + mk.isMarked());
        AtomicReferenceArray<String> ra = new AtomicReferenceArray<String>(new String[] {"p", "q"});
        ra.set(0, "r");
        System.out.println(ra + " " + ra.length());
        AtomicLongArray la = new AtomicLongArray(2);
        la.addAndGet(1, Long.MAX_VALUE);
        la.incrementAndGet(1);
        System.out.println(la);
        try {
            arr.get(4);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("IndexOutOfBoundsException");
        }
        try {
            AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "text");
        } catch (RuntimeException e) {
            System.out.println("wrong type");
        }
    }
}
