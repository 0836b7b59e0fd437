// Annotations at run time: values of every type, defaults, nesting, inheritance, parameters, missing ones.
import java.lang.annotation.*;
import java.util.*;

public class Annotations {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Mark {
        String value() default "default";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Full {
        int i() default 1;

        long l() default 2L;

        double d() default 2.5;

        float f() default 1.5f;

        byte b() default 3;

        short s() default 4;

        char c() default 'c';

        boolean z() default true;

        String t() default "t";

        Class<?> k() default String.class;

        Thread.State e() default Thread.State.NEW;

        Mark m() default @Mark("nested");

        int[] ia() default {1, 2};

        String[] sa() default {};

        Mark[] ma() default {@Mark, @Mark("x")};

        Class<?>[] ka() default {int.class, int[].class};
    }

    @Retention(RetentionPolicy.SOURCE)
    @interface Gone {}

    @Retention(RetentionPolicy.CLASS)
    @interface Hidden {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface NotInherited {}

    @Mark
    @NotInherited
    @Gone
    @Hidden
    static class Base {}

    static class Child extends Base {}

    @Mark("own")
    static class Other extends Base {}

    @Full
    static class Defaults {}

    @Full(
            i = -5,
            l = 1L << 40,
            t = "changed",
            k = Map.Entry.class,
            e = Thread.State.BLOCKED,
            m = @Mark("inner"),
            ia = 9,
            sa = {"a", "b"},
            ma = {})
    static class Changed {
        @Mark("field")
        int field;

        @Mark("method")
        @Deprecated
        void method(@Mark("p0") int a, String b, @NotInherited @Mark Object c) {}

        @Mark("constructor")
        Changed() {}
    }

    static String show(Full f) {
        return f.i()
                + " "
                + f.l()
                + " "
                + f.d()
                + " "
                + f.f()
                + " "
                + f.b()
                + " "
                + f.s()
                + " "
                + f.c()
                + " "
                + f.z()
                + " "
                + f.t()
                + " "
                + f.k().getName()
                + " "
                + f.e()
                + " "
                + f.m().value()
                + " "
                + Arrays.toString(f.ia())
                + Arrays.toString(f.sa())
                + f.ma().length
                + f.ka().length
                + (f.ka().length > 1 ? f.ka()[1] : "");
    }

    static String names(Annotation[] as) {
        TreeSet<String> s = new TreeSet<String>();
        for (Annotation a : as) s.add(a.annotationType().getSimpleName());
        return s.toString();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(show(Defaults.class.getAnnotation(Full.class)));
        System.out.println(show(Changed.class.getAnnotation(Full.class)));
        System.out.println(
                names(Base.class.getAnnotations())
                        + names(Child.class.getAnnotations())
                        + names(Child.class.getDeclaredAnnotations())
                        + Child.class.getAnnotation(Mark.class).value()
                        + Other.class.getAnnotation(Mark.class).value()
                        + Child.class.isAnnotationPresent(NotInherited.class)
                        + Base.class.getAnnotation(Hidden.class));
        System.out.println(
                Changed.class.getDeclaredField("field").getAnnotation(Mark.class).value()
                        + " "
                        + names(
                                Changed.class
                                        .getDeclaredMethod(
                                                "method", int.class, String.class, Object.class)
                                        .getAnnotations())
                        + " "
                        + Changed.class.getDeclaredConstructor().getAnnotation(Mark.class).value());
        StringBuilder sb = new StringBuilder();
        for (Annotation[] p :
                Changed.class
                        .getDeclaredMethod("method", int.class, String.class, Object.class)
                        .getParameterAnnotations()) sb.append(names(p));
        System.out.println(sb);
        Mark a = Base.class.getAnnotation(Mark.class),
                b = Child.class.getAnnotation(Mark.class),
                c = Other.class.getAnnotation(Mark.class);
        System.out.println(
                a.equals(b)
                        + " "
                        + a.equals(c)
                        + " "
                        + (a.hashCode() == b.hashCode())
                        + " "
                        + (a.annotationType() == Mark.class)
                        + " "
                        + a.hashCode()
                        + " "
                        + (a instanceof Annotation));
        Full f = Defaults.class.getAnnotation(Full.class);
        f.ia()[0] = 99;
        System.out.println(
                f.ia()[0]
                        + " "
                        + f.equals(Defaults.class.getAnnotation(Full.class))
                        + " "
                        + Mark.class.isAnnotation()
                        + Mark.class.isInterface()
                        + " "
                        + Mark.class.getMethod("value").getDefaultValue()
                        + " "
                        + Full.class.getMethod("k").getDefaultValue()
                        + " "
                        + names(Mark.class.getAnnotations())
                        + " "
                        + Annotations.class.getAnnotations().length
                        + " "
                        + Mark.class.getAnnotation(Retention.class).value());
    }
}
