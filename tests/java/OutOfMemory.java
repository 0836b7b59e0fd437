// An allocation that cannot be met throws OutOfMemoryError, which can be caught; memory freed can be used again.
import java.util.*;

public class OutOfMemory {
    public static void main(String[] args) {
        try {
            long[] huge = new long[Integer.MAX_VALUE - 8];
            System.out.println(huge.length);
        } catch (OutOfMemoryError e) {
            System.out.println("one array: OutOfMemoryError");
        }
        try {
            Object[][] grid = new Object[100000][100000];
            System.out.println(grid.length);
        } catch (OutOfMemoryError e) {
            System.out.println("array of arrays: OutOfMemoryError");
        }
        for (int round = 0; round < 2; round++) {
            List<byte[]> kept = new ArrayList<byte[]>();
            boolean caught = false;
            try {
                for (int i = 0; i < 1000000; i++) kept.add(new byte[4 << 20]);
            } catch (OutOfMemoryError e) {
                caught = true;
            }
            int blocks = kept.size();
            kept = null;
            System.out.println("until full: " + caught + " " + (blocks >= 8));
        }
        byte[] again = new byte[8 << 20];
        System.out.println(again.length);
        StringBuilder sb = new StringBuilder("0123456789");
        try {
            while (true) sb.append(sb);
        } catch (OutOfMemoryError e) {
            System.out.println("builder: OutOfMemoryError");
        }
        sb = null;
        System.out.println("still here " + new int[1 << 20].length);
    }
}
