// PrintStream: every print form, formats, flushing, errors swallowed, and System.out replaced.
import java.io.*;
import java.util.*;

public class PrintStreams {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        PrintStream p = new PrintStream(b, true, "UTF-8");
        p.print(true);
        p.print('c');
        p.print(1);
        p.print(2L);
        p.print(1.5f);
        p.print(2.5);
        p.print(new char[] {'x', 'y'});
        p.print("s");
        p.print((String) null);
        p.print((Object) null);
        p.println();
        p.println('é');
        p.println(5);
        p.printf(Locale.US, "%d-%s%n", 1, "f").append("app").append('z').append("abc", 1, 2);
        p.write(65);
        p.write(new byte[] {66, 67, 68}, 1, 2);
        System.out.println(b.toString("UTF-8").replace("\n", "|") + p.checkError());
        PrintStream bad =
                new PrintStream(
                        new OutputStream() {
                            public void write(int x) throws IOException {
                                throw new IOException("disk full");
                            }
                        });
        bad.println("lost");
        System.out.println(bad.checkError());
        PrintStream saved = System.out, err = System.err;
        ByteArrayOutputStream capture = new ByteArrayOutputStream();
        System.setOut(new PrintStream(capture));
        System.out.print("captured");
        System.setOut(saved);
        System.out.println(capture + " " + capture.size());
        System.setErr(new PrintStream(capture));
        System.err.print("!");
        new Exception("to err").printStackTrace();
        System.setErr(err);
        System.out.println(capture.toString().startsWith("captured!java.lang.Exception: to err"));
        InputStream in = System.in;
        System.setIn(new ByteArrayInputStream("typed\nlines\n".getBytes()));
        System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
        System.setIn(in);
        System.out.println(in.read());
        final StringBuilder log = new StringBuilder();
        PrintStream flush =
                new PrintStream(
                        new OutputStream() {
                            public void write(int x) {
                                log.append((char) x);
                            }

                            @Override
                            public void flush() {
                                log.append("<flush>");
                            }
                        },
                        true);
        flush.print("a");
        flush.println("b");
        flush.close();
        System.out.println(
                log.toString().replace("<flush>", "").equals("ab\n")
                        + " "
                        + log.toString().endsWith("<flush>"));
        System.out.println("dots" + String.valueOf((Object) null));
        System.out.println(new char[] {'o', 'k'});
        System.out.println((Object) "object");
        System.out.println(1e10f);
        System.out.println(Long.MIN_VALUE);
        System.out.print("");
        System.out.println();
        System.out.write('w');
        System.out.write('\n');
        System.out.flush();
        try {
            new PrintStream((OutputStream) null);
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        }
        try {
            new PrintStream(b, false, "bad-charset");
        } catch (UnsupportedEncodingException e) {
            System.out.println("UnsupportedEncodingException");
        }
        System.out.println("ünïcödé 日本 😀");
    }
}
