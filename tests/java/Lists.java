// ArrayList, LinkedList, Vector, sublists and list iterators agree with each other under the same operations.
import java.util.*;

public class Lists {
    static String exercise(List<Integer> l) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 10; i++) l.add(i * i % 7);
        l.add(3, 100);
        l.remove(5);
        l.remove(Integer.valueOf(4));
        l.set(0, -1);
        out.append(l)
                .append(l.indexOf(2))
                .append(l.lastIndexOf(2))
                .append(l.contains(99))
                .append(l.size());
        l.addAll(2, Arrays.asList(7, 8, 9));
        l.removeAll(Arrays.asList(7, 1));
        out.append(l);
        List<Integer> sub = l.subList(2, 6);
        sub.set(0, 55);
        sub.add(66);
        sub.remove(1);
        out.append(sub).append(l);
        sub.clear();
        out.append(l);
        ListIterator<Integer> it = l.listIterator(l.size());
        while (it.hasPrevious()) {
            int i = it.previousIndex();
            int v = it.previous();
            if (v % 2 == 0) it.remove();
            else it.set(v * 10 + i);
        }
        it.add(1234);
        out.append(l);
        l.retainAll(new HashSet<Integer>(Arrays.asList(1234, -10, 31)));
        out.append(l).append(l.hashCode()).append(l.equals(new ArrayList<Integer>(l)));
        try {
            l.get(50);
        } catch (IndexOutOfBoundsException e) {
            out.append("IOOBE");
        }
        try {
            for (Integer i : l) l.add(i);
        } catch (ConcurrentModificationException e) {
            out.append("CME");
        }
        Object[] a = l.toArray();
        Integer[] b = l.toArray(new Integer[0]);
        Integer[] c = l.toArray(new Integer[9]);
        return out.append(a.length)
                .append(b.length)
                .append(c[8])
                .append(Arrays.toString(b))
                .toString();
    }

    public static void main(String[] args) {
        String first = exercise(new ArrayList<Integer>());
        System.out.println(first);
        System.out.println(
                first.equals(exercise(new LinkedList<Integer>()))
                        + " "
                        + first.equals(exercise(new Vector<Integer>()))
                        + " "
                        + first.equals(exercise(new ArrayList<Integer>(1)))
                        + " "
                        + first.equals(
                                exercise(
                                        Collections.checkedList(
                                                new ArrayList<Integer>(), Integer.class))));
        List<String> fixed = Arrays.asList("a", "b");
        fixed.set(1, "c");
        try {
            fixed.add("d");
        } catch (UnsupportedOperationException e) {
            System.out.println(fixed + " is of fixed size");
        }
        ArrayList<Integer> big = new ArrayList<Integer>();
        for (int i = 0; i < 10000; i++) big.add(i);
        for (int i = 0; i < 9000; i++) big.remove(big.size() / 2);
        System.out.println(big.size() + " " + big.get(500) + " " + big.get(499));
        big.trimToSize();
        big.ensureCapacity(5000);
        Stack<Integer> stack = new Stack<Integer>();
        stack.push(1);
        stack.push(2);
        System.out.println(
                stack.peek()
                        + " "
                        + stack.pop()
                        + " "
                        + stack.search(1)
                        + " "
                        + stack.empty()
                        + stack);
        stack.pop();
        try {
            stack.pop();
        } catch (EmptyStackException e) {
            System.out.println("EmptyStackException");
        }
        Vector<String> v = new Vector<String>(2, 3);
        v.addElement("x");
        v.insertElementAt("w", 0);
        System.out.println(
                v.capacity() + " " + v.firstElement() + v.lastElement() + v.elementAt(1));
        v.setSize(4);
        System.out.println(v);
        Enumeration<String> e = v.elements();
        int n = 0;
        while (e.hasMoreElements()) {
            e.nextElement();
            n++;
        }
        System.out.println(n);
        LinkedList<String> ll = new LinkedList<String>(Arrays.asList("b", "c"));
        ll.addFirst("a");
        ll.addLast("d");
        ll.push("z");
        System.out.println(
                ll
                        + " "
                        + ll.peekLast()
                        + ll.pollFirst()
                        + ll.removeLast()
                        + ll.pop()
                        + ll.element()
                        + ll.getFirst()
                        + ll);
        Iterator<String> d = ll.descendingIterator();
        StringBuilder r = new StringBuilder();
        while (d.hasNext()) r.append(d.next());
        System.out.println(r + " " + ll.removeFirstOccurrence("c") + ll.offerFirst("q") + ll);
    }
}
