// HttpURLConnection talks to a server of our own: GET, POST, headers, status codes, errors, redirects.
import java.io.*;
import java.net.*;
import java.util.*;

public class HttpLoopback {
    static class Server extends Thread {
        final ServerSocket ss;

        Server(ServerSocket ss) {
            this.ss = ss;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Socket s = ss.accept();
                    BufferedReader r =
                            new BufferedReader(
                                    new InputStreamReader(s.getInputStream(), "ISO-8859-1"));
                    String request = r.readLine();
                    int length = 0;
                    String own = "-";
                    for (String h; (h = r.readLine()) != null && !h.isEmpty(); ) {
                        String l = h.toLowerCase(Locale.US);
                        if (l.startsWith("content-length:"))
                            length = Integer.parseInt(l.substring(15).trim());
                        if (l.startsWith("x-own:")) own = h.substring(6).trim();
                    }
                    char[] body = new char[length];
                    int n = 0;
                    while (n < length) n += r.read(body, n, length - n);
                    String[] f = request.split(" ");
                    String status = "200 OK",
                            extra = "",
                            text = f[0] + " " + f[1] + " " + own + " " + new String(body);
                    if (f[1].startsWith("/missing")) status = "404 Not Found";
                    if (f[1].startsWith("/moved")) {
                        status = "302 Found";
                        extra = "Location: /target\r\n";
                        text = "";
                    }
                    byte[] out = text.getBytes("UTF-8");
                    OutputStream o = s.getOutputStream();
                    o.write(
                            ("HTTP/1.1 "
                                            + status
                                            + "\r\n"
                                            + "Content-Type: text/plain; charset=UTF-8\r\n"
                                            + "X-Reply: yes\r\n"
                                            + extra
                                            + "Content-Length: "
                                            + out.length
                                            + "\r\nConnection: close\r\n\r\n")
                                    .getBytes("ISO-8859-1"));
                    o.write(out);
                    o.flush();
                    s.close();
                }
            } catch (IOException e) {
            }
        }
    }

    static String read(InputStream in) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        for (int c; (c = in.read()) >= 0; ) b.write(c);
        in.close();
        return b.toString("UTF-8");
    }

    public static void main(String[] args) throws Exception {
        ServerSocket ss = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        new Server(ss).start();
        String base = "http://127.0.0.1:" + ss.getLocalPort();
        HttpURLConnection c = (HttpURLConnection) new URL(base + "/get?x=1").openConnection();
        c.setRequestProperty("X-Own", "header");
        c.setConnectTimeout(10000);
        c.setReadTimeout(10000);
        System.out.println(
                c.getResponseCode()
                        + " "
                        + c.getResponseMessage()
                        + " "
                        + c.getContentType()
                        + " "
                        + c.getHeaderField("X-Reply")
                        + " "
                        + c.getContentLength());
        System.out.println(read(c.getInputStream()));
        c.disconnect();
        c = (HttpURLConnection) new URL(base + "/post").openConnection();
        c.setDoOutput(true);
        c.setRequestMethod("POST");
        c.setFixedLengthStreamingMode(7);
        OutputStream o = c.getOutputStream();
        o.write("a=b&c=d".getBytes());
        o.close();
        System.out.println(read(c.getInputStream()));
        c = (HttpURLConnection) new URL(base + "/missing").openConnection();
        System.out.println(c.getResponseCode() + " " + read(c.getErrorStream()));
        try {
            c.getInputStream();
        } catch (FileNotFoundException e) {
            System.out.println("FileNotFoundException");
        }
        c = (HttpURLConnection) new URL(base + "/moved").openConnection();
        System.out.println(
                c.getResponseCode() + " " + read(c.getInputStream()) + " " + c.getURL().getPath());
        c = (HttpURLConnection) new URL(base + "/moved").openConnection();
        c.setInstanceFollowRedirects(false);
        System.out.println(c.getResponseCode() + " " + c.getHeaderField("Location"));
        try {
            ((HttpURLConnection) new URL(base + "/x").openConnection())
                    .setRequestMethod("NONSENSE");
        } catch (ProtocolException e) {
            System.out.println("ProtocolException");
        }
        ServerSocket unused = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        int closed = unused.getLocalPort();
        unused.close();
        try {
            new URL("http://127.0.0.1:" + closed + "/gone").openConnection().getInputStream();
        } catch (ConnectException e) {
            System.out.println("ConnectException");
        }
    }
}
