// SimpleDateFormat formats and parses with fixed zone and locale, strictly and leniently.
import java.text.*;
import java.util.*;

public class DateFormats {
    static SimpleDateFormat sdf(String p, Locale l) {
        SimpleDateFormat f = new SimpleDateFormat(p, l);
        f.setTimeZone(TimeZone.getTimeZone("UTC"));
        return f;
    }

    static String parse(String p, String text, boolean lenient) {
        SimpleDateFormat f = sdf(p, Locale.US);
        f.setLenient(lenient);
        try {
            return "" + f.parse(text).getTime();
        } catch (ParseException e) {
            return "ParseException";
        }
    }

    public static void main(String[] args) throws Exception {
        Date[] dates = {
            new Date(0),
            new Date(1234567890123L),
            new Date(-1L),
            new Date(951782400000L),
            new Date(4102444799999L),
            new Date(-62135596800000L)
        };
        for (String p :
                new String[] {
                    "yyyy-MM-dd'T'HH:mm:ss.SSS",
                    "EEE, d MMM yyyy",
                    "EEEE MMMM dd yy",
                    "h:mm a",
                    "K k H",
                    "yyyyy.MMMMM".replace("MMMMM", "MMM"),
                    "''yy''",
                    "d/M/y G",
                    "HH'h'mm",
                    "Z"
                }) {
            StringBuilder sb = new StringBuilder(p).append(" :");
            for (Date d : dates) sb.append(" [").append(sdf(p, Locale.US).format(d)).append(']');
            System.out.println(sb);
        }
        for (int i = 0; i < 4; i++)
            System.out.print(sdf("D F w W", Locale.US).format(dates[i]) + "; ");
        System.out.println(
                sdf("EEEE, d. MMMM yyyy", Locale.GERMANY).format(dates[1])
                        + " | "
                        + sdf("EEEE d MMMM yyyy", Locale.FRANCE).format(dates[3]));
        System.out.println(
                parse("yyyy-MM-dd", "2009-02-13", false)
                        + " "
                        + parse("yyyy-MM-dd HH:mm:ss.SSS", "2009-02-13 23:31:30.123", false)
                        + " "
                        + parse("yyyy-MM-dd", "2009-02-30", true)
                        + " "
                        + parse("yyyy-MM-dd", "2009-02-30", false)
                        + " "
                        + parse("yyyy-MM-dd", "2009/02/13", true)
                        + " "
                        + parse("d MMM yyyy", "13 Feb 2009", false)
                        + " "
                        + parse("MMMM d", "March 5", false)
                        + " "
                        + parse("h:mm a", "11:30 PM", false)
                        + " "
                        + parse("HH:mm", "25:70", true)
                        + " "
                        + parse("HH:mm", "25:70", false)
                        + " "
                        + parse("yyyyMMdd", "20090213", false)
                        + " "
                        + parse("yyyy", "", false)
                        + " "
                        + parse("yyyy-MM-dd HH:mm Z", "2009-02-13 12:00 +0530", false));
        SimpleDateFormat two = sdf("yy", Locale.US);
        two.set2DigitYearStart(new Date(0));
        System.out.println(
                two.parse("69").getTime()
                        + " "
                        + two.parse("70").getTime()
                        + " "
                        + (two.get2DigitYearStart().getTime() == 0));
        ParsePosition pos = new ParsePosition(2);
        System.out.println(
                sdf("yyyy", Locale.US).parse("x:2010!", pos).getTime()
                        + " "
                        + pos.getIndex()
                        + " "
                        + sdf("yyyy", Locale.US).parse("none", new ParsePosition(0)));
        SimpleDateFormat ny = new SimpleDateFormat("yyyy-MM-dd HH:mm Z", Locale.US);
        ny.setTimeZone(TimeZone.getTimeZone("America/New_York"));
        System.out.println(
                ny.format(new Date(1268550000000L - 1))
                        + " "
                        + ny.format(new Date(1268550000000L))
                        + " "
                        + ny.parse("2010-07-01 00:00 -0400").getTime());
        SimpleDateFormat in = sdf("yyyy-MM-dd HH:mm", Locale.US);
        in.setTimeZone(TimeZone.getTimeZone("Asia/Kolkata"));
        System.out.println(in.format(new Date(0)) + " " + in.toPattern());
        in.applyPattern("HH");
        System.out.println(in.format(new Date(0)));
        DateFormatSymbols s = new DateFormatSymbols(Locale.US);
        System.out.println(
                s.getMonths()[0]
                        + s.getMonths()[11]
                        + Arrays.toString(s.getShortWeekdays())
                        + Arrays.toString(s.getEras()));
        s.setShortMonths(
                new String[] {
                    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
                    "eleven", "twelve", ""
                });
        SimpleDateFormat own = new SimpleDateFormat("MMM", s);
        own.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(own.format(new Date(0)));
        FieldPosition fp = new FieldPosition(DateFormat.MONTH_FIELD);
        StringBuffer sb =
                sdf("yyyy MMMM dd", Locale.US).format(new Date(0), new StringBuffer(), fp);
        System.out.println(sb.substring(fp.getBeginIndex(), fp.getEndIndex()));
        try {
            new SimpleDateFormat("yyyy-bb", Locale.US);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        Date a = new Date(1000), b = new Date(2000);
        System.out.println(
                a.before(b)
                        + " "
                        + a.after(b)
                        + " "
                        + a.compareTo(b)
                        + " "
                        + a.equals(new Date(1000))
                        + " "
                        + a.hashCode()
                        + " "
                        + a.clone().equals(a));
        a.setTime(5);
        System.out.println(a.getTime());
    }
}
