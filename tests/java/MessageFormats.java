// MessageFormat and ChoiceFormat: arguments, sub-formats, quoting, choices, parsing.
import java.text.*;
import java.util.*;

public class MessageFormats {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        System.out.println(
                MessageFormat.format("{0} is {1} and {0}", "x", 5)
                        + " "
                        + MessageFormat.format("{0}", 1234567)
                        + " "
                        + MessageFormat.format("{0} {2}", "a", "b")
                        + " "
                        + MessageFormat.format("no arguments", 1)
                        + " "
                        + MessageFormat.format("{0}", (Object) null));
        System.out.println(
                MessageFormat.format("'{0}' ''{0}'' it''s '{'", "q")
                        + " "
                        + MessageFormat.format(
                                "{0,number,#.##} {0,number,integer} {1,number,percent}",
                                3.14159,
                                0.5)
                        + " "
                        + MessageFormat.format("{0,number,000}|{0}", 7));
        MessageFormat dated = new MessageFormat("{0,date,yyyy-MM-dd} {0,time,HH:mm}", Locale.US);
        for (Format f : dated.getFormats())
            ((SimpleDateFormat) f).setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(dated.format(new Object[] {new Date(1234567890123L)}));
        for (int n : new int[] {0, 1, 2, 100})
            System.out.println(
                    MessageFormat.format(
                            "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer}"
                                + " files}.",
                            n));
        Object[] got = new MessageFormat("{0}, {1} years", Locale.US).parse("Ann, 30 years");
        System.out.println(Arrays.toString(got));
        try {
            new MessageFormat("a {0} b").parse("zzz");
        } catch (ParseException e) {
            System.out.println("ParseException");
        }
        System.out.println(
                Arrays.toString(
                        new MessageFormat("{0,number} of {1,number}", Locale.US).parse("3 of 5")));
        MessageFormat m = new MessageFormat("{0}-{1}");
        m.setFormat(1, new DecimalFormat("0.0", new DecimalFormatSymbols(Locale.US)));
        System.out.println(
                m.format(new Object[] {1, 2})
                        + " "
                        + m.getFormats().length
                        + " "
                        + m.equals(m.clone()));
        ChoiceFormat c =
                new ChoiceFormat(
                        new double[] {0, 10, 100}, new String[] {"small", "medium", "large"});
        System.out.println(
                c.format(-5)
                        + c.format(9.99)
                        + c.format(10)
                        + c.format(1e9)
                        + " "
                        + c.parse("medium")
                        + " "
                        + Arrays.toString(c.getLimits()));
        ChoiceFormat p = new ChoiceFormat("-1<negative|0#zero|0<positive|10.5#big");
        System.out.println(p.format(-1) + p.format(0) + p.format(0.1) + p.format(11));
        System.out.println(ChoiceFormat.nextDouble(1.0) > 1.0);
        for (String bad : new String[] {"{", "{0,number", "{-1}", "{0,unknown}"})
            try {
                new MessageFormat(bad);
                System.out.println("accepted " + bad);
            } catch (IllegalArgumentException e) {
                System.out.println("IllegalArgumentException");
            }
    }
}
