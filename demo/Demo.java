import java.math.BigInteger;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.TreeMap;

/** What `make demo` runs: a little of everything, on Android 6.0.1's core library. */
public class Demo {
    public static void main(String[] args) throws Exception {
        System.out.println(
                "running on "
                        + System.getProperty("java.vm.name", "?")
                        + ", core library "
                        + System.getProperty("java.vendor", "?"));

        TreeMap<String, Integer> words = new TreeMap<String, Integer>();
        for (String word : "the crash is in the line that the report names".split(" ")) {
            Integer seen = words.get(word);
            words.put(word, seen == null ? 1 : seen + 1);
        }
        System.out.println("words: " + words);
        System.out.println("2^200 = " + BigInteger.valueOf(2).pow(200));

        SimpleDateFormat format = new SimpleDateFormat("EEEE, d MMMM yyyy", Locale.GERMANY);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println("the epoch, in German: " + format.format(new Date(0)));

        final List<String> log = new ArrayList<String>();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            final int number = i;
            threads[i] =
                    new Thread("worker " + i) {
                        @Override
                        public void run() {
                            for (int step = 0; step < 3; step++) {
                                synchronized (log) {
                                    log.add(number + "." + step);
                                }
                                Thread.yield();
                            }
                        }
                    };
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println("three threads, one schedule per seed: " + log);

        try {
            find(new String[] {"a", null}, "b");
        } catch (NullPointerException e) {
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println("caught " + e.getClass().getName() + " at " + top);
        }
    }

    private static int find(String[] names, String name) {
        for (int i = 0; i < names.length; i++) if (names[i].equals(name)) return i;
        return -1;
    }
}
