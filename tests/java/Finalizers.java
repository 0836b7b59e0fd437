// finalize() runs once after an object is unreachable, may resurrect it, and its exceptions are ignored.
import java.util.*;

public class Finalizers {
    static volatile int finalized, failed;
    static volatile Finalizers saved;
    final int id;

    Finalizers(int id) {
        this.id = id;
    }

    @Override
    protected void finalize() {
        synchronized (Finalizers.class) {
            finalized++;
        }
        if (id == 7) saved = this;
        if (id == 8) {
            failed++;
            throw new RuntimeException("ignored");
        }
    }

    static void make() {
        for (int i = 0; i < 10; i++) new Finalizers(i);
    }

    static void churn() {
        for (int i = 0; i < 3000; i++) {
            byte[] b = new byte[1024];
            b[0] = 1;
        }
    }

    static void collect(int want) throws Exception {
        for (int i = 0; i < 200 && finalized < want; i++) {
            churn();
            System.gc();
            System.runFinalization();
            Thread.sleep(2);
        }
    }

    static class Holder {
        final Finalizers inner = new Finalizers(100);
    }

    static void holders() {
        for (int i = 0; i < 3; i++) new Holder();
    }

    public static void main(String[] args) throws Exception {
        make();
        collect(10);
        System.out.println(finalized + " " + failed + " " + (saved != null && saved.id == 7));
        saved = null;
        for (int i = 0; i < 5; i++) {
            churn();
            System.gc();
            System.runFinalization();
        }
        System.out.println("not twice: " + finalized);
        holders();
        collect(13);
        System.out.println(finalized);
        Object o =
                new Object() {
                    @Override
                    protected void finalize() {
                        System.out.println("never: still reachable");
                    }
                };
        churn();
        System.gc();
        System.runFinalization();
        System.out.println(o != null);
    }
}
