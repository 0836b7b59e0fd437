// Backtracking and dynamic programming: sudoku, knight's tour, knapsack, edit distance, longest common subsequence, Huffman, life.
import java.util.*;

public class PuzzleSolvers {
    static boolean solve(int[] g) {
        for (int i = 0; i < 81; i++)
            if (g[i] == 0) {
                for (int v = 1; v <= 9; v++) {
                    boolean ok = true;
                    for (int k = 0; k < 9 && ok; k++)
                        ok =
                                g[i / 9 * 9 + k] != v
                                        && g[k * 9 + i % 9] != v
                                        && g[(i / 27 * 3 + k / 3) * 9 + i % 9 / 3 * 3 + k % 3] != v;
                    if (ok) {
                        g[i] = v;
                        if (solve(g)) return true;
                        g[i] = 0;
                    }
                }
                return false;
            }
        return true;
    }

    static int edit(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++)
            for (int j = 0; j <= b.length(); j++)
                d[i][j] =
                        i == 0
                                ? j
                                : j == 0
                                        ? i
                                        : Math.min(
                                                Math.min(d[i - 1][j], d[i][j - 1]) + 1,
                                                d[i - 1][j - 1]
                                                        + (a.charAt(i - 1) == b.charAt(j - 1)
                                                                ? 0
                                                                : 1));
        return d[a.length()][b.length()];
    }

    static String lcs(String a, String b) {
        String[][] t = new String[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++)
            for (int j = 0; j <= b.length(); j++)
                t[i][j] =
                        i == 0 || j == 0
                                ? ""
                                : a.charAt(i - 1) == b.charAt(j - 1)
                                        ? t[i - 1][j - 1] + a.charAt(i - 1)
                                        : t[i - 1][j].length() >= t[i][j - 1].length()
                                                ? t[i - 1][j]
                                                : t[i][j - 1];
        return t[a.length()][b.length()];
    }

    static class Node implements Comparable<Node> {
        final int n;
        final String s;
        Node l, r;

        Node(int n, String s) {
            this.n = n;
            this.s = s;
        }

        public int compareTo(Node o) {
            return n != o.n ? n - o.n : s.compareTo(o.s);
        }

        void codes(String p, Map<String, String> out) {
            if (l == null) out.put(s, p);
            else {
                l.codes(p + "0", out);
                r.codes(p + "1", out);
            }
        }
    }

    static boolean tour(int[][] b, int x, int y, int n) {
        b[x][y] = n;
        if (n == b.length * b.length) return true;
        int[][] moves = new int[8][];
        int count = 0;
        for (int i = 0; i < 8; i++) {
            int[] m = {
                new int[] {1, 2, 2, 1, -1, -2, -2, -1}[i] + x,
                new int[] {2, 1, -1, -2, -2, -1, 1, 2}[i] + y,
                0
            };
            if (m[0] < 0 || m[1] < 0 || m[0] >= b.length || m[1] >= b.length || b[m[0]][m[1]] != 0)
                continue;
            for (int k = 0; k < 8; k++) {
                int u = new int[] {1, 2, 2, 1, -1, -2, -2, -1}[k] + m[0],
                        v = new int[] {2, 1, -1, -2, -2, -1, 1, 2}[k] + m[1];
                if (u >= 0 && v >= 0 && u < b.length && v < b.length && b[u][v] == 0) m[2]++;
            }
            moves[count++] = m;
        }
        Arrays.sort(
                moves,
                0,
                count,
                new Comparator<int[]>() {
                    public int compare(int[] p, int[] q) {
                        return p[2] - q[2];
                    }
                });
        for (int i = 0; i < count; i++) if (tour(b, moves[i][0], moves[i][1], n + 1)) return true;
        b[x][y] = 0;
        return false;
    }

    public static void main(String[] args) {
        String puzzle =
                "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        int[] g = new int[81];
        for (int i = 0; i < 81; i++) g[i] = puzzle.charAt(i) - '0';
        System.out.println(solve(g));
        StringBuilder sb = new StringBuilder();
        for (int v : g) sb.append(v);
        System.out.println(sb);
        System.out.println(
                edit("kitten", "sitting")
                        + " "
                        + edit("", "abc")
                        + " "
                        + lcs("AGGTAB", "GXTXAYB")
                        + " "
                        + lcs("programming", "gaming"));
        int[] w = {12, 2, 1, 1, 4}, v = {4, 2, 1, 2, 10}, best = new int[16];
        for (int i = 0; i < 5; i++)
            for (int c = 15; c >= w[i]; c--) best[c] = Math.max(best[c], best[c - w[i]] + v[i]);
        System.out.println(best[15]);
        PriorityQueue<Node> q = new PriorityQueue<Node>();
        Map<Character, Integer> f = new TreeMap<Character, Integer>();
        String text = "the quick brown fox jumps over the lazy dog and runs away";
        for (char c : text.toCharArray()) f.put(c, f.containsKey(c) ? f.get(c) + 1 : 1);
        for (Map.Entry<Character, Integer> e : f.entrySet())
            q.add(new Node(e.getValue(), "" + e.getKey()));
        while (q.size() > 1) {
            Node a = q.poll(), b = q.poll(), p = new Node(a.n + b.n, a.s + b.s);
            p.l = a;
            p.r = b;
            q.add(p);
        }
        Map<String, String> codes = new TreeMap<String, String>();
        q.poll().codes("", codes);
        int bits = 0;
        for (char c : text.toCharArray()) bits += codes.get("" + c).length();
        System.out.println(bits + " " + codes.get(" ") + " " + codes.size());
        int[][] board = new int[6][6];
        System.out.println(tour(board, 0, 0, 1) + " " + Arrays.toString(board[3]));
        boolean[][] life = new boolean[20][20];
        for (int[] c : new int[][] {{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}})
            life[c[0]][c[1]] = true;
        for (int s = 0; s < 40; s++) {
            boolean[][] next = new boolean[20][20];
            for (int x = 0; x < 20; x++)
                for (int y = 0; y < 20; y++) {
                    int n = 0;
                    for (int dx = -1; dx < 2; dx++)
                        for (int dy = -1; dy < 2; dy++)
                            if ((dx != 0 || dy != 0)
                                    && life[(x + dx + 20) % 20][(y + dy + 20) % 20]) n++;
                    next[x][y] = n == 3 || n == 2 && life[x][y];
                }
            life = next;
        }
        StringBuilder cells = new StringBuilder();
        for (int x = 0; x < 20; x++)
            for (int y = 0; y < 20; y++)
                if (life[x][y]) cells.append(x).append(',').append(y).append(' ');
        System.out.println(cells);
    }
}
