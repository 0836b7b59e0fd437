// writeObject, readObject, readResolve, writeReplace, Externalizable, validation, own fields, subclassed streams.
import java.io.*;
import java.util.*;

public class SerialCustom {
    static class Temp implements Serializable {
        private static final long serialVersionUID = 1;
        transient int celsius;

        Temp(int c) {
            celsius = c;
        }

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            o.writeInt(celsius * 2);
            o.writeObject("extra");
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject();
            celsius = i.readInt() / 2;
            if (!"extra".equals(i.readObject())) throw new IOException();
        }
    }

    static class Single implements Serializable {
        private static final long serialVersionUID = 1;
        static final Single ONE = new Single();

        private Object readResolve() {
            return ONE;
        }
    }

    static class Proxy implements Serializable {
        private static final long serialVersionUID = 1;
        final String s;

        Proxy(String s) {
            this.s = s;
        }

        private Object readResolve() {
            return new Replaced(s + "'");
        }
    }

    static class Replaced implements Serializable {
        private static final long serialVersionUID = 1;
        final String s;

        Replaced(String s) {
            this.s = s;
        }

        private Object writeReplace() {
            return new Proxy(s);
        }
    }

    public static class Ext implements Externalizable {
        int a;
        String b;

        public Ext() {
            System.out.print("public constructor; ");
        }

        Ext(int a, String b) {
            this.a = a;
            this.b = b;
        }

        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(a);
            o.writeObject(b);
        }

        public void readExternal(ObjectInput i) throws IOException, ClassNotFoundException {
            a = i.readInt();
            b = (String) i.readObject();
        }
    }

    static class Fields implements Serializable {
        private static final long serialVersionUID = 1;
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("total", int.class), new ObjectStreamField("label", String.class)
        };
        transient int x = 3, y = 4;

        private void writeObject(ObjectOutputStream o) throws IOException {
            ObjectOutputStream.PutField f = o.putFields();
            f.put("total", x + y);
            f.put("label", "sum");
            o.writeFields();
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField f = i.readFields();
            x = f.get("total", -1);
            y = ((String) f.get("label", null)).length();
        }
    }

    static class Valid implements Serializable, ObjectInputValidation {
        private static final long serialVersionUID = 1;
        int n;

        Valid(int n) {
            this.n = n;
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.registerValidation(this, 0);
            i.defaultReadObject();
        }

        public void validateObject() throws InvalidObjectException {
            if (n < 0) throw new InvalidObjectException("negative");
        }
    }

    static class Refuses implements Serializable {
        private void writeObject(ObjectOutputStream o) throws IOException {
            throw new NotSerializableException("refused");
        }
    }

    static class A implements Serializable {
        private static final long serialVersionUID = 1;
        int a = 1;

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            System.out.print("A.write ");
        }
    }

    static class B extends A {
        private static final long serialVersionUID = 1;
        int b = 2;

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            System.out.print("B.write ");
        }
    }

    static class Default implements Serializable {
        int x;
        String y;

        void m() {}

        public static final int Z = 1;
    }

    static Object copy(Object o) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(b);
        out.writeObject(o);
        out.close();
        return new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(
                ((Temp) copy(new Temp(21))).celsius
                        + " "
                        + (copy(Single.ONE) == Single.ONE)
                        + " "
                        + ((Replaced) copy(new Replaced("r"))).s);
        Ext e = (Ext) copy(new Ext(5, "five"));
        System.out.println(e.a + e.b);
        Fields f = (Fields) copy(new Fields());
        System.out.println(f.x + " " + f.y);
        System.out.println(((Valid) copy(new Valid(3))).n);
        try {
            copy(new Valid(-1));
        } catch (InvalidObjectException x) {
            System.out.println(x.getMessage());
        }
        try {
            copy(new Refuses());
        } catch (NotSerializableException x) {
            System.out.println(x.getMessage());
        }
        B b = (B) copy(new B());
        System.out.println(b.a + b.b);
        ObjectStreamClass d = ObjectStreamClass.lookup(Temp.class);
        System.out.println(
                d.getSerialVersionUID()
                        + " "
                        + d.getName()
                        + " "
                        + d.getFields().length
                        + " "
                        + ObjectStreamClass.lookup(Object.class)
                        + " "
                        + ObjectStreamClass.lookup(Default.class).getFields()[0].getName()
                        + " "
                        + ObjectStreamClass.lookup(Default.class).getField("y").getTypeString()
                        + " "
                        + ObjectStreamClass.lookup(String.class).getSerialVersionUID());
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        ObjectOutputStream out =
                new ObjectOutputStream(bo) {
                    {
                        enableReplaceObject(true);
                    }

                    @Override
                    protected Object replaceObject(Object o) {
                        return o instanceof String ? "<" + o + ">" : o;
                    }

                    @Override
                    protected void annotateClass(Class<?> c) throws IOException {
                        writeUTF("note");
                    }
                };
        out.writeObject(new ArrayList<Object>(Arrays.asList("a", 1)));
        out.close();
        ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray())) {
                    {
                        enableResolveObject(true);
                    }

                    @Override
                    protected Object resolveObject(Object o) {
                        return o instanceof Integer ? (Integer) o + 100 : o;
                    }

                    @Override
                    protected Class<?> resolveClass(ObjectStreamClass c)
                            throws IOException, ClassNotFoundException {
                        readUTF();
                        return super.resolveClass(c);
                    }
                };
        System.out.println(in.readObject());
        byte[] bytes;
        {
            ByteArrayOutputStream t = new ByteArrayOutputStream();
            ObjectOutputStream o2 = new ObjectOutputStream(t);
            o2.writeObject(new Temp(1));
            o2.close();
            bytes = t.toByteArray();
        }
        String latin = new String(bytes, "ISO-8859-1");
        byte[] missing =
                latin.replace("SerialCustom$Temp", "SerialCustom$Tomp").getBytes("ISO-8859-1");
        try {
            new ObjectInputStream(new ByteArrayInputStream(missing)).readObject();
        } catch (ClassNotFoundException x) {
            System.out.println("ClassNotFoundException");
        }
        int at = latin.indexOf("SerialCustom$Temp") + 17 + 7;
        bytes[at] = 9;
        try {
            new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
        } catch (InvalidClassException x) {
            System.out.println("InvalidClassException");
        }
    }
}
