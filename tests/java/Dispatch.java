// Virtual, interface, super, private and static calls reach the right method; fields are hidden, not overridden.
public class Dispatch {
    static class A {
        String n = "fA";

        static String s() {
            return "sA";
        }

        String v() {
            return "vA";
        }

        private String p() {
            return "pA";
        }

        String callP() {
            return p();
        }

        String self() {
            return this.v() + n;
        }

        String over(Object o) {
            return "AO";
        }

        String over(String s) {
            return "AS";
        }
    }

    static class B extends A {
        String n = "fB";

        static String s() {
            return "sB";
        }

        @Override
        String v() {
            return "vB>" + super.v();
        }

        String p() {
            return "pB";
        }

        @Override
        String over(Object o) {
            return "BO";
        }
    }

    static class C extends B {
        @Override
        String v() {
            return "vC>" + super.v();
        }

        String fields() {
            return n + ((A) this).n + super.n;
        }

        String over(Integer i) {
            return "CI";
        }
    }

    interface Shape {
        double area();
    }

    interface Named {
        String name();
    }

    abstract static class Base implements Shape, Named {
        public String toString() {
            return name() + "=" + area();
        }
    }

    static class Sq extends Base {
        final double a;

        Sq(double a) {
            this.a = a;
        }

        public double area() {
            return a * a;
        }

        public String name() {
            return "sq";
        }
    }

    static class Unit extends Sq {
        Unit() {
            super(1);
        }

        @Override
        public String name() {
            return "unit " + super.name();
        }
    }

    static class PackagePrivate {
        String m() {
            return "pp";
        }
    }

    static class Sub extends PackagePrivate {
        @Override
        public String m() {
            return "sub";
        }
    }

    static class Equal {
        public boolean equals(Equal e) {
            return true;
        }
    }

    public static void main(String[] args) {
        A a = new C();
        B b = new C();
        C c = new C();
        System.out.println(
                a.v()
                        + " "
                        + a.callP()
                        + " "
                        + a.self()
                        + " "
                        + a.n
                        + " "
                        + b.n
                        + " "
                        + c.fields()
                        + " "
                        + b.p());
        System.out.println(a.s() + " " + b.s() + " " + ((A) null).s());
        Object o = "str";
        System.out.println(
                a.over(o)
                        + " "
                        + a.over("x")
                        + " "
                        + b.over(o)
                        + " "
                        + c.over(1)
                        + " "
                        + b.over(1)
                        + " "
                        + c.over((Object) 1));
        Shape[] shapes = {new Sq(2), new Unit()};
        for (Shape s : shapes) System.out.println(s + " " + ((Named) s).name());
        PackagePrivate p = new Sub();
        System.out.println(p.m());
        Object e = new Equal();
        System.out.println(
                new Equal().equals(new Equal())
                        + " "
                        + e.equals(new Equal())
                        + " "
                        + new Equal().equals(e));
        try {
            A none = null;
            none.v();
        } catch (NullPointerException x) {
            System.out.println("NullPointerException");
        }
        try {
            Shape none = null;
            none.area();
        } catch (NullPointerException x) {
            System.out.println("NullPointerException");
        }
        try {
            ((Shape) (Object) "s").area();
        } catch (ClassCastException x) {
            System.out.println("ClassCastException");
        }
        int total = 0;
        A[] many = {new A(), new B(), new C()};
        for (int i = 0; i < 3000; i++) total += many[i % 3].v().length();
        System.out.println(total);
        CharSequence[] seqs = {"abc", new StringBuilder("de"), new StringBuffer("f")};
        total = 0;
        for (int i = 0; i < 300; i++) total += seqs[i % 3].length();
        System.out.println(total);
    }
}
