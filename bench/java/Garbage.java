// Allocates 10 GB while 50 MB stay alive.
public class Garbage {
    public static void main(String[] args) {
        byte[][] live = new byte[800][];
        for (int i = 0; i < live.length; i++) live[i] = new byte[65536 - 16];
        long allocated = 0, goal = 10L << 30;
        int at = 0;
        while (allocated < goal) {
            Object[] small = new Object[100];
            for (int i = 0; i < small.length; i++) small[i] = new int[20];
            allocated += 100 * 96 + 416;
            byte[] block = new byte[8192];
            allocated += 8208;
            if ((at & 63) == 0) live[(at >> 6) % live.length] = new byte[65536 - 16];
            at++;
            if (small[at % 100] == null || block[0] != 0) throw new Error();
        }
        System.out.println((allocated >> 20) + " MB");
    }
}
