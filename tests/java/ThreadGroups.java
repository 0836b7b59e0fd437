// Thread groups: parents, counts, enumeration, maximum priority, uncaught exceptions.
public class ThreadGroups {
    public static void main(String[] args) throws Exception {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        final StringBuilder log = new StringBuilder();
        ThreadGroup g =
                new ThreadGroup("outer") {
                    @Override
                    public void uncaughtException(Thread t, Throwable e) {
                        log.append(t.getName()).append(' ').append(e.getMessage());
                    }
                };
        ThreadGroup inner = new ThreadGroup(g, "inner");
        System.out.println(
                g.getName()
                        + " "
                        + (g.getParent() == main)
                        + " "
                        + inner.getParent().getName()
                        + " "
                        + main.parentOf(inner)
                        + " "
                        + inner.parentOf(g));
        inner.setMaxPriority(3);
        System.out.println(inner.getMaxPriority() + " " + g.getMaxPriority());
        final Object lock = new Object();
        Runnable waits =
                new Runnable() {
                    public void run() {
                        synchronized (lock) {
                            try {
                                lock.wait();
                            } catch (InterruptedException e) {
                            }
                        }
                    }
                };
        Thread a = new Thread(g, waits, "a"), b = new Thread(inner, waits, "b");
        a.start();
        b.start();
        while (a.getState() != Thread.State.WAITING || b.getState() != Thread.State.WAITING)
            Thread.sleep(1);
        Thread[] list = new Thread[10];
        System.out.println(
                g.activeCount()
                        + " "
                        + inner.activeCount()
                        + " "
                        + g.enumerate(list)
                        + " "
                        + g.activeGroupCount()
                        + " "
                        + inner.enumerate(list)
                        + " "
                        + list[0].getName());
        g.interrupt();
        a.join();
        b.join();
        System.out.println(g.activeCount() + " " + a.getThreadGroup());
        Thread bad =
                new Thread(inner, "bad") {
                    @Override
                    public void run() {
                        throw new RuntimeException("up the groups");
                    }
                };
        bad.start();
        bad.join();
        System.out.println(log);
    }
}
