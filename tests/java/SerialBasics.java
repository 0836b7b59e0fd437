// Object streams keep graphs, shared references, cycles, arrays, strings, boxes, collections and transient defaults.
import java.io.*;
import java.util.*;

public class SerialBasics {
    static class Person implements Serializable {
        private static final long serialVersionUID = 1;
        String name;
        int age;
        transient String secret = "s";
        Person friend;
        final List<Person> all = new ArrayList<Person>();
        static int count = 5;

        Person(String n, int a) {
            name = n;
            age = a;
        }
    }

    static class Base {
        int inBase = 1;

        Base() {
            inBase = 99;
        }
    }

    static class Sub extends Base implements Serializable {
        private static final long serialVersionUID = 2;
        int inSub = 2;
        long l = 1L << 40;
        double d = .5;
        char c = 'x';
        boolean z = true;
        byte b = -1;
        short s = 3;
        float f = 1.5f;
    }

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green!";
            }
        }
    }

    static byte[] write(Object... os) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(b);
        for (Object o : os) out.writeObject(o);
        out.close();
        return b.toByteArray();
    }

    static ObjectInputStream open(byte[] b) throws IOException {
        return new ObjectInputStream(new ByteArrayInputStream(b));
    }

    public static void main(String[] args) throws Exception {
        Person a = new Person("Ann", 30), b = new Person("Bob", 40);
        a.friend = b;
        b.friend = a;
        a.all.add(a);
        a.all.add(b);
        Person c = (Person) open(write(a)).readObject();
        System.out.println(
                c.name
                        + c.age
                        + c.secret
                        + c.friend.name
                        + (c.friend.friend == c)
                        + (c.all.get(0) == c)
                        + (c.all.get(1) == c.friend)
                        + (c != a));
        Sub s = new Sub();
        s.inBase = 5;
        Sub t = (Sub) open(write(s)).readObject();
        System.out.println(
                t.inBase + " " + t.inSub + " " + t.l + " " + t.d + t.c + t.z + t.b + t.s + t.f);
        Object[] mixed = {
            1,
            2L,
            3.5,
            'c',
            true,
            "str",
            null,
            new int[] {1, 2},
            new String[][] {{"x"}, null},
            Color.GREEN,
            new LinkedHashMap<String, Integer>(Collections.singletonMap("k", 1)),
            new TreeSet<String>(Arrays.asList("b", "a")),
            Arrays.asList(1, 2),
            new java.math.BigInteger("12345678901234567890"),
            new StringBuilder("sb"),
            String.class,
            int[].class,
            new BitSet(),
            Locale.GERMANY,
            new ArrayDeque<Integer>(Arrays.asList(7, 8)),
            Collections.unmodifiableList(new ArrayList<Integer>(Arrays.asList(9))),
            EnumSet.of(Color.RED),
            UUID.nameUUIDFromBytes(new byte[] {1}),
            new PriorityQueue<Integer>(Arrays.asList(3, 1)),
            Collections.emptyMap()
        };
        System.out.println(
                Arrays.deepToString((Object[]) open(write((Object) mixed)).readObject()));
        ObjectInputStream in = open(write("one", a, "one", a));
        String s1 = (String) in.readObject();
        Person p1 = (Person) in.readObject();
        System.out.println((s1 == in.readObject()) + " " + (p1 == in.readObject()));
        try {
            in.readObject();
        } catch (EOFException e) {
            System.out.println("EOFException");
        }
        System.out.println(open(write(Color.GREEN)).readObject() == Color.GREEN);
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bo);
        Person m = new Person("M", 1);
        out.writeObject(m);
        m.age = 2;
        out.writeObject(m);
        out.reset();
        out.writeObject(m);
        out.writeUnshared(m);
        out.writeInt(42);
        out.writeUTF("utf é");
        out.writeDouble(1.5);
        out.write(new byte[] {1, 2, 3});
        out.flush();
        in = open(bo.toByteArray());
        System.out.println(
                ((Person) in.readObject()).age
                        + " "
                        + ((Person) in.readObject()).age
                        + " "
                        + ((Person) in.readObject()).age
                        + " "
                        + ((Person) in.readObject()).age
                        + " "
                        + in.readInt()
                        + in.readUTF()
                        + in.readDouble()
                        + in.read()
                        + in.available());
        try {
            write(new Object());
        } catch (NotSerializableException e) {
            System.out.println("NotSerializableException " + e.getMessage());
        }
        try {
            write(new Object[] {new Thread()});
        } catch (NotSerializableException e) {
            System.out.println("NotSerializableException");
        }
        try {
            open(new byte[] {1, 2, 3, 4});
        } catch (StreamCorruptedException e) {
            System.out.println("StreamCorruptedException");
        }
        byte[] cut = Arrays.copyOf(write(a), 40);
        try {
            open(cut).readObject();
        } catch (EOFException e) {
            System.out.println("EOFException");
        }
        byte[] head = write("x");
        System.out.println(
                head[0] + " " + head[1] + " " + head[3] + " " + head[4] + " " + head.length);
    }
}
