// Certificate paths: written and read, validated against a root, refused before their time and under another root, built from a store.
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.*;
import java.util.*;

public class CertificatePaths {
    public static void main(String[] args) throws Exception {
        X509Certificate root = TlsEngines.certificate("root.pem");
        X509Certificate own = TlsEngines.certificate("localhost.pem");
        System.out.println(
                own.getSubjectAlternativeNames()
                        + " "
                        + own.getExtendedKeyUsage()
                        + " "
                        + Arrays.toString(own.getKeyUsage())
                        + " "
                        + root.getBasicConstraints()
                        + " "
                        + new TreeSet<String>(own.getCriticalExtensionOIDs())
                        + " "
                        + new TreeSet<String>(own.getNonCriticalExtensionOIDs()));

        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        CertPath path = factory.generateCertPath(Arrays.asList(own));
        for (String encoding : new String[] {"PkiPath", "PKCS7"}) {
            CertPath back =
                    factory.generateCertPath(
                            new ByteArrayInputStream(path.getEncoded(encoding)), encoding);
            System.out.println(encoding + " " + back.getCertificates().equals(path.getCertificates()));
        }

        PKIXParameters parameters =
                new PKIXParameters(Collections.singleton(new TrustAnchor(root, null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(new Date(own.getNotBefore().getTime() + 1000));
        CertPathValidator validator = CertPathValidator.getInstance("PKIX");
        PKIXCertPathValidatorResult result =
                (PKIXCertPathValidatorResult) validator.validate(path, parameters);
        System.out.println(
                result.getTrustAnchor().getTrustedCert().equals(root)
                        + " "
                        + result.getPublicKey().equals(own.getPublicKey()));

        parameters.setDate(new Date(own.getNotBefore().getTime() - 1000));
        refused(validator, path, parameters);
        PKIXParameters others =
                new PKIXParameters(Collections.singleton(new TrustAnchor(own, null)));
        others.setRevocationEnabled(false);
        others.setDate(new Date(own.getNotBefore().getTime() + 1000));
        refused(validator, factory.generateCertPath(Arrays.asList(root, own)), others);

        CertStore store =
                CertStore.getInstance(
                        "Collection", new CollectionCertStoreParameters(Arrays.asList(root, own)));
        X509CertSelector wanted = new X509CertSelector();
        wanted.setSubject("CN=localhost");
        System.out.println(store.getCertificates(wanted).size());
        PKIXBuilderParameters search =
                new PKIXBuilderParameters(
                        Collections.singleton(new TrustAnchor(root, null)), wanted);
        search.addCertStore(store);
        search.setRevocationEnabled(false);
        search.setDate(new Date(own.getNotBefore().getTime() + 1000));
        CertPath built = CertPathBuilder.getInstance("PKIX").build(search).getCertPath();
        System.out.println(built.getCertificates().size() + " " + built.getType());
    }

    static void refused(CertPathValidator validator, CertPath path, PKIXParameters parameters)
            throws GeneralSecurityException {
        try {
            validator.validate(path, parameters);
            System.out.println("accepted");
        } catch (CertPathValidatorException e) {
            System.out.println("CertPathValidatorException");
        }
    }
}
