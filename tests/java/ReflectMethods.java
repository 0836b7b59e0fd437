// Methods by reflection: lookup, invocation, conversion of arguments, wrapped exceptions, access checks.
import java.lang.reflect.*;
import java.util.*;

public class ReflectMethods {
    static class Base {
        public String inherited() {
            return "inherited";
        }

        protected int prot(int x) {
            return x + 1;
        }

        public String over() {
            return "base";
        }
    }

    static class Sample extends Base {
        public static int add(int a, long b) {
            return (int) (a + b);
        }

        public String join(String a, Object... rest) {
            return a + rest.length;
        }

        private String hidden(char c) {
            return "hidden " + c;
        }

        @Override
        public String over() {
            return "sample";
        }

        public void fails() throws java.io.IOException {
            throw new java.io.IOException("checked");
        }

        final synchronized strictfp double many(
                byte b,
                short s,
                char c,
                int i,
                long l,
                float f,
                double d,
                boolean z,
                int[] a,
                String[][] n) {
            return b + s + c + i + l + f + d + (z ? 1 : 0) + a[0];
        }

        static native void noBody();

        public <T extends Comparable<T>> T generic(T t, List<? super T> list) {
            return t;
        }

        void nothing() {}
    }

    static String sig(Method m) {
        StringBuilder sb =
                new StringBuilder(
                                Modifier.toString(
                                        m.getModifiers()
                                                & ~(Modifier.TRANSIENT
                                                        | Modifier.VOLATILE
                                                        | Modifier.STRICT)))
                        .append(' ')
                        .append(m.getReturnType().getSimpleName())
                        .append(' ')
                        .append(m.getName())
                        .append('(');
        for (Class<?> p : m.getParameterTypes()) sb.append(p.getSimpleName()).append(' ');
        sb.append(')');
        for (Class<?> e : m.getExceptionTypes()) sb.append(" throws ").append(e.getSimpleName());
        return sb.append(m.isVarArgs() ? " varargs" : "")
                .append(m.isBridge() ? " bridge" : "")
                .toString();
    }

    static String attempt(Method m, Object target, Object... args) {
        try {
            return String.valueOf(m.invoke(target, args));
        } catch (InvocationTargetException e) {
            return "InvocationTargetException <- " + e.getCause();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        TreeSet<String> all = new TreeSet<String>();
        for (Method m : Sample.class.getDeclaredMethods()) if (!m.isSynthetic()) all.add(sig(m));
        for (String s : all) System.out.println(s);
        TreeSet<String> pub = new TreeSet<String>();
        for (Method m : Sample.class.getMethods())
            if (m.getDeclaringClass() != Object.class && !m.isSynthetic())
                pub.add(m.getDeclaringClass().getSimpleName() + "." + m.getName());
        System.out.println(pub);
        Sample o = new Sample();
        Method add = Sample.class.getMethod("add", int.class, long.class);
        System.out.println(
                attempt(add, null, 1, 2L)
                        + " "
                        + attempt(add, o, (short) 5, 7)
                        + " "
                        + attempt(add, null, 1, "x")
                        + " "
                        + attempt(add, null, 1)
                        + " "
                        + attempt(add, null, 1L, 1L)
                        + " "
                        + attempt(add, null, 'a', (byte) 1)
                        + " "
                        + attempt(add, null, null, 1L));
        Method hidden = Sample.class.getDeclaredMethod("hidden", char.class);
        hidden.setAccessible(true);
        System.out.println(
                hidden.invoke(o, 'x')
                        + " "
                        + hidden.isAccessible()
                        + " "
                        + attempt(Base.class.getMethod("over"), o)
                        + " "
                        + attempt(Base.class.getMethod("over"), null)
                        + " "
                        + attempt(Sample.class.getMethod("over"), new Base())
                        + " "
                        + attempt(
                                Sample.class.getMethod("join", String.class, Object[].class),
                                o,
                                "n",
                                new Object[] {1, 2}));
        System.out.println(
                attempt(Sample.class.getMethod("fails"), o)
                        + " "
                        + attempt(Sample.class.getDeclaredMethod("nothing"), o)
                        + " "
                        + attempt(
                                Sample.class.getDeclaredMethod(
                                        "many",
                                        byte.class,
                                        short.class,
                                        char.class,
                                        int.class,
                                        long.class,
                                        float.class,
                                        double.class,
                                        boolean.class,
                                        int[].class,
                                        String[][].class),
                                o,
                                (byte) 1,
                                (short) 2,
                                'a',
                                4,
                                5L,
                                1.5f,
                                2.5,
                                true,
                                new int[] {9},
                                null));
        try {
            Sample.class.getMethod("hidden", char.class);
        } catch (NoSuchMethodException e) {
            System.out.println("NoSuchMethodException");
        }
        Method eq = Object.class.getMethod("equals", Object.class);
        System.out.println(
                eq.invoke("a", "a")
                        + " "
                        + attempt(String.class.getMethod("charAt", int.class), "abc", 5)
                                .startsWith("InvocationTargetException")
                        + " "
                        + add.equals(Sample.class.getMethod("add", int.class, long.class))
                        + " "
                        + add
                        + " "
                        + attempt(List.class.getMethod("size"), Arrays.asList(1, 2, 3))
                        + " "
                        + attempt(Comparable.class.getMethod("compareTo", Object.class), "b", "a"));
        Method vm = Class.forName("java.lang.String").getMethod("valueOf", Object.class);
        System.out.println(
                vm.invoke(null, (Object) null)
                        + " "
                        + int.class.getMethods().length
                        + " "
                        + int[].class.getMethod("toString").getName());
    }
}
