// Resources close in reverse order, and what close() throws is suppressed by what the body threw.
public class TryWithResources {
    static class R implements AutoCloseable {
        final String name;
        final boolean bad;

        R(String name, boolean bad) {
            this.name = name;
            this.bad = bad;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (bad) throw new IllegalStateException("close " + name);
        }
    }

    static void show(Throwable t) {
        System.out.println(t.getClass().getSimpleName() + ": " + t.getMessage());
        for (Throwable s : t.getSuppressed())
            System.out.println("    suppressed " + s.getMessage());
    }

    public static void main(String[] args) {
        try (R a = new R("a", false);
                R b = new R("b", false)) {
            System.out.println("body " + a.name + b.name);
        }
        try (R a = new R("a", true);
                R b = new R("b", true)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            show(e);
        }
        try (R a = new R("a", true);
                R b = new R("b", true)) {
            System.out.println("quiet body");
        } catch (RuntimeException e) {
            show(e);
        } finally {
            System.out.println("finally");
        }
        try (R none = null) {
            System.out.println("null resource");
        }
        try (R a = new R("a", false);
                R b = make()) {
            System.out.println("never");
        } catch (RuntimeException e) {
            show(e);
        }
        System.out.println(result());
        Exception lone = new Exception("x");
        try {
            lone.addSuppressed(lone);
        } catch (IllegalArgumentException e) {
            System.out.println("no self-suppression");
        }
        try {
            lone.addSuppressed(null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        System.out.println(lone.getSuppressed().length);
    }

    static R make() {
        throw new RuntimeException("make");
    }

    static String result() {
        try (R r = new R("r", false)) {
            return "value " + r.name;
        }
    }
}
