// Data streams write every primitive in big-endian form and modified UTF-8, and read it back.
import java.io.*;
import java.util.*;

public class DataStreams {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(b);
        out.writeBoolean(true);
        out.writeByte(-2);
        out.writeShort(-300);
        out.writeChar('é');
        out.writeInt(0x12345678);
        out.writeLong(Long.MIN_VALUE + 1);
        out.writeFloat(1.5f);
        out.writeDouble(-0.0);
        out.writeUTF("a\0é€😀");
        out.writeBytes("bytes");
        out.writeChars("c€");
        out.flush();
        System.out.println(out.size() + " " + Arrays.toString(b.toByteArray()));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(b.toByteArray()));
        System.out.println(
                in.readBoolean()
                        + " "
                        + in.readByte()
                        + " "
                        + in.readShort()
                        + " "
                        + in.readChar()
                        + " "
                        + Integer.toHexString(in.readInt())
                        + " "
                        + in.readLong()
                        + " "
                        + in.readFloat()
                        + " "
                        + in.readDouble()
                        + " "
                        + in.readUTF().replace('\0', '0')
                        + " "
                        + in.skipBytes(2));
        byte[] rest = new byte[3];
        in.readFully(rest);
        System.out.println(
                new String(rest)
                        + in.readChar()
                        + in.readUnsignedByte()
                        + " "
                        + in.readUnsignedByte());
        try {
            in.readByte();
        } catch (EOFException e) {
            System.out.println("EOFException");
        }
        DataInputStream u =
                new DataInputStream(new ByteArrayInputStream(new byte[] {-1, -1, -1, 0, 1, 2}));
        System.out.println(u.readUnsignedByte() + " " + u.readUnsignedShort());
        try {
            u.readInt();
        } catch (EOFException e) {
            System.out.println("EOFException");
        }
        try {
            new DataInputStream(
                            new ByteArrayInputStream(new byte[] {0, 2, (byte) 0xff, (byte) 0xff}))
                    .readUTF();
        } catch (UTFDataFormatException e) {
            System.out.println("UTFDataFormatException");
        }
        try {
            char[] big = new char[70000];
            Arrays.fill(big, 'x');
            out.writeUTF(new String(big));
        } catch (UTFDataFormatException e) {
            System.out.println("UTFDataFormatException");
        }
        System.out.println(
                new DataInputStream(new ByteArrayInputStream("line one\r\nline two\n".getBytes()))
                        .readLine());
        Random r = new Random(1);
        b.reset();
        out = new DataOutputStream(b);
        double[] ds = new double[100];
        long[] ls = new long[100];
        for (int i = 0; i < 100; i++) {
            out.writeDouble(ds[i] = r.nextDouble());
            out.writeLong(ls[i] = r.nextLong());
        }
        in =
                new DataInputStream(
                        new BufferedInputStream(new ByteArrayInputStream(b.toByteArray()), 7));
        boolean ok = true;
        for (int i = 0; i < 100; i++) ok &= in.readDouble() == ds[i] && in.readLong() == ls[i];
        System.out.println(ok);
    }
}
