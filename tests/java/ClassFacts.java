// Class objects: names, kinds, hierarchy, casts, primitive and array classes, forName in all its forms.
import java.lang.reflect.Modifier;
import java.util.*;

public class ClassFacts {
    interface I {}

    abstract static class A implements I, Comparable<A> {}

    static final class B extends A {
        public int compareTo(A a) {
            return 0;
        }
    }

    static String named(String n) {
        try {
            return Class.forName(n).getName();
        } catch (ClassNotFoundException e) {
            return "ClassNotFoundException";
        }
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> c :
                new Class<?>[] {
                    int.class,
                    void.class,
                    Integer.class,
                    int[].class,
                    String[][].class,
                    I.class,
                    A.class,
                    B.class,
                    Object.class,
                    Thread.State.class,
                    Override.class,
                    Runnable.class
                })
            System.out.println(
                    c.getName()
                            + " "
                            + c
                            + " "
                            + c.getSuperclass()
                            + " "
                            + (c == Integer.class ? "" : c.getInterfaces().length)
                            + " "
                            + c.isPrimitive()
                            + c.isArray()
                            + c.isInterface()
                            + c.isEnum()
                            + c.isAnnotation()
                            + " "
                            + c.getComponentType()
                            + " "
                            + Modifier.toString(
                                    c.getModifiers()
                                            & (Modifier.ABSTRACT
                                                    | Modifier.FINAL
                                                    | Modifier.INTERFACE
                                                    | Modifier.STATIC)));
        for (String n :
                new String[] {
                    "java.lang.String",
                    "[I",
                    "[Ljava.lang.String;",
                    "[[J",
                    "ClassFacts$B",
                    "int",
                    "I",
                    "java/lang/String",
                    "ClassFacts.B",
                    "",
                    "[X",
                    "[Ljava.lang.String",
                    "Ljava.lang.String;"
                }) System.out.println("'" + n + "' " + named(n));
        System.out.println(
                (int.class == Integer.TYPE)
                        + " "
                        + (void.class == Void.TYPE)
                        + " "
                        + (new int[0].getClass() == int[].class)
                        + " "
                        + (Class.forName("[I") == int[].class)
                        + " "
                        + A.class.isAssignableFrom(B.class)
                        + I.class.isAssignableFrom(B.class)
                        + B.class.isAssignableFrom(A.class)
                        + " "
                        + I.class.isInstance(new B())
                        + " "
                        + B.class.cast(new B()).getClass().getSimpleName()
                        + " "
                        + B.class.asSubclass(A.class).getSimpleName()
                        + " "
                        + B.class.getInterfaces().length
                        + A.class.getInterfaces().length
                        + " "
                        + Comparable.class.isAssignableFrom(String.class));
        try {
            B.class.cast("x");
        } catch (ClassCastException e) {
            System.out.println("cast: ClassCastException");
        }
        try {
            A.class.asSubclass(Runnable.class);
        } catch (ClassCastException e) {
            System.out.println("asSubclass: ClassCastException");
        }
        System.out.println(
                B.class.desiredAssertionStatus()
                        + " "
                        + B.class.getSimpleName()
                        + " "
                        + int[][].class.getSimpleName()
                        + " "
                        + int[][].class.getCanonicalName()
                        + " "
                        + B.class.hashCode() * 0
                        + " "
                        + B.class.equals(new B().getClass()));
    }
}
