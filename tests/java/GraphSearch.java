// Graph algorithms: breadth first, depth first, Dijkstra with a priority queue, topological order, union-find.
import java.util.*;

public class GraphSearch {
    static final Map<String, Map<String, Integer>> g = new TreeMap<String, Map<String, Integer>>();

    static void edge(String a, String b, int w) {
        if (!g.containsKey(a)) g.put(a, new TreeMap<String, Integer>());
        if (!g.containsKey(b)) g.put(b, new TreeMap<String, Integer>());
        g.get(a).put(b, w);
    }

    static Map<String, Integer> dijkstra(String from) {
        final Map<String, Integer> dist = new TreeMap<String, Integer>();
        PriorityQueue<Object[]> q =
                new PriorityQueue<Object[]>(
                        11,
                        new Comparator<Object[]>() {
                            public int compare(Object[] x, Object[] y) {
                                int c = ((Integer) x[1]).compareTo((Integer) y[1]);
                                return c != 0 ? c : ((String) x[0]).compareTo((String) y[0]);
                            }
                        });
        q.add(new Object[] {from, 0});
        while (!q.isEmpty()) {
            Object[] top = q.poll();
            if (dist.containsKey(top[0])) continue;
            dist.put((String) top[0], (Integer) top[1]);
            for (Map.Entry<String, Integer> e : g.get(top[0]).entrySet())
                if (!dist.containsKey(e.getKey()))
                    q.add(new Object[] {e.getKey(), (Integer) top[1] + e.getValue()});
        }
        return dist;
    }

    static List<String> bfs(String from) {
        List<String> order = new ArrayList<String>();
        Set<String> seen = new HashSet<String>();
        Deque<String> q = new ArrayDeque<String>();
        q.add(from);
        seen.add(from);
        while (!q.isEmpty()) {
            String n = q.poll();
            order.add(n);
            for (String m : g.get(n).keySet()) if (seen.add(m)) q.add(m);
        }
        return order;
    }

    static void dfs(String n, Set<String> seen, List<String> post) {
        if (!seen.add(n)) return;
        for (String m : g.get(n).keySet()) dfs(m, seen, post);
        post.add(n);
    }

    static int find(int[] p, int x) {
        return p[x] == x ? x : (p[x] = find(p, p[x]));
    }

    public static void main(String[] args) {
        edge("A", "B", 7);
        edge("A", "C", 9);
        edge("A", "F", 14);
        edge("B", "C", 10);
        edge("B", "D", 15);
        edge("C", "D", 11);
        edge("C", "F", 2);
        edge("D", "E", 6);
        edge("F", "E", 9);
        System.out.println(dijkstra("A") + " " + bfs("A"));
        List<String> post = new ArrayList<String>();
        Set<String> seen = new HashSet<String>();
        for (String n : g.keySet()) dfs(n, seen, post);
        Collections.reverse(post);
        System.out.println(post);
        int n = 500;
        int[] p = new int[n];
        for (int i = 0; i < n; i++) p[i] = i;
        Random r = new Random(3);
        List<int[]> edges = new ArrayList<int[]>();
        for (int i = 0; i < 3000; i++)
            edges.add(new int[] {r.nextInt(n), r.nextInt(n), r.nextInt(1000)});
        Collections.sort(
                edges,
                new Comparator<int[]>() {
                    public int compare(int[] x, int[] y) {
                        return x[2] - y[2];
                    }
                });
        long total = 0;
        int used = 0;
        for (int[] e : edges) {
            int a = find(p, e[0]), b = find(p, e[1]);
            if (a != b) {
                p[a] = b;
                total += e[2];
                used++;
            }
        }
        System.out.println(total + " " + used);
        int[][] d = new int[40][40];
        for (int[] row : d) Arrays.fill(row, 1000000);
        for (int i = 0; i < 40; i++) for (int k = 1; k < 4; k++) d[i][(i * k + 7) % 40] = i % 5 + k;
        for (int k = 0; k < 40; k++)
            for (int i = 0; i < 40; i++)
                for (int j = 0; j < 40; j++) d[i][j] = Math.min(d[i][j], d[i][k] + d[k][j]);
        long sum = 0;
        for (int[] row : d) for (int x : row) sum += x;
        System.out.println(sum);
    }
}
