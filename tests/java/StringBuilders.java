// StringBuilder and StringBuffer: append, insert, delete, replace, reverse, capacity, bounds.
public class StringBuilders {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("start");
        b.append(1)
                .append('c')
                .append(2.5)
                .append(1.5f)
                .append(9L)
                .append(true)
                .append((String) null)
                .append((Object) null)
                .append(new char[] {'x', 'y'})
                .append("abcdef", 2, 4)
                .append(new char[] {'1', '2', '3'}, 1, 1)
                .appendCodePoint(0x1F600)
                .append(new StringBuilder("sb"))
                .append(new StringBuffer("sf"))
                .append((CharSequence) "cs");
        System.out.println(b + " " + b.length());
        b.setLength(5);
        b.insert(0, "pre-")
                .insert(b.length(), '!')
                .insert(3, 42)
                .insert(0, 1.5)
                .insert(2, true)
                .insert(0, new char[] {'q'})
                .insert(1, 7L)
                .insert(0, (Object) null)
                .insert(1, "zzzz", 1, 3);
        System.out.println(b);
        b.delete(0, 6).deleteCharAt(0).replace(0, 3, "REPLACED").reverse();
        System.out.println(
                b
                        + " "
                        + b.indexOf("E")
                        + b.indexOf("E", 25)
                        + b.lastIndexOf("E")
                        + b.charAt(2)
                        + b.substring(4)
                        + b.substring(1, 3)
                        + b.subSequence(0, 2));
        b.setCharAt(0, '#');
        b.setLength(b.length() + 2);
        System.out.println((int) b.charAt(b.length() - 1));
        b.delete(3, 1000);
        System.out.println(b + "" + b.length());
        System.out.println(
                new StringBuilder("a😀b\ud83d").reverse().length()
                        + " "
                        + new StringBuilder("a😀b").reverse()
                        + new StringBuilder("").reverse()
                        + new StringBuilder("ab").reverse());
        int ex = 0;
        try {
            b.charAt(100);
        } catch (IndexOutOfBoundsException e) {
            ex++;
        }
        try {
            b.deleteCharAt(100);
        } catch (StringIndexOutOfBoundsException e) {
            ex++;
        }
        try {
            b.insert(100, "x");
        } catch (StringIndexOutOfBoundsException e) {
            ex++;
        }
        try {
            b.setLength(-1);
        } catch (IndexOutOfBoundsException e) {
            ex++;
        }
        try {
            b.delete(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            ex++;
        }
        try {
            new StringBuilder(-1);
        } catch (NegativeArraySizeException e) {
            ex++;
        }
        try {
            new StringBuilder((String) null);
        } catch (NullPointerException e) {
            ex++;
        }
        System.out.println(ex);
        StringBuffer f = new StringBuffer();
        for (int i = 0; i < 1000; i++) f.append(i).append(i % 2 == 0 ? "," : ";");
        System.out.println(
                f.length()
                        + " "
                        + f.toString().hashCode()
                        + " "
                        + f.indexOf("999")
                        + " "
                        + f.codePointAt(3)
                        + " "
                        + f.offsetByCodePoints(0, 5));
        char[] dst = new char[5];
        f.getChars(0, 5, dst, 0);
        System.out.println(
                new String(dst)
                        + new StringBuilder(100).capacity()
                        + (new StringBuilder("abc").capacity() >= 3));
        StringBuilder shared = new StringBuilder("shared");
        String first = shared.toString();
        shared.append("!");
        shared.setCharAt(0, 'S');
        System.out.println(first + shared);
        shared.append(shared).append(shared, 0, 2).insert(0, shared);
        System.out.println(shared);
        System.out.println(
                new StringBuilder()
                        .append(Integer.MIN_VALUE)
                        .append(Long.MIN_VALUE)
                        .append(-0.0)
                        .append(Float.MIN_VALUE)
                        .append(Double.MAX_VALUE)
                        .append((byte) -1)
                        .append((short) 5)
                        .append('\u20ac'));
    }
}
