// Decimal formats round the exact value of a double, in every rounding mode, and parse what Java parses.
import java.math.*;
import java.text.*;
import java.util.*;

public class NumberRounding {
    static DecimalFormat format(String pattern) {
        return new DecimalFormat(pattern, new DecimalFormatSymbols(Locale.US));
    }

    static void show(String pattern, double... values) {
        StringBuilder out = new StringBuilder(pattern).append(':');
        for (double v : values) out.append(' ').append(format(pattern).format(v));
        System.out.println(out);
    }

    static void parse(String pattern, String... texts) {
        for (String text : texts) {
            ParsePosition at = new ParsePosition(0);
            Number n = format(pattern).parse(text, at);
            System.out.println(
                    pattern + " " + text + " " + n + " " + (n == null ? "" : n.getClass().getName()) + " " + at.getIndex());
        }
    }

    public static void main(String[] args) throws Exception {
        double[] values = {
            0, -0.0, 1, -1, 0.5, 1.5, 2.5, 2.675, 1.005, 0.125, 0.375, 1234567.891, -1234567.891, 1e10, 1e-5, 0.1 + 0.2,
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.045, 0.055, 99.995
        };
        for (String pattern :
                new String[] {
                    "0", "#", "0.00", "#.##", "#,##0.00", "0.0#####", "00000", "0.###E0", "#%", "0.0%", "'#'0", "0.00 'x'",
                    "#,####.0", "+0;-0", "$#,##0.00;($#,##0.00)"
                }) show(pattern, values);
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode == RoundingMode.UNNECESSARY) continue;
            DecimalFormat f = format("0.0");
            f.setRoundingMode(mode);
            StringBuilder out = new StringBuilder(mode.toString());
            for (double v : new double[] {1.25, 1.35, -1.25, 1.251, 1.249, 0.05, -0.05, 2.0})
                out.append(' ').append(f.format(v));
            System.out.println(out);
        }
        Random random = new Random(42);
        int hash = 0;
        DecimalFormat f = format("#,##0.00####");
        for (int i = 0; i < 5000; i++)
            hash = hash * 31 + f.format((random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(18) - 6)).hashCode();
        f = format("0.00");
        for (int i = 0; i < 5000; i++) hash = hash * 31 + f.format(i / 1000.0 + 0.005).hashCode();
        System.out.println(hash);
        f = format("#,##0.##");
        System.out.println(f.format(new BigDecimal("12345678901234567890.125")) + " " + f.format(new BigInteger("-98765432109876543210")) + " " + f.format(Long.MIN_VALUE));
        parse("#,##0.##", "1,234.5", "12", "-7", "1.0", "abc", "12abc", "1E3", "1,2,3", "", " 5", "9223372036854775807", "9223372036854775808", "-0", "0.1", "1.5.2", "--5", "+5");
        parse("0%", "50%", "50");
        f.setParseBigDecimal(true);
        System.out.println(f.parse("1,234.5678901234567890123"));
        f.setParseBigDecimal(false);
        f.setParseIntegerOnly(true);
        System.out.println(f.parse("12.9"));
        System.out.println(format("0.################").format(0.1) + " " + format("0.####################").format(1 / 3.0));
    }
}
