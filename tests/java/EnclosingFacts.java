// A class knows where it was declared: enclosing class and method, member classes, anonymous, local, simple names.
import java.lang.reflect.*;
import java.util.*;

public class EnclosingFacts {
    static class Nested {
        class Deep {}

        interface Face {}

        enum Kind {
            A {},
            B
        }
    }

    class Inner {}

    static Object field = new Object() {};
    Object made;

    EnclosingFacts() {
        class InConstructor {}
        made = new InConstructor();
    }

    static Object[] method() {
        class Local {
            Object inner() {
                return new Runnable() {
                    public void run() {}
                };
            }
        }
        Local l = new Local();
        return new Object[] {
            l,
            l.inner(),
            new Comparable<String>() {
                public int compareTo(String s) {
                    return 0;
                }
            }
        };
    }

    static String facts(Class<?> c) {
        Method m = c.getEnclosingMethod();
        return c.getName()
                + " | "
                + c.getSimpleName()
                + " | "
                + c.getCanonicalName()
                + " | decl "
                + (c.getDeclaringClass() == null ? null : c.getDeclaringClass().getSimpleName())
                + " | encl "
                + (c.getEnclosingClass() == null ? null : c.getEnclosingClass().getSimpleName())
                + " | method "
                + (m == null ? null : m.getName())
                + " | constructor "
                + (c.getEnclosingConstructor() != null)
                + (c.isMemberClass() ? " member" : "")
                + (c.isLocalClass() ? " local" : "")
                + (c.isAnonymousClass() ? " anonymous" : "")
                + " "
                + (c.isArray()
                        ? ""
                        : Modifier.toString(
                                c.getModifiers() & ~Modifier.SYNCHRONIZED & ~Modifier.FINAL));
    }

    public static void main(String[] args) {
        for (Class<?> c :
                new Class<?>[] {
                    EnclosingFacts.class,
                    Nested.class,
                    Nested.Deep.class,
                    Nested.Face.class,
                    Nested.Kind.class,
                    Inner.class,
                    field.getClass(),
                    new EnclosingFacts().made.getClass(),
                    String.class,
                    int.class,
                    int[].class,
                    Nested.Deep[][].class,
                    Map.Entry.class
                }) System.out.println(facts(c));
        for (Object o : method()) System.out.println(facts(o.getClass()));
        System.out.println(facts(Nested.Kind.A.getClass()).replaceAll("\\| method.*", ""));
        TreeSet<String> members = new TreeSet<String>();
        for (Class<?> c : EnclosingFacts.class.getDeclaredClasses()) members.add(c.getSimpleName());
        System.out.println(
                members
                        + " "
                        + Nested.class.getDeclaredClasses().length
                        + " "
                        + String.class.getPackage().getName()
                        + " "
                        + Nested.class.isEnum()
                        + Nested.Kind.class.isEnum()
                        + Nested.Kind.A.getClass().isEnum()
                        + " "
                        + Nested.Kind.class.getEnumConstants().length
                        + " "
                        + Nested.class.getEnumConstants());
    }
}
