// Collections: hash maps, tree maps, lists, queues, sorting with a comparator.
import java.util.*;

public class CollectionWork {
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            Map<Integer, Integer> counts = new HashMap<Integer, Integer>();
            for (int i = 0; i < 300; i++) {
                Integer key = (i * 31 + round) % 97;
                Integer old = counts.get(key);
                counts.put(key, old == null ? 1 : old + 1);
            }
            for (Map.Entry<Integer, Integer> e : counts.entrySet())
                sum += e.getKey() * e.getValue();
            TreeMap<String, Integer> tree = new TreeMap<String, Integer>();
            for (int i = 0; i < 40; i++) tree.put("k" + (i * 17 + round) % 50, i);
            sum += tree.firstKey().length() + tree.size();
            List<Integer> list = new ArrayList<Integer>();
            for (int i = 0; i < 100; i++) list.add((i * 7919 + round) % 1000);
            Collections.sort(
                    list,
                    new Comparator<Integer>() {
                        public int compare(Integer a, Integer b) {
                            return b - a;
                        }
                    });
            for (int x : list) sum += x;
            Deque<Integer> queue = new ArrayDeque<Integer>();
            for (int i = 0; i < 100; i++) {
                queue.addLast(i);
                if (queue.size() > 10) sum += queue.pollFirst();
            }
        }
        System.out.println(sum);
    }
}
