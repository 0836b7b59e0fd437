// RSA with fixed keys: deterministic signatures, verification, encryption, key formats, generated pairs.
import java.math.BigInteger;
import java.security.*;
import java.security.interfaces.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.Cipher;

public class RsaKeys {
    static final String MODULUS =
            "d514caec377249da2aa6d1012fa38eeed039dee84e56cf1db0773b970bd2c1d365c79ed5a830f1a34d0da42774f9aec6"
                + "054fc3257b627a57b6d1b49d0b6d7cd1bac784c68166df66e0852738d380953e591319213254815bdb906ad8036fe2a4"
                + "e3ca39509ae7be1c20b3982777ac9a965c1d2f8a8767294e8f817d7e5e445739";
    static final String EXPONENT =
            "150ae09f433a7e209565b3ee320e2ce75898de72828a001a267b1fdf62c38570a2f47bb30dd1078be0e81ff5e58f62bb"
                + "1b7b2d025e94f3100675df284320a4dac3163859393c024d9018e77a9be2c346fae80e87e199e4b824892393aa69e60c"
                + "fed0af96b288f82b5e6f9084fb6fbf12d7378d0a23645eca0c78f21125e0c001";

    static String hex(byte[] b) {
        StringBuilder sb = new StringBuilder();
        for (byte x : b) sb.append(String.format("%02x", x));
        return sb.toString();
    }

    public static void main(String[] args) throws Exception {
        KeyFactory f = KeyFactory.getInstance("RSA");
        PrivateKey priv =
                f.generatePrivate(
                        new RSAPrivateKeySpec(
                                new BigInteger(MODULUS, 16), new BigInteger(EXPONENT, 16)));
        PublicKey pub =
                f.generatePublic(
                        new RSAPublicKeySpec(
                                new BigInteger(MODULUS, 16), BigInteger.valueOf(65537)));
        byte[] message = "message to sign".getBytes("US-ASCII");
        for (String n :
                new String[] {"MD5withRSA", "SHA1withRSA", "SHA256withRSA", "SHA512withRSA"}) {
            Signature s = Signature.getInstance(n);
            s.initSign(priv);
            s.update(message, 0, 5);
            s.update(message, 5, message.length - 5);
            byte[] signed = s.sign();
            System.out.println(n + " " + signed.length + " " + hex(signed).substring(0, 40));
            s.initVerify(pub);
            s.update(message);
            boolean good = s.verify(signed);
            s.update((byte) 'x');
            System.out.println("    " + good + " " + s.verify(signed));
        }
        Cipher c = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        c.init(Cipher.ENCRYPT_MODE, pub);
        byte[] e = c.doFinal(message);
        c.init(Cipher.DECRYPT_MODE, priv);
        System.out.println(e.length + " " + new String(c.doFinal(e)));
        byte[] der = pub.getEncoded();
        System.out.println(
                der.length
                        + " "
                        + pub.getFormat()
                        + " "
                        + pub.getAlgorithm()
                        + " "
                        + hex(der).substring(0, 30));
        PublicKey again = f.generatePublic(new X509EncodedKeySpec(der));
        System.out.println(
                again.equals(pub)
                        + " "
                        + ((RSAPublicKey) again).getPublicExponent()
                        + " "
                        + ((RSAPublicKey) again).getModulus().bitLength());
        try {
            f.generatePublic(new X509EncodedKeySpec(new byte[] {1, 2, 3}));
        } catch (InvalidKeySpecException x) {
            System.out.println("InvalidKeySpecException");
        }
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(1024);
        KeyPair pair = g.generateKeyPair();
        Signature s = Signature.getInstance("SHA256withRSA");
        s.initSign(pair.getPrivate());
        s.update(message);
        byte[] own = s.sign();
        s.initVerify(pair.getPublic());
        s.update(message);
        System.out.println(
                s.verify(own)
                        + " "
                        + ((RSAPrivateKey) pair.getPrivate())
                                .getModulus()
                                .equals(((RSAPublicKey) pair.getPublic()).getModulus()));
        PrivateKey copied =
                f.generatePrivate(new PKCS8EncodedKeySpec(pair.getPrivate().getEncoded()));
        System.out.println(
                ((RSAPrivateKey) copied)
                                .getPrivateExponent()
                                .equals(((RSAPrivateKey) pair.getPrivate()).getPrivateExponent())
                        + " "
                        + copied.getFormat());
        Signature u = Signature.getInstance("SHA1withRSA");
        try {
            u.sign();
        } catch (SignatureException x) {
            System.out.println("SignatureException");
        }
        try {
            Signature.getInstance("NOPEwithRSA");
        } catch (NoSuchAlgorithmException x) {
            System.out.println("NoSuchAlgorithmException");
        }
    }
}
