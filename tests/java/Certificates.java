// An X.509 certificate is parsed from PEM, verified with its own key, and stored in a key store.
import java.io.*;
import java.security.*;
import java.security.cert.*;
import java.util.*;

public class Certificates {
    static final String PEM =
            "-----BEGIN CERTIFICATE-----\n"
                    + "MIICODCCAaGgAwIBAgICEjQwDQYJKoZIhvcNAQELBQAwNjELMAkGA1UEBhMCREUx\n"
                    + "EDAOBgNVBAoMB0V4YW1wbGUxFTATBgNVBAMMDHJlZW5hY3QgdGVzdDAgFw0yNjEx\n"
                    + "MTUwNjQwMzVaGA8yMTI2MTAyMjA2NDAzNVowNjELMAkGA1UEBhMCREUxEDAOBgNV\n"
                    + "BAoMB0V4YW1wbGUxFTATBgNVBAMMDHJlZW5hY3QgdGVzdDCBnzANBgkqhkiG9w0B\n"
                    + "AQEFAAOBjQAwgYkCgYEA1RTK7DdySdoqptEBL6OO7tA53uhOVs8dsHc7lwvSwdNl\n"
                    + "x57VqDDxo00NpCd0+a7GBU/DJXtiele20bSdC2180brHhMaBZt9m4IUnONOAlT5Z\n"
                    + "ExkhMlSBW9uQatgDb+Kk48o5UJrnvhwgs5gnd6yallwdL4qHZylOj4F9fl5EVzkC\n"
                    + "AwEAAaNTMFEwHQYDVR0OBBYEFEP4S1RcpYsdIQT9rpk6gGBA1rojMB8GA1UdIwQY\n"
                    + "MBaAFEP4S1RcpYsdIQT9rpk6gGBA1rojMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZI\n"
                    + "hvcNAQELBQADgYEAxN4IIWOG871xpb9OmVQn9oyjGmWeJNuSdmg50dxebhUKY3Wl\n"
                    + "ZuQnTRlxyOcKVrz7smrtbie2aU+uzZrsosJgdmHlWy38OFOO175sGft3BCzR0pAY\n"
                    + "0qRiqHWlTDO1Yil/v2XzlxxOy3azaHj0ngD5QZgn8v3WLMt94ab5vthtABo=\n"
                    + "-----END CERTIFICATE-----\n";

    public static void main(String[] args) throws Exception {
        CertificateFactory f = CertificateFactory.getInstance("X.509");
        X509Certificate c =
                (X509Certificate)
                        f.generateCertificate(new ByteArrayInputStream(PEM.getBytes("US-ASCII")));
        System.out.println(
                c.getVersion()
                        + " "
                        + c.getSerialNumber()
                        + " "
                        + c.getSubjectX500Principal().getName()
                        + " "
                        + c.getIssuerX500Principal().equals(c.getSubjectX500Principal()));
        System.out.println(
                c.getSigAlgOID()
                        + " "
                        + c.getBasicConstraints()
                        + " "
                        + c.getType()
                        + " "
                        + c.getPublicKey().getAlgorithm()
                        + " "
                        + c.getEncoded().length
                        + " "
                        + c.hasUnsupportedCriticalExtension()
                        + " "
                        + c.getCriticalExtensionOIDs());
        c.verify(c.getPublicKey());
        System.out.println("verified");
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(1024);
        try {
            c.verify(g.generateKeyPair().getPublic());
            System.out.println("accepted");
        } catch (GeneralSecurityException e) {
            System.out.println("another key: refused");
        }
        c.checkValidity(c.getNotBefore());
        try {
            c.checkValidity(new Date(0));
        } catch (CertificateNotYetValidException e) {
            System.out.println("CertificateNotYetValidException");
        }
        try {
            c.checkValidity(new Date(c.getNotAfter().getTime() + 1000));
        } catch (CertificateExpiredException e) {
            System.out.println("CertificateExpiredException");
        }
        X509Certificate again =
                (X509Certificate) f.generateCertificate(new ByteArrayInputStream(c.getEncoded()));
        System.out.println(
                again.equals(c)
                        + " "
                        + (again.hashCode() == c.hashCode())
                        + " "
                        + f.generateCertificates(
                                        new ByteArrayInputStream((PEM + PEM).getBytes("US-ASCII")))
                                .size());
        try {
            f.generateCertificate(new ByteArrayInputStream("no certificate".getBytes()));
            System.out.println("accepted");
        } catch (CertificateException e) {
            System.out.println("CertificateException");
        }
        CertPath path = f.generateCertPath(Collections.singletonList(c));
        System.out.println(path.getCertificates().size() + " " + path.getType());
        byte[] print = MessageDigest.getInstance("SHA-256").digest(c.getEncoded());
        System.out.println(
                String.format("%02x%02x%02x%02x", print[0], print[1], print[2], print[3]));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("mine", c);
        System.out.println(
                store.size()
                        + " "
                        + store.containsAlias("mine")
                        + " "
                        + store.isCertificateEntry("mine")
                        + " "
                        + store.getCertificate("mine").equals(c)
                        + " "
                        + store.getCertificate("other"));
    }
}
