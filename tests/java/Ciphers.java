// AES and DES ciphers in several modes give the published results, round-trip in pieces, and refuse wrong input.
import java.io.*;
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class Ciphers {
    static String hex(byte[] b) {
        StringBuilder sb = new StringBuilder();
        for (byte x : b) sb.append(String.format("%02x", x));
        return sb.toString();
    }

    static byte[] unhex(String s) {
        byte[] b = new byte[s.length() / 2];
        for (int i = 0; i < b.length; i++)
            b[i] = (byte) Integer.parseInt(s.substring(2 * i, 2 * i + 2), 16);
        return b;
    }

    public static void main(String[] args) throws Exception {
        byte[] key = unhex("2b7e151628aed2a6abf7158809cf4f3c"),
                iv = unhex("000102030405060708090a0b0c0d0e0f"),
                block = unhex("6bc1bee22e409f96e93d7e117393172a"),
                text = "a text of some length, not a multiple".getBytes();
        SecretKeySpec k = new SecretKeySpec(key, "AES");
        for (String mode :
                new String[] {
                    "AES/ECB/NoPadding",
                    "AES/ECB/PKCS5Padding",
                    "AES/CBC/NoPadding",
                    "AES/CBC/PKCS5Padding",
                    "AES/CTR/NoPadding"
                }) {
            Cipher c = Cipher.getInstance(mode);
            if (mode.contains("ECB")) c.init(Cipher.ENCRYPT_MODE, k);
            else c.init(Cipher.ENCRYPT_MODE, k, new IvParameterSpec(iv));
            byte[] e = c.doFinal(block);
            if (mode.contains("ECB")) c.init(Cipher.DECRYPT_MODE, k);
            else c.init(Cipher.DECRYPT_MODE, k, new IvParameterSpec(iv));
            System.out.println(
                    mode
                            + " "
                            + hex(e)
                            + " "
                            + Arrays.equals(block, c.doFinal(e))
                            + " "
                            + c.getBlockSize());
        }
        Cipher c = Cipher.getInstance("AES/CBC/PKCS5Padding");
        c.init(Cipher.ENCRYPT_MODE, k, new IvParameterSpec(iv));
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        for (int i = 0; i < text.length; i += 5) {
            byte[] part = c.update(text, i, Math.min(5, text.length - i));
            if (part != null) b.write(part);
        }
        b.write(c.doFinal());
        System.out.println(hex(b.toByteArray()) + " " + hex(c.getIV()));
        c.init(Cipher.DECRYPT_MODE, k, new IvParameterSpec(iv));
        System.out.println(new String(c.doFinal(b.toByteArray())));
        byte[] damaged = b.toByteArray();
        damaged[damaged.length - 1] ^= 1;
        c.init(Cipher.DECRYPT_MODE, k, new IvParameterSpec(iv));
        try {
            c.doFinal(damaged);
            System.out.println("accepted");
        } catch (BadPaddingException e) {
            System.out.println("BadPaddingException");
        }
        c.init(Cipher.DECRYPT_MODE, k, new IvParameterSpec(iv));
        try {
            c.doFinal(new byte[15]);
        } catch (IllegalBlockSizeException e) {
            System.out.println("IllegalBlockSizeException");
        }
        try {
            Cipher.getInstance("AES/ECB/NoPadding")
                    .init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[5], "AES"));
        } catch (InvalidKeyException e) {
            System.out.println("InvalidKeyException");
        }
        try {
            c.init(Cipher.DECRYPT_MODE, k, new IvParameterSpec(new byte[3]));
        } catch (InvalidAlgorithmParameterException e) {
            System.out.println("InvalidAlgorithmParameterException");
        }
        try {
            Cipher.getInstance("NOPE/ECB/NoPadding");
        } catch (NoSuchAlgorithmException e) {
            System.out.println("NoSuchAlgorithmException");
        }
        try {
            Cipher.getInstance("AES").doFinal(block);
        } catch (IllegalStateException e) {
            System.out.println("IllegalStateException");
        }
        Cipher des = Cipher.getInstance("DES/ECB/NoPadding");
        des.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(unhex("133457799bbcdff1"), "DES"));
        System.out.println(hex(des.doFinal(unhex("0123456789abcdef"))));
        Cipher tdes = Cipher.getInstance("DESede/CBC/PKCS5Padding");
        SecretKeySpec tk =
                new SecretKeySpec(
                        unhex("0123456789abcdef23456789abcdef01456789abcdef0123"), "DESede");
        tdes.init(Cipher.ENCRYPT_MODE, tk, new IvParameterSpec(new byte[8]));
        byte[] te = tdes.doFinal(text);
        System.out.println(hex(te).substring(0, 32) + " " + te.length);
        tdes.init(Cipher.DECRYPT_MODE, tk, new IvParameterSpec(new byte[8]));
        System.out.println(new String(tdes.doFinal(te)));
        c = Cipher.getInstance("AES/CTR/NoPadding");
        c.init(Cipher.ENCRYPT_MODE, k, new IvParameterSpec(iv));
        b.reset();
        CipherOutputStream co = new CipherOutputStream(b, c);
        co.write(text);
        co.close();
        c.init(Cipher.DECRYPT_MODE, k, new IvParameterSpec(iv));
        BufferedReader r =
                new BufferedReader(
                        new InputStreamReader(
                                new CipherInputStream(
                                        new ByteArrayInputStream(b.toByteArray()), c)));
        System.out.println(r.readLine() + " " + b.size());
        KeyGenerator g = KeyGenerator.getInstance("AES");
        g.init(256);
        SecretKey gk = g.generateKey();
        System.out.println(gk.getEncoded().length + " " + gk.getAlgorithm() + " " + gk.getFormat());
        c = Cipher.getInstance("AES/ECB/PKCS5Padding");
        c.init(Cipher.ENCRYPT_MODE, gk);
        byte[] e = c.doFinal(text);
        c.init(Cipher.DECRYPT_MODE, gk);
        System.out.println(Arrays.equals(text, c.doFinal(e)));
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(Cipher.ENCRYPT_MODE, k, new GCMParameterSpec(128, new byte[12]));
        byte[] ge = gcm.doFinal(text);
        System.out.println(ge.length + " " + hex(ge).substring(0, 20));
        gcm.init(Cipher.DECRYPT_MODE, k, new GCMParameterSpec(128, new byte[12]));
        System.out.println(new String(gcm.doFinal(ge)));
    }
}
