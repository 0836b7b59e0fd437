// Scanner: tokens, typed values, delimiters, lines, patterns, radix, failure states.
import java.util.*;
import java.util.regex.*;

public class Scanners {
    public static void main(String[] args) {
        Scanner s =
                new Scanner("12 -7 3.5 true word 1,234 0x1F\n second line\n\nlast")
                        .useLocale(Locale.US);
        System.out.println(
                s.nextInt()
                        + " "
                        + s.nextLong()
                        + " "
                        + s.nextDouble()
                        + " "
                        + s.nextBoolean()
                        + " "
                        + s.hasNextInt()
                        + " "
                        + s.next()
                        + " "
                        + s.nextInt()
                        + " "
                        + s.hasNextInt()
                        + s.next()
                        + "|"
                        + s.nextLine()
                        + "|"
                        + s.nextLine()
                        + "|"
                        + s.nextLine()
                        + "|"
                        + s.nextLine()
                        + "|"
                        + s.hasNextLine());
        try {
            s.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        Scanner d = new Scanner("a, b ,c,,d").useDelimiter("\\s*,\\s*");
        StringBuilder sb = new StringBuilder();
        while (d.hasNext()) sb.append('[').append(d.next()).append(']');
        System.out.println(sb + " " + d.delimiter());
        Scanner f = new Scanner("1 fish 2 fish red fish blue fish");
        f.findInLine("(\\d+) fish (\\d+) fish (\\w+) fish (\\w+)");
        MatchResult m = f.match();
        System.out.println(m.groupCount() + m.group(1) + m.group(4));
        Scanner p = new Scanner("abc123 def");
        System.out.println(
                p.hasNext("[a-z]+")
                        + " "
                        + p.hasNext("[a-z]+\\d+")
                        + " "
                        + p.next(Pattern.compile("\\w+"))
                        + " "
                        + p.findWithinHorizon("e", 0)
                        + " "
                        + p.next());
        Scanner bad = new Scanner("x 5");
        try {
            bad.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(
                    "InputMismatchException, still there: " + bad.next() + bad.nextInt());
        }
        Scanner r = new Scanner("ff 777 zz").useRadix(16);
        System.out.println(
                r.nextInt() + " " + r.nextInt(8) + " " + r.radix() + " " + r.nextInt(36));
        bad.close();
        try {
            bad.next();
        } catch (IllegalStateException e) {
            System.out.println("closed");
        }
        Scanner skip = new Scanner("###data");
        skip.skip("#*");
        System.out.println(
                skip.next()
                        + " "
                        + new Scanner("99999999999999999999").nextBigInteger()
                        + " "
                        + new Scanner("1.50").useLocale(Locale.US).nextBigDecimal()
                        + " "
                        + new Scanner("300").hasNextByte()
                        + " "
                        + new Scanner(new java.io.StringReader("from reader")).next()
                        + " "
                        + new Scanner(
                                        new java.io.ByteArrayInputStream(
                                                "süß"
                                                        .getBytes(
                                                                java.nio.charset.Charset.forName(
                                                                        "UTF-8"))),
                                        "UTF-8")
                                .next());
        Scanner e = new Scanner("");
        System.out.println(
                e.hasNext() + " " + e.hasNextLine() + " " + new Scanner("\n").hasNextLine());
        Scanner big = new Scanner(new String(new char[3000]).replace("\0", "word "));
        int n = 0;
        while (big.hasNext()) {
            big.next();
            n++;
        }
        System.out.println(n);
        StringTokenizer t = new StringTokenizer("a b\tc,d", " \t,", true);
        System.out.print(t.countTokens() + ":");
        while (t.hasMoreTokens()) System.out.print("<" + t.nextToken() + ">");
        System.out.println();
        StringTokenizer u = new StringTokenizer("key=value;next");
        System.out.println(
                u.nextToken("=") + u.nextToken(";") + u.nextToken() + u.hasMoreElements());
        try {
            u.nextToken();
        } catch (NoSuchElementException x) {
            System.out.println("NoSuchElementException");
        }
    }
}
