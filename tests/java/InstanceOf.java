// instanceof and casts know classes, interfaces, arrays and null.
import java.io.Serializable;

public class InstanceOf {
    interface I {}

    interface J extends I {}

    static class P implements I {}

    static class Q extends P implements J {}

    static String facts(Object o) {
        return (o instanceof Object)
                + " "
                + (o instanceof I)
                + " "
                + (o instanceof J)
                + " "
                + (o instanceof P)
                + " "
                + (o instanceof Q)
                + " "
                + (o instanceof Object[])
                + " "
                + (o instanceof I[])
                + " "
                + (o instanceof P[])
                + " "
                + (o instanceof int[])
                + " "
                + (o instanceof Cloneable)
                + " "
                + (o instanceof Serializable)
                + " "
                + (o instanceof Comparable)
                + " "
                + (o instanceof int[][]);
    }

    static String cast(Object o, int to) {
        try {
            switch (to) {
                case 0:
                    return "I " + ((I) o != null);
                case 1:
                    return "Q " + ((Q) o != null);
                case 2:
                    return "Object[] " + ((Object[]) o != null);
                case 3:
                    return "int[] " + ((int[]) o != null);
                default:
                    return "String " + ((String) o != null);
            }
        } catch (ClassCastException e) {
            return "refused";
        }
    }

    public static void main(String[] args) {
        Object[] objects = {
            null,
            new Object(),
            new P(),
            new Q(),
            "s",
            1,
            new P[1],
            new Q[1],
            new I[1],
            new int[1],
            new int[1][1],
            new Object[1],
            new String[1][1]
        };
        for (Object o : objects) {
            System.out.print(o == null ? "null" : o.getClass().getName());
            System.out.println(": " + facts(o));
            StringBuilder line = new StringBuilder("   ");
            for (int i = 0; i < 5; i++) line.append(' ').append(cast(o, i)).append(',');
            System.out.println(line);
        }
        System.out.println(
                P.class.isInstance(new Q())
                        + " "
                        + P.class.isAssignableFrom(Q.class)
                        + " "
                        + I[].class.isAssignableFrom(Q[].class)
                        + " "
                        + Object.class.isAssignableFrom(int[].class)
                        + " "
                        + Object[].class.isAssignableFrom(int[].class)
                        + " "
                        + long.class.isAssignableFrom(int.class));
    }
}
