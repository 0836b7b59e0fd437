// Class loaders: delegation, findClass, forName with a loader, resources, context loaders, initialisation on demand.
import java.io.*;
import java.net.URL;
import java.util.*;

public class ClassLoaders {
    static StringBuilder log = new StringBuilder();

    static class Lazy {
        static {
            log.append("Lazy initialised ");
        }

        static int x = 1;
    }

    static class Logging extends ClassLoader {
        Logging(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            log.append("find ").append(name).append(' ');
            throw new ClassNotFoundException(name);
        }

        @Override
        public InputStream getResourceAsStream(String n) {
            return n.equals("virtual")
                    ? new ByteArrayInputStream("made up".getBytes())
                    : super.getResourceAsStream(n);
        }
    }

    static String read(InputStream in) throws IOException {
        if (in == null) return "null";
        BufferedReader r = new BufferedReader(new InputStreamReader(in, "UTF-8"));
        String s = r.readLine();
        r.close();
        return s;
    }

    public static void main(String[] args) throws Exception {
        ClassLoader mine = ClassLoaders.class.getClassLoader();
        System.out.println(
                (mine == ClassLoader.getSystemClassLoader())
                        + " "
                        + (mine == Thread.currentThread().getContextClassLoader())
                        + " "
                        + (mine == Lazy.class.getClassLoader())
                        + " "
                        + (int.class.getClassLoader() == null)
                        + " "
                        + (ClassLoaders[].class.getClassLoader() == mine)
                        + " "
                        + (mine.getParent() != null));
        Logging l = new Logging(mine);
        System.out.println(
                (l.loadClass("ClassLoaders$Lazy") == Lazy.class)
                        + " "
                        + (l.loadClass("java.lang.String") == String.class)
                        + " "
                        + log);
        try {
            l.loadClass("does.not.Exist");
        } catch (ClassNotFoundException e) {
            System.out.println(log + "| ClassNotFoundException");
        }
        log.setLength(0);
        Class<?> c = Class.forName("ClassLoaders$Lazy", false, l);
        System.out.println("[" + log + "]" + (c.getClassLoader() == mine));
        Class.forName("ClassLoaders$Lazy", true, l);
        System.out.println("[" + log + "]");
        try {
            Class.forName("also.missing", true, l);
        } catch (ClassNotFoundException e) {
            System.out.println("ClassNotFoundException");
        }
        System.out.println(
                read(mine.getResourceAsStream("resource.txt"))
                        + " | "
                        + read(ClassLoaders.class.getResourceAsStream("/resource.txt"))
                        + " | "
                        + read(ClassLoaders.class.getResourceAsStream("resource.txt"))
                        + " | "
                        + read(ClassLoaders.class.getResourceAsStream("none.txt"))
                        + " | "
                        + read(l.getResourceAsStream("virtual"))
                        + " | "
                        + read(l.getResourceAsStream("resource.txt")));
        URL u = ClassLoaders.class.getResource("/resource.txt");
        System.out.println(
                (u != null)
                        + " "
                        + read(u.openStream())
                        + " "
                        + u.getPath().endsWith("resource.txt")
                        + " "
                        + (mine.getResource("none") == null)
                        + " "
                        + Collections.list(mine.getResources("resource.txt")).size()
                        + " "
                        + read(ClassLoader.getSystemResourceAsStream("resource.txt")));
        Thread t = new Thread();
        Thread.currentThread().setContextClassLoader(l);
        System.out.println(
                (t.getContextClassLoader() == mine)
                        + " "
                        + (new Thread().getContextClassLoader() == l));
        System.out.println(new Object() {}.getClass().getName().startsWith("ClassLoaders$"));
    }
}
