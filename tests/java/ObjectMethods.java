// equals, hashCode, toString, clone and getClass of Object, strings, boxes and own classes keep their contracts.
public class ObjectMethods {
    static class P implements Cloneable {
        int x;
        int[] data = {1};

        P(int x) {
            this.x = x;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof P && ((P) o).x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }

        P copy() throws CloneNotSupportedException {
            return (P) clone();
        }
    }

    static class NotCloneable {
        Object tryClone() throws CloneNotSupportedException {
            return clone();
        }
    }

    public static void main(String[] args) throws Exception {
        P a = new P(3), b = new P(3), c = a.copy();
        System.out.println(
                a.equals(b)
                        + " "
                        + (a == b)
                        + " "
                        + a.equals(null)
                        + " "
                        + c.equals(a)
                        + " "
                        + (c.data == a.data)
                        + " "
                        + c.getClass().getSimpleName());
        System.out.println(
                a.toString().startsWith("ObjectMethods$P@3")
                        + " "
                        + new Object().equals(new Object()));
        try {
            new NotCloneable().tryClone();
        } catch (CloneNotSupportedException e) {
            System.out.println("CloneNotSupportedException");
        }
        Object o = new Object();
        System.out.println(
                (o.hashCode() == o.hashCode())
                        + " "
                        + (System.identityHashCode(o) == o.hashCode())
                        + " "
                        + System.identityHashCode(null));
        System.out.println(
                "abc".hashCode()
                        + " "
                        + "".hashCode()
                        + " "
                        + Integer.valueOf(-5).hashCode()
                        + " "
                        + Long.valueOf(1L << 33).hashCode()
                        + " "
                        + Double.valueOf(1.5).hashCode()
                        + " "
                        + Float.valueOf(1.5f).hashCode()
                        + " "
                        + Boolean.TRUE.hashCode()
                        + " "
                        + Boolean.FALSE.hashCode()
                        + " "
                        + Character.valueOf('a').hashCode()
                        + " "
                        + Byte.valueOf((byte) -1).hashCode()
                        + " "
                        + Short.valueOf((short) -1).hashCode());
        System.out.println(Integer.valueOf(127) == Integer.valueOf(127) ? "cached" : "not cached");
        System.out.println(
                Integer.valueOf(5).equals(5L)
                        + " "
                        + Long.valueOf(5).equals(5L)
                        + " "
                        + new Integer(5).equals(new Integer(5)));
        System.out.println(
                int[].class
                        + " "
                        + String[][].class.getName()
                        + " "
                        + int.class
                        + " "
                        + Runnable.class
                        + " "
                        + P.class);
        try {
            synchronized (o) {
                o.notify();
                o.notifyAll();
            }
            o.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println("IllegalMonitorStateException");
        }
        try {
            o.wait(1);
        } catch (IllegalMonitorStateException e) {
            System.out.println("IllegalMonitorStateException");
        }
    }
}
