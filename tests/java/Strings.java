// Every method of String on ordinary and edge input.
import java.util.Arrays;
import java.util.Locale;

public class Strings {
    public static void main(String[] args) throws Exception {
        String s = "Hello, World";
        System.out.println(
                s.length()
                        + " "
                        + s.charAt(4)
                        + " "
                        + s.indexOf('o')
                        + s.indexOf('o', 5)
                        + s.indexOf("World")
                        + s.indexOf("")
                        + s.indexOf("x")
                        + s.lastIndexOf('o')
                        + s.lastIndexOf("l", 5)
                        + s.indexOf("o", -5)
                        + s.lastIndexOf("")
                        + s.indexOf("", 99));
        System.out.println(
                s.substring(7)
                        + s.substring(0, 5)
                        + s.substring(12).isEmpty()
                        + s.subSequence(1, 3)
                        + s.concat("!")
                        + s.replace('l', 'L')
                        + s.replace("o", "00")
                        + s.replace("", "-"));
        System.out.println(
                s.startsWith("Hell")
                        + " "
                        + s.startsWith("World", 7)
                        + s.endsWith("")
                        + s.contains("lo,")
                        + s.matches("H.*d")
                        + s.regionMatches(7, "world", 0, 5)
                        + s.regionMatches(true, 7, "world", 0, 5)
                        + s.contentEquals(new StringBuffer(s)));
        System.out.println(
                s.toUpperCase(Locale.US)
                        + s.toLowerCase(Locale.US)
                        + "  \t trim \n".trim()
                        + "|"
                        + "straße".toUpperCase(Locale.US)
                        + "İ".length()
                        + "TITLE".toLowerCase(new Locale("tr")).equals("tıtle")
                        + "title".toUpperCase(new Locale("tr")).equals("TİTLE"));
        System.out.println(
                "apple".compareTo("banana")
                        + " "
                        + "a".compareTo("abc")
                        + " "
                        + "B".compareTo("a")
                        + " "
                        + "B".compareToIgnoreCase("a")
                        + " "
                        + "abc".equalsIgnoreCase("ABC")
                        + " "
                        + "abc".equals(null)
                        + " "
                        + "".compareTo(""));
        System.out.println(
                Arrays.toString("a,b,,c,,".split(","))
                        + Arrays.toString("a,b,,c,,".split(",", -1))
                        + Arrays.toString("a,b,,c,,".split(",", 2))
                        + Arrays.toString("a1b22c".split("\\d+"))
                        + Arrays.toString("".split(","))
                        + Arrays.toString(",".split(","))
                        + Arrays.toString("a.b.c".split("\\."))
                        + Arrays.toString("x|y".split("[|]"))
                        + Arrays.toString("none".split(";")));
        System.out.println(
                String.valueOf(true)
                        + String.valueOf('c')
                        + String.valueOf(1.5f)
                        + String.valueOf(new char[] {'a', 'b'})
                        + String.valueOf(new char[] {'a', 'b', 'c'}, 1, 2)
                        + String.copyValueOf(new char[] {'z'})
                        + String.valueOf((Object) null));
        System.out.println(
                new String(new char[] {'x', 'y', 'z'}, 1, 2)
                        + new String(new byte[] {65, 66}, "US-ASCII")
                        + new String(new int[] {0x1F600, 65}, 0, 2).length()
                        + new String("é".getBytes("UTF-8"), "ISO-8859-1").length()
                        + new String(new byte[] {(byte) 0xe9}, "ISO-8859-1"));
        System.out.println(
                Arrays.toString("aé€😀".getBytes("UTF-8"))
                        + Arrays.toString("aé€".getBytes("ISO-8859-1"))
                        + Arrays.toString("é".getBytes("UTF-16BE"))
                        + Arrays.toString("é".getBytes("UTF-16LE"))
                        + Arrays.toString("é€".getBytes("US-ASCII")));
        System.out.println(
                "a-b-c".replaceAll("-", "+")
                        + "a1b2".replaceAll("([a-z])(\\d)", "$2$1")
                        + "aaa".replaceFirst("a", "\\$")
                        + "x.y".replaceAll(".", "!"));
        char[] buf = "......".toCharArray();
        "hello".getChars(1, 4, buf, 2);
        System.out.println(
                new String(buf)
                        + "abc".toCharArray().length
                        + "a😀".codePointAt(1)
                        + " "
                        + "a😀".codePointBefore(3)
                        + "a😀b".codePointCount(0, 4));
        String a = "inter", b = new String("ned");
        System.out.println(
                ((a + b).intern() == "interned")
                        + " "
                        + ("x" + 1 == "x1")
                        + " "
                        + (new String("q") == "q")
                        + " "
                        + (new String("q").intern() == "q"));
        int ex = 0;
        try {
            s.substring(-1);
        } catch (StringIndexOutOfBoundsException e) {
            ex++;
        }
        try {
            s.charAt(99);
        } catch (StringIndexOutOfBoundsException e) {
            ex++;
        }
        try {
            s.substring(3, 2);
        } catch (StringIndexOutOfBoundsException e) {
            ex++;
        }
        try {
            new String(new char[2], 1, 5);
        } catch (StringIndexOutOfBoundsException e) {
            ex++;
        }
        try {
            "".getBytes("no-such-charset");
        } catch (java.io.UnsupportedEncodingException e) {
            ex++;
        }
        System.out.println(ex);
        System.out.println(
                "abc".hashCode()
                        + " "
                        + "The quick brown fox".hashCode()
                        + " "
                        + "\u0000\u0001".hashCode()
                        + " "
                        + "polygenelubricants".hashCode());
        StringBuilder path = new StringBuilder();
        for (String p : "/usr//local/bin/".split("/")) path.append('[').append(p).append(']');
        System.out.println(path);
        System.out.println(
                String.format(
                        "%s|%5d|%-5s|%05.1f|%x|%c|%b|%%", "s", 42, "ab", 3.14159, 255, 'c', true));
    }
}
