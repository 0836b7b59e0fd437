// Message digests and MACs give the published values, in pieces or at once, and can be cloned and reset.
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class Digests {
    static String hex(byte[] b) {
        StringBuilder sb = new StringBuilder();
        for (byte x : b) sb.append(String.format("%02x", x));
        return sb.toString();
    }

    static byte[] repeat(int b, int n) {
        byte[] r = new byte[n];
        Arrays.fill(r, (byte) b);
        return r;
    }

    public static void main(String[] args) throws Exception {
        for (String n : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"}) {
            MessageDigest d = MessageDigest.getInstance(n);
            System.out.println(
                    n
                            + " "
                            + d.getDigestLength()
                            + " "
                            + hex(d.digest())
                            + " "
                            + hex(d.digest("abc".getBytes("US-ASCII"))));
            for (int i = 0; i < 1000; i++) d.update((byte) 'a');
            d.update("bcd".getBytes(), 1, 1);
            MessageDigest copy = (MessageDigest) d.clone();
            byte[] one = d.digest();
            copy.update((byte) 'x');
            byte[] two = copy.digest();
            System.out.println(
                    "    " + hex(one).substring(0, 16) + " " + hex(two).substring(0, 16));
            d.update("junk".getBytes());
            d.reset();
            System.out.println(
                    "    "
                            + MessageDigest.isEqual(
                                    d.digest(), MessageDigest.getInstance(n).digest()));
        }
        for (String n : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256", "HmacSHA512"}) {
            Mac m = Mac.getInstance(n);
            m.init(new SecretKeySpec(repeat(0x0b, 20), n));
            System.out.println(
                    n + " " + m.getMacLength() + " " + hex(m.doFinal("Hi There".getBytes())));
            m.init(new SecretKeySpec("Jefe".getBytes(), "RAW"));
            m.update("what do ya want ".getBytes());
            m.update("for nothing?".getBytes());
            System.out.println("    " + hex(m.doFinal()));
        }
        byte[] out = new byte[40];
        MessageDigest s = MessageDigest.getInstance("SHA-1");
        s.update(repeat(1, 5000));
        System.out.println(s.digest(out, 10, 30) + " " + hex(out).substring(20, 40));
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println("NoSuchAlgorithmException");
        }
        try {
            Mac.getInstance("HmacNOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println("NoSuchAlgorithmException");
        }
        try {
            Mac.getInstance("HmacSHA1").doFinal();
        } catch (IllegalStateException e) {
            System.out.println("IllegalStateException");
        }
        DigestInputStream di =
                new DigestInputStream(
                        new java.io.ByteArrayInputStream("abc".getBytes()),
                        MessageDigest.getInstance("MD5"));
        while (di.read() >= 0) {}
        System.out.println(hex(di.getMessageDigest().digest()));
        java.security.DigestOutputStream dos =
                new java.security.DigestOutputStream(
                        new java.io.ByteArrayOutputStream(), MessageDigest.getInstance("MD5"));
        dos.write("abc".getBytes());
        System.out.println(hex(dos.getMessageDigest().digest()));
        SecureRandom r = new SecureRandom();
        byte[] a = new byte[20], b = new byte[20];
        r.nextBytes(a);
        r.nextBytes(b);
        System.out.println(
                !Arrays.equals(a, b) + " " + r.generateSeed(8).length + " " + (r.nextInt(10) < 10));
        SecretKeyFactory f = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA1");
        System.out.println(
                hex(
                        f.generateSecret(
                                        new PBEKeySpec(
                                                "password".toCharArray(),
                                                "salt".getBytes(),
                                                2,
                                                160))
                                .getEncoded()));
        System.out.println(
                new SecretKeySpec(a, "AES").equals(new SecretKeySpec(a, "AES"))
                        + " "
                        + new SecretKeySpec(new byte[] {1, 2, 3}, 1, 2, "X").getEncoded().length
                        + new SecretKeySpec(a, "AES").getFormat());
    }
}
