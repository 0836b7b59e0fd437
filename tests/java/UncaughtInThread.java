// An uncaught exception ends its thread only; the program goes on and exits with 0.
// stderr too
public class UncaughtInThread {
    public static void main(String[] args) throws Exception {
        Thread t =
                new Thread("worker") {
                    @Override
                    public void run() {
                        throw new UnsupportedOperationException("in a thread");
                    }
                };
        t.start();
        t.join();
        System.out.println("main goes on; worker alive: " + t.isAlive() + " " + t.getState());
    }
}
