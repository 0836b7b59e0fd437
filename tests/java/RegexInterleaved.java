// Matchers of one pattern that take turns, nest and run in several threads keep their own place.
import java.util.*;
import java.util.regex.*;

public class RegexInterleaved {
    static final Pattern PAIR = Pattern.compile("(\\w)(\\d)?");

    static void nested() {
        Matcher outer = PAIR.matcher("a1b2c3d");
        Matcher inner = PAIR.matcher("z9y8");
        Matcher look = PAIR.matcher("");
        StringBuilder out = new StringBuilder();
        while (outer.find()) {
            out.append(outer.group()).append(outer.hitEnd()).append(':');
            inner.reset();
            while (inner.find()) {
                out.append(inner.group(1));
                look.reset("q" + inner.group());
                out.append(look.lookingAt()).append(look.end()).append(' ');
            }
            out.append(inner.hitEnd()).append(inner.requireEnd()).append("; ");
        }
        System.out.println(out + " " + outer.hitEnd());
    }

    static void turns() {
        Matcher a = PAIR.matcher("a1bc3d");
        Matcher b = PAIR.matcher("z9y8");
        StringBuilder out = new StringBuilder();
        for (boolean more = true; more; ) {
            more = false;
            for (Matcher m : new Matcher[] {a, b}) {
                if (!m.find()) continue;
                out.append(m.start()).append(m.group(2)).append(' ');
                more = true;
            }
        }
        System.out.println(out);
    }

    static void emptyMatches() {
        Matcher m = Pattern.compile("x*").matcher("axxb");
        Matcher other = m.pattern().matcher("xx");
        StringBuilder out = new StringBuilder();
        while (m.find()) {
            out.append(m.start()).append('-').append(m.end()).append(' ');
            other.find(0);
        }
        System.out.println(out);
    }

    static void afterFindAt() {
        Matcher m = PAIR.matcher("a1b2c3d");
        m.find(2);
        PAIR.matcher("q").matches();
        StringBuilder out = new StringBuilder();
        while (m.find()) out.append(m.group()).append(' ');
        System.out.println(out);
    }

    static void threads() throws InterruptedException {
        final int[] sums = new int[4];
        Thread[] threads = new Thread[sums.length];
        for (int i = 0; i < threads.length; i++) {
            final int k = i;
            threads[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            Matcher m = PAIR.matcher("a1b2c3d4e5f6".substring(k));
                            for (int j = 0; j < 50; j++) {
                                m.reset();
                                while (m.find()) {
                                    sums[k] += m.group().length() + m.start();
                                    Thread.yield();
                                }
                            }
                        }
                    };
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(Arrays.toString(sums));
    }

    public static void main(String[] args) throws Exception {
        nested();
        turns();
        emptyMatches();
        afterFindAt();
        threads();
        int found = 0;
        for (int i = 0; i < 20000; i++)
            if (PAIR.matcher("k" + i % 10).matches()) found++;
        System.out.println(found);
    }
}
