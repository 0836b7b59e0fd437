// Readers and writers: lines, mark and reset, pushback, line numbers, strings, char arrays, encodings.
import java.io.*;
import java.util.*;

public class Readers {
    static String drain(Reader r) throws IOException {
        StringBuilder sb = new StringBuilder();
        char[] buf = new char[3];
        for (int n; (n = r.read(buf)) >= 0; ) sb.append(buf, 0, n);
        return sb.toString();
    }

    public static void main(String[] args) throws Exception {
        BufferedReader b =
                new BufferedReader(new StringReader("one\ntwo\r\nthree\rfour\n\nlast"), 4);
        List<String> lines = new ArrayList<String>();
        for (String s; (s = b.readLine()) != null; ) lines.add(s);
        System.out.println(lines);
        BufferedReader m = new BufferedReader(new StringReader("abcdefghij"));
        m.read();
        m.mark(5);
        m.skip(3);
        m.reset();
        System.out.println(drain(m) + m.read() + m.readLine());
        LineNumberReader ln = new LineNumberReader(new StringReader("a\nb\r\nc\rd"));
        ln.setLineNumber(10);
        String last = null;
        for (String s; (s = ln.readLine()) != null; ) last = s + ln.getLineNumber();
        System.out.println(last);
        PushbackReader p = new PushbackReader(new StringReader("xyz"), 2);
        int c = p.read();
        p.unread(c);
        p.unread('Q');
        System.out.println(drain(p));
        StringReader sr = new StringReader("skip me");
        System.out.println(sr.skip(5) + drain(sr) + sr.markSupported() + sr.ready());
        CharArrayReader ca = new CharArrayReader("chars".toCharArray(), 0, 3);
        System.out.println(drain(ca));
        byte[] utf = "zaż ółć 日本 😀".getBytes("UTF-8");
        System.out.println(
                drain(new InputStreamReader(new ByteArrayInputStream(utf), "UTF-8"))
                        + " "
                        + drain(new InputStreamReader(new ByteArrayInputStream(utf), "ISO-8859-1"))
                                .length()
                        + " "
                        + drain(
                                        new BufferedReader(
                                                new InputStreamReader(
                                                        new ByteArrayInputStream(
                                                                new byte[] {'a', (byte) 0xc3}),
                                                        "UTF-8")))
                                .equals("a\ufffd"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OutputStreamWriter w = new OutputStreamWriter(out, "UTF-8");
        w.write("é");
        w.write(0x20ac);
        w.write("\ud83d");
        w.write("\ude00");
        w.append("x", 0, 1).append('y').flush();
        System.out.println(out.toString("UTF-8") + out.size());
        out.reset();
        w = new OutputStreamWriter(out, "US-ASCII");
        w.write("naïve");
        w.close();
        System.out.println(out + " " + w.getEncoding());
        StringWriter sw = new StringWriter();
        PrintWriter pw = new PrintWriter(sw);
        pw.print(1);
        pw.print('c');
        pw.print(2.5);
        pw.print(true);
        pw.print((Object) null);
        pw.print(new char[] {'a'});
        pw.printf(Locale.US, "%.1f", 1.26f);
        pw.append("app").write("write", 1, 2);
        pw.println();
        pw.flush();
        System.out.print(sw + "" + pw.checkError() + "\n");
        BufferedWriter bw = new BufferedWriter(sw = new StringWriter(), 2);
        bw.write("abc");
        bw.newLine();
        bw.write("defg", 1, 2);
        bw.flush();
        System.out.println(sw.toString().replace("\n", "|") + sw.getBuffer().length());
        CharArrayWriter cw = new CharArrayWriter();
        cw.write("hello");
        cw.append('!');
        System.out.println(cw.size() + cw.toString() + cw.toCharArray().length);
        cw.writeTo(sw);
        System.out.println(sw.toString().endsWith("hello!"));
        int ex = 0;
        try {
            b.close();
            b.readLine();
        } catch (IOException e) {
            ex++;
        }
        try {
            sr.close();
            sr.read();
        } catch (IOException e) {
            ex++;
        }
        try {
            new InputStreamReader(System.in, "no-such");
        } catch (UnsupportedEncodingException e) {
            ex++;
        }
        try {
            m.reset();
            BufferedReader lost = new BufferedReader(new StringReader(new String(new char[50])), 2);
            lost.mark(3);
            lost.read(new char[40]);
            lost.reset();
        } catch (IOException e) {
            ex++;
        }
        try {
            p.unread(new char[10]);
        } catch (IOException e) {
            ex++;
        }
        try {
            bw.close();
            bw.write("x");
        } catch (IOException e) {
            ex++;
        }
        System.out.println(ex);
        StreamTokenizer t =
                new StreamTokenizer(
                        new StringReader(
                                "x = 3.14 + 'quoted' // comment\n /* no */ -7 \"two words\" end."));
        t.slashSlashComments(true);
        t.slashStarComments(true);
        t.eolIsSignificant(true);
        StringBuilder sb = new StringBuilder();
        while (t.nextToken() != StreamTokenizer.TT_EOF) {
            switch (t.ttype) {
                case StreamTokenizer.TT_NUMBER:
                    sb.append("num ").append(t.nval);
                    break;
                case StreamTokenizer.TT_WORD:
                    sb.append("word ").append(t.sval);
                    break;
                case StreamTokenizer.TT_EOL:
                    sb.append("eol ").append(t.lineno());
                    break;
                case '\'':
                case '"':
                    sb.append("quote ").append(t.sval);
                    break;
                default:
                    sb.append("char ").append((char) t.ttype);
            }
            sb.append("; ");
        }
        System.out.println(sb);
    }
}
