// Weak, soft and phantom references are cleared and enqueued after a collection; strong ones are not.
import java.lang.ref.*;
import java.util.*;

public class WeakReferences {
    static Object strong = new Object();
    static List<Object> hold = new ArrayList<Object>();

    static WeakReference<Object> weak(ReferenceQueue<Object> q) {
        return new WeakReference<Object>(new Object(), q);
    }

    static PhantomReference<Object> phantom(ReferenceQueue<Object> q) {
        return new PhantomReference<Object>(new byte[1000], q);
    }

    static void churn() {
        for (int i = 0; i < 2000; i++) {
            byte[] b = new byte[1024];
            b[0] = 1;
        }
    }

    static void fill(WeakHashMap<Object, String> m) {
        for (int i = 0; i < 50; i++) m.put(new Object(), "v" + i);
        Object kept = new Object();
        hold.add(kept);
        m.put(kept, "kept");
    }

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> q = new ReferenceQueue<Object>();
        WeakReference<Object> w = weak(q), s = new WeakReference<Object>(strong, q);
        SoftReference<Object> soft = new SoftReference<Object>(new Object());
        System.out.println((s.get() == strong) + " " + (q.poll() == null));
        churn();
        Reference<?> r = null;
        for (int i = 0; i < 100 && r == null; i++) {
            System.gc();
            r = q.remove(20);
        }
        System.out.println(
                (r == w)
                        + " "
                        + (w.get() == null)
                        + " "
                        + (s.get() == strong)
                        + " "
                        + (soft.get() != null)
                        + " "
                        + w.isEnqueued()
                        + s.isEnqueued());
        ReferenceQueue<Object> pq = new ReferenceQueue<Object>();
        PhantomReference<Object> p = phantom(pq);
        System.out.println(p.get());
        churn();
        r = null;
        for (int i = 0; i < 100 && r == null; i++) {
            System.gc();
            System.runFinalization();
            r = pq.remove(20);
        }
        System.out.println(r == p);
        WeakHashMap<Object, String> m = new WeakHashMap<Object, String>();
        fill(m);
        System.out.println(m.size());
        churn();
        for (int i = 0; i < 100 && m.size() > 1; i++) {
            System.gc();
            Thread.sleep(5);
        }
        System.out.println(m.size() + " " + m.get(hold.get(0)) + " " + m.containsKey(new Object()));
        s.clear();
        System.out.println(s.get() + " " + s.enqueue() + " " + (q.poll() == s));
        SoftReference<byte[]> big = new SoftReference<byte[]>(new byte[100]);
        System.out.println(big.get().length + " " + big.enqueue());
        WeakHashMap<String, Integer> strings = new WeakHashMap<String, Integer>();
        strings.put("literal", 1);
        System.gc();
        System.out.println(strings + " " + strings.remove("literal") + strings.isEmpty());
        try {
            q.remove(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        System.out.println(q.remove(1));
    }
}
