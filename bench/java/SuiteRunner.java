import java.lang.reflect.Modifier;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs the test classes named on the command line and prints a line per test:
 * {@code @@ PASS name}, {@code @@ FAIL name: exception}, {@code @@ SKIP name}.
 */
public class SuiteRunner extends RunListener {
    private boolean failed;

    private static String name(Description d) {
        return d.getDisplayName().replace('\n', ' ').replace('\r', ' ');
    }

    @Override
    public void testStarted(Description d) {
        failed = false;
    }

    @Override
    public void testFailure(Failure f) {
        failed = true;
        StringBuilder where = new StringBuilder();
        Throwable t = f.getException();
        StackTraceElement[] trace = t.getStackTrace();
        if (trace != null && trace.length > 0) where.append(" at ").append(trace[0]);
        String text = String.valueOf(t).replace('\n', ' ').replace('\r', ' ');
        System.out.println("\n@@ FAIL " + name(f.getDescription()) + ": " + text + where);
    }

    @Override
    public void testAssumptionFailure(Failure f) {
        failed = true;
        System.out.println("\n@@ SKIP " + name(f.getDescription()));
    }

    @Override
    public void testIgnored(Description d) {
        System.out.println("\n@@ SKIP " + name(d));
    }

    @Override
    public void testFinished(Description d) {
        if (!failed) System.out.println("\n@@ PASS " + name(d));
    }

    public static void main(String[] args) throws Exception {
        for (String arg : args) {
            Class<?> c = Class.forName(arg);
            if (Modifier.isAbstract(c.getModifiers())) continue;
            JUnitCore core = new JUnitCore();
            core.addListener(new SuiteRunner());
            core.run(Request.aClass(c));
        }
        System.out.println("\n@@ DONE");
        System.exit(0);
    }
}
