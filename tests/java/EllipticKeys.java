// Elliptic curves: parameters, generated and given keys, their encodings, signatures, key agreement.
import java.math.BigInteger;
import java.security.*;
import java.security.interfaces.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.KeyAgreement;

public class EllipticKeys {
    static void curve(String name) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(name));
        KeyPair a = generator.generateKeyPair(), b = generator.generateKeyPair();
        ECPublicKey open = (ECPublicKey) a.getPublic();
        ECPrivateKey secret = (ECPrivateKey) a.getPrivate();
        ECParameterSpec parameters = open.getParams();
        System.out.println(
                name
                        + " "
                        + parameters.getOrder().toString(16)
                        + " "
                        + parameters.getCofactor()
                        + " "
                        + parameters.getCurve().getField().getFieldSize()
                        + " "
                        + parameters.getGenerator().getAffineX().toString(16));
        System.out.println(
                open.getAlgorithm() + " " + open.getFormat() + " " + secret.getFormat() + " " + open.getEncoded().length);

        KeyFactory factory = KeyFactory.getInstance("EC");
        PublicKey read = factory.generatePublic(new X509EncodedKeySpec(open.getEncoded()));
        PublicKey given = factory.generatePublic(new ECPublicKeySpec(open.getW(), parameters));
        PrivateKey readSecret =
                factory.generatePrivate(new PKCS8EncodedKeySpec(secret.getEncoded()));
        PrivateKey givenSecret =
                factory.generatePrivate(new ECPrivateKeySpec(secret.getS(), parameters));
        System.out.println(
                read.equals(open)
                        + " "
                        + Arrays.equals(given.getEncoded(), open.getEncoded())
                        + " "
                        + ((ECPrivateKey) readSecret).getS().equals(secret.getS())
                        + " "
                        + ((ECPublicKey) given).getW().equals(open.getW()));

        byte[] message = "a message".getBytes("UTF-8");
        for (String algorithm : new String[] {"SHA1withECDSA", "SHA256withECDSA", "SHA512withECDSA"}) {
            Signature signature = Signature.getInstance(algorithm);
            boolean right = true, wrong = false;
            for (PrivateKey k : new PrivateKey[] {secret, readSecret, givenSecret}) {
                signature.initSign(k);
                signature.update(message);
                byte[] bytes = signature.sign();
                signature.initVerify(given);
                signature.update(message);
                right &= signature.verify(bytes);
                signature.initVerify(b.getPublic());
                signature.update(message);
                wrong |= signature.verify(bytes);
            }
            System.out.println(algorithm + " " + right + " " + wrong);
        }

        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(secret);
        agreement.doPhase(b.getPublic(), true);
        byte[] ours = agreement.generateSecret();
        agreement.init(b.getPrivate());
        agreement.doPhase(open, true);
        System.out.println(Arrays.equals(ours, agreement.generateSecret()) + " " + ours.length);
    }

    public static void main(String[] args) throws Exception {
        curve("secp256r1");
        curve("secp384r1");
        curve("secp521r1");
        ECPrivateKey root =
                (ECPrivateKey)
                        KeyFactory.getInstance("EC")
                                .generatePrivate(
                                        new PKCS8EncodedKeySpec(
                                                TlsEngines.unarmour(
                                                        new String(
                                                                TlsEngines.resource("localhost.key"),
                                                                "US-ASCII"))));
        System.out.println(root.getS().toString(16));
        try {
            KeyPairGenerator.getInstance("EC").initialize(new ECGenParameterSpec("no curve"));
            System.out.println("known");
        } catch (InvalidAlgorithmParameterException e) {
            System.out.println("InvalidAlgorithmParameterException");
        }
        try {
            KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(new byte[] {48, 0}));
        } catch (InvalidKeySpecException e) {
            System.out.println("InvalidKeySpecException");
        }
    }
}
