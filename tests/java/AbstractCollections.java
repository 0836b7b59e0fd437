// Own collections built on the abstract classes inherit working behaviour.
import java.util.*;

public class AbstractCollections {
    static class Range extends AbstractList<Integer> implements RandomAccess {
        final int from, to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        public Integer get(int i) {
            if (i < 0 || i >= size()) throw new IndexOutOfBoundsException();
            return from + i;
        }

        public int size() {
            return to - from;
        }
    }

    static class Bag<T> extends AbstractCollection<T> {
        final List<T> items = new ArrayList<T>();

        @Override
        public boolean add(T t) {
            return items.add(t);
        }

        public Iterator<T> iterator() {
            return items.iterator();
        }

        public int size() {
            return items.size();
        }
    }

    static class CharSet extends AbstractSet<Character> {
        final String s;

        CharSet(String s) {
            this.s = s;
        }

        public int size() {
            return s.length();
        }

        public Iterator<Character> iterator() {
            return new Iterator<Character>() {
                int i;

                public boolean hasNext() {
                    return i < s.length();
                }

                public Character next() {
                    if (!hasNext()) throw new NoSuchElementException();
                    return s.charAt(i++);
                }

                public void remove() {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }

    static class Squares extends AbstractMap<Integer, Integer> {
        @Override
        public Set<Entry<Integer, Integer>> entrySet() {
            return new AbstractSet<Entry<Integer, Integer>>() {
                public int size() {
                    return 4;
                }

                public Iterator<Entry<Integer, Integer>> iterator() {
                    final Iterator<Integer> it = new Range(1, 5).iterator();
                    return new Iterator<Entry<Integer, Integer>>() {
                        public boolean hasNext() {
                            return it.hasNext();
                        }

                        public Entry<Integer, Integer> next() {
                            int n = it.next();
                            return new SimpleImmutableEntry<Integer, Integer>(n, n * n);
                        }

                        public void remove() {
                            throw new UnsupportedOperationException();
                        }
                    };
                }
            };
        }
    }

    static class Linked<T> extends AbstractSequentialList<T> {
        final LinkedList<T> l = new LinkedList<T>();

        public ListIterator<T> listIterator(int i) {
            return l.listIterator(i);
        }

        public int size() {
            return l.size();
        }
    }

    static class Counting<T> implements Iterable<T> {
        final T[] items;
        int used;

        @SafeVarargs
        Counting(T... items) {
            this.items = items;
        }

        public Iterator<T> iterator() {
            used++;
            return Arrays.asList(items).iterator();
        }
    }

    public static void main(String[] args) {
        List<Integer> r = new Range(3, 9);
        System.out.println(
                r
                        + " "
                        + r.contains(5)
                        + r.indexOf(8)
                        + r.subList(1, 3)
                        + r.equals(Arrays.asList(3, 4, 5, 6, 7, 8))
                        + r.hashCode()
                        + new ArrayList<Integer>(r).equals(r));
        try {
            r.add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("UnsupportedOperationException");
        }
        Bag<String> bag = new Bag<String>();
        bag.addAll(Arrays.asList("x", "y", "x"));
        bag.remove("x");
        System.out.println(
                bag
                        + " "
                        + bag.contains("y")
                        + bag.containsAll(Arrays.asList("x", "y"))
                        + bag.toArray().length);
        bag.retainAll(Arrays.asList("x"));
        System.out.println(bag);
        Set<Character> cs = new CharSet("abc");
        System.out.println(
                cs
                        + " "
                        + cs.equals(new HashSet<Character>(Arrays.asList('c', 'b', 'a')))
                        + cs.hashCode()
                        + cs.contains('d'));
        Map<Integer, Integer> sq = new Squares();
        System.out.println(
                sq
                        + " "
                        + sq.get(3)
                        + sq.containsKey(9)
                        + sq.containsValue(16)
                        + sq.keySet()
                        + sq.values()
                        + sq.equals(new TreeMap<Integer, Integer>(sq))
                        + sq.hashCode());
        try {
            sq.put(1, 1);
        } catch (UnsupportedOperationException e) {
            System.out.println("UnsupportedOperationException");
        }
        Linked<String> linked = new Linked<String>();
        linked.add("a");
        linked.add(0, "b");
        linked.set(1, "c");
        System.out.println(linked + " " + linked.get(1) + linked.remove(0) + linked);
        Counting<String> it = new Counting<String>("p", "q");
        StringBuilder sb = new StringBuilder();
        for (String s : it) for (String u : it) sb.append(s).append(u).append(' ');
        System.out.println(sb + "" + it.used);
        ListIterator<Integer> li = r.listIterator(2);
        System.out.println(li.nextIndex() + " " + li.next() + li.previous() + li.previousIndex());
    }
}
