// The exceptions that the machine itself throws have the right classes.
import java.util.*;

public class RuntimeExceptions {
    interface Act {
        Object run() throws Throwable;
    }

    static void expect(String what, Act a) {
        try {
            System.out.println(what + ": no exception, " + a.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t.getClass().getName());
        }
    }

    static String none;
    static int[] noInts;
    static Object obj = "text";
    static RuntimeExceptions self;
    int field;
    static int zero = 0;

    static synchronized Object sync(Object o) {
        synchronized (o) {
            return o;
        }
    }

    abstract static class Abstract {
        abstract void m();
    }

    public static void main(String[] args) {
        expect(
                "call on null",
                new Act() {
                    public Object run() {
                        return none.length();
                    }
                });
        expect(
                "field of null",
                new Act() {
                    public Object run() {
                        return self.field;
                    }
                });
        expect(
                "put to null",
                new Act() {
                    public Object run() {
                        return self.field = 3;
                    }
                });
        expect(
                "array load",
                new Act() {
                    public Object run() {
                        return noInts[0];
                    }
                });
        expect(
                "array length",
                new Act() {
                    public Object run() {
                        return noInts.length;
                    }
                });
        expect(
                "throw null",
                new Act() {
                    public Object run() throws Throwable {
                        Throwable t = null;
                        throw t;
                    }
                });
        expect(
                "lock null",
                new Act() {
                    public Object run() {
                        return sync(null);
                    }
                });
        expect(
                "unbox null",
                new Act() {
                    public Object run() {
                        Integer i = null;
                        return i + 1;
                    }
                });
        expect(
                "for each null",
                new Act() {
                    public Object run() {
                        List<String> l = null;
                        for (String s : l) return s;
                        return 0;
                    }
                });
        expect(
                "cast",
                new Act() {
                    public Object run() {
                        return (Integer) obj;
                    }
                });
        expect(
                "cast to array",
                new Act() {
                    public Object run() {
                        return (int[]) obj;
                    }
                });
        expect(
                "int division",
                new Act() {
                    public Object run() {
                        return 1 / zero;
                    }
                });
        expect(
                "long remainder",
                new Act() {
                    public Object run() {
                        return 1L % zero;
                    }
                });
        expect(
                "double division",
                new Act() {
                    public Object run() {
                        return 1.0 / zero;
                    }
                });
        expect(
                "index",
                new Act() {
                    public Object run() {
                        return new int[] {1, 2}[zero + 5];
                    }
                });
        expect(
                "negative size",
                new Act() {
                    public Object run() {
                        return new int[zero - 1];
                    }
                });
        expect(
                "store",
                new Act() {
                    public Object run() {
                        Object[] a = new Integer[1];
                        a[0] = "s";
                        return a;
                    }
                });
        expect(
                "string index",
                new Act() {
                    public Object run() {
                        return "abc".charAt(3);
                    }
                });
        expect(
                "substring",
                new Act() {
                    public Object run() {
                        return "abc".substring(2, 1);
                    }
                });
        expect(
                "iterator",
                new Act() {
                    public Object run() {
                        return new ArrayList<String>().iterator().next();
                    }
                });
        expect(
                "modification",
                new Act() {
                    public Object run() {
                        List<Integer> l = new ArrayList<Integer>(Arrays.asList(1, 2, 3));
                        for (Integer i : l) l.remove(i);
                        return l;
                    }
                });
        expect(
                "unmodifiable",
                new Act() {
                    public Object run() {
                        return Collections.emptyList().add(null);
                    }
                });
        expect(
                "number",
                new Act() {
                    public Object run() {
                        return Integer.parseInt("12x");
                    }
                });
        expect(
                "number null",
                new Act() {
                    public Object run() {
                        return Integer.parseInt(null);
                    }
                });
        expect(
                "double",
                new Act() {
                    public Object run() {
                        return Double.parseDouble("1,5");
                    }
                });
        expect(
                "class",
                new Act() {
                    public Object run() throws Exception {
                        return Class.forName("nope");
                    }
                });
        expect(
                "abstract",
                new Act() {
                    public Object run() throws Exception {
                        return Abstract.class.newInstance();
                    }
                });
        expect(
                "no constructor",
                new Act() {
                    public Object run() throws Exception {
                        return Integer.class.newInstance();
                    }
                });
        expect(
                "no method",
                new Act() {
                    public Object run() throws Exception {
                        return String.class.getMethod("nope");
                    }
                });
        expect(
                "no field",
                new Act() {
                    public Object run() throws Exception {
                        return String.class.getField("nope");
                    }
                });
        expect(
                "clone",
                new Act() {
                    public Object run() throws Exception {
                        return new Object() {
                            Object c() throws Exception {
                                return clone();
                            }
                        }.c();
                    }
                });
        expect(
                "compare",
                new Act() {
                    public Object run() {
                        return new TreeSet<Object>(Arrays.asList((Object) "a", 1));
                    }
                });
        expect(
                "enum",
                new Act() {
                    public Object run() {
                        return Thread.State.valueOf("x");
                    }
                });
        expect(
                "assertion",
                new Act() {
                    public Object run() {
                        throw new AssertionError(5);
                    }
                });
        expect(
                "monitor",
                new Act() {
                    public Object run() {
                        obj.notify();
                        return null;
                    }
                });
        expect(
                "illegal argument",
                new Act() {
                    public Object run() {
                        return new ArrayList<String>(-1);
                    }
                });
    }
}
