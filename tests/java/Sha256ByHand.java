// SHA-256, Base64 and CRC-32 written by hand agree with the published values: int arithmetic, shifts, masks.
public class Sha256ByHand {
    static final int[] K = new int[64], H = new int[8];

    static {
        int n = 0;
        for (int p = 2; n < 64; p++) {
            boolean prime = true;
            for (int d = 2; d * d <= p; d++) if (p % d == 0) prime = false;
            if (!prime) continue;
            if (n < 8)
                H[n] = (int) (long) ((Math.sqrt(p) - Math.floor(Math.sqrt(p))) * 4294967296.0);
            double c = Math.cbrt(p);
            K[n++] = (int) (long) ((c - Math.floor(c)) * 4294967296.0);
        }
    }

    static byte[] hash(byte[] m) {
        int len = (m.length + 9 + 63) / 64 * 64;
        byte[] p = new byte[len];
        System.arraycopy(m, 0, p, 0, m.length);
        p[m.length] = (byte) 0x80;
        long bits = m.length * 8L;
        for (int i = 0; i < 8; i++) p[len - 1 - i] = (byte) (bits >>> 8 * i);
        int[] h = H.clone(), w = new int[64];
        for (int o = 0; o < len; o += 64) {
            for (int i = 0; i < 16; i++)
                w[i] =
                        p[o + 4 * i] << 24
                                | (p[o + 4 * i + 1] & 255) << 16
                                | (p[o + 4 * i + 2] & 255) << 8
                                | p[o + 4 * i + 3] & 255;
            for (int i = 16; i < 64; i++) {
                int a = w[i - 15], b = w[i - 2];
                w[i] =
                        w[i - 16]
                                + (Integer.rotateRight(a, 7) ^ Integer.rotateRight(a, 18) ^ a >>> 3)
                                + w[i - 7]
                                + (Integer.rotateRight(b, 17)
                                        ^ Integer.rotateRight(b, 19)
                                        ^ b >>> 10);
            }
            int[] v = h.clone();
            for (int i = 0; i < 64; i++) {
                int
                        s1 =
                                Integer.rotateRight(v[4], 6)
                                        ^ Integer.rotateRight(v[4], 11)
                                        ^ Integer.rotateRight(v[4], 25),
                        t1 = v[7] + s1 + (v[4] & v[5] ^ ~v[4] & v[6]) + K[i] + w[i],
                        s0 =
                                Integer.rotateRight(v[0], 2)
                                        ^ Integer.rotateRight(v[0], 13)
                                        ^ Integer.rotateRight(v[0], 22),
                        t2 = s0 + (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]);
                v[7] = v[6];
                v[6] = v[5];
                v[5] = v[4];
                v[4] = v[3] + t1;
                v[3] = v[2];
                v[2] = v[1];
                v[1] = v[0];
                v[0] = t1 + t2;
            }
            for (int i = 0; i < 8; i++) h[i] += v[i];
        }
        byte[] out = new byte[32];
        for (int i = 0; i < 32; i++) out[i] = (byte) (h[i / 4] >>> 24 - 8 * (i % 4));
        return out;
    }

    static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    static String base64(byte[] b) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < b.length; i += 3) {
            int n =
                    (b[i] & 255) << 16
                            | (i + 1 < b.length ? (b[i + 1] & 255) << 8 : 0)
                            | (i + 2 < b.length ? b[i + 2] & 255 : 0);
            for (int k = 0; k < 4; k++)
                sb.append(i + k > b.length ? '=' : ALPHABET.charAt(n >>> 18 - 6 * k & 63));
        }
        return sb.toString();
    }

    static byte[] unbase64(String s) {
        int pad = s.endsWith("==") ? 2 : s.endsWith("=") ? 1 : 0;
        byte[] out = new byte[s.length() / 4 * 3 - pad];
        int n = 0, o = 0;
        for (int i = 0; i < s.length(); i++) {
            n = n << 6 | Math.max(0, ALPHABET.indexOf(s.charAt(i)));
            if (i % 4 == 3)
                for (int k = 16; k >= 0; k -= 8) if (o < out.length) out[o++] = (byte) (n >>> k);
        }
        return out;
    }

    static int crc(byte[] b) {
        int c = -1;
        for (byte x : b) {
            c ^= x & 255;
            for (int k = 0; k < 8; k++) c = c >>> 1 ^ (0xEDB88320 & -(c & 1));
        }
        return ~c;
    }

    static String hex(byte[] b) {
        char[] c = new char[b.length * 2];
        for (int i = 0; i < b.length; i++) {
            c[2 * i] = "0123456789abcdef".charAt(b[i] >> 4 & 15);
            c[2 * i + 1] = "0123456789abcdef".charAt(b[i] & 15);
        }
        return new String(c);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(hex(hash("abc".getBytes("US-ASCII"))) + " " + hex(hash(new byte[0])));
        byte[] long1 = new byte[5000];
        for (int i = 0; i < long1.length; i++) long1[i] = (byte) i;
        System.out.println(hex(hash(long1)));
        byte[] again = java.security.MessageDigest.getInstance("SHA-256").digest(long1);
        System.out.println(java.util.Arrays.equals(again, hash(long1)));
        for (String s : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar"})
            System.out.print(
                    base64(s.getBytes()) + " " + new String(unbase64(base64(s.getBytes()))) + " ");
        System.out.println(
                java.util.Arrays.equals(long1, unbase64(base64(long1)))
                        + " "
                        + Integer.toHexString(crc("123456789".getBytes())));
    }
}
