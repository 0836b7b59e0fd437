// The thread's own handler comes first, then the group, then the default handler.
public class UncaughtHandlers {
    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    static Thread failing(String name) {
        return new Thread(name) {
            @Override
            public void run() {
                throw new IllegalStateException(getName() + " failed");
            }
        };
    }

    public static void main(String[] args) throws Exception {
        final StringBuilder log = new StringBuilder();
        Thread.UncaughtExceptionHandler own =
                new Thread.UncaughtExceptionHandler() {
                    public void uncaughtException(Thread t, Throwable e) {
                        log.append("own:")
                                .append(t.getName())
                                .append(':')
                                .append(e.getMessage())
                                .append(t == Thread.currentThread())
                                .append('\n');
                    }
                };
        Thread.UncaughtExceptionHandler fallback =
                new Thread.UncaughtExceptionHandler() {
                    public void uncaughtException(Thread t, Throwable e) {
                        log.append("default:").append(e.getMessage()).append('\n');
                    }
                };
        System.out.println(Thread.getDefaultUncaughtExceptionHandler() == null);
        Thread.setDefaultUncaughtExceptionHandler(fallback);
        Thread a = failing("a");
        a.setUncaughtExceptionHandler(own);
        run(a);
        Thread b = failing("b");
        System.out.println(b.getUncaughtExceptionHandler() == b.getThreadGroup());
        run(b);
        Thread c = failing("c");
        c.setUncaughtExceptionHandler(
                new Thread.UncaughtExceptionHandler() {
                    public void uncaughtException(Thread t, Throwable e) {
                        log.append("bad handler\n");
                        throw new RuntimeException("ignored");
                    }
                });
        run(c);
        System.out.print(log);
        Thread d =
                new Thread() {
                    @Override
                    public void run() {
                        throw new Error("an Error, too");
                    }
                };
        log.setLength(0);
        run(d);
        System.out.print(log);
        Thread.setDefaultUncaughtExceptionHandler(
                new Thread.UncaughtExceptionHandler() {
                    public void uncaughtException(Thread t, Throwable e) {
                        System.out.println("at the end: " + t.getName() + " " + e.getMessage());
                    }
                });
        throw new IllegalArgumentException("from main");
    }
}
