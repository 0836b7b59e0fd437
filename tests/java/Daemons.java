// The program ends when only daemon threads are left, however busy they are.
public class Daemons {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            Thread t =
                    new Thread() {
                        @Override
                        public void run() {
                            while (true) {
                                try {
                                    Thread.sleep(1000000);
                                } catch (InterruptedException e) {
                                }
                            }
                        }
                    };
            t.setDaemon(true);
            t.start();
        }
        Thread busy =
                new Thread() {
                    @Override
                    public void run() {
                        long n = 0;
                        while (true) n++;
                    }
                };
        busy.setDaemon(true);
        busy.start();
        Thread last =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            Thread.sleep(20);
                        } catch (InterruptedException e) {
                        }
                        System.out.println("the last user thread ends the program");
                    }
                };
        last.start();
        System.out.println("main ends first");
    }
}
