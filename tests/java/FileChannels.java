// File channels: positions, scatter and gather, transfers, truncation, mapping, locks.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;

public class FileChannels {
    static String read(FileChannel c, long at, int n) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(n);
        int k = c.read(b, at);
        return k + ":" + new String(b.array(), 0, Math.max(k, 0));
    }

    public static void main(String[] args) throws Exception {
        File f = File.createTempFile("chan", null), g = File.createTempFile("chan", null);
        RandomAccessFile raf = new RandomAccessFile(f, "rw");
        FileChannel c = raf.getChannel();
        System.out.println(
                c.write(ByteBuffer.wrap("hello world".getBytes()))
                        + " "
                        + c.position()
                        + " "
                        + c.size());
        System.out.println(
                read(c, 6, 5) + " " + read(c, 9, 10) + " " + read(c, 50, 3) + " " + c.position());
        c.write(ByteBuffer.wrap("HELLO".getBytes()), 0);
        c.position(5);
        ByteBuffer d = ByteBuffer.allocateDirect(20);
        System.out.println(c.read(d) + " " + d.position() + " " + c.read(d));
        c.position(c.size());
        System.out.println(
                c.write(
                                new ByteBuffer[] {
                                    ByteBuffer.wrap("ab".getBytes()),
                                    ByteBuffer.wrap("cd".getBytes())
                                })
                        + " "
                        + read(c, 0, 30));
        c.position(0);
        ByteBuffer h = ByteBuffer.allocate(5), t = ByteBuffer.allocate(3);
        System.out.println(
                c.read(new ByteBuffer[] {h, t})
                        + " "
                        + new String(h.array())
                        + "|"
                        + new String(t.array()));
        c.truncate(7);
        System.out.println(c.size() + " " + c.position() + " " + raf.length());
        MappedByteBuffer m = c.map(FileChannel.MapMode.READ_WRITE, 0, 7);
        m.put(0, (byte) 'J');
        m.force();
        System.out.println(read(c, 0, 7) + " " + m.capacity() + m.isDirect());
        MappedByteBuffer ro = c.map(FileChannel.MapMode.READ_ONLY, 1, 3);
        byte[] three = new byte[3];
        ro.get(three);
        System.out.println(new String(three));
        try {
            ro.put(0, (byte) 1);
        } catch (ReadOnlyBufferException e) {
            System.out.println("ReadOnlyBufferException");
        }
        FileChannel out = new FileOutputStream(g).getChannel();
        System.out.println(c.transferTo(0, 100, out) + " " + out.size());
        FileChannel in = new FileInputStream(g).getChannel();
        System.out.println(c.transferFrom(in, 7, 4) + " " + read(c, 0, 20));
        try {
            in.write(ByteBuffer.allocate(1));
        } catch (NonWritableChannelException e) {
            System.out.println("NonWritableChannelException");
        }
        try {
            out.read(ByteBuffer.allocate(1));
        } catch (NonReadableChannelException e) {
            System.out.println("NonReadableChannelException");
        }
        FileLock lock = c.lock();
        System.out.println(lock.isValid() + " " + lock.isShared());
        lock.release();
        System.out.println(lock.isValid());
        raf.seek(2);
        System.out.println(c.position());
        c.close();
        System.out.println(c.isOpen());
        try {
            c.size();
        } catch (ClosedChannelException e) {
            System.out.println("ClosedChannelException");
        }
        try {
            raf.read();
        } catch (IOException e) {
            System.out.println("IOException");
        }
        in.close();
        out.close();
        ReadableByteChannel rc = Channels.newChannel(new ByteArrayInputStream("stream".getBytes()));
        ByteBuffer b = ByteBuffer.allocate(10);
        System.out.println(rc.read(b) + " " + rc.read(b));
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        Channels.newChannel(bo).write(ByteBuffer.wrap("sink".getBytes()));
        System.out.println(bo);
        BufferedReader br =
                new BufferedReader(
                        Channels.newReader(
                                Channels.newChannel(
                                        new ByteArrayInputStream("läine\n".getBytes("UTF-8"))),
                                "UTF-8"));
        System.out.println(br.readLine());
        System.out.println(f.delete() & g.delete());
    }
}
