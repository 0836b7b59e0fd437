// Loopback sockets between threads: echo, half-close, timeouts, refused and closed connections, datagrams.
import java.io.*;
import java.net.*;

public class Sockets {
    public static void main(String[] args) throws Exception {
        final InetAddress lo = InetAddress.getByName("127.0.0.1");
        final ServerSocket server = new ServerSocket(0, 10, lo);
        System.out.println(
                (server.getLocalPort() > 0) + " " + server.isBound() + " " + server.isClosed());
        Thread t =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            for (int i = 0; i < 2; i++) {
                                Socket s = server.accept();
                                BufferedReader r =
                                        new BufferedReader(
                                                new InputStreamReader(s.getInputStream(), "UTF-8"));
                                Writer w = new OutputStreamWriter(s.getOutputStream(), "UTF-8");
                                for (String line; (line = r.readLine()) != null; ) {
                                    w.write("echo " + line + "\n");
                                    w.flush();
                                }
                                w.write("bye\n");
                                w.flush();
                                s.close();
                            }
                        } catch (IOException e) {
                            System.out.println("server " + e);
                        }
                    }
                };
        t.start();
        for (int i = 0; i < 2; i++) {
            Socket s = new Socket(lo, server.getLocalPort());
            s.setSoTimeout(10000);
            s.setTcpNoDelay(true);
            Writer w = new OutputStreamWriter(s.getOutputStream(), "UTF-8");
            BufferedReader r =
                    new BufferedReader(new InputStreamReader(s.getInputStream(), "UTF-8"));
            w.write("hello " + i + "\nwörld\n");
            w.flush();
            System.out.println(r.readLine() + "|" + r.readLine());
            s.shutdownOutput();
            System.out.println(
                    r.readLine()
                            + "|"
                            + r.readLine()
                            + "|"
                            + s.isConnected()
                            + s.isOutputShutdown()
                            + s.getTcpNoDelay()
                            + s.getSoTimeout());
            s.close();
            System.out.println(s.isClosed());
            try {
                s.getInputStream();
            } catch (SocketException e) {
                System.out.println("SocketException");
            }
        }
        t.join();
        final byte[] big = new byte[200000];
        for (int i = 0; i < big.length; i++) big[i] = (byte) (i * 7);
        Thread sender =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            Socket s = server.accept();
                            s.getOutputStream().write(big);
                            s.close();
                        } catch (IOException e) {
                            System.out.println(e);
                        }
                    }
                };
        sender.start();
        Socket s = new Socket();
        s.connect(new InetSocketAddress(lo, server.getLocalPort()), 5000);
        InputStream in = s.getInputStream();
        byte[] buf = new byte[7777];
        int n, total = 0;
        boolean same = true;
        while ((n = in.read(buf)) >= 0) {
            for (int i = 0; i < n; i++) same &= buf[i] == big[total + i];
            total += n;
        }
        System.out.println(total + " " + same);
        s.close();
        sender.join();
        server.setSoTimeout(20);
        try {
            server.accept();
        } catch (SocketTimeoutException e) {
            System.out.println("accept: SocketTimeoutException");
        }
        Socket quiet = new Socket(lo, server.getLocalPort());
        Socket peer = server.accept();
        quiet.setSoTimeout(20);
        try {
            quiet.getInputStream().read();
        } catch (SocketTimeoutException e) {
            System.out.println("read: SocketTimeoutException");
        }
        peer.close();
        System.out.println(quiet.getInputStream().read());
        quiet.close();
        int port = server.getLocalPort();
        server.close();
        try {
            server.accept();
        } catch (SocketException e) {
            System.out.println("closed: SocketException");
        }
        try {
            new Socket(lo, port);
            System.out.println("connected?");
        } catch (ConnectException e) {
            System.out.println("ConnectException");
        }
        DatagramSocket a = new DatagramSocket(0, lo), b = new DatagramSocket(0, lo);
        a.setSoTimeout(10000);
        byte[] msg = "datagram".getBytes();
        b.send(new DatagramPacket(msg, msg.length, lo, a.getLocalPort()));
        DatagramPacket p = new DatagramPacket(new byte[100], 100);
        a.receive(p);
        System.out.println(
                new String(p.getData(), 0, p.getLength())
                        + " "
                        + (p.getPort() == b.getLocalPort()));
        p.setData("re".getBytes());
        a.send(p);
        DatagramPacket q = new DatagramPacket(new byte[1], 1);
        b.setSoTimeout(10000);
        b.receive(q);
        System.out.println(q.getLength() + " " + (char) q.getData()[0]);
        a.setSoTimeout(10);
        try {
            a.receive(p);
        } catch (SocketTimeoutException e) {
            System.out.println("SocketTimeoutException");
        }
        a.close();
        b.close();
        System.out.println(a.isClosed());
    }
}
