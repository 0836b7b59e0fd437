// Formatter: every conversion with its flags, widths, precisions, argument indices, and its errors.
import java.util.*;

public class Formatting {
    static String f(String s, Object... a) {
        try {
            return String.format(Locale.US, s, a);
        } catch (IllegalFormatException e) {
            return e.getClass().getSimpleName();
        }
    }

    static class Custom implements Formattable {
        public void formatTo(Formatter f, int flags, int width, int precision) {
            f.format("custom(%d,%d,%d)", flags, width, precision);
        }
    }

    public static void main(String[] args) {
        String[] ints = {
            "%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%,d", "%(d", "%x", "%X", "%#x", "%o",
            "%#o", "%08x"
        };
        for (String s : ints)
            System.out.println(
                    s
                            + " "
                            + f(s, 42)
                            + " "
                            + f(s, -1234567)
                            + " "
                            + f(s, 1L << 40)
                            + " "
                            + f(s, (byte) -1)
                            + " "
                            + f(s, new java.math.BigInteger("123456789012345678901234567890")));
        String[] floats = {
            "%f",
            "%.2f",
            "%10.3f|",
            "%-10.1f|",
            "%010.2f",
            "%+.1f",
            "%,.2f",
            "%(.2f",
            "%e",
            "%.3E",
            "%.0f"
        };
        for (String s : floats)
            System.out.println(
                    s
                            + " "
                            + f(s, 3.140625)
                            + " "
                            + f(s, -1234567.89)
                            + " "
                            + f(s, 0.0)
                            + " "
                            + f(s, 1e10f)
                            + " "
                            + f(s, Double.NaN)
                            + " "
                            + f(s, Double.NEGATIVE_INFINITY)
                            + " "
                            + f(s, new java.math.BigDecimal("12345.6789")));
        System.out.println(
                f(
                                "%s|%10s|%-10s|%.2s|%S|%s|%s",
                                "abc", "abc", "abc", "abc", "abc", null, Arrays.asList(1, 2))
                        + f("%c%C%c%c|%3c|", 'a', 'b', 65, (byte) 66, 'x')
                        + f("%b %B %b %b", true, false, null, "x")
                        + f("%h %h %n%%", "hi", 255));
        System.out.println(
                f("%2$s %1$s %2$s %<s %s", "a", "b")
                        + f("%1$d %1$x %1$o", 10)
                        + f("%s", new Custom())
                        + f("%-8.3s|", new Custom())
                        + f("%s %s", "only", null));
        String[] bad = {"%d", "%q", "%", "%-d", "%5", "%.2d", "%#d", "%+s", "%--5d", "%,x", "%0d"};
        for (String s : bad) System.out.println(s + " " + f(s, 1));
        System.out.println(
                f("%d", "text")
                        + " "
                        + f("%c", 1.5)
                        + " "
                        + f("%s %s", "one")
                        + " "
                        + f("%f", 1)
                        + " "
                        + f("%x", 1.5)
                        + " "
                        + f("%c", 0x110000));
        GregorianCalendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(1234567890123L);
        System.out.println(
                f(
                        "%tY-%<tm-%<td %<tH:%<tM:%<tS.%<tL %<tj %<tB %<tb %<tA %<ta %<te %<ty %<tI"
                            + " %<tl %<tp %<tC %<tk %<tN %<ts %<tQ",
                        c));
        System.out.println(f("%tF %<tT %<tR %<tD %<tr %<tz", c) + f("|%TB|%-12tB|%12tA|", c, c, c));
        Formatter fm = new Formatter(new StringBuilder("start:"), Locale.US);
        fm.format("%d", 1).format("%s", "x");
        System.out.println(fm + " " + fm.locale());
        fm.close();
        try {
            fm.format("x");
        } catch (FormatterClosedException e) {
            System.out.println("closed");
        }
        System.out.printf(Locale.US, "%.3f %s%n", 2.0 / 3, "end");
        System.out.println(
                String.format(Locale.GERMANY, "%,.2f %,d", 1234567.5, 1234567)
                        + f("%.15f", 0.1)
                        + " "
                        + f("%.1f %.1f %.1f %.0f %.0f", 0.26, 0.74, -0.26, 0.6, 1.4)
                        + f(" %g %g %g %.3g", 12345.678, 0.00012345, 1e10, 123.456));
    }
}
