// HashMap, LinkedHashMap, TreeMap, Hashtable and IdentityHashMap hold the same content and keep their own rules.
import java.util.*;

public class Maps {
    static class Bad {
        final int n;

        Bad(int n) {
            this.n = n;
        }

        @Override
        public int hashCode() {
            return 42;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Bad && ((Bad) o).n == n;
        }
    }

    static String exercise(Map<String, Integer> m) {
        for (int i = 0; i < 200; i++) m.put("key" + i % 50, i);
        for (int i = 0; i < 50; i += 3) m.remove("key" + i);
        StringBuilder out = new StringBuilder();
        out.append(m.size())
                .append(' ')
                .append(m.get("key1"))
                .append(m.get("key3"))
                .append(m.containsKey("key4"))
                .append(m.containsValue(199))
                .append(m.put("key1", 0))
                .append(m.remove("none"));
        Map<String, Integer> other = new TreeMap<String, Integer>(m);
        out.append(m.equals(other))
                .append(other.equals(m))
                .append(m.hashCode() == other.hashCode());
        for (Iterator<Map.Entry<String, Integer>> it = m.entrySet().iterator(); it.hasNext(); ) {
            Map.Entry<String, Integer> e = it.next();
            if (e.getValue() % 2 == 0) it.remove();
            else e.setValue(e.getValue() + 1);
        }
        m.keySet().remove("key49");
        m.values().remove(198);
        m.keySet().retainAll(Arrays.asList("key5", "key7", "key11", "key13", "key17"));
        return out.append(new TreeMap<String, Integer>(m)).toString();
    }

    public static void main(String[] args) {
        String first = exercise(new HashMap<String, Integer>());
        System.out.println(first);
        System.out.println(
                first.equals(exercise(new LinkedHashMap<String, Integer>()))
                        + " "
                        + first.equals(exercise(new TreeMap<String, Integer>()))
                        + " "
                        + first.equals(exercise(new Hashtable<String, Integer>()))
                        + " "
                        + first.equals(exercise(new HashMap<String, Integer>(1, 5f)))
                        + " "
                        + first.equals(
                                exercise(
                                        new java.util.concurrent.ConcurrentHashMap<
                                                String, Integer>())));
        Map<Bad, Integer> bad = new HashMap<Bad, Integer>();
        for (int i = 0; i < 100; i++) bad.put(new Bad(i), i);
        for (int i = 0; i < 100; i += 2) bad.remove(new Bad(i));
        System.out.println(bad.size() + " " + bad.get(new Bad(51)) + " " + bad.get(new Bad(50)));
        Map<String, Integer> lru =
                new LinkedHashMap<String, Integer>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
                        return size() > 3;
                    }
                };
        for (String s : "a b c a d a e".split(" ")) {
            Integer n = lru.get(s);
            lru.put(s, n == null ? 1 : n + 1);
        }
        System.out.println(lru);
        Map<String, String> nulls = new HashMap<String, String>();
        nulls.put(null, "n");
        nulls.put("x", null);
        System.out.println(
                nulls.get(null)
                        + nulls.get("x")
                        + nulls.containsKey("x")
                        + nulls.containsValue(null)
                        + nulls.size()
                        + nulls.remove(null)
                        + nulls.size());
        try {
            new TreeMap<String, String>().put(null, "");
        } catch (NullPointerException e) {
            System.out.println("TreeMap: no null key");
        }
        try {
            new Hashtable<String, String>().put("a", null);
        } catch (NullPointerException e) {
            System.out.println("Hashtable: no null value");
        }
        try {
            Map<Integer, Integer> m = new HashMap<Integer, Integer>();
            m.put(1, 1);
            m.put(2, 2);
            for (Integer k : m.keySet()) m.put(k + 10, 0);
        } catch (ConcurrentModificationException e) {
            System.out.println("CME");
        }
        IdentityHashMap<String, Integer> id = new IdentityHashMap<String, Integer>();
        String k1 = new String("k"), k2 = new String("k");
        id.put(k1, 1);
        id.put(k2, 2);
        System.out.println(id.size() + " " + id.get(k1) + id.get(k2) + id.get("k"));
        Map<String, Integer> order = new LinkedHashMap<String, Integer>();
        order.put("z", 1);
        order.put("a", 2);
        order.put("z", 3);
        System.out.println(order + " " + order.keySet() + order.values() + order.entrySet());
        Map.Entry<String, Integer> e = new AbstractMap.SimpleEntry<String, Integer>("k", 1);
        e.setValue(2);
        System.out.println(
                e
                        + " "
                        + e.hashCode()
                        + " "
                        + e.equals(new AbstractMap.SimpleImmutableEntry<String, Integer>("k", 2)));
        Map<Object, Object> self = new LinkedHashMap<Object, Object>();
        self.put("me", self);
        System.out.println(self);
        @SuppressWarnings("unchecked")
        Map<String, Integer> clone =
                (Map<String, Integer>)
                        ((HashMap<String, Integer>) new HashMap<String, Integer>(order)).clone();
        clone.clear();
        System.out.println(order.size() + " " + clone.isEmpty());
    }
}
