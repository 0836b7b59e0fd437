// RandomAccessFile: seek, read and write in place, extend, truncate, typed data, modes.
import java.io.*;

public class RandomAccess1 {
    public static void main(String[] args) throws Exception {
        File f = File.createTempFile("raf", null);
        RandomAccessFile r = new RandomAccessFile(f, "rw");
        r.writeInt(0xCAFEBABE);
        r.writeUTF("utf é");
        r.writeLong(-5);
        r.writeDouble(2.5);
        r.writeBytes("end\n");
        long end = r.getFilePointer();
        System.out.println(end + " " + r.length());
        r.seek(0);
        System.out.println(
                Integer.toHexString(r.readInt())
                        + " "
                        + r.readUTF()
                        + " "
                        + r.readLong()
                        + " "
                        + r.readDouble()
                        + " "
                        + r.readLine()
                        + " "
                        + r.read());
        r.seek(4);
        r.writeShort(1);
        r.writeByte('X');
        r.seek(4);
        System.out.println(r.readUTF());
        r.seek(100);
        r.write(7);
        System.out.println(r.length());
        r.seek(99);
        System.out.println(r.read() + " " + r.read() + " " + r.read());
        r.setLength(10);
        System.out.println(r.length() + " " + r.getFilePointer());
        r.setLength(20);
        r.seek(15);
        System.out.println(r.readByte() + " " + r.skipBytes(100) + " " + r.getFilePointer());
        byte[] b = new byte[4];
        r.seek(0);
        r.readFully(b);
        System.out.println(b[0] + " " + b[3]);
        try {
            r.seek(18);
            r.readInt();
        } catch (EOFException e) {
            System.out.println("EOFException");
        }
        try {
            r.seek(-1);
        } catch (IOException e) {
            System.out.println("IOException");
        }
        r.close();
        try {
            r.read();
        } catch (IOException e) {
            System.out.println("closed: IOException");
        }
        RandomAccessFile ro = new RandomAccessFile(f, "r");
        try {
            ro.write(1);
        } catch (IOException e) {
            System.out.println("read-only: IOException");
        }
        ro.close();
        try {
            new RandomAccessFile(f, "x");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        try {
            new RandomAccessFile(new File(f, "no"), "r");
        } catch (FileNotFoundException e) {
            System.out.println("FileNotFoundException");
        }
        RandomAccessFile a = new RandomAccessFile(f, "rws"), c = new RandomAccessFile(f, "rwd");
        a.setLength(0);
        a.write("shared".getBytes());
        byte[] six = new byte[6];
        System.out.println(c.read(six) + new String(six));
        a.close();
        c.close();
        System.out.println(f.delete());
    }
}
