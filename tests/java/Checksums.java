// CRC32 and Adler32 give the known values; deflate and inflate round-trip at every level, with dictionaries and without headers.
import java.io.*;
import java.util.*;
import java.util.zip.*;

public class Checksums {
    static byte[] deflate(byte[] in, int level, boolean raw, byte[] dict) {
        Deflater d = new Deflater(level, raw);
        if (dict != null) d.setDictionary(dict);
        d.setInput(in);
        d.finish();
        byte[] out = new byte[in.length * 2 + 100];
        int n = 0;
        while (!d.finished()) n += d.deflate(out, n, Math.min(64, out.length - n));
        boolean ok = dict != null || d.getTotalIn() == in.length && d.getTotalOut() == n;
        d.end();
        return ok ? Arrays.copyOf(out, n) : null;
    }

    static byte[] inflate(byte[] in, int size, boolean raw, byte[] dict) throws Exception {
        Inflater i = new Inflater(raw);
        byte[] out = new byte[size];
        int n = 0, at = 0;
        while (!i.finished()) {
            if (i.needsDictionary()) i.setDictionary(dict);
            else if (i.needsInput()) {
                int k = Math.min(50, in.length - at);
                i.setInput(in, at, k);
                at += k;
            }
            n += i.inflate(out, n, size - n);
        }
        i.end();
        return n == size ? out : null;
    }

    public static void main(String[] args) throws Exception {
        CRC32 c = new CRC32();
        Adler32 a = new Adler32();
        System.out.println(c.getValue() + " " + a.getValue());
        c.update("123456789".getBytes());
        a.update("123456789".getBytes());
        System.out.println(Long.toHexString(c.getValue()) + " " + Long.toHexString(a.getValue()));
        c.reset();
        c.update('a');
        c.update("xbcx".getBytes(), 1, 2);
        System.out.println(c.getValue());
        byte[] data = new byte[5000];
        Random r = new Random(4);
        for (int i = 0; i < data.length; i++)
            data[i] = (byte) ("the quick brown fox ".charAt(i % 20) + (r.nextInt(10) == 0 ? 1 : 0));
        byte[] dict = "the quick brown fox".getBytes();
        boolean ok = true;
        for (int level = -1; level <= 9; level++)
            for (int raw = 0; raw < 2; raw++)
                ok &=
                        Arrays.equals(
                                data,
                                inflate(
                                        deflate(data, level, raw == 1, null),
                                        data.length,
                                        raw == 1,
                                        null));
        System.out.println(
                ok
                        + " "
                        + Arrays.equals(
                                data,
                                inflate(deflate(data, 9, false, dict), data.length, false, dict))
                        + " "
                        + (deflate(data, 9, false, null).length < 2000));
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        DeflaterOutputStream dout = new DeflaterOutputStream(b);
        dout.write(data);
        dout.close();
        InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(b.toByteArray()));
        byte[] back = new byte[5000];
        int n = 0;
        for (int k; (k = in.read(back, n, 5000 - n)) > 0; ) n += k;
        System.out.println(n + " " + Arrays.equals(data, back) + " " + in.read() + in.available());
        byte[] z = deflate(data, 6, false, null);
        Inflater inf = new Inflater();
        inf.setInput(z);
        byte[] part = new byte[100];
        System.out.println(
                inf.inflate(part)
                        + " "
                        + inf.getTotalOut()
                        + " "
                        + inf.finished()
                        + inf.needsInput());
        inf.reset();
        inf.setInput(new byte[] {1, 2, 3, 4});
        try {
            inf.inflate(part);
        } catch (DataFormatException e) {
            System.out.println("DataFormatException");
        }
        CheckedInputStream ci =
                new CheckedInputStream(
                        new ByteArrayInputStream("123456789".getBytes()), new CRC32());
        while (ci.read() >= 0) {}
        CheckedOutputStream co =
                new CheckedOutputStream(new ByteArrayOutputStream(), new Adler32());
        co.write("123456789".getBytes());
        System.out.println(ci.getChecksum().getValue() + " " + co.getChecksum().getValue());
        Deflater d = new Deflater();
        d.setInput(new byte[0]);
        d.finish();
        byte[] empty = new byte[20];
        int e = d.deflate(empty);
        System.out.println(e + " " + d.finished() + " " + d.getAdler());
        byte[] room = new byte[100];
        d = new Deflater(1);
        d.setStrategy(Deflater.HUFFMAN_ONLY);
        d.setInput("aaaa".getBytes());
        d.finish();
        for (e = 0; !d.finished(); ) e += d.deflate(room, e, room.length - e);
        System.out.println(new String(inflate(Arrays.copyOf(room, e), 4, false, null)));
        try {
            new Deflater().setLevel(77);
        } catch (IllegalArgumentException x) {
            System.out.println("IllegalArgumentException");
        }
    }
}
