// An interpreter for a small language: tokens, parser, scopes, closures, exceptions for control flow.
import java.util.*;

public class TinyInterpreter {
    static class Return extends RuntimeException {
        final Object v;

        Return(Object v) {
            this.v = v;
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    static class Env {
        final Map<String, Object> vars = new HashMap<String, Object>();
        final Env up;

        Env(Env up) {
            this.up = up;
        }

        Object get(String n) {
            for (Env e = this; e != null; e = e.up) if (e.vars.containsKey(n)) return e.vars.get(n);
            throw new RuntimeException("unknown " + n);
        }

        void set(String n, Object v) {
            for (Env e = this; e != null; e = e.up)
                if (e.vars.containsKey(n)) {
                    e.vars.put(n, v);
                    return;
                }
            vars.put(n, v);
        }
    }

    abstract static class Fn {
        abstract Object call(List<Object> a);
    }

    static List<Object> read(StringTokenizer t, boolean top) {
        List<Object> l = new ArrayList<Object>();
        while (t.hasMoreTokens()) {
            String s = t.nextToken();
            if (s.equals("(")) l.add(read(t, false));
            else if (s.equals(")")) {
                if (top) throw new RuntimeException("extra )");
                return l;
            } else if (s.trim().length() > 0) {
                try {
                    l.add(Long.valueOf(s));
                } catch (NumberFormatException e) {
                    l.add(s);
                }
            }
        }
        if (!top) throw new RuntimeException("missing )");
        return l;
    }

    @SuppressWarnings("unchecked")
    static Object eval(Object x, final Env env) {
        if (x instanceof Long) return x;
        if (x instanceof String) return env.get((String) x);
        final List<Object> l = (List<Object>) x;
        Object head = l.get(0);
        if ("def".equals(head)) {
            Object v = eval(l.get(2), env);
            env.vars.put((String) l.get(1), v);
            return v;
        }
        if ("set".equals(head)) {
            Object v = eval(l.get(2), env);
            env.set((String) l.get(1), v);
            return v;
        }
        if ("if".equals(head))
            return eval(!Long.valueOf(0).equals(eval(l.get(1), env)) ? l.get(2) : l.get(3), env);
        if ("while".equals(head)) {
            Object r = 0L;
            while (!Long.valueOf(0).equals(eval(l.get(1), env)))
                for (int i = 2; i < l.size(); i++) r = eval(l.get(i), env);
            return r;
        }
        if ("return".equals(head)) throw new Return(eval(l.get(1), env));
        if ("fn".equals(head))
            return new Fn() {
                Object call(List<Object> a) {
                    Env e = new Env(env);
                    List<Object> names = (List<Object>) l.get(1);
                    for (int i = 0; i < names.size(); i++)
                        e.vars.put((String) names.get(i), a.get(i));
                    Object r = 0L;
                    try {
                        for (int i = 2; i < l.size(); i++) r = eval(l.get(i), e);
                    } catch (Return q) {
                        return q.v;
                    }
                    return r;
                }
            };
        Fn f = (Fn) eval(head, env);
        List<Object> a = new ArrayList<Object>();
        for (int i = 1; i < l.size(); i++) a.add(eval(l.get(i), env));
        return f.call(a);
    }

    static Env base() {
        Env e = new Env(null);
        for (final String op : "+ - * < = %".split(" "))
            e.vars.put(
                    op,
                    new Fn() {
                        Object call(List<Object> a) {
                            long x = (Long) a.get(0), y = (Long) a.get(1);
                            switch (op.charAt(0)) {
                                case '+':
                                    return x + y;
                                case '-':
                                    return x - y;
                                case '*':
                                    return x * y;
                                case '%':
                                    return x % y;
                                case '<':
                                    return x < y ? 1L : 0L;
                                default:
                                    return x == y ? 1L : 0L;
                            }
                        }
                    });
        return e;
    }

    static String run(String src) {
        try {
            Object r = 0L;
            Env e = base();
            for (Object x : read(new StringTokenizer(src, "() \n", true), true)) r = eval(x, e);
            return r instanceof Fn ? "function" : "" + r;
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        System.out.println(
                run("(def fact (fn (n) (if (< n 2) 1 (* n (fact (- n 1)))))) (fact 20)"));
        System.out.println(
                run("(def fib (fn (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))) (fib 18)"));
        System.out.println(
                run(
                        "(def counter (fn () (def c 0) (fn () (set c (+ c 1))))) (def a (counter))"
                            + " (def b (counter)) (a) (a) (b) (+ (* 10 (a)) (b))"));
        System.out.println(
                run("(def i 0) (def s 0) (while (< i 1000) (set s (+ s i)) (set i (+ i 1))) s"));
        System.out.println(
                run("(def f (fn (n) (while 1 (if (= n 7) (return n) (set n (+ n 1)))))) (f 0)"));
        System.out.println(
                run("(undefined 1)")
                        + " "
                        + run("(1 2)")
                        + " "
                        + run("(+ 1")
                        + " "
                        + run("(% 5 0)")
                        + " "
                        + run("(fn () 1)"));
        System.out.println(
                run(
                        "(def prime (fn (n) (def d 2) (while (< d n) (if (= (% n d) 0) (return 0)"
                            + " (set d (+ d 1)))) 1)) (def c 0) (def n 2) (while (< n 150) (set c"
                            + " (+ c (prime n))) (set n (+ n 1))) c"));
    }
}
