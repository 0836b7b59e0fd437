// Key stores of PKCS#12 and of the default type: keys and certificates in and out, aliases, wrong passwords.
import java.io.*;
import java.security.*;
import java.security.cert.Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;

public class KeyStores {
    static void roundTrip(String type) throws Exception {
        PrivateKey key =
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(
                                        TlsEngines.unarmour(
                                                new String(TlsEngines.resource("localhost.key"), "US-ASCII"))));
        Certificate own = TlsEngines.certificate("localhost.pem");
        Certificate root = TlsEngines.certificate("root.pem");
        char[] password = "a password".toCharArray();

        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        System.out.println(store.size() + " " + store.aliases().hasMoreElements());
        store.setKeyEntry("key", key, password, new Certificate[] {own, root});
        store.setCertificateEntry("root", root);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.store(out, password);

        KeyStore again = KeyStore.getInstance(type);
        again.load(new ByteArrayInputStream(out.toByteArray()), password);
        List<String> aliases = new ArrayList<String>(Collections.list(again.aliases()));
        Collections.sort(aliases);
        System.out.println(
                aliases
                        + " "
                        + again.isKeyEntry("key")
                        + again.isCertificateEntry("root")
                        + again.containsAlias("none"));
        Key back = again.getKey("key", password);
        System.out.println(
                ((ECPrivateKey) back).getS().equals(((ECPrivateKey) key).getS())
                        + " "
                        + again.getCertificateChain("key").length
                        + " "
                        + again.getCertificate("key").equals(own)
                        + " "
                        + again.getCertificate("root").equals(root)
                        + " "
                        + again.getKey("none", password));
        again.deleteEntry("root");
        System.out.println(again.containsAlias("root") + " " + again.containsAlias("key"));
        try {
            KeyStore.getInstance(type)
                    .load(new ByteArrayInputStream(out.toByteArray()), "wrong".toCharArray());
            System.out.println("opened");
        } catch (IOException e) {
            System.out.println("IOException");
        }
    }

    public static void main(String[] args) throws Exception {
        roundTrip("PKCS12");
        roundTrip(KeyStore.getDefaultType());
        try {
            KeyStore.getInstance("PKCS12").aliases();
        } catch (KeyStoreException e) {
            System.out.println("KeyStoreException");
        }
        try {
            KeyStore.getInstance("none such");
        } catch (KeyStoreException e) {
            System.out.println("KeyStoreException");
        }
    }
}
