// Sets, priority queues, deques, bit sets and weak iteration rules.
import java.util.*;

public class SetsAndQueues {
    public static void main(String[] args) {
        Set<Integer> a = new HashSet<Integer>(Arrays.asList(1, 2, 3, 4)),
                b = new LinkedHashSet<Integer>(Arrays.asList(3, 4, 5));
        Set<Integer> u = new TreeSet<Integer>(a);
        u.addAll(b);
        Set<Integer> i = new TreeSet<Integer>(a);
        i.retainAll(b);
        Set<Integer> d = new TreeSet<Integer>(a);
        d.removeAll(b);
        System.out.println(
                u
                        + " "
                        + i
                        + " "
                        + d
                        + " "
                        + a.containsAll(i)
                        + " "
                        + a.equals(new TreeSet<Integer>(a))
                        + " "
                        + a.add(1)
                        + " "
                        + a.hashCode());
        PriorityQueue<String> pq =
                new PriorityQueue<String>(
                        3,
                        new Comparator<String>() {
                            public int compare(String x, String y) {
                                return x.length() != y.length()
                                        ? x.length() - y.length()
                                        : x.compareTo(y);
                            }
                        });
        pq.addAll(Arrays.asList("pear", "fig", "banana", "kiwi", "date"));
        pq.remove("kiwi");
        StringBuilder out = new StringBuilder();
        System.out.println(pq.peek() + " " + pq.size());
        while (!pq.isEmpty()) out.append(pq.poll()).append(' ');
        System.out.println(out + " " + pq.poll());
        Random r = new Random(3);
        PriorityQueue<Integer> heap = new PriorityQueue<Integer>();
        for (int k = 0; k < 500; k++) heap.add(r.nextInt(1000));
        int prev = -1;
        boolean sorted = true;
        long sum = 0;
        while (!heap.isEmpty()) {
            int x = heap.remove();
            sorted &= x >= prev;
            prev = x;
            sum += x;
        }
        System.out.println(sorted + " " + sum);
        ArrayDeque<Integer> dq = new ArrayDeque<Integer>(2);
        for (int k = 0; k < 20; k++)
            if (k % 2 == 0) dq.addFirst(k);
            else dq.addLast(k);
        System.out.println(
                dq
                        + " "
                        + dq.pollFirst()
                        + dq.pollLast()
                        + dq.peekFirst()
                        + dq.peekLast()
                        + " "
                        + dq.removeFirstOccurrence(6)
                        + dq.contains(6));
        Iterator<Integer> it = dq.descendingIterator();
        while (it.hasNext()) if (it.next() > 9) it.remove();
        System.out.println(dq);
        try {
            dq.add(null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        try {
            new ArrayDeque<Integer>().removeFirst();
        } catch (NoSuchElementException e) {
            System.out.println("NoSuchElementException");
        }
        BitSet bits = new BitSet();
        bits.set(1);
        bits.set(64, 70);
        bits.set(200);
        bits.flip(65);
        bits.clear(200);
        System.out.println(
                bits
                        + " "
                        + bits.cardinality()
                        + " "
                        + bits.length()
                        + " "
                        + bits.nextSetBit(2)
                        + " "
                        + bits.nextClearBit(66)
                        + " "
                        + bits.get(67)
                        + " "
                        + bits.previousSetBit(63));
        BitSet other = BitSet.valueOf(new long[] {0xF0F, 3});
        BitSet and = (BitSet) bits.clone();
        and.and(other);
        BitSet or = (BitSet) bits.clone();
        or.or(other);
        BitSet xor = (BitSet) bits.clone();
        xor.xor(other);
        other.andNot(bits);
        System.out.println(
                and
                        + " "
                        + or
                        + " "
                        + xor
                        + " "
                        + other
                        + " "
                        + or.intersects(and)
                        + " "
                        + Arrays.toString(or.toLongArray())
                        + " "
                        + Arrays.toString(and.toByteArray())
                        + " "
                        + bits.hashCode());
        Set<String> fromMap = Collections.newSetFromMap(new TreeMap<String, Boolean>());
        fromMap.add("q");
        fromMap.add("p");
        System.out.println(fromMap);
        Queue<Integer> lifo = Collections.asLifoQueue(new ArrayDeque<Integer>());
        lifo.add(1);
        lifo.add(2);
        System.out.println(lifo.remove());
        EnumSet<Thread.State> states = EnumSet.noneOf(Thread.State.class);
        states.add(Thread.State.RUNNABLE);
        states.add(Thread.State.NEW);
        System.out.println(
                states
                        + " "
                        + EnumSet.allOf(Thread.State.class).size()
                        + " "
                        + states.contains(null));
        LinkedHashSet<String> order = new LinkedHashSet<String>(Arrays.asList("z", "y", "z", "x"));
        order.remove("y");
        order.add("y");
        System.out.println(order);
    }
}
