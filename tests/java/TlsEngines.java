// Two SSLEngines shake hands in memory: the chosen suite, the checked chain, data both ways, closing, a refused certificate.
import java.io.*;
import java.nio.ByteBuffer;
import java.security.*;
import java.security.cert.*;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;
import javax.net.ssl.*;

public class TlsEngines {
    static byte[] resource(String name) throws IOException {
        InputStream in = TlsEngines.class.getResourceAsStream("/" + name);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[100];
        for (int n; (n = in.read(part)) > 0; ) {
            out.write(part, 0, n);
        }
        return out.toByteArray();
    }

    static X509Certificate certificate(String name) throws Exception {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        return (X509Certificate)
                factory.generateCertificate(new ByteArrayInputStream(resource(name)));
    }

    /** The bytes between the marks of a PEM file. */
    static byte[] unarmour(String pem) {
        String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int bits = 0, count = 0;
        for (char c : pem.substring(pem.indexOf('\n'), pem.indexOf("-----END")).toCharArray()) {
            int value = digits.indexOf(c);
            if (value >= 0) {
                bits = bits << 6 | value;
                count += 6;
                if (count >= 8) {
                    count -= 8;
                    out.write(bits >> count);
                }
            }
        }
        return out.toByteArray();
    }

    static SSLContext server() throws Exception {
        PrivateKey key =
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(
                                        unarmour(new String(resource("localhost.key"), "US-ASCII"))));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry(
                "server",
                key,
                "secret".toCharArray(),
                new Certificate[] {certificate("localhost.pem"), certificate("root.pem")});
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, "secret".toCharArray());
        SSLContext context = SSLContext.getInstance("TLSv1.2");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    static class Trust implements X509TrustManager {
        final boolean refuse;

        Trust(boolean refuse) {
            this.refuse = refuse;
        }

        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        public void checkServerTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            System.out.println(
                    chain.length + " " + chain[0].getSubjectX500Principal().getName() + " " + type);
            if (refuse) {
                throw new CertificateException("not this one");
            }
            try {
                chain[0].verify(chain[1].getPublicKey());
            } catch (GeneralSecurityException e) {
                throw new CertificateException(e);
            }
        }

        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    static SSLContext client(boolean refuse) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.2");
        context.init(null, new TrustManager[] {new Trust(refuse)}, null);
        return context;
    }

    static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** What the engine wants to do next in its handshake. */
    static void step(SSLEngine engine, ByteBuffer from, ByteBuffer to) throws Exception {
        switch (engine.getHandshakeStatus()) {
            case NEED_WRAP:
                engine.wrap(NOTHING, to);
                break;
            case NEED_UNWRAP:
                from.flip();
                try {
                    engine.unwrap(from, ByteBuffer.allocate(20000));
                } finally {
                    from.compact();
                }
                break;
            case NEED_TASK:
                for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
                    task.run();
                }
                break;
            default:
                break;
        }
    }

    static String move(SSLEngine from, SSLEngine to, String text) throws Exception {
        ByteBuffer wire = ByteBuffer.allocate(40000), out = ByteBuffer.allocate(40000);
        from.wrap(ByteBuffer.wrap(text.getBytes("UTF-8")), wire);
        wire.flip();
        while (wire.hasRemaining()) {
            to.unwrap(wire, out);
        }
        out.flip();
        byte[] bytes = new byte[out.remaining()];
        out.get(bytes);
        return new String(bytes, "UTF-8");
    }

    static void shake(boolean refuse) throws Exception {
        SSLEngine server = server().createSSLEngine();
        SSLEngine client = client(refuse).createSSLEngine("localhost", 443);
        server.setUseClientMode(false);
        client.setUseClientMode(true);
        client.setEnabledCipherSuites(
                new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"});
        ByteBuffer toServer = ByteBuffer.allocate(40000), toClient = ByteBuffer.allocate(40000);
        client.beginHandshake();
        server.beginHandshake();
        try {
            for (int i = 0; i < 50; i++) {
                step(client, toClient, toServer);
                step(server, toServer, toClient);
            }
        } catch (SSLException e) {
            System.out.println("refused");
            return;
        }
        SSLSession session = client.getSession();
        System.out.println(
                session.getProtocol()
                        + " "
                        + session.getCipherSuite()
                        + " "
                        + server.getSession().getCipherSuite()
                        + " "
                        + session.getPeerCertificates().length
                        + " "
                        + session.getPeerPrincipal());
        System.out.println(move(client, server, "there") + " " + move(server, client, "and back"));
        client.closeOutbound();
        System.out.println(client.isOutboundDone() || client.getHandshakeStatus() != null);
    }

    public static void main(String[] args) throws Exception {
        shake(false);
        shake(true);
    }
}
