// Dynamic proxies route interface and Object methods to their handler, box results, and check exceptions.
import java.lang.reflect.*;
import java.util.*;

public class Proxies {
    interface Calc {
        int add(int a, int b);

        double half(long x);

        void nothing();

        String text(char c, boolean[] z);
    }

    interface Other {
        String other() throws java.io.IOException;
    }

    static final List<String> log = new ArrayList<String>();
    static Object result;

    public static void main(String[] args) throws Exception {
        InvocationHandler h =
                new InvocationHandler() {
                    public Object invoke(Object proxy, Method m, Object[] a) throws Throwable {
                        log.add(
                                m.getName()
                                        + (a == null ? "()" : Arrays.deepToString(a))
                                        + m.getDeclaringClass().getSimpleName());
                        if (m.getName().equals("add")) return (Integer) a[0] + (Integer) a[1];
                        if (m.getName().equals("half")) return ((Long) a[0]) / 2.0;
                        if (m.getName().equals("toString")) return "proxy";
                        if (m.getName().equals("hashCode")) return 99;
                        if (m.getName().equals("equals")) return proxy == a[0];
                        if (result instanceof Throwable) throw (Throwable) result;
                        return result;
                    }
                };
        Object p =
                Proxy.newProxyInstance(
                        Proxies.class.getClassLoader(),
                        new Class<?>[] {Calc.class, Other.class},
                        h);
        Calc c = (Calc) p;
        Other o = (Other) p;
        System.out.println(
                c.add(2, 3)
                        + " "
                        + c.half(5)
                        + " "
                        + p
                        + " "
                        + p.hashCode()
                        + " "
                        + p.equals(p)
                        + p.equals("x"));
        result = "ok";
        System.out.println(c.text('q', new boolean[] {true}) + " " + o.other());
        result = null;
        c.nothing();
        System.out.println(c.text('n', null));
        System.out.println(log);
        System.out.println(
                Proxy.isProxyClass(p.getClass())
                        + " "
                        + Proxy.isProxyClass(String.class)
                        + " "
                        + (Proxy.getInvocationHandler(p) == h)
                        + " "
                        + (p instanceof Calc)
                        + " "
                        + Arrays.asList(p.getClass().getInterfaces()).contains(Other.class)
                        + " "
                        + (p.getClass()
                                == Proxy.getProxyClass(
                                        Proxies.class.getClassLoader(), Calc.class, Other.class))
                        + " "
                        + Modifier.isFinal(p.getClass().getModifiers())
                        + " "
                        + (p.getClass().getSuperclass() == Proxy.class));
        result = new java.io.IOException("declared");
        try {
            o.other();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            c.nothing();
        } catch (UndeclaredThrowableException e) {
            System.out.println("UndeclaredThrowableException <- " + e.getCause().getMessage());
        }
        result = new IllegalStateException("unchecked");
        try {
            c.nothing();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        result = 5;
        try {
            c.text('x', null);
        } catch (ClassCastException e) {
            System.out.println("ClassCastException");
        }
        InvocationHandler nulls =
                new InvocationHandler() {
                    public Object invoke(Object proxy, Method m, Object[] a) {
                        return null;
                    }
                };
        Calc n =
                (Calc)
                        Proxy.newProxyInstance(
                                Proxies.class.getClassLoader(), new Class<?>[] {Calc.class}, nulls);
        try {
            n.add(1, 1);
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        }
        n.nothing();
        System.out.println(n.toString());
        try {
            Proxy.newProxyInstance(
                    Proxies.class.getClassLoader(), new Class<?>[] {String.class}, h);
        } catch (IllegalArgumentException e) {
            System.out.println("not an interface");
        }
        try {
            Proxy.newProxyInstance(
                    Proxies.class.getClassLoader(), new Class<?>[] {Calc.class, Calc.class}, h);
        } catch (IllegalArgumentException e) {
            System.out.println("repeated");
        }
        Method m = Calc.class.getMethod("add", int.class, int.class);
        System.out.println(m.invoke(p, 20, 22));
        @SuppressWarnings("unchecked")
        Comparator<String> cmp =
                (Comparator<String>)
                        Proxy.newProxyInstance(
                                Proxies.class.getClassLoader(),
                                new Class<?>[] {Comparator.class},
                                new InvocationHandler() {
                                    public Object invoke(Object q, Method mm, Object[] a) {
                                        return ((String) a[1]).compareTo((String) a[0]);
                                    }
                                });
        List<String> l = new ArrayList<String>(Arrays.asList("a", "c", "b"));
        Collections.sort(l, cmp);
        System.out.println(l);
    }
}
