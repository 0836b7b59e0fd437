// ThreadLocal values are per thread, with initial values; inheritable ones are copied at creation.
public class ThreadLocals {
    static int made;
    static final ThreadLocal<Integer> LOCAL =
            new ThreadLocal<Integer>() {
                @Override
                protected synchronized Integer initialValue() {
                    return ++made * 100;
                }
            };
    static final InheritableThreadLocal<String> PASSED =
            new InheritableThreadLocal<String>() {
                @Override
                protected String childValue(String parent) {
                    return parent + ">child";
                }
            };
    static final ThreadLocal<String> EMPTY = new ThreadLocal<String>();

    public static void main(String[] args) throws Exception {
        System.out.println(LOCAL.get() + " " + EMPTY.get());
        LOCAL.set(7);
        PASSED.set("main");
        EMPTY.set("x");
        final StringBuilder out = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            Thread t =
                    new Thread() {
                        @Override
                        public void run() {
                            out.append(LOCAL.get())
                                    .append(' ')
                                    .append(PASSED.get())
                                    .append(' ')
                                    .append(EMPTY.get())
                                    .append("; ");
                            LOCAL.set(1);
                            PASSED.set("changed");
                        }
                    };
            t.start();
            t.join();
        }
        System.out.println(out);
        System.out.println(LOCAL.get() + " " + PASSED.get());
        LOCAL.remove();
        EMPTY.remove();
        System.out.println(LOCAL.get() + " " + EMPTY.get());
        final ThreadLocal<?>[] many = new ThreadLocal<?>[200];
        for (int i = 0; i < many.length; i++) {
            ThreadLocal<Integer> l = new ThreadLocal<Integer>();
            l.set(i);
            many[i] = l;
        }
        int sum = 0;
        for (ThreadLocal<?> l : many) sum += (Integer) l.get();
        System.out.println(sum);
        for (int i = 0; i < many.length; i += 2) many[i].remove();
        int nulls = 0;
        for (ThreadLocal<?> l : many) if (l.get() == null) nulls++;
        System.out.println(nulls);
    }
}
