// The collector keeps what is reachable through lists, cycles, arrays, maps, threads and interned strings, and nothing is corrupted.
import java.util.*;

public class GarbageShapes {
    static class Node {
        Node next, other;
        final int value;
        long[] payload;

        Node(int value) {
            this.value = value;
            payload = new long[value % 17];
            if (payload.length > 0) payload[payload.length - 1] = value;
        }
    }

    static Node build(int n) {
        Node head = null;
        for (int i = 0; i < n; i++) {
            Node x = new Node(i);
            x.next = head;
            head = x;
            x.other = head;
        }
        return head;
    }

    static long check(Node n) {
        long sum = 0;
        for (; n != null; n = n.next) {
            sum = sum * 31 + n.value;
            if (n.payload.length > 0) sum += n.payload[n.payload.length - 1];
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Node list = build(20000);
        long before = check(list);
        Map<String, int[]> map = new HashMap<String, int[]>();
        for (int i = 0; i < 3000; i++) map.put("key" + i, new int[] {i, i * i});
        Object[][] grid = new Object[50][];
        for (int i = 0; i < 50; i++) {
            grid[i] = new Object[i];
            for (int k = 0; k < i; k++) grid[i][k] = "s" + k;
        }
        for (int round = 0; round < 20; round++) {
            List<Object> garbage = new ArrayList<Object>();
            for (int i = 0; i < 5000; i++)
                garbage.add(new Object[] {new int[i % 50], "x" + i, garbage});
            Node cycle = build(100);
            Node end = cycle;
            while (end.next != null) end = end.next;
            end.next = cycle;
            if (round % 5 == 0) System.gc();
        }
        System.out.println((check(list) == before) + " " + before);
        boolean ok = true;
        for (int i = 0; i < 3000; i++) ok &= map.get("key" + i)[1] == i * i;
        for (int i = 0; i < 50; i++) for (int k = 0; k < i; k++) ok &= grid[i][k].equals("s" + k);
        System.out.println(ok);
        final long[] results = new long[3];
        Thread[] ts = new Thread[3];
        for (int t = 0; t < 3; t++) {
            final int id = t;
            ts[t] =
                    new Thread() {
                        @Override
                        public void run() {
                            Node mine = build(3000 + id);
                            for (int i = 0; i < 20000; i++) {
                                String s = "garbage" + i;
                                if (s.length() == 0) return;
                            }
                            results[id] = check(mine);
                        }
                    };
            ts[t].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(Arrays.toString(results));
        System.out.println(("in" + "terned").intern() == "interned");
        int hash = System.identityHashCode(list);
        System.gc();
        System.out.println(hash == System.identityHashCode(list));
        long total = 0;
        for (int i = 0; i < 200; i++) {
            byte[] big = new byte[1 << 20];
            big[i] = 1;
            total += big[i];
        }
        System.out.println(total);
    }
}
