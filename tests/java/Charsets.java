// Charset encoders and decoders: round trips, malformed and unmappable input, partial buffers, names.
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class Charsets {
    static String hex(ByteBuffer b) {
        StringBuilder sb = new StringBuilder();
        while (b.hasRemaining()) sb.append(String.format("%02x", b.get()));
        return sb.toString();
    }

    public static void main(String[] args) throws Exception {
        String s = "Aé€😀";
        for (String n :
                new String[] {
                    "UTF-8",
                    "ISO-8859-1",
                    "US-ASCII",
                    "UTF-16BE",
                    "UTF-16LE",
                    "windows-1252",
                    "ISO-8859-15"
                }) {
            Charset c = Charset.forName(n);
            System.out.println(
                    n
                            + " "
                            + hex(c.encode(s))
                            + " "
                            + c.newEncoder().canEncode('€')
                            + " "
                            + c.newEncoder().canEncode("A")
                            + " "
                            + c.canEncode()
                            + " "
                            + c.decode(c.encode("Aé")).toString().equals("Aé"));
        }
        System.out.println(
                Charset.forName("utf8").name()
                        + " "
                        + Charset.forName("latin1").name()
                        + " "
                        + Charset.isSupported("UTF-8")
                        + Charset.isSupported("nope")
                        + " "
                        + Charset.availableCharsets().containsKey("UTF-8")
                        + " "
                        + StandardCharsets.UTF_8.equals(Charset.forName("UTF-8")));
        try {
            Charset.forName("nope");
        } catch (UnsupportedCharsetException e) {
            System.out.println("UnsupportedCharsetException");
        }
        try {
            Charset.forName("bad name");
        } catch (IllegalCharsetNameException e) {
            System.out.println("IllegalCharsetNameException");
        }
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder();
        try {
            d.decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xff}));
        } catch (MalformedInputException e) {
            System.out.println("MalformedInputException " + e.getInputLength());
        }
        d.onMalformedInput(CodingErrorAction.REPLACE).replaceWith("?");
        System.out.println(d.decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xff, 'b'})));
        d.onMalformedInput(CodingErrorAction.IGNORE);
        System.out.println(d.decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xff, 'b'})));
        CharsetEncoder e = StandardCharsets.US_ASCII.newEncoder();
        try {
            e.encode(CharBuffer.wrap("aéb"));
        } catch (UnmappableCharacterException x) {
            System.out.println("UnmappableCharacterException " + x.getInputLength());
        }
        e.onUnmappableCharacter(CodingErrorAction.REPLACE).replaceWith(new byte[] {'*'});
        System.out.println(hex(e.encode(CharBuffer.wrap("aéb"))));
        e.onUnmappableCharacter(CodingErrorAction.IGNORE);
        System.out.println(hex(e.encode(CharBuffer.wrap("aéb"))));
        CharsetDecoder p = StandardCharsets.UTF_8.newDecoder();
        CharBuffer out = CharBuffer.allocate(10);
        ByteBuffer feed = ByteBuffer.allocate(10);
        feed.put(new byte[] {'x', (byte) 0xe2, (byte) 0x82}).flip();
        CoderResult r = p.decode(feed, out, false);
        System.out.println(r.isUnderflow() + " " + out.position());
        feed.compact();
        feed.put((byte) 0xac).flip();
        r = p.decode(feed, out, true);
        p.flush(out);
        out.flip();
        System.out.println(out + " " + r.isUnderflow());
        CharBuffer tiny = CharBuffer.allocate(1);
        p.reset();
        r = p.decode(ByteBuffer.wrap("ab".getBytes("UTF-8")), tiny, true);
        System.out.println(r.isOverflow() + " " + tiny.position());
        CharsetEncoder u = StandardCharsets.UTF_8.newEncoder();
        ByteBuffer bytes = ByteBuffer.allocate(3);
        r = u.encode(CharBuffer.wrap("é€"), bytes, true);
        System.out.println(r.isOverflow());
        System.out.println(
                new String(new byte[] {(byte) 0xc0, (byte) 0x80, 'z'}, "UTF-8").endsWith("z")
                        + " "
                        + "x".getBytes(StandardCharsets.UTF_16BE).length);
        StringBuilder all = new StringBuilder();
        for (char c = 0x20; c < 0xd800; c += 7) all.append(c);
        System.out.println(
                new String(all.toString().getBytes("UTF-8"), "UTF-8").equals(all.toString())
                        + " "
                        + all.toString().getBytes("UTF-8").length);
    }
}
