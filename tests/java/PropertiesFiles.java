// Properties: loading with escapes, continuation lines and comments, storing, defaults, non-string content.
import java.io.*;
import java.util.*;

public class PropertiesFiles {
    public static void main(String[] args) throws Exception {
        String text =
                "# comment\n"
                    + "! another\n\n"
                    + "plain=value\n"
                    + "  spaced  =  two words  \n"
                    + "colon:v\n"
                    + "blank v2\n"
                    + "empty=\n"
                    + "alone\n"
                    + "escaped\\ key\\=x=y\\n"
                    + "\\tz\\\\ \\u00e9\n"
                    + "long=first,\\\n"
                    + "     second,\\\n"
                    + "     third\n"
                    + "quoted=\"q\"\n"
                    + "=nokey\n"
                    + "dup=1\n"
                    + "dup=2\n"
                    + "back\\:colon=1\n";
        Properties p = new Properties();
        p.load(new StringReader(text));
        for (String k : new TreeSet<String>(p.stringPropertyNames()))
            System.out.println(
                    "["
                            + k
                            + "]=["
                            + p.getProperty(k).replace("\n", "<n>").replace("\t", "<t>")
                            + "]");
        Properties latin = new Properties();
        latin.load(new ByteArrayInputStream("k\u00e9y=v\u00fc\n".getBytes("ISO-8859-1")));
        System.out.println(latin.getProperty("kéy"));
        Properties d = new Properties(p);
        d.setProperty("plain", "own");
        System.out.println(
                d.getProperty("plain")
                        + " "
                        + d.getProperty("colon")
                        + " "
                        + d.getProperty("none")
                        + " "
                        + d.getProperty("none", "dflt")
                        + " "
                        + d.size()
                        + " "
                        + d.stringPropertyNames().size()
                        + " "
                        + Collections.list(d.propertyNames()).size()
                        + " "
                        + d.get("colon"));
        for (String k : p.stringPropertyNames()) {
            Properties one = new Properties();
            one.setProperty(k, p.getProperty(k));
            ByteArrayOutputStream b = new ByteArrayOutputStream();
            one.store(b, null);
            Properties back = new Properties();
            back.load(new ByteArrayInputStream(b.toByteArray()));
            if (!back.equals(one)) System.out.println("lost " + k);
        }
        Properties s = new Properties();
        s.setProperty("a key", " lead=#!:é\n");
        StringWriter w = new StringWriter();
        s.store(w, "the comment");
        String[] lines = w.toString().split("\n");
        System.out.println(lines[0] + " " + lines[1].startsWith("#") + " " + lines.length);
        Properties again = new Properties();
        again.load(new StringReader(w.toString()));
        System.out.println(again.equals(s));
        Properties odd = new Properties();
        odd.put("n", 5);
        odd.put("s", "x");
        System.out.println(odd.getProperty("n") + " " + odd.getProperty("s"));
        try {
            odd.store(new ByteArrayOutputStream(), "");
        } catch (ClassCastException e) {
            System.out.println("ClassCastException");
        }
        try {
            p.load(new StringReader("bad=\\u12"));
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        try {
            p.setProperty(null, "x");
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        }
        System.out.println(
                System.getProperty("file.separator")
                        + System.getProperty("path.separator")
                        + System.getProperty("line.separator").length()
                        + (System.getProperty("java.io.tmpdir") != null)
                        + (System.getProperty("user.dir") != null)
                        + System.getProperty("nope")
                        + System.getProperty("nope", "d"));
        System.setProperty("my.prop", "set");
        System.out.println(
                System.getProperty("my.prop")
                        + System.clearProperty("my.prop")
                        + System.getProperty("my.prop")
                        + System.lineSeparator().length());
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
    }
}
