// Threads: names, priorities, states, join with time, daemon flag, start twice, current thread.
public class ThreadBasics {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        System.out.println(
                main.getName()
                        + " "
                        + main.getPriority()
                        + " "
                        + main.isDaemon()
                        + " "
                        + main.isAlive()
                        + " "
                        + main.getThreadGroup().getName());
        final Object gate = new Object();
        final boolean[] open = {false};
        Thread t =
                new Thread(
                        new Runnable() {
                            public void run() {
                                synchronized (gate) {
                                    while (!open[0])
                                        try {
                                            gate.wait();
                                        } catch (InterruptedException e) {
                                            return;
                                        }
                                }
                            }
                        },
                        "gated");
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.getName());
        t.setPriority(Thread.MAX_PRIORITY);
        t.setDaemon(true);
        t.start();
        while (t.getState() != Thread.State.WAITING) Thread.sleep(1);
        System.out.println(
                t.getState() + " " + t.isAlive() + " " + t.getPriority() + " " + t.isDaemon());
        t.join(20);
        System.out.println("join timed out: " + t.isAlive());
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("IllegalThreadStateException");
        }
        try {
            t.setDaemon(false);
        } catch (IllegalThreadStateException e) {
            System.out.println("IllegalThreadStateException");
        }
        synchronized (gate) {
            open[0] = true;
            gate.notify();
        }
        t.join();
        System.out.println(t.getState() + " " + t.isAlive());
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("IllegalThreadStateException");
        }
        try {
            t.setPriority(11);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        Thread a = new Thread(), b = new Thread();
        System.out.println(
                a.getName().startsWith("Thread-")
                        + " "
                        + (a.getId() != b.getId())
                        + " "
                        + a.toString().matches("Thread\\[Thread-\\d+,5,main\\]"));
        a.start();
        a.join();
        final String[] seen = new String[1];
        Thread named =
                new Thread("first") {
                    @Override
                    public void run() {
                        setName("renamed");
                        seen[0] =
                                Thread.currentThread().getName() + (Thread.currentThread() == this);
                    }
                };
        named.start();
        named.join();
        System.out.println(seen[0]);
        Thread sleeper =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            Thread.sleep(100000);
                        } catch (InterruptedException e) {
                        }
                    }
                };
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        System.out.println(sleeper.getState());
        sleeper.interrupt();
        sleeper.join();
        long before = System.currentTimeMillis();
        Thread.sleep(25, 500000);
        System.out.println(System.currentTimeMillis() - before >= 24);
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        Thread extra = new Thread();
        extra.setDaemon(true);
        System.out.println(
                new Thread() {
                    boolean inherits() {
                        return isDaemon();
                    }
                }.inherits());
    }
}
