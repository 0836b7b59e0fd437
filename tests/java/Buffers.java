// NIO buffers: positions, limits, views, byte orders, slices, duplicates, read-only, direct ones, comparisons.
import java.nio.*;
import java.util.*;

public class Buffers {
    static String st(Buffer b) {
        return b.position() + "/" + b.limit() + "/" + b.capacity();
    }

    static void exercise(ByteBuffer b) {
        b.put((byte) 1)
                .putInt(0x01020304)
                .putLong(-1L)
                .putShort((short) 300)
                .putChar('€')
                .putFloat(1.5f)
                .putDouble(2.5);
        System.out.print(st(b) + " ");
        b.flip();
        System.out.print(
                b.get()
                        + " "
                        + b.getInt()
                        + " "
                        + b.getLong()
                        + " "
                        + b.getShort()
                        + b.getChar()
                        + b.getFloat()
                        + " "
                        + b.getDouble()
                        + " "
                        + b.hasRemaining());
        b.clear();
        System.out.print(
                " "
                        + st(b)
                        + " "
                        + b.order(ByteOrder.LITTLE_ENDIAN).getInt(1)
                        + " "
                        + b.order(ByteOrder.BIG_ENDIAN).getInt(1));
        b.position(3).limit(8);
        ByteBuffer s = b.slice(), d = b.duplicate();
        s.put(0, (byte) 99);
        System.out.print(" " + b.get(3) + " " + st(s) + " " + st(d));
        b.compact();
        System.out.print(" " + st(b));
        b.clear();
        b.mark();
        b.get();
        b.get();
        b.reset();
        System.out.println(
                " "
                        + b.position()
                        + " "
                        + b.asReadOnlyBuffer().isReadOnly()
                        + " "
                        + b.asIntBuffer().capacity()
                        + " "
                        + b.rewind().remaining());
        int ex = 0;
        try {
            b.limit(2);
            b.getInt();
        } catch (BufferUnderflowException e) {
            ex++;
        }
        try {
            b.putLong(1);
        } catch (BufferOverflowException e) {
            ex++;
        }
        try {
            b.get(5);
        } catch (IndexOutOfBoundsException e) {
            ex++;
        }
        try {
            b.position(9);
        } catch (IllegalArgumentException e) {
            ex++;
        }
        try {
            ByteBuffer r = b.asReadOnlyBuffer();
            r.put((byte) 1);
        } catch (ReadOnlyBufferException e) {
            ex++;
        }
        try {
            b.clear();
            b.limit(1);
            b.duplicate().reset();
        } catch (InvalidMarkException e) {
            ex++;
        }
        System.out.println(ex);
        b.clear();
    }

    public static void main(String[] args) {
        exercise(ByteBuffer.allocate(32));
        exercise(ByteBuffer.allocateDirect(32));
        exercise(((ByteBuffer) ByteBuffer.allocate(40).position(8)).slice());
        byte[] arr = {1, 2, 3, 4, 5, 6};
        ByteBuffer w = ByteBuffer.wrap(arr, 2, 3);
        System.out.println(
                st(w)
                        + " "
                        + w.hasArray()
                        + w.arrayOffset()
                        + " "
                        + w.get()
                        + " "
                        + ByteBuffer.allocateDirect(4).isDirect()
                        + " "
                        + w.slice().arrayOffset());
        w.put((byte) 77);
        System.out.println(Arrays.toString(arr));
        IntBuffer i = IntBuffer.wrap(new int[] {5, 3, 9});
        LongBuffer l = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        l.put(new long[] {1, -2, 3});
        l.flip();
        System.out.println(
                i.get(2)
                        + " "
                        + l.get(1)
                        + " "
                        + st(l)
                        + " "
                        + i.compareTo(IntBuffer.wrap(new int[] {5, 4}))
                        + " "
                        + i.equals(IntBuffer.wrap(new int[] {5, 3, 9})));
        CharBuffer c = CharBuffer.wrap("characters");
        System.out.println(
                c.subSequence(2, 5)
                        + " "
                        + c.charAt(1)
                        + c.length()
                        + c.isReadOnly()
                        + " "
                        + c.get(new char[3]).position()
                        + c
                        + " "
                        + CharBuffer.allocate(3).put("abc").flip());
        DoubleBuffer d = DoubleBuffer.allocate(2).put(1.5).put(2.5);
        d.flip();
        FloatBuffer f = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).asFloatBuffer();
        f.put(0.5f);
        ShortBuffer s =
                ByteBuffer.wrap(new byte[] {1, 0, 2, 0})
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asShortBuffer();
        System.out.println(
                d.get(1)
                        + " "
                        + f.get(0)
                        + " "
                        + s.get(0)
                        + s.get(1)
                        + " "
                        + ByteOrder.BIG_ENDIAN
                        + " "
                        + ByteBuffer.allocate(1).order());
        ByteBuffer src = ByteBuffer.wrap(new byte[] {1, 2, 3}), dst = ByteBuffer.allocateDirect(5);
        dst.put(src).put(new byte[] {9, 8}).flip();
        byte[] all = new byte[5];
        dst.get(all);
        System.out.println(Arrays.toString(all) + " " + src.remaining());
        try {
            dst.put(dst);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        System.out.println(
                ByteBuffer.wrap(new byte[] {1, 2})
                        .equals(ByteBuffer.allocateDirect(2).put((byte) 1).put((byte) 2).flip()));
    }
}
