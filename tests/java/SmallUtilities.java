// UUID, Observable, EventObject, StringJoiner by hand, Currency, Iterator, Enumeration and Comparable odds and ends.
import java.util.*;

public class SmallUtilities {
    static class Source extends Observable {
        void change(Object o) {
            setChanged();
            notifyObservers(o);
        }

        void quiet() {
            notifyObservers("quiet");
        }
    }

    static class Event extends EventObject {
        Event(Object s) {
            super(s);
        }
    }

    interface Listener extends EventListener {
        void on(Event e);
    }

    public static void main(String[] args) {
        UUID a = UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
                b = UUID.nameUUIDFromBytes("name".getBytes());
        System.out.println(
                a
                        + " "
                        + a.version()
                        + " "
                        + a.variant()
                        + " "
                        + a.timestamp()
                        + " "
                        + a.clockSequence()
                        + " "
                        + a.node()
                        + " "
                        + a.getMostSignificantBits()
                        + " "
                        + a.hashCode()
                        + " "
                        + b
                        + " "
                        + b.version()
                        + " "
                        + a.equals(UUID.fromString(a.toString()))
                        + " "
                        + Integer.signum(new UUID(1, 2).compareTo(new UUID(1, 3)))
                        + " "
                        + new UUID(0, 0));
        try {
            UUID.fromString("nonsense");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        try {
            b.timestamp();
        } catch (UnsupportedOperationException e) {
            System.out.println("UnsupportedOperationException");
        }
        Source s = new Source();
        final StringBuilder log = new StringBuilder();
        Observer
                o1 =
                        new Observer() {
                            public void update(Observable o, Object arg) {
                                log.append("1:").append(arg).append(' ');
                            }
                        },
                o2 =
                        new Observer() {
                            public void update(Observable o, Object arg) {
                                log.append("2:").append(arg).append(o.hasChanged()).append(' ');
                            }
                        };
        s.addObserver(o1);
        s.addObserver(o2);
        s.addObserver(o1);
        s.change("x");
        s.quiet();
        s.deleteObserver(o1);
        s.change(5);
        System.out.println(
                s.countObservers()
                        + " "
                        + (log.indexOf("1:x") >= 0)
                        + (log.indexOf("2:xfalse") >= 0)
                        + (log.indexOf("quiet") >= 0)
                        + (log.indexOf("1:5") >= 0)
                        + " "
                        + log.length());
        Event e = new Event("source");
        System.out.println(e.getSource() + " " + e.toString().contains("source=source"));
        try {
            new Event(null);
        } catch (IllegalArgumentException x) {
            System.out.println("IllegalArgumentException");
        }
        List<Listener> listeners = new ArrayList<Listener>();
        for (int i = 0; i < 3; i++) {
            final int n = i;
            listeners.add(
                    new Listener() {
                        public void on(Event ev) {
                            log.append(n);
                        }
                    });
        }
        log.setLength(0);
        for (Listener l : listeners) l.on(e);
        System.out.println(log);
        String bits = "";
        for (StringTokenizer t = new StringTokenizer("a-b-c", "-"); t.hasMoreTokens(); )
            bits += t.nextElement();
        System.out.println(bits);
        Iterator<Integer> it =
                new Iterator<Integer>() {
                    int n = 3;

                    public boolean hasNext() {
                        return n > 0;
                    }

                    public Integer next() {
                        return n--;
                    }

                    public void remove() {
                        throw new UnsupportedOperationException();
                    }
                };
        int sum = 0;
        while (it.hasNext()) sum += it.next();
        System.out.println(sum);
        Hashtable<String, Integer> h = new Hashtable<String, Integer>();
        h.put("one", 1);
        h.put("two", 2);
        int total = 0;
        for (Enumeration<Integer> en = h.elements(); en.hasMoreElements(); )
            total += en.nextElement();
        System.out.println(
                total
                        + " "
                        + h.contains(2)
                        + h.containsKey("three")
                        + h.get("one")
                        + h.remove("one")
                        + h);
        Dictionary<String, Integer> d = h;
        System.out.println(d.size() + " " + d.isEmpty());
        long t0 = System.nanoTime(), m0 = System.currentTimeMillis();
        System.out.println(
                (System.nanoTime() >= t0)
                        + " "
                        + (System.currentTimeMillis() >= m0)
                        + " "
                        + (m0 > 1000000000000L));
        Runtime r = Runtime.getRuntime();
        System.out.println(
                (r.availableProcessors() > 0)
                        + " "
                        + (r.maxMemory() > 1000000)
                        + " "
                        + (r.totalMemory() >= r.freeMemory()));
        System.out.println(Thread.currentThread().getStackTrace().length > 1);
        StackTraceElement[] st = new Throwable().getStackTrace();
        System.out.println(st[0].getMethodName() + st.length);
        ListResourceBundle lb =
                new ListResourceBundle() {
                    protected Object[][] getContents() {
                        return new Object[][] {{"k", "v"}};
                    }
                };
        System.out.println(lb.getString("k") + lb.containsKey("z"));
        Package p = String.class.getPackage();
        System.out.println(p.getName());
        System.out.println(
                new Random(1).nextInt(100)
                        + " "
                        + Objects.hash("a", 1)
                        + " "
                        + new BitSet(5).isEmpty());
    }
}
