// Byte streams: arrays, buffering with mark and reset, filters, sequences, pushback, skipping, available.
import java.io.*;
import java.util.*;

public class ByteStreams {
    static String drain(InputStream in) throws IOException {
        StringBuilder sb = new StringBuilder();
        for (int b; (b = in.read()) >= 0; ) sb.append((char) b);
        return sb.toString();
    }

    static class Upper extends FilterInputStream {
        Upper(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            return b < 0 ? b : Character.toUpperCase((char) b);
        }

        @Override
        public int read(byte[] a, int o, int n) throws IOException {
            int k = super.read(a, o, n);
            for (int i = o; i < o + k; i++) a[i] = (byte) Character.toUpperCase((char) a[i]);
            return k;
        }
    }

    public static void main(String[] args) throws Exception {
        ByteArrayInputStream in = new ByteArrayInputStream("hello world".getBytes("US-ASCII"));
        byte[] buf = new byte[4];
        System.out.println(
                in.read()
                        + " "
                        + in.read(buf)
                        + new String(buf)
                        + in.available()
                        + in.skip(2)
                        + in.markSupported());
        in.mark(0);
        System.out.println(drain(in) + in.read() + in.read(buf) + in.skip(5));
        in.reset();
        System.out.println(drain(in));
        in.close();
        BufferedInputStream b =
                new BufferedInputStream(new ByteArrayInputStream("0123456789abcdef".getBytes()), 4);
        b.mark(8);
        System.out.print((char) b.read());
        b.read(new byte[6]);
        b.reset();
        System.out.println(drain(b));
        BufferedInputStream small =
                new BufferedInputStream(new ByteArrayInputStream(new byte[100]), 2);
        small.mark(1);
        small.read(new byte[50]);
        try {
            small.reset();
            System.out.println("reset");
        } catch (IOException e) {
            System.out.println("mark lost: IOException");
        }
        small.close();
        try {
            small.read();
        } catch (IOException e) {
            System.out.println("closed: IOException");
        }
        SequenceInputStream s =
                new SequenceInputStream(
                        Collections.enumeration(
                                Arrays.asList(
                                        new ByteArrayInputStream("one ".getBytes()),
                                        new ByteArrayInputStream(new byte[0]),
                                        new ByteArrayInputStream("two".getBytes()))));
        System.out.println(drain(s));
        PushbackInputStream p =
                new PushbackInputStream(new ByteArrayInputStream("xyz".getBytes()), 3);
        int c = p.read();
        p.unread(c);
        p.unread("AB".getBytes());
        System.out.println(drain(p));
        try {
            p.unread(new byte[9]);
        } catch (IOException e) {
            System.out.println("pushback full: IOException");
        }
        System.out.println(drain(new Upper(new ByteArrayInputStream("shout".getBytes()))));
        Upper u = new Upper(new ByteArrayInputStream("bulk".getBytes()));
        System.out.println(u.read(buf) + new String(buf));
        ByteArrayOutputStream out = new ByteArrayOutputStream(2);
        out.write('a');
        out.write("bcdef".getBytes(), 1, 3);
        out.write(300);
        System.out.println(
                out.size() + " " + Arrays.toString(out.toByteArray()) + out.toString("ISO-8859-1"));
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        out.writeTo(copy);
        out.reset();
        System.out.println(copy.size() + " " + out.size());
        BufferedOutputStream bo = new BufferedOutputStream(copy, 3);
        bo.write(1);
        bo.write(2);
        int before = copy.size();
        bo.write(new byte[10]);
        bo.flush();
        System.out.println(before + " " + copy.size());
        int ex = 0;
        try {
            in.read(buf, 2, 5);
        } catch (IndexOutOfBoundsException e) {
            ex++;
        }
        try {
            in.read(null, 0, 1);
        } catch (NullPointerException e) {
            ex++;
        }
        try {
            copy.write(buf, -1, 2);
        } catch (IndexOutOfBoundsException e) {
            ex++;
        }
        try {
            new ByteArrayOutputStream(-1);
        } catch (IllegalArgumentException e) {
            ex++;
        }
        try {
            new BufferedInputStream(in, 0);
        } catch (IllegalArgumentException e) {
            ex++;
        }
        System.out.println(ex);
        InputStream own =
                new InputStream() {
                    int n;

                    public int read() {
                        return n < 10 ? '0' + n++ : -1;
                    }
                };
        byte[] ten = new byte[20];
        System.out.println(
                own.read(ten, 5, 10)
                        + new String(ten, 5, 10)
                        + own.read(ten)
                        + own.skip(3)
                        + own.available()
                        + own.markSupported());
        LineNumberInputStream ln =
                new LineNumberInputStream(new ByteArrayInputStream("a\r\nb\rc\n".getBytes()));
        drain(ln);
        System.out.println(ln.getLineNumber());
        System.out.println(new StringBufferInputStream("abc").available());
    }
}
