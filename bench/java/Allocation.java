// Many small objects, some of which survive for a while: trees, lists, boxes.
public class Allocation {
    static class Node {
        Node left, right;
        int value;

        Node(int value) {
            this.value = value;
        }
    }

    static Node tree(int depth, int value) {
        Node n = new Node(value);
        if (depth > 0) {
            n.left = tree(depth - 1, value * 2);
            n.right = tree(depth - 1, value * 2 + 1);
        }
        return n;
    }

    static int sum(Node n) {
        return n == null ? 0 : n.value + sum(n.left) + sum(n.right);
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        Node[] kept = new Node[64];
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            Node t = tree(6, round & 15);
            sum += sum(t);
            kept[round & 63] = t;
            Object[] boxes = new Object[50];
            for (int i = 0; i < boxes.length; i++) boxes[i] = new int[] {i, round};
            sum += ((int[]) boxes[round % 50])[0];
        }
        System.out.println(sum + kept.length);
    }
}
