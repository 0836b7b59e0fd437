// A thread that asks for a class which another thread is just loading gets the whole class.
// class files only
import java.io.ByteArrayOutputStream;
import java.io.InputStream;

public class ClassLoadedByTwo {
    public static class Base {
        public String name() { return "base"; }
    }

    public static class Sub extends Base {
        final int number;
        public Sub() { number = 7; }
        @Override public String name() { return "sub " + number + " of " + super.name(); }
    }

    /** Takes its time for superclasses, so that other threads meet a class whose superclass is still looked for. */
    static class Slow extends ClassLoader {
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("$Base") && !name.endsWith("$Sub"))
                return super.loadClass(name, resolve);
            synchronized (this) {
                Class<?> known = findLoadedClass(name);
                if (known != null)
                    return known;
            }
            if (name.endsWith("$Base"))
                pause(50);
            byte[] bytes = read(name);
            synchronized (this) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : defineClass(name, bytes, 0, bytes.length);
            }
        }

        private byte[] read(String name) {
            try (InputStream in = ClassLoadedByTwo.class.getResourceAsStream("/" + name + ".class")) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                byte[] part = new byte[4096];
                for (int n; (n = in.read(part)) > 0;)
                    out.write(part, 0, n);
                return out.toByteArray();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        final Slow loader = new Slow();
        final String[] seen = new String[4];
        Thread[] threads = new Thread[seen.length];
        for (int i = 0; i < threads.length; i++) {
            final int n = i;
            threads[i] = new Thread() {
                @Override public void run() {
                    pause(10 * n);
                    try {
                        Object o = loader.loadClass("ClassLoadedByTwo$Sub").newInstance();
                        seen[n] = (String) o.getClass().getMethod("name").invoke(o);
                    } catch (Throwable e) {
                        seen[n] = e.toString();
                    }
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads)
            thread.join();
        for (String s : seen)
            System.out.println(s);
    }
}
