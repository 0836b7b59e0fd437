// interrupt() wakes sleep, wait and join with InterruptedException, and sets the flag otherwise.
public class Interrupts {
    static void report(String what, boolean caught) {
        System.out.println(
                what + ": caught " + caught + ", flag " + Thread.currentThread().isInterrupted());
    }

    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        System.out.println(
                Thread.currentThread().isInterrupted()
                        + " "
                        + Thread.interrupted()
                        + " "
                        + Thread.interrupted());
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(1000);
            report("sleep", false);
        } catch (InterruptedException e) {
            report("sleep", true);
        }
        Thread.currentThread().interrupt();
        Object lock = new Object();
        try {
            synchronized (lock) {
                lock.wait();
            }
            report("wait", false);
        } catch (InterruptedException e) {
            report("wait", true);
        }
        Thread.currentThread().interrupt();
        Thread never =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            Thread.sleep(100000);
                        } catch (InterruptedException e) {
                        }
                    }
                };
        never.start();
        try {
            never.join();
            report("join", false);
        } catch (InterruptedException e) {
            report("join", true);
        }
        never.interrupt();
        never.join();
        final StringBuilder out = new StringBuilder();
        Thread t =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            Thread.sleep(100000);
                            out.append("slept");
                        } catch (InterruptedException e) {
                            out.append("woken ").append(isInterrupted());
                        }
                        Thread.currentThread().interrupt();
                        int spins = 0;
                        while (!Thread.currentThread().isInterrupted()) spins++;
                        out.append(" spins ").append(spins);
                    }
                };
        t.start();
        while (t.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        t.interrupt();
        t.join();
        System.out.println(out);
        final Object monitor = new Object();
        final String[] result = new String[1];
        Thread w =
                new Thread() {
                    @Override
                    public void run() {
                        synchronized (monitor) {
                            try {
                                monitor.wait();
                            } catch (InterruptedException e) {
                                result[0] = "interrupted holding " + Thread.holdsLock(monitor);
                            }
                        }
                    }
                };
        w.start();
        while (w.getState() != Thread.State.WAITING) Thread.sleep(1);
        synchronized (monitor) {
            w.interrupt();
            Thread.sleep(5);
            System.out.println(result[0]);
        }
        w.join();
        System.out.println(result[0]);
        Thread busy =
                new Thread() {
                    @Override
                    public void run() {
                        long n = 0;
                        while (!isInterrupted()) n++;
                        out.append(" busy ended");
                    }
                };
        busy.start();
        Thread.sleep(5);
        busy.interrupt();
        busy.join();
        System.out.println(out);
    }
}
