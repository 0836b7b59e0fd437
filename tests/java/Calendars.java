// GregorianCalendar: fields, add, roll, limits, leniency, weeks, the Julian cutover.
import java.util.*;

public class Calendars {
    static GregorianCalendar cal(int y, int m, int d) {
        GregorianCalendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.clear();
        c.set(y, m, d);
        return c;
    }

    static String show(Calendar c) {
        return c.get(Calendar.YEAR)
                + "-"
                + (c.get(Calendar.MONTH) + 1)
                + "-"
                + c.get(Calendar.DAY_OF_MONTH)
                + " "
                + c.get(Calendar.HOUR_OF_DAY)
                + ":"
                + c.get(Calendar.MINUTE)
                + " day "
                + c.get(Calendar.DAY_OF_WEEK)
                + " yday "
                + c.get(Calendar.DAY_OF_YEAR)
                + " week "
                + c.get(Calendar.WEEK_OF_YEAR)
                + "/"
                + c.get(Calendar.WEEK_OF_MONTH);
    }

    public static void main(String[] args) {
        for (int[] d :
                new int[][] {
                    {2000, 1, 29},
                    {1999, 11, 31},
                    {2004, 0, 1},
                    {1000, 5, 6},
                    {1970, 0, 1},
                    {2100, 1, 28}
                })
            System.out.println(
                    show(cal(d[0], d[1], d[2])) + " " + cal(d[0], d[1], d[2]).getTimeInMillis());
        GregorianCalendar c = cal(2008, 0, 31);
        c.add(Calendar.MONTH, 1);
        System.out.println(show(c));
        c.add(Calendar.YEAR, 1);
        System.out.println(show(c));
        c.add(Calendar.DATE, -60);
        System.out.println(show(c));
        c.add(Calendar.HOUR, 25);
        System.out.println(show(c));
        c.roll(Calendar.MONTH, 3);
        System.out.println(show(c));
        c.roll(Calendar.DAY_OF_MONTH, true);
        System.out.println(show(c));
        c.roll(Calendar.HOUR_OF_DAY, -30);
        System.out.println(show(c));
        c.add(Calendar.WEEK_OF_YEAR, 2);
        System.out.println(show(c));
        c.set(2009, Calendar.FEBRUARY, 31);
        System.out.println(show(c));
        c.setLenient(false);
        c.set(Calendar.DAY_OF_MONTH, 45);
        try {
            c.getTime();
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        GregorianCalendar f = cal(2012, 1, 10);
        System.out.println(
                f.getActualMaximum(Calendar.DAY_OF_MONTH)
                        + " "
                        + f.getMaximum(Calendar.DAY_OF_MONTH)
                        + " "
                        + f.getLeastMaximum(Calendar.DAY_OF_MONTH)
                        + " "
                        + f.getActualMaximum(Calendar.DAY_OF_YEAR)
                        + " "
                        + f.getMinimum(Calendar.MONTH)
                        + " "
                        + f.isLeapYear(1900)
                        + f.isLeapYear(2000)
                        + f.isLeapYear(1500)
                        + " "
                        + f.getFirstDayOfWeek()
                        + f.getMinimalDaysInFirstWeek());
        f.setFirstDayOfWeek(Calendar.MONDAY);
        f.setMinimalDaysInFirstWeek(4);
        for (int[] d : new int[][] {{2005, 0, 1}, {2008, 11, 29}, {2010, 0, 3}}) {
            f.set(d[0], d[1], d[2]);
            System.out.print("iso week " + f.get(Calendar.WEEK_OF_YEAR) + "; ");
        }
        System.out.println();
        f.clear();
        f.set(Calendar.YEAR, 2010);
        f.set(Calendar.WEEK_OF_YEAR, 10);
        f.set(Calendar.DAY_OF_WEEK, Calendar.WEDNESDAY);
        System.out.println(show(f));
        f.clear();
        f.set(Calendar.YEAR, 2010);
        f.set(Calendar.DAY_OF_YEAR, 100);
        System.out.println(show(f));
        f.clear(Calendar.HOUR);
        System.out.println(
                f.isSet(Calendar.HOUR) + " " + f.get(Calendar.AM_PM) + " " + f.get(Calendar.ERA));
        GregorianCalendar bc = cal(1, 0, 1);
        bc.add(Calendar.DATE, -1);
        System.out.println(bc.get(Calendar.ERA) + " " + bc.get(Calendar.YEAR));
        Calendar ny = new GregorianCalendar(TimeZone.getTimeZone("America/New_York"), Locale.US);
        ny.clear();
        ny.set(2010, 2, 14, 1, 30);
        long before = ny.getTimeInMillis();
        ny.add(Calendar.HOUR, 1);
        System.out.println(
                ny.get(Calendar.HOUR_OF_DAY)
                        + " "
                        + (ny.getTimeInMillis() - before)
                        + " "
                        + ny.get(Calendar.DST_OFFSET)
                        + " "
                        + ny.get(Calendar.ZONE_OFFSET));
        ny.add(Calendar.DATE, 1);
        System.out.println(ny.get(Calendar.HOUR_OF_DAY));
        System.out.println(
                cal(1582, 9, 4).getTimeInMillis() + " " + cal(1582, 9, 15).getTimeInMillis());
        System.out.println(
                cal(2010, 0, 1).compareTo(cal(2010, 0, 2))
                        + " "
                        + cal(2010, 0, 1).before(cal(2011, 0, 1))
                        + cal(2010, 0, 1).equals(cal(2010, 0, 1))
                        + " "
                        + cal(2010, 0, 1)
                                .getDisplayName(Calendar.DAY_OF_WEEK, Calendar.LONG, Locale.US)
                        + cal(2010, 4, 1).getDisplayName(Calendar.MONTH, Calendar.SHORT, Locale.US)
                        + new TreeMap<String, Integer>(
                                cal(2010, 0, 1)
                                        .getDisplayNames(
                                                Calendar.AM_PM, Calendar.SHORT, Locale.US)));
        Calendar clone = (Calendar) ny.clone();
        clone.add(Calendar.YEAR, 1);
        System.out.println(
                ny.get(Calendar.YEAR)
                        + " "
                        + clone.get(Calendar.YEAR)
                        + " "
                        + new GregorianCalendar(2011, 0, 1).get(Calendar.MONTH));
    }
}
