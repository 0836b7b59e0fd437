// Every algorithm and wrapper of java.util.Collections.
import java.util.*;

public class CollectionsUtil {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<Integer>(Arrays.asList(5, 3, 9, 1, 7));
        Collections.sort(l);
        System.out.println(
                l
                        + " "
                        + Collections.binarySearch(l, 7)
                        + " "
                        + Collections.binarySearch(l, 4)
                        + " "
                        + Collections.binarySearch(l, 100));
        Collections.reverse(l);
        System.out.println(
                l
                        + " "
                        + Collections.max(l)
                        + Collections.min(l)
                        + Collections.max(l, Collections.reverseOrder()));
        Collections.shuffle(l, new Random(42));
        System.out.println(l);
        Collections.rotate(l, 2);
        System.out.println(l);
        Collections.rotate(l, -7);
        Collections.swap(l, 0, 4);
        System.out.println(l);
        System.out.println(
                Collections.frequency(Arrays.asList(1, 2, 1), 1)
                        + " "
                        + Collections.disjoint(l, Arrays.asList(2, 4))
                        + " "
                        + Collections.nCopies(3, "x")
                        + " "
                        + Collections.indexOfSubList(
                                Arrays.asList(1, 2, 3, 2, 3), Arrays.asList(2, 3))
                        + Collections.lastIndexOfSubList(
                                Arrays.asList(1, 2, 3, 2, 3), Arrays.asList(2, 3)));
        Collections.fill(l, 0);
        Collections.addAll(l, 1, 2);
        Collections.replaceAll(l, 0, 8);
        System.out.println(l);
        Collections.copy(l, Arrays.asList(4, 4));
        System.out.println(l);
        System.out.println(
                Collections.emptyList()
                        + ""
                        + Collections.emptyMap()
                        + Collections.emptySet()
                        + Collections.singletonList(1)
                        + Collections.singletonMap("k", "v")
                        + Collections.singleton(null));
        List<Integer> un = Collections.unmodifiableList(l);
        int refused = 0;
        try {
            un.add(1);
        } catch (UnsupportedOperationException e) {
            refused++;
        }
        try {
            un.iterator().remove();
        } catch (RuntimeException e) {
            refused++;
        }
        try {
            Collections.unmodifiableMap(new HashMap<String, String>()).put("a", "b");
        } catch (UnsupportedOperationException e) {
            refused++;
        }
        try {
            Collections.sort(Collections.unmodifiableList(new ArrayList<Integer>(l)));
        } catch (UnsupportedOperationException e) {
            refused++;
        }
        l.set(0, 77);
        System.out.println(refused + " " + un.get(0));
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<Object> checked =
                (List) Collections.checkedList(new ArrayList<String>(), String.class);
        try {
            checked.add(1);
        } catch (ClassCastException e) {
            System.out.println("checked: ClassCastException");
        }
        Map<String, Integer> sync = Collections.synchronizedMap(new TreeMap<String, Integer>());
        sync.put("b", 1);
        sync.put("a", 2);
        System.out.println(sync + " " + Collections.synchronizedList(l).size());
        System.out.println(
                Collections.list(Collections.enumeration(Arrays.asList("p", "q")))
                        + " "
                        + Collections.unmodifiableSortedSet(
                                        new TreeSet<Integer>(Arrays.asList(3, 1, 2)))
                                .headSet(3));
        List<String> words = new ArrayList<String>(Arrays.asList("bb", "a", "ccc", "dd", "e"));
        Collections.sort(
                words,
                new Comparator<String>() {
                    public int compare(String x, String y) {
                        return x.length() - y.length();
                    }
                });
        System.out.println(words + " (stable)");
        Collections.sort(words, Collections.reverseOrder());
        System.out.println(words);
        Collections.sort(words, Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));
        System.out.println(words);
        List<Integer> big = new ArrayList<Integer>();
        Random r = new Random(1);
        for (int i = 0; i < 5000; i++) big.add(r.nextInt());
        Collections.sort(big);
        boolean ok = true;
        for (int i = 1; i < big.size(); i++) ok &= big.get(i - 1) <= big.get(i);
        System.out.println(ok + " " + big.get(2500));
        Collections.shuffle(big, new Random(99));
        System.out.println(big.get(0) + " " + big.get(4999));
        try {
            Collections.max(new ArrayList<Integer>());
        } catch (NoSuchElementException e) {
            System.out.println("NoSuchElementException");
        }
    }
}
