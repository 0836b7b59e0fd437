// DecimalFormat: patterns, grouping, exponents, percent, rounding modes, parsing, symbols.
import java.math.*;
import java.text.*;
import java.util.*;

public class DecimalFormats {
    static DecimalFormat df(String p) {
        return new DecimalFormat(p, new DecimalFormatSymbols(Locale.US));
    }

    public static void main(String[] args) throws Exception {
        double[] xs = {0, 1, -1, 0.5, 1234.5, -1234567.875, 0.000125, 1e15, 99.995};
        for (String p :
                new String[] {
                    "0",
                    "#",
                    "#.##",
                    "0.00",
                    "#,##0.00",
                    "00000",
                    "#,###",
                    "0.###E0",
                    "00.00E00",
                    "#%",
                    "0.0%",
                    "$#,##0.00;($#,##0.00)",
                    "'#'0",
                    "0 units",
                    "#,####.0"
                }) {
            StringBuilder sb = new StringBuilder(p).append(" :");
            for (double x : xs) if (x != 99.995) sb.append(' ').append(df(p).format(x));
            System.out.println(sb);
        }
        for (RoundingMode m : RoundingMode.values())
            if (m != RoundingMode.UNNECESSARY) {
                DecimalFormat f = df("0.0");
                f.setRoundingMode(m);
                System.out.println(
                        m
                                + " "
                                + f.format(0.25)
                                + " "
                                + f.format(-0.25)
                                + " "
                                + f.format(0.75)
                                + " "
                                + f.format(1.125)
                                + " "
                                + f.format(-2.0625));
            }
        DecimalFormat f = df("#,##0.###");
        System.out.println(
                f.parse("1,234.5")
                        + " "
                        + f.parse(",123")
                        + " "
                        + f.parse("12,3,4")
                        + " "
                        + f.parse("-12")
                        + " "
                        + f.parse("12abc")
                        + " "
                        + f.parse("1,234.5").getClass().getSimpleName()
                        + " "
                        + f.parse("7").getClass().getSimpleName()
                        + " "
                        + df("0%").parse("25%")
                        + " "
                        + df("0.0E0").parse("1.5E3"));
        try {
            f.parse("abc");
        } catch (ParseException e) {
            System.out.println("ParseException at " + e.getErrorOffset());
        }
        ParsePosition pos = new ParsePosition(3);
        System.out.println(
                f.parse("abc12.5def", pos)
                        + " "
                        + pos.getIndex()
                        + " "
                        + f.parse("x", new ParsePosition(0)));
        f.setParseBigDecimal(true);
        System.out.println(f.parse("12345678901234567890.123"));
        f.setParseIntegerOnly(true);
        pos.setIndex(0);
        f.parse("12.7", pos);
        System.out.println(pos.getIndex());
        System.out.println(
                df("0.00").format(new BigDecimal("12345678901234567890.126"))
                        + " "
                        + df("#,##0").format(new BigInteger("123456789012345678901234567890"))
                        + " "
                        + df("0").format(Long.MIN_VALUE)
                        + " "
                        + df("0.0").format(Double.POSITIVE_INFINITY)
                        + df("0").format(Double.NaN)
                        + " "
                        + df("0").format(-0.0));
        DecimalFormat g = df("0");
        g.setMinimumFractionDigits(2);
        g.setMaximumFractionDigits(4);
        g.setMinimumIntegerDigits(3);
        g.setGroupingUsed(true);
        g.setGroupingSize(2);
        g.setPositivePrefix("+");
        g.setNegativeSuffix("-neg");
        System.out.println(
                g.format(12345.5) + " " + g.format(-1.123456) + " " + g.getMaximumFractionDigits());
        g.setDecimalSeparatorAlwaysShown(true);
        g.setMultiplier(100);
        System.out.println(g.format(0.25));
        DecimalFormatSymbols s = new DecimalFormatSymbols(Locale.US);
        s.setDecimalSeparator(',');
        s.setGroupingSeparator('.');
        s.setMinusSign('~');
        System.out.println(
                new DecimalFormat("#,##0.00", s).format(-1234.5)
                        + " "
                        + s.getPercent()
                        + s.getZeroDigit()
                        + s.getDecimalSeparator());
        System.out.println(
                NumberFormat.getInstance(Locale.US).format(1234567.891234)
                        + " "
                        + NumberFormat.getIntegerInstance(Locale.US).format(2.5)
                        + " "
                        + NumberFormat.getPercentInstance(Locale.US).format(0.256)
                        + " "
                        + NumberFormat.getCurrencyInstance(Locale.US).format(1234.5)
                        + " "
                        + NumberFormat.getInstance(Locale.GERMANY).format(1234567.89)
                        + " "
                        + NumberFormat.getInstance(Locale.JAPAN).format(12345.6));
        FieldPosition fp = new FieldPosition(NumberFormat.INTEGER_FIELD);
        StringBuffer out = df("#,##0.00").format(12345.678, new StringBuffer(), fp);
        System.out.println(out + " " + fp.getBeginIndex() + "-" + fp.getEndIndex());
        System.out.println(
                df("0.0").equals(df("0.0"))
                        + " "
                        + df("0.0").clone().equals(df("0.00"))
                        + df("0.00").format(99.995 + 0.01));
        try {
            df("0.0.0");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
    }
}
