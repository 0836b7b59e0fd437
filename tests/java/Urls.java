// URL parsing, relative URLs, encoding and decoding of forms, numeric addresses.
import java.net.*;
import java.util.*;

public class Urls {
    static String dec(String s) throws Exception {
        try {
            return URLDecoder.decode(s, "UTF-8");
        } catch (IllegalArgumentException e) {
            return "IllegalArgumentException";
        }
    }

    public static void main(String[] args) throws Exception {
        for (String s :
                new String[] {
                    "http://user:pw@example.com:8080/a/b.html?q=1#ref",
                    "http://example.com",
                    "ftp://h/x;type=a",
                    "https://h:443"
                }) {
            URL u = new URL(s);
            System.out.println(
                    u.getProtocol()
                            + "|"
                            + u.getAuthority()
                            + "|"
                            + u.getUserInfo()
                            + "|"
                            + u.getHost()
                            + "|"
                            + u.getPort()
                            + "|"
                            + u.getDefaultPort()
                            + "|"
                            + u.getPath()
                            + "|"
                            + u.getQuery()
                            + "|"
                            + u.getRef()
                            + "|"
                            + u.getFile()
                            + "|"
                            + u.toExternalForm());
        }
        URL file = new URL("file:/tmp/x"), jar = new URL("jar:file:/a.jar!/b/c.txt");
        System.out.println(
                file.getProtocol()
                        + file.getPath()
                        + file.getPort()
                        + " "
                        + jar.getProtocol()
                        + jar.getPath()
                        + " "
                        + jar);
        URL base = new URL("http://h/a/b/c");
        for (String r :
                new String[] {"d", "../d", "/d", "#r", "./x/../y", "http://other/z", "//third/w"})
            System.out.println(r + " -> " + new URL(base, r));
        for (String bad : new String[] {"nothing", "unknown://x", "http://h:abc/", ""})
            try {
                new URL(bad);
                System.out.println("accepted " + bad);
            } catch (MalformedURLException e) {
                System.out.println("MalformedURLException");
            }
        System.out.println(
                new URL("http", "host", 81, "/f?x")
                        + " "
                        + new URL("http://h/a b").getPath()
                        + " "
                        + new URL("http://h/x").toURI());
        System.out.println(
                URLEncoder.encode("a b&c=d/é€😀+*-_.~", "UTF-8")
                        + " "
                        + dec("a+b%26%C3%A9")
                        + " "
                        + dec("%zz")
                        + " "
                        + dec("%4")
                        + " "
                        + dec("100%25")
                        + " "
                        + URLEncoder.encode("é", "ISO-8859-1")
                        + " "
                        + dec(URLEncoder.encode("round trip: ü/?&", "UTF-8")));
        InetAddress a = InetAddress.getByName("127.0.0.1"),
                b = InetAddress.getByAddress(new byte[] {(byte) 192, (byte) 168, 1, 2}),
                c = InetAddress.getByAddress("named", new byte[] {8, 8, 4, 4});
        System.out.println(
                a.getHostAddress()
                        + " "
                        + a.isLoopbackAddress()
                        + " "
                        + b
                        + " "
                        + b.isSiteLocalAddress()
                        + " "
                        + Arrays.toString(b.getAddress())
                        + " "
                        + c.getHostName()
                        + " "
                        + c.getHostAddress()
                        + " "
                        + a.equals(InetAddress.getByName("127.0.0.1"))
                        + " "
                        + InetAddress.getByName("224.0.0.1").isMulticastAddress()
                        + InetAddress.getByName("0.0.0.0").isAnyLocalAddress()
                        + InetAddress.getByName("169.254.1.1").isLinkLocalAddress()
                        + " "
                        + (a instanceof Inet4Address)
                        + " "
                        + (InetAddress.getByName("::1") instanceof Inet6Address)
                        + InetAddress.getByName("[::1]").isLoopbackAddress());
        try {
            InetAddress.getByAddress(new byte[3]);
        } catch (UnknownHostException e) {
            System.out.println("UnknownHostException");
        }
        InetSocketAddress s = new InetSocketAddress(a, 80),
                u = InetSocketAddress.createUnresolved("some.host", 99);
        System.out.println(
                s.getPort()
                        + " "
                        + s.getAddress().getHostAddress()
                        + " "
                        + u.isUnresolved()
                        + u.getHostName()
                        + u.getAddress()
                        + " "
                        + s.equals(new InetSocketAddress("127.0.0.1", 80)));
        try {
            new InetSocketAddress(a, 70000);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
    }
}
