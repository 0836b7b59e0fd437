// SSLSockets over loopback: an echo of small and large texts, the session, end of stream, a handshake that the client refuses.
import java.io.*;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import javax.net.ssl.*;

public class TlsSockets {
    static class Echo extends Thread {
        final SSLServerSocket socket;
        final int connections;

        Echo(SSLServerSocket socket, int connections) {
            this.socket = socket;
            this.connections = connections;
        }

        @Override
        public void run() {
            for (int i = 0; i < connections; i++) {
                try {
                    SSLSocket s = (SSLSocket) socket.accept();
                    try {
                        DataInputStream in = new DataInputStream(s.getInputStream());
                        DataOutputStream out = new DataOutputStream(s.getOutputStream());
                        for (int length; (length = in.readInt()) > 0; ) {
                            byte[] bytes = new byte[length];
                            in.readFully(bytes);
                            out.writeInt(length);
                            out.write(bytes);
                            out.flush();
                        }
                    } finally {
                        s.close();
                    }
                } catch (IOException e) {
                    // The client that refuses goes away.
                }
            }
        }
    }

    static SSLSocket connect(boolean refuse, int port) throws Exception {
        SSLSocketFactory factory = TlsEngines.client(refuse).getSocketFactory();
        return (SSLSocket) factory.createSocket(InetAddress.getByName("127.0.0.1"), port);
    }

    public static void main(String[] args) throws Exception {
        SSLServerSocket listening =
                (SSLServerSocket)
                        TlsEngines.server()
                                .getServerSocketFactory()
                                .createServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        Echo echo = new Echo(listening, 2);
        echo.start();

        SSLSocket s = connect(false, listening.getLocalPort());
        s.startHandshake();
        X509Certificate peer = (X509Certificate) s.getSession().getPeerCertificates()[0];
        System.out.println(
                s.getSession().getProtocol() + " " + s.getSession().isValid() + " " + peer.getSerialNumber());
        DataOutputStream out = new DataOutputStream(s.getOutputStream());
        DataInputStream in = new DataInputStream(s.getInputStream());
        for (int length : new int[] {1, 100, 20000, 100000}) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i * 7);
            }
            out.writeInt(length);
            out.write(bytes);
            out.flush();
            byte[] back = new byte[in.readInt()];
            in.readFully(back);
            System.out.println(length + " " + java.util.Arrays.equals(bytes, back));
        }
        out.writeInt(0);
        out.flush();
        System.out.println(in.read());
        s.close();
        System.out.println(s.isClosed());

        SSLSocket suspicious = connect(true, listening.getLocalPort());
        try {
            suspicious.startHandshake();
            System.out.println("trusted");
        } catch (SSLHandshakeException e) {
            System.out.println("refused");
        }
        suspicious.close();
        echo.join();
        listening.close();
    }
}
