// System.exit ends the program with its code after the shutdown hooks; finally blocks do not run.
public class ExitCode {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread() {
                            @Override
                            public void run() {
                                System.out.println("hook");
                                System.out.flush();
                            }
                        });
        Thread sleeper =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            Thread.sleep(600000);
                        } catch (InterruptedException e) {
                            System.out.println("never");
                        }
                    }
                };
        sleeper.start();
        try {
            System.out.println("leaving");
            System.exit(37);
        } finally {
            System.out.println("never");
        }
    }
}
