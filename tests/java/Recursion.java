// Recursion: Ackermann, Hanoi, permutations, queens, mutual recursion and deep but finite stacks.
public class Recursion {
    static int ackermann(int m, int n) {
        return m == 0
                ? n + 1
                : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static int moves;

    static void hanoi(int n, char a, char b, char c) {
        if (n == 0) return;
        hanoi(n - 1, a, c, b);
        moves++;
        hanoi(n - 1, c, b, a);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static void permute(char[] s, int k, StringBuilder out) {
        if (k == s.length) {
            out.append(s).append(' ');
            return;
        }
        for (int i = k; i < s.length; i++) {
            char t = s[k];
            s[k] = s[i];
            s[i] = t;
            permute(s, k + 1, out);
            t = s[k];
            s[k] = s[i];
            s[i] = t;
        }
    }

    static int queens(int n, int row, int cols, int d1, int d2) {
        if (row == n) return 1;
        int count = 0;
        for (int c = 0; c < n; c++) {
            int a = 1 << c, b = 1 << (row + c), d = 1 << (row - c + n);
            if ((cols & a) == 0 && (d1 & b) == 0 && (d2 & d) == 0)
                count += queens(n, row + 1, cols | a, d1 | b, d2 | d);
        }
        return count;
    }

    static long depth(long n, double carry) {
        return n == 0 ? (long) carry : depth(n - 1, carry + 0.5) + 1;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] args) {
        System.out.println(ackermann(2, 9) + " " + fib(22) + " " + even(1000) + " " + odd(1001));
        hanoi(12, 'a', 'b', 'c');
        System.out.println(moves);
        StringBuilder out = new StringBuilder();
        permute("abcd".toCharArray(), 0, out);
        System.out.println(out);
        System.out.println(queens(6, 0, 0, 0, 0) + " " + queens(8, 0, 0, 0, 0));
        System.out.println(depth(3000, 0));
    }
}
