/* A lambda and a method reference: call sites and method handles in a dex file of version 038. See Tiny.java. */
import java.util.function.Function;

public class Lambda {
    interface Named {
        default String name() { return "named"; }
        static Named make() { return new Named() { }; }
    }

    static Function<String, Integer> length() { return String::length; }

    static Runnable later(String text) { return () -> System.out.println(text + Named.make().name()); }
}
