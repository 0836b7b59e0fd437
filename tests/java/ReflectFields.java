// Fields by reflection: every type, widening, finals, statics, private access, errors.
import java.lang.reflect.*;
import java.util.*;

public class ReflectFields {
    public int i = 1;
    public long l = 2;
    public double d = 2.5;
    public float f = 1.5f;
    public byte b = 3;
    public short s = 4;
    public char c = 'c';
    public boolean z = true;
    public String t = "text";
    public int[] a = {1};
    private int secret = 42;
    protected static String shared = "shared";
    public static final int CONSTANT = 7;
    public final String fin;
    transient volatile int tv;

    ReflectFields() {
        fin = "final";
    }

    static class Child extends ReflectFields {
        public int i = 100;
    }

    static String attempt(Field f, Object o, Object v) {
        try {
            f.set(o, v);
            return "" + f.get(o);
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        TreeSet<String> names = new TreeSet<String>();
        for (Field f : ReflectFields.class.getDeclaredFields())
            if (!f.isSynthetic())
                names.add(
                        f.getName()
                                + ":"
                                + f.getType().getSimpleName()
                                + ":"
                                + Modifier.toString(f.getModifiers()));
        System.out.println(names);
        ReflectFields o = new ReflectFields();
        StringBuilder sb = new StringBuilder();
        for (String n : "i l d f b s c z t".split(" ")) {
            Field f = ReflectFields.class.getField(n);
            sb.append(f.get(o)).append(f.get(o).getClass().getSimpleName()).append(' ');
        }
        System.out.println(sb);
        Field i = ReflectFields.class.getField("i"),
                l = ReflectFields.class.getField("l"),
                d = ReflectFields.class.getField("d"),
                b = ReflectFields.class.getField("b"),
                t = ReflectFields.class.getField("t");
        i.setInt(o, 50);
        l.set(o, 5);
        d.setFloat(o, 1.25f);
        b.setByte(o, (byte) -1);
        System.out.println(
                o.i
                        + " "
                        + o.l
                        + " "
                        + o.d
                        + " "
                        + o.b
                        + " "
                        + i.getLong(o)
                        + " "
                        + b.getDouble(o)
                        + " "
                        + d.getDouble(o)
                        + " "
                        + ReflectFields.class.getField("c").getInt(o));
        System.out.println(
                attempt(i, o, "x")
                        + " "
                        + attempt(i, o, 5L)
                        + " "
                        + attempt(i, o, (byte) 5)
                        + " "
                        + attempt(i, null, 5)
                        + " "
                        + attempt(i, "wrong", 5)
                        + " "
                        + attempt(t, o, 5)
                        + " "
                        + attempt(t, o, null)
                        + " "
                        + attempt(ReflectFields.class.getField("z"), o, false)
                        + " "
                        + attempt(l, o, 'a')
                        + " "
                        + attempt(i, o, null));
        try {
            i.getByte(o);
        } catch (IllegalArgumentException e) {
            System.out.println("no narrowing");
        }
        Field secret = ReflectFields.class.getDeclaredField("secret");
        System.out.println(secret.getInt(o));
        Field shared = ReflectFields.class.getDeclaredField("shared");
        shared.set(null, "changed");
        System.out.println(shared.get("ignored") + ReflectFields.shared);
        System.out.println(attempt(ReflectFields.class.getField("CONSTANT"), null, 8));
        Field fin = ReflectFields.class.getField("fin");
        System.out.println(attempt(fin, o, "x"));
        fin.setAccessible(true);
        System.out.println(
                attempt(fin, o, "rewritten") + " " + Modifier.isFinal(fin.getModifiers()));
        Child ch = new Child();
        System.out.println(
                Child.class.getField("i").get(ch)
                        + " "
                        + i.get(ch)
                        + " "
                        + Child.class.getField("l").get(ch)
                        + " "
                        + Child.class.getField("l").getDeclaringClass().getSimpleName()
                        + " "
                        + Child.class.getDeclaredFields().length);
        try {
            Child.class.getField("secret");
        } catch (NoSuchFieldException e) {
            System.out.println("NoSuchFieldException");
        }
        System.out.println(
                i
                        + " | "
                        + i.toGenericString()
                        + " "
                        + i.equals(ReflectFields.class.getField("i"))
                        + " "
                        + Integer.class.getField("MAX_VALUE").getInt(null)
                        + " "
                        + int[].class.getFields().length);
    }
}
