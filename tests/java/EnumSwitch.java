// Enums have bodies, fields, values in order, and switch by constant.
import java.util.EnumMap;
import java.util.EnumSet;

public class EnumSwitch {
    enum Planet {
        MERCURY(3.3e23, 2.44e6),
        EARTH(5.97e24, 6.37e6),
        JUPITER(1.9e27, 7.15e7);
        final double mass, radius;

        Planet(double mass, double radius) {
            this.mass = mass;
            this.radius = radius;
        }

        double gravity() {
            return 6.67e-11 * mass / (radius * radius);
        }
    }

    enum Op {
        ADD("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        SUB("-") {
            int apply(int a, int b) {
                return a - b;
            }
        },
        MUL("*") {
            int apply(int a, int b) {
                return a * b;
            }

            @Override
            public String toString() {
                return "times";
            }
        };
        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    interface Named {
        String label();
    }

    enum Level implements Named {
        LOW,
        MID,
        HIGH;

        public String label() {
            return name().toLowerCase() + ordinal();
        }

        static Level parse(String s) {
            return valueOf(s.toUpperCase());
        }
    }

    static String name(Level level) {
        switch (level) {
            case LOW:
                return "l";
            case HIGH:
                return "h";
            default:
                return "?";
        }
    }

    public static void main(String[] args) {
        for (Planet p : Planet.values()) System.out.printf("%s %.2f%n", p, p.gravity());
        for (Op op : Op.values())
            System.out.println(
                    op
                            + " "
                            + op.name()
                            + " "
                            + op.sign
                            + " "
                            + op.apply(6, 3)
                            + " "
                            + (op.getClass() == Op.class)
                            + " "
                            + op.getDeclaringClass().getSimpleName());
        for (Level l : Level.values())
            System.out.println(name(l) + " " + l.label() + " " + l.compareTo(Level.MID));
        System.out.println(Level.parse("high") + " " + Enum.valueOf(Level.class, "LOW"));
        try {
            Level.valueOf("none");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        try {
            Level none = null;
            name(none);
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        }
        EnumMap<Level, String> map = new EnumMap<Level, String>(Level.class);
        map.put(Level.HIGH, "top");
        map.put(Level.LOW, "bottom");
        System.out.println(
                map
                        + " "
                        + map.containsKey(Level.MID)
                        + " "
                        + EnumSet.complementOf(EnumSet.of(Level.MID))
                        + " "
                        + EnumSet.range(Level.LOW, Level.MID));
        System.out.println(Level.values() != Level.values());
    }
}
