// Time zones: offsets over the years, daylight saving, custom ids, SimpleTimeZone rules.
import java.util.*;

public class TimeZones {
    public static void main(String[] args) {
        long[] times = {
            0L,
            1262304000000L,
            1277942400000L,
            1300000000000L,
            1319932800000L,
            -86400000L * 365 * 20
        };
        for (String id :
                new String[] {
                    "UTC",
                    "America/New_York",
                    "Europe/Berlin",
                    "Asia/Kolkata",
                    "Asia/Tokyo",
                    "Australia/Sydney",
                    "America/St_Johns",
                    "Pacific/Auckland",
                    "Asia/Kathmandu"
                }) {
            TimeZone z = TimeZone.getTimeZone(id);
            StringBuilder sb =
                    new StringBuilder(id)
                            .append(' ')
                            .append(z.getRawOffset() / 60000)
                            .append(' ')
                            .append(z.getDSTSavings() / 60000)
                            .append(':');
            for (long t : times)
                if (t >= 0)
                    sb.append(' ')
                            .append(z.getOffset(t) / 60000)
                            .append(z.inDaylightTime(new Date(t)) ? "d" : "");
            System.out.println(sb);
        }
        for (String id :
                new String[] {
                    "GMT",
                    "GMT+5",
                    "GMT+05:30",
                    "GMT-0800",
                    "GMT+25:00",
                    "nonsense",
                    "GMT+5:99",
                    "UTC",
                    "GMT-12:34"
                })
            System.out.println(
                    id
                            + " -> "
                            + TimeZone.getTimeZone(id).getID()
                            + " "
                            + TimeZone.getTimeZone(id).getRawOffset());
        SimpleTimeZone s =
                new SimpleTimeZone(
                        3600000,
                        "Own",
                        Calendar.MARCH,
                        -1,
                        Calendar.SUNDAY,
                        7200000,
                        Calendar.OCTOBER,
                        -1,
                        Calendar.SUNDAY,
                        10800000);
        GregorianCalendar c = new GregorianCalendar(s, Locale.US);
        for (int m = 0; m < 12; m++) {
            c.clear();
            c.set(2010, m, 30 > 28 && m == 1 ? 28 : 30, 12, 0);
            System.out.print(c.getTimeZone().inDaylightTime(c.getTime()) ? "d" : "s");
        }
        System.out.println(
                " "
                        + s.useDaylightTime()
                        + s.getDSTSavings()
                        + " "
                        + s.getID()
                        + " "
                        + s.getOffset(GregorianCalendar.AD, 2010, 6, 1, Calendar.THURSDAY, 0)
                        + " "
                        + s.hasSameRules(s));
        s.setRawOffset(0);
        s.setStartRule(Calendar.APRIL, 10, 0);
        System.out.println(s.getOffset(1270857600000L - 1) + " " + s.getOffset(1270857600000L + 1));
        TimeZone old = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        GregorianCalendar d = new GregorianCalendar(2000, 0, 1);
        System.out.println(
                d.getTimeInMillis()
                        + " "
                        + TimeZone.getDefault().getID()
                        + " "
                        + new Date(100, 0, 1).getTime()
                        + " "
                        + new Date(0).getHours());
        TimeZone.setDefault(old);
        List<String> ids = Arrays.asList(TimeZone.getAvailableIDs());
        System.out.println(
                (ids.size() > 300)
                        + " "
                        + ids.contains("Europe/Paris")
                        + ids.contains("Asia/Shanghai")
                        + " "
                        + TimeZone.getTimeZone("Europe/Paris")
                                .hasSameRules(TimeZone.getTimeZone("UTC"))
                        + " "
                        + TimeZone.getTimeZone("America/New_York").useDaylightTime()
                        + TimeZone.getTimeZone("Asia/Tokyo").useDaylightTime()
                        + TimeZone.getTimeZone("GMT+1")
                                .clone()
                                .equals(TimeZone.getTimeZone("GMT+1")));
    }
}
