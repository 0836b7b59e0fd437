// A regular expression that takes long lets other threads have their turn, on the same Pattern too.
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class SlowExpression {
    static final Pattern SLOW = Pattern.compile("(?:(a)|aa)+\\1?c");
    static volatile int ticks, matches;
    static volatile boolean done;

    static String text(int length, String end) {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < length; i++) s.append('a');
        return s.append(end).toString();
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(new Runnable() {
            @Override public void run() {
                try {
                    while (!done) {
                        Thread.sleep(1);
                        ticks++;
                        Matcher m = SLOW.matcher(text(ticks % 8 + 1, "c"));
                        if (m.matches() && m.group(1) != null) matches++;
                    }
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
        });
        other.start();
        Matcher slow = SLOW.matcher(text(28, "b"));
        System.out.println(slow.matches());
        System.out.println(slow.hitEnd());
        done = true;
        other.join();
        System.out.println("the other thread ran meanwhile: " + (ticks > 1) + ", matched: " + (matches > 0));
        System.out.println(slow.reset(text(5, "c")).matches() + " " + slow.group());
    }
}
