// URI: parts, quoting, resolution, relativisation, normalisation, comparison, errors.
import java.net.*;

public class Uris {
    static String parts(String s) {
        try {
            URI u = new URI(s);
            return u.getScheme()
                    + "|"
                    + u.getSchemeSpecificPart()
                    + "|"
                    + u.getAuthority()
                    + "|"
                    + u.getUserInfo()
                    + "|"
                    + u.getHost()
                    + "|"
                    + u.getPort()
                    + "|"
                    + u.getPath()
                    + "|"
                    + u.getQuery()
                    + "|"
                    + u.getFragment()
                    + "|"
                    + u.isAbsolute()
                    + u.isOpaque();
        } catch (URISyntaxException e) {
            return "URISyntaxException";
        }
    }

    public static void main(String[] args) throws Exception {
        for (String s :
                new String[] {
                    "http://user:pw@example.com:8080/a/b?q=1&r=2#frag",
                    "mailto:someone@example.com",
                    "../relative/path?x",
                    "file:///etc/hosts",
                    "urn:isbn:0451450523",
                    "//host/path",
                    "#only",
                    "http://[::1]:80/",
                    "http://example.com",
                    "a%20b",
                    "has space",
                    "http://ex ample/",
                    "1scheme:x",
                    "http://h/%zz",
                    ":nothing",
                    "http://h/p\u00e9"
                }) System.out.println(s + " -> " + parts(s));
        URI base = new URI("http://a/b/c/d;p?q");
        for (String r :
                new String[] {
                    "g",
                    "./g",
                    "g/",
                    "/g",
                    "//g",
                    "g?y",
                    "#s",
                    "../g",
                    "../..",
                    "../../g",
                    "./../g",
                    "g/../h",
                    "http:other",
                    "mailto:x"
                }) System.out.println(r + " -> " + base.resolve(r));
        System.out.println(
                new URI("http://a/b/").relativize(new URI("http://a/b/c/d?x"))
                        + " "
                        + new URI("http://a/b/").relativize(new URI("http://z/b/"))
                        + " "
                        + new URI("/a/./b/../c/d").normalize()
                        + " "
                        + new URI("../../x").normalize());
        System.out.println(
                new URI("http", "user", "host", 80, "/path with space", "q=a b", "f g")
                        + " "
                        + new URI("http", "host", "/pa\u00e9", null).toASCIIString()
                        + " "
                        + new URI("mailto", "a b", null)
                        + " "
                        + new URI("/p%20q").getPath()
                        + " "
                        + new URI("/p%20q").getRawPath());
        System.out.println(
                new URI("HTTP://Host/a").equals(new URI("http://hOST/a"))
                        + " "
                        + new URI("http://h/A").equals(new URI("http://h/a"))
                        + " "
                        + new URI("http://h/a%2f").equals(new URI("http://h/a%2F"))
                        + " "
                        + Integer.signum(new URI("a:b").compareTo(new URI("a:c")))
                        + " "
                        + URI.create("x:y").hashCode() * 0);
        try {
            URI.create("bad uri");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        System.out.println(new URI("http://h/x").toURL().getHost());
    }
}
