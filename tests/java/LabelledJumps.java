// break and continue with labels leave the right loop, and finally blocks run on the way.
public class LabelledJumps {
    public static void main(String[] args) {
        StringBuilder log = new StringBuilder();
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 3) break outer;
                log.append(i).append(j).append(' ');
            }
        }
        System.out.println(log);
        log.setLength(0);
        block:
        {
            if (log.length() == 0) break block;
            log.append("never");
        }
        int n = 0;
        loop:
        while (true) {
            try {
                n++;
                if (n < 3) continue loop;
                if (n == 5) break loop;
                log.append(n);
            } finally {
                log.append("f");
            }
        }
        System.out.println(log + " " + n);
        int k = 10;
        do {
            k -= 3;
            if (k < 0) break;
        } while (k != 1);
        System.out.println(k);
        int count = 0;
        first:
        for (int a = 2; a < 50; a++) {
            for (int b = 2; b * b <= a; b++) if (a % b == 0) continue first;
            count++;
        }
        System.out.println(count);
        for (int a = 0, b = 10; a < b; a++, b--) if (a == 4) System.out.println(a + " " + b);
        switch (3) {
            case 1:
                System.out.println(1);
            case 3:
                System.out.println(3);
            case 4:
                System.out.println(4);
                break;
            default:
                System.out.println("d");
        }
        sw:
        switch (1) {
            case 1:
                for (; ; ) {
                    break sw;
                }
        }
        System.out.println("end");
    }
}
