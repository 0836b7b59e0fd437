// Arrays of arrays: shapes, ragged rows, defaults, negative sizes and initialisers.
import java.util.Arrays;

public class MultiArrays {
    public static void main(String[] args) {
        int[][] grid = new int[3][4];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) grid[i][j] = i * j;
        System.out.println(Arrays.deepToString(grid));
        long[][][] cube = new long[2][3][];
        System.out.println(
                Arrays.deepToString(cube)
                        + " "
                        + cube.getClass().getName()
                        + " "
                        + cube[0].getClass().getName());
        cube[1][2] = new long[] {1L << 40};
        System.out.println(cube[1][2][0]);
        String[][] ragged = {{"a"}, {}, null, {"b", null, "c"}};
        System.out.println(Arrays.deepToString(ragged) + " " + ragged[3].length);
        Object[] asObjects = new int[2][2];
        try {
            asObjects[0] = new long[1];
        } catch (ArrayStoreException e) {
            System.out.println("ArrayStoreException");
        }
        asObjects[0] = new int[] {7};
        System.out.println(((int[]) asObjects[0])[0]);
        try {
            int[][] bad = new int[2][-1];
            System.out.println(bad.length);
        } catch (NegativeArraySizeException e) {
            System.out.println("NegativeArraySizeException");
        }
        int[][] none = new int[0][5];
        System.out.println(none.length);
        try {
            System.out.println(
                    new int[2][][][].length + " " + new int[2][][][][][].getClass().getName());
            grid[3][0] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("ArrayIndexOutOfBoundsException");
        }
        try {
            ragged[2][0] = "x";
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        }
        char[][] c = new char[2][2];
        boolean[][] b = new boolean[1][1];
        float[][] f = new float[1][2];
        byte[][] y = {{-1}};
        short[][] s = {{300}};
        double[][] d = {{.5}};
        System.out.println(
                (int) c[1][1]
                        + " "
                        + b[0][0]
                        + " "
                        + f[0][1]
                        + " "
                        + y[0][0]
                        + " "
                        + s[0][0]
                        + " "
                        + d[0][0]);
        int[][] copy = grid.clone();
        copy[0][0] = 99;
        copy[1] = new int[1];
        System.out.println(grid[0][0] + " " + grid[1].length);
        int sum = 0;
        for (int[] row : grid) for (int cell : row) sum += cell;
        System.out.println(sum);
        int a[], m[][] = {{1}, {2, 3}};
        a = m[1];
        System.out.println(a[1]);
        int[] idx = {0, 1, 2};
        int k = 0;
        idx[k] = k = 2;
        System.out.println(Arrays.toString(idx) + k);
    }
}
