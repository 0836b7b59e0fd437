// Generic signatures of classes, fields and methods are visible to reflection.
import java.lang.reflect.*;
import java.util.*;

public class GenericSignatures {
    static class Box<T extends Comparable<T> & java.io.Serializable, U>
            extends ArrayList<Map<String, T>> implements Comparable<Box<T, U>> {
        T value;
        List<? extends U> wild;
        Map<String, List<int[]>> nested;
        T[] array;
        List<String>[] lists;
        Map.Entry<? super Integer, ?> entry;
        String plain;

        <X extends Exception> List<X> method(T a, Collection<? super U> b, X[] c) throws X {
            return null;
        }

        public int compareTo(Box<T, U> o) {
            return 0;
        }

        <V> Box(V v, List<V> list) {}
    }

    static class Strings extends HashMap<String, Integer> {}

    static String show(Type t) {
        if (t instanceof Class) return ((Class<?>) t).getSimpleName();
        if (t instanceof ParameterizedType) {
            ParameterizedType p = (ParameterizedType) t;
            StringBuilder sb = new StringBuilder(show(p.getRawType())).append('<');
            for (Type a : p.getActualTypeArguments()) sb.append(show(a)).append(',');
            return sb.append('>')
                    .append(p.getOwnerType() == null ? "" : " of " + show(p.getOwnerType()))
                    .toString();
        }
        if (t instanceof TypeVariable) return "var " + ((TypeVariable<?>) t).getName();
        if (t instanceof GenericArrayType)
            return show(((GenericArrayType) t).getGenericComponentType()) + "[]";
        WildcardType w = (WildcardType) t;
        StringBuilder sb = new StringBuilder("?");
        for (Type u : w.getUpperBounds()) sb.append(" extends ").append(show(u));
        for (Type l : w.getLowerBounds()) sb.append(" super ").append(show(l));
        return sb.toString();
    }

    public static void main(String[] args) throws Exception {
        for (TypeVariable<?> v : Box.class.getTypeParameters()) {
            StringBuilder sb = new StringBuilder(v.getName());
            for (Type b : v.getBounds()) sb.append(' ').append(show(b));
            System.out.println(sb + " " + (v.getGenericDeclaration() == Box.class));
        }
        System.out.println(
                show(Box.class.getGenericSuperclass())
                        + " "
                        + show(Box.class.getGenericInterfaces()[0])
                        + " "
                        + show(Strings.class.getGenericSuperclass())
                        + " "
                        + show(Object.class)
                        + " "
                        + Object.class.getGenericSuperclass());
        for (String f : "value wild nested array lists entry plain".split(" "))
            System.out.println(
                    f
                            + " "
                            + show(Box.class.getDeclaredField(f).getGenericType())
                            + " "
                            + Box.class.getDeclaredField(f).getType().getSimpleName());
        for (Method m : Box.class.getDeclaredMethods())
            if (m.getName().equals("method")) {
                System.out.println(
                        show(m.getGenericReturnType())
                                + " "
                                + m.getTypeParameters()[0].getName()
                                + " "
                                + show(m.getTypeParameters()[0].getBounds()[0])
                                + " "
                                + show(m.getGenericExceptionTypes()[0]));
                for (Type t : m.getGenericParameterTypes()) System.out.println("    " + show(t));
            }
        for (Type t : Box.class.getDeclaredConstructors()[0].getGenericParameterTypes())
            System.out.println("new " + show(t));
        System.out.println(
                show(List.class.getMethod("toArray", Object[].class).getGenericReturnType())
                        + " "
                        + show(
                                Collections.class.getMethod("max", Collection.class)
                                        .getGenericParameterTypes()[0])
                        + " "
                        + Box.class.getDeclaredField("array").getGenericType()
                        + " "
                        + Map.class.getTypeParameters().length);
        Type a = Box.class.getDeclaredField("nested").getGenericType(),
                b = Box.class.getDeclaredField("nested").getGenericType();
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()));
    }
}
