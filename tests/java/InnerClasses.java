// Nested, inner, local and anonymous classes see their surroundings and each other's private members.
public class InnerClasses {
    private int secret = 42;
    private static String shared = "shared";

    static class Nested {
        private int x = 1;

        int peek(InnerClasses o) {
            return o.secret + x;
        }
    }

    class Inner {
        private int secret = 7;

        class Deeper {
            int secret = 1;

            String all() {
                return secret
                        + " "
                        + Inner.this.secret
                        + " "
                        + InnerClasses.this.secret
                        + " "
                        + shared;
            }
        }

        void bump() {
            InnerClasses.this.secret++;
            secret += InnerClasses.this.secret;
        }
    }

    interface Counter {
        int next();
    }

    Counter counter(final int step) {
        class Local implements Counter {
            int at = secret;

            public int next() {
                return at += step;
            }
        }
        return new Local();
    }

    static Counter anonymous(final int from) {
        return new Counter() {
            int n = from;

            {
                n *= 2;
            }

            public int next() {
                return n++;
            }

            @Override
            public String toString() {
                return "anonymous at " + n;
            }
        };
    }

    static class Base {
        String who() {
            return "base";
        }

        Base() {
            System.out.println("constructed " + who());
        }
    }

    class Child extends Base {
        String name = "child";

        @Override
        String who() {
            return name + InnerClasses.this.secret;
        }
    }

    class OfInner extends Inner {
        OfInner(InnerClasses outer) {
            outer.super();
        }
    }

    public static void main(String[] args) {
        InnerClasses o = new InnerClasses();
        Nested nested = new Nested();
        nested.x = 5;
        System.out.println(nested.peek(o));
        InnerClasses.Inner inner = o.new Inner();
        inner.bump();
        System.out.println(inner.new Deeper().all());
        Counter c = o.counter(10), d = o.counter(1);
        System.out.println(c.next() + " " + c.next() + " " + d.next());
        Counter a = anonymous(3);
        a.next();
        a.next();
        System.out.println(a + " " + a.next());
        System.out.println(o.new Child().who());
        InnerClasses other = new InnerClasses();
        OfInner of = o.new OfInner(other);
        of.bump();
        System.out.println(o.secret + " " + other.secret);
        System.out.println(
                new Object() {
                    int twice(int n) {
                        return 2 * n;
                    }
                }.twice(21));
        System.out.println(
                Inner.class.getName()
                        + " "
                        + a.getClass().getName()
                        + " "
                        + c.getClass().getName());
    }
}
