// TreeMap and TreeSet navigate: floor, ceiling, head, tail, descending views, polling, comparators.
import java.util.*;

public class Trees {
    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<Integer, String>();
        for (int i = 0; i < 100; i += 7) m.put(i, "v" + i);
        System.out.println(
                m.firstKey()
                        + " "
                        + m.lastEntry()
                        + " "
                        + m.floorKey(20)
                        + " "
                        + m.ceilingKey(22)
                        + " "
                        + m.lowerKey(21)
                        + " "
                        + m.higherKey(21)
                        + " "
                        + m.floorEntry(-1)
                        + " "
                        + m.ceilingEntry(99));
        System.out.println(
                m.headMap(21)
                        + " "
                        + m.headMap(21, true).size()
                        + " "
                        + m.tailMap(84)
                        + " "
                        + m.tailMap(84, false)
                        + " "
                        + m.subMap(20, 40)
                        + " "
                        + m.subMap(21, false, 42, true));
        NavigableMap<Integer, String> d = m.descendingMap();
        System.out.println(
                d.firstKey()
                        + " "
                        + d.headMap(80)
                        + " "
                        + d.floorKey(20)
                        + " "
                        + d.navigableKeySet().first());
        SortedMap<Integer, String> view = m.subMap(10, 50);
        view.remove(14);
        view.put(15, "new");
        System.out.println(
                m.containsKey(14)
                        + " "
                        + m.get(15)
                        + " "
                        + view.size()
                        + " "
                        + view.firstKey()
                        + " "
                        + view.lastKey());
        try {
            view.put(50, "x");
        } catch (IllegalArgumentException e) {
            System.out.println("outside the range: IllegalArgumentException");
        }
        System.out.println(m.pollFirstEntry() + " " + m.pollLastEntry() + " " + m.size());
        view.clear();
        System.out.println(m);
        TreeSet<String> s = new TreeSet<String>(String.CASE_INSENSITIVE_ORDER);
        s.addAll(Arrays.asList("b", "A", "c", "B", "D"));
        System.out.println(
                s
                        + " "
                        + s.contains("C")
                        + " "
                        + s.add("a")
                        + " "
                        + s.first()
                        + s.last()
                        + s.lower("c")
                        + s.higher("C")
                        + s.descendingSet()
                        + s.headSet("C")
                        + s.tailSet("b", false)
                        + s.pollFirst()
                        + s);
        TreeMap<String, Integer> byLength =
                new TreeMap<String, Integer>(
                        new Comparator<String>() {
                            public int compare(String a, String b) {
                                return a.length() - b.length();
                            }
                        });
        byLength.put("aa", 1);
        byLength.put("b", 2);
        byLength.put("cc", 3);
        System.out.println(byLength + " " + (byLength.comparator() != null) + " " + m.comparator());
        Random r = new Random(7);
        TreeSet<Integer> random = new TreeSet<Integer>();
        SortedSet<Integer> check = new TreeSet<Integer>(Collections.reverseOrder());
        for (int i = 0; i < 2000; i++) {
            int x = r.nextInt(500);
            if (r.nextBoolean()) {
                random.add(x);
                check.add(x);
            } else {
                random.remove(x);
                check.remove(x);
            }
        }
        List<Integer> a = new ArrayList<Integer>(random), b = new ArrayList<Integer>(check);
        Collections.reverse(b);
        System.out.println(a.equals(b) + " " + a.size() + " " + a.hashCode());
        Iterator<Integer> it = random.descendingIterator();
        int prev = Integer.MAX_VALUE;
        boolean down = true;
        while (it.hasNext()) {
            int x = it.next();
            down &= x < prev;
            prev = x;
            if (x % 3 == 0) it.remove();
        }
        System.out.println(down + " " + random.size());
        try {
            new TreeSet<Object>().first();
        } catch (NoSuchElementException e) {
            System.out.println("NoSuchElementException");
        }
        try {
            new TreeMap<Object, String>().put(new Object(), "");
        } catch (ClassCastException e) {
            System.out.println("ClassCastException");
        }
    }
}
