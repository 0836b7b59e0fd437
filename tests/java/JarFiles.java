// Jar files and manifests: attributes, sections, long lines, jar streams, jar URLs, classes loaded from a jar.
import java.io.*;
import java.net.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.ZipEntry;

public class JarFiles {
    public static void main(String[] args) throws Exception {
        Manifest m = new Manifest();
        Attributes a = m.getMainAttributes();
        a.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        a.put(Attributes.Name.MAIN_CLASS, "some.Main");
        StringBuilder longValue = new StringBuilder();
        for (int i = 0; i < 20; i++) longValue.append("abcdefghij");
        a.putValue("Long-Value", longValue.toString());
        Attributes section = new Attributes();
        section.putValue("Sealed", "true");
        m.getEntries().put("some/package/", section);
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        m.write(b);
        String text = b.toString("UTF-8");
        boolean fits = true;
        for (String line : text.split("\r\n")) fits &= line.length() <= 72;
        System.out.println(
                fits
                        + " "
                        + text.startsWith("Manifest-Version: 1.0\r\n")
                        + " "
                        + text.contains("Name: some/package/\r\nSealed: true\r\n"));
        Manifest back = new Manifest(new ByteArrayInputStream(b.toByteArray()));
        System.out.println(
                back.equals(m)
                        + " "
                        + back.getMainAttributes().getValue("main-class")
                        + " "
                        + back.getMainAttributes().getValue("Long-Value").length()
                        + " "
                        + back.getAttributes("some/package/").getValue("Sealed")
                        + " "
                        + back.getAttributes("none")
                        + " "
                        + back.getEntries().size()
                        + " "
                        + new Manifest(back).equals(back));
        File f = File.createTempFile("test", ".jar");
        JarOutputStream out = new JarOutputStream(new FileOutputStream(f), m);
        out.putNextEntry(new ZipEntry("dir/hello.txt"));
        out.write("hello from the jar".getBytes());
        out.closeEntry();
        out.putNextEntry(new JarEntry("other.txt"));
        out.write("other".getBytes());
        out.closeEntry();
        out.close();
        JarFile j = new JarFile(f);
        System.out.println(
                j.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS)
                        + " "
                        + j.getJarEntry("dir/hello.txt").getSize()
                        + " "
                        + j.size()
                        + " "
                        + j.getEntry("nope")
                        + " "
                        + new BufferedReader(
                                        new InputStreamReader(
                                                j.getInputStream(j.getEntry("other.txt"))))
                                .readLine());
        List<String> names = new ArrayList<String>();
        for (JarEntry e : Collections.list(j.entries())) names.add(e.getName());
        System.out.println(names);
        j.close();
        JarInputStream in = new JarInputStream(new FileInputStream(f));
        System.out.println(
                (in.getManifest() != null)
                        + " "
                        + in.getNextJarEntry().getName()
                        + " "
                        + in.getNextEntry().getName()
                        + " "
                        + in.getNextEntry());
        in.close();
        URL u = new URL("jar:" + f.toURI().toURL() + "!/dir/hello.txt");
        JarURLConnection c = (JarURLConnection) u.openConnection();
        c.setUseCaches(false);
        BufferedReader r = new BufferedReader(new InputStreamReader(c.getInputStream()));
        System.out.println(r.readLine() + " " + c.getEntryName());
        r.close();
        URLClassLoader l =
                new URLClassLoader(new URL[] {f.toURI().toURL()}, JarFiles.class.getClassLoader());
        InputStream res = l.getResourceAsStream("other.txt");
        System.out.println(
                (char) res.read()
                        + " "
                        + (l.findResource("none") == null)
                        + " "
                        + (l.loadClass("JarFiles") == JarFiles.class));
        res.close();
        try {
            l.loadClass("not.there.Either");
        } catch (ClassNotFoundException e) {
            System.out.println("ClassNotFoundException");
        }
        System.out.println(f.delete());
        Attributes x = new Attributes();
        x.putValue("Key", "v");
        System.out.println(
                x.containsKey(new Attributes.Name("KEY"))
                        + " "
                        + x.size()
                        + " "
                        + new Attributes.Name("a-B").equals(new Attributes.Name("A-b")));
        try {
            new Attributes.Name("bad name");
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
    }
}
