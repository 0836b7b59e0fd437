// ConcurrentHashMap and skip lists keep every update of many threads; iteration is weakly consistent.
import java.util.*;
import java.util.concurrent.*;

public class ConcurrentMaps {
    public static void main(String[] args) throws Exception {
        final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<String, Integer>();
        final ConcurrentSkipListMap<Integer, String> skip =
                new ConcurrentSkipListMap<Integer, String>();
        final CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<Integer>();
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            ts[t] =
                    new Thread() {
                        @Override
                        public void run() {
                            for (int k = 0; k < 300; k++) {
                                String key = "k" + k % 20;
                                while (true) {
                                    Integer old = map.putIfAbsent(key, 1);
                                    if (old == null || map.replace(key, old, old + 1)) break;
                                }
                                skip.put(k * 4 + id, "v");
                                if (k % 50 == 0) cow.add(id);
                            }
                        }
                    };
            ts[t].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(new TreeMap<String, Integer>(map));
        System.out.println(
                skip.size()
                        + " "
                        + skip.firstKey()
                        + " "
                        + skip.lastKey()
                        + " "
                        + skip.headMap(10).size()
                        + " "
                        + skip.ceilingKey(1199)
                        + " "
                        + skip.floorKey(-1));
        List<Integer> sorted = new ArrayList<Integer>(cow);
        Collections.sort(sorted);
        System.out.println(sorted);
        for (String key : ((Map<String, Integer>) map).keySet())
            if (key.endsWith("1")) map.remove(key);
        System.out.println(
                map.size()
                        + " "
                        + map.remove("k2", 0)
                        + " "
                        + map.remove("k2", 60)
                        + " "
                        + map.containsKey("k2"));
        try {
            map.put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("no null keys");
        }
        try {
            map.put("x", null);
        } catch (NullPointerException e) {
            System.out.println("no null values");
        }
        int seen = 0;
        for (Integer i : cow) {
            cow.add(9);
            seen++;
        }
        System.out.println(seen + " " + cow.size());
        try {
            Iterator<Integer> it = cow.iterator();
            it.next();
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("UnsupportedOperationException");
        }
        System.out.println(cow.addIfAbsent(9) + " " + cow.addIfAbsent(77));
        ConcurrentLinkedQueue<String> q =
                new ConcurrentLinkedQueue<String>(Arrays.asList("a", "b", "c"));
        Iterator<String> it = q.iterator();
        it.next();
        q.add("d");
        q.remove("b");
        StringBuilder rest = new StringBuilder();
        while (it.hasNext()) rest.append(it.next());
        System.out.println(q + " " + rest.toString().endsWith("cd"));
        ConcurrentSkipListSet<String> set =
                new ConcurrentSkipListSet<String>(Arrays.asList("m", "c", "x"));
        System.out.println(set.descendingSet() + " " + set.pollFirst() + set);
        ConcurrentLinkedDeque<Integer> dq = new ConcurrentLinkedDeque<Integer>();
        dq.push(1);
        dq.offerLast(2);
        dq.addFirst(0);
        System.out.println(dq + " " + dq.pollLast() + dq.peekFirst());
    }
}
