// java.util.logging: levels, handlers, filters, formatters, parents, parameters, throwables, sources.
import java.util.*;
import java.util.logging.*;

public class Logs {
    static class Capture extends Handler {
        final StringBuilder out = new StringBuilder();

        @Override
        public void publish(LogRecord r) {
            if (isLoggable(r))
                out.append(r.getLevel())
                        .append(' ')
                        .append(r.getLoggerName())
                        .append(' ')
                        .append(new SimpleFormatter().formatMessage(r))
                        .append(r.getThrown() == null ? "" : " !" + r.getThrown().getMessage())
                        .append('\n');
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            out.append("closed\n");
        }
    }

    static void here(Logger l) {
        l.info("with source");
    }

    public static void main(String[] args) {
        Logger l = Logger.getLogger("app.part");
        Logger parent = Logger.getLogger("app");
        parent.setUseParentHandlers(false);
        Capture c = new Capture();
        l.addHandler(c);
        Capture pc = new Capture();
        parent.addHandler(pc);
        l.setLevel(Level.FINE);
        l.finest("no");
        l.finer("no");
        l.fine("yes {0}");
        l.config("config");
        l.info("info");
        l.warning("warning");
        l.severe("severe");
        l.log(Level.INFO, "one {0} two {1}", new Object[] {1, "x"});
        l.log(Level.INFO, "single {0}", "p");
        l.log(Level.WARNING, "failed", new RuntimeException("cause"));
        l.entering("C", "m");
        System.out.print(c.out);
        System.out.println(
                c.out.toString().equals(pc.out.toString())
                        + " "
                        + (l.getParent() == parent)
                        + " "
                        + l.isLoggable(Level.FINER)
                        + l.isLoggable(Level.FINE)
                        + " "
                        + l.getName()
                        + " "
                        + (Logger.getLogger("app.part") == l)
                        + " "
                        + l.getHandlers().length);
        c.out.setLength(0);
        c.setLevel(Level.WARNING);
        l.info("below the handler");
        l.warning("above");
        l.setFilter(
                new Filter() {
                    public boolean isLoggable(LogRecord r) {
                        return !r.getMessage().contains("secret");
                    }
                });
        l.severe("secret thing");
        l.severe("public thing");
        c.setFilter(
                new Filter() {
                    public boolean isLoggable(LogRecord r) {
                        return false;
                    }
                });
        l.severe("dropped");
        System.out.print(c.out);
        l.setUseParentHandlers(false);
        pc.out.setLength(0);
        l.severe("not passed up");
        System.out.println(
                pc.out.length()
                        + " "
                        + Logger.getLogger("app.part.deep").getParent().getName()
                        + " "
                        + (Logger.getLogger("app.part.deep").getLevel() == null));
        final String[] source = new String[1];
        Logger s = Logger.getLogger("src");
        s.setUseParentHandlers(false);
        s.addHandler(
                new Handler() {
                    @Override
                    public void publish(LogRecord r) {
                        source[0] = r.getSourceClassName() + "." + r.getSourceMethodName();
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                });
        here(s);
        System.out.println(source[0]);
        s.logp(Level.INFO, "My", "method", "x");
        System.out.println(source[0]);
        System.out.println(
                Level.parse("WARNING")
                        + " "
                        + Level.parse("800")
                        + " "
                        + Level.INFO.intValue()
                        + " "
                        + Level.parse("CONFIG").getName()
                        + " "
                        + Level.ALL.intValue());
        try {
            Level.parse("nope");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        class Own extends Level {
            Own() {
                super("OWN", 850);
            }
        }
        Level own = new Own();
        c.setFilter(null);
        c.setLevel(Level.ALL);
        c.out.setLength(0);
        l.log(own, "custom level");
        System.out.print(c.out);
        l.setLevel(Level.OFF);
        l.severe("off");
        c.close();
        System.out.print(c.out);
        LogRecord r = new LogRecord(Level.FINE, "msg");
        r.setParameters(new Object[] {"a"});
        r.setMillis(5);
        System.out.println(
                r.getMillis()
                        + " "
                        + r.getParameters()[0]
                        + " "
                        + r.getLevel()
                        + " "
                        + (new LogRecord(Level.FINE, "n").getSequenceNumber()
                                > r.getSequenceNumber()));
        MemoryHandler m = new MemoryHandler(c, 3, Level.SEVERE);
        c.out.setLength(0);
        for (int i = 0; i < 5; i++) m.publish(new LogRecord(Level.INFO, "m" + i));
        System.out.println(c.out.length());
        m.publish(new LogRecord(Level.SEVERE, "push"));
        System.out.print(c.out);
        l.removeHandler(c);
        System.out.println(l.getHandlers().length);
    }
}
