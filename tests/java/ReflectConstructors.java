// Constructors by reflection: lookup, newInstance, inner classes, abstract classes, exceptions, enums, private access.
import java.lang.reflect.*;
import java.util.*;

public class ReflectConstructors {
    public static class A {
        final String how;

        public A() {
            how = "none";
        }

        public A(int x) {
            how = "int " + x;
        }

        protected A(String s, long... rest) {
            how = s + rest.length;
        }

        private A(boolean b) {
            how = "private " + b;
        }
    }

    abstract static class Abs {
        Abs() {}
    }

    class Inner {
        final int v;

        Inner(int v) {
            this.v = v + outer;
        }
    }

    int outer = 10;

    static class Throws {
        Throws() throws Exception {
            throw new Exception("from constructor");
        }
    }

    static class NoDefault {
        NoDefault(int x) {}
    }

    interface I {}

    static class Hidden {
        private Hidden() {}
    }

    static String attempt(Constructor<?> c, Object... args) {
        try {
            Object o = c.newInstance(args);
            return o instanceof A ? ((A) o).how : "made " + o.getClass().getSimpleName();
        } catch (InvocationTargetException e) {
            return "InvocationTargetException <- " + e.getCause().getMessage();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    static String simple(Class<?> c) {
        try {
            return "made " + c.newInstance().getClass().getSimpleName();
        } catch (Throwable t) {
            return t.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        TreeSet<String> all = new TreeSet<String>();
        for (Constructor<?> c : A.class.getDeclaredConstructors())
            if (!c.isSynthetic())
                all.add(
                        Modifier.toString(c.getModifiers() & ~Modifier.TRANSIENT)
                                + " "
                                + Arrays.toString(c.getParameterTypes())
                                + c.isVarArgs());
        System.out.println(all);
        System.out.println(A.class.getConstructors().length);
        System.out.println(
                attempt(A.class.getConstructor())
                        + ", "
                        + attempt(A.class.getConstructor(int.class), 5)
                        + ", "
                        + attempt(A.class.getConstructor(int.class), 'a')
                        + ", "
                        + attempt(A.class.getConstructor(int.class), "5")
                        + ", "
                        + attempt(A.class.getConstructor(int.class))
                        + ", "
                        + attempt(
                                A.class.getDeclaredConstructor(String.class, long[].class),
                                "v",
                                new long[2]));
        Constructor<A> priv = A.class.getDeclaredConstructor(boolean.class);
        priv.setAccessible(true);
        System.out.println(attempt(priv, true));
        Constructor<Inner> in =
                Inner.class.getDeclaredConstructor(ReflectConstructors.class, int.class);
        System.out.println(
                in.newInstance(new ReflectConstructors(), 5).v
                        + " "
                        + in.getParameterTypes().length);
        System.out.println(
                attempt(Abs.class.getDeclaredConstructor())
                        + " "
                        + attempt(Throws.class.getDeclaredConstructor())
                        + " "
                        + simple(NoDefault.class)
                        + " "
                        + simple(I.class)
                        + " "
                        + simple(int.class)
                        + " "
                        + simple(int[].class)
                        + " "
                        + simple(Abs.class)
                        + " "
                        + simple(Throws.class)
                        + " "
                        + simple(ArrayList.class)
                        + " "
                        + simple(A.class));
        try {
            A.class.getConstructor(boolean.class);
        } catch (NoSuchMethodException x) {
            System.out.println("NoSuchMethodException");
        }
        Constructor<String> s = String.class.getConstructor(char[].class, int.class, int.class);
        System.out.println(
                s.newInstance("hello".toCharArray(), 1, 3)
                        + " "
                        + s.getName()
                        + " "
                        + s.getDeclaringClass()
                        + " "
                        + priv
                        + " "
                        + priv.equals(A.class.getDeclaredConstructor(boolean.class))
                        + " "
                        + StringBuilder.class
                                .getConstructor(String.class)
                                .newInstance("sb")
                                .reverse()
                        + I.class.getConstructors().length
                        + Date.class.getConstructor(long.class).newInstance(5L).getTime());
    }
}
