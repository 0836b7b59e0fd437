// GZIP and ZIP streams: stored and deflated entries, folders, comments, sizes, checksums, damaged input.
import java.io.*;
import java.util.*;
import java.util.zip.*;

public class GzipAndZip {
    static byte[] drain(InputStream in) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        byte[] buf = new byte[100];
        for (int n; (n = in.read(buf)) > 0; ) b.write(buf, 0, n);
        return b.toByteArray();
    }

    public static void main(String[] args) throws Exception {
        byte[] data = new byte[3000];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i / 30);
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        GZIPOutputStream g = new GZIPOutputStream(b);
        g.write(data);
        g.finish();
        g.close();
        byte[] gz = b.toByteArray();
        System.out.println(
                (gz[0] & 0xff)
                        + " "
                        + (gz[1] & 0xff)
                        + " "
                        + gz[2]
                        + " "
                        + Arrays.equals(
                                data, drain(new GZIPInputStream(new ByteArrayInputStream(gz)))));
        byte[] bad = gz.clone();
        bad[bad.length - 6] ^= 1;
        try {
            drain(new GZIPInputStream(new ByteArrayInputStream(bad)));
            System.out.println("accepted");
        } catch (IOException e) {
            System.out.println("bad checksum: IOException");
        }
        try {
            new GZIPInputStream(
                    new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
        } catch (IOException e) {
            System.out.println("no gzip: IOException");
        }
        try {
            drain(new GZIPInputStream(new ByteArrayInputStream(gz, 0, gz.length / 2)));
        } catch (EOFException e) {
            System.out.println("cut: EOFException");
        }
        b.reset();
        ZipOutputStream z = new ZipOutputStream(b);
        z.setComment("archive comment");
        z.putNextEntry(new ZipEntry("folder/"));
        z.closeEntry();
        ZipEntry e = new ZipEntry("folder/a.txt");
        e.setComment("entry comment");
        e.setTime(1262304000000L);
        e.setExtra(new byte[] {1, 2, 2, 0, 7, 8});
        z.putNextEntry(e);
        z.write("deflated content".getBytes());
        z.closeEntry();
        ZipEntry s = new ZipEntry("stored.bin");
        s.setMethod(ZipEntry.STORED);
        s.setSize(5);
        CRC32 c = new CRC32();
        c.update("12345".getBytes());
        s.setCrc(c.getValue());
        z.putNextEntry(s);
        z.write("12345".getBytes());
        z.closeEntry();
        z.setLevel(9);
        z.putNextEntry(new ZipEntry("größe.txt"));
        z.write(data);
        z.closeEntry();
        z.close();
        ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(b.toByteArray()));
        for (ZipEntry n; (n = in.getNextEntry()) != null; ) {
            byte[] content = drain(in);
            System.out.println(
                    n.getName()
                            + " "
                            + n.isDirectory()
                            + " "
                            + n.getMethod()
                            + " "
                            + content.length);
        }
        in.close();
        File f = File.createTempFile("test", ".zip");
        FileOutputStream fo = new FileOutputStream(f);
        fo.write(b.toByteArray());
        fo.close();
        ZipFile zf = new ZipFile(f);
        System.out.println(
                zf.size()
                        + " "
                        + zf.getComment()
                        + " "
                        + (zf.getEntry("nope") == null)
                        + " "
                        + (zf.getEntry("folder") != null));
        List<String> names = new ArrayList<String>();
        for (Enumeration<? extends ZipEntry> en = zf.entries(); en.hasMoreElements(); ) {
            ZipEntry x = en.nextElement();
            names.add(
                    x.getName()
                            + ":"
                            + x.getSize()
                            + ":"
                            + Long.toHexString(x.getCrc())
                            + ":"
                            + x.getComment());
        }
        System.out.println(names);
        ZipEntry ae = zf.getEntry("folder/a.txt");
        System.out.println(
                new String(drain(zf.getInputStream(ae)))
                        + " "
                        + ae.getTime()
                        + " "
                        + (ae.getExtra() != null)
                        + " "
                        + Arrays.equals(data, drain(zf.getInputStream(zf.getEntry("größe.txt")))));
        zf.close();
        try {
            zf.getEntry("x");
        } catch (IllegalStateException x) {
            System.out.println("closed: IllegalStateException");
        }
        fo = new FileOutputStream(f);
        fo.write("not a zip file, really not at all".getBytes());
        fo.close();
        try {
            new ZipFile(f);
        } catch (ZipException x) {
            System.out.println("no zip: ZipException");
        }
        System.out.println(f.delete());
        ZipEntry v = new ZipEntry("v");
        int ex = 0;
        try {
            v.setMethod(5);
        } catch (IllegalArgumentException x) {
            ex++;
        }
        try {
            v.setSize(-1);
        } catch (IllegalArgumentException x) {
            ex++;
        }
        try {
            v.setCrc(-1);
        } catch (IllegalArgumentException x) {
            ex++;
        }
        try {
            new ZipEntry((String) null);
        } catch (NullPointerException x) {
            ex++;
        }
        System.out.println(
                ex
                        + " "
                        + v.getSize()
                        + v.getMethod()
                        + v.getCrc()
                        + v.getTime()
                        + " "
                        + new ZipEntry(ae).getName());
    }
}
