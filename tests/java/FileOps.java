// Files in the temporary folder: create, write, append, rename, list, delete, attributes, paths.
import java.io.*;
import java.util.*;

public class FileOps {
    static void write(File f, String s, boolean append) throws IOException {
        FileOutputStream o = new FileOutputStream(f, append);
        o.write(s.getBytes("UTF-8"));
        o.close();
    }

    static String read(File f) throws IOException {
        FileInputStream i = new FileInputStream(f);
        byte[] b = new byte[(int) f.length()];
        int n = i.read(b);
        i.close();
        return n < 0 ? "" : new String(b, 0, n, "UTF-8");
    }

    static void deleteAll(File f) {
        File[] all = f.listFiles();
        if (all != null) for (File x : all) deleteAll(x);
        f.delete();
    }

    public static void main(String[] args) throws Exception {
        File tmp = File.createTempFile("reenact", ".dir");
        System.out.println(
                tmp.exists()
                        + " "
                        + tmp.isFile()
                        + " "
                        + tmp.length()
                        + " "
                        + tmp.getName().startsWith("reenact")
                        + tmp.getName().endsWith(".dir"));
        tmp.delete();
        System.out.println(tmp.mkdir() + " " + tmp.isDirectory() + " " + tmp.mkdir());
        File a = new File(tmp, "a.txt");
        System.out.println(a.exists() + " " + a.createNewFile() + " " + a.createNewFile());
        write(a, "first", false);
        write(a, " + more é", true);
        System.out.println(read(a) + " " + a.length());
        File sub = new File(tmp, "x/y/z");
        System.out.println(sub.mkdir() + " " + sub.mkdirs() + " " + sub.getParentFile().getName());
        File b = new File(sub, "b.txt");
        System.out.println(a.renameTo(b) + " " + a.exists() + " " + read(b));
        write(new File(tmp, "c.log"), "c", false);
        write(new File(tmp, "d.txt"), "dd", false);
        String[] names = tmp.list();
        Arrays.sort(names);
        System.out.println(
                Arrays.toString(names)
                        + " "
                        + tmp.list(
                                        new FilenameFilter() {
                                            public boolean accept(File d, String n) {
                                                return n.endsWith(".txt");
                                            }
                                        })
                                .length
                        + " "
                        + tmp.listFiles(
                                        new FileFilter() {
                                            public boolean accept(File f) {
                                                return f.isDirectory();
                                            }
                                        })
                                .length
                        + " "
                        + new File(tmp, "none").list()
                        + " "
                        + a.delete()
                        + new File(tmp, "x").delete());
        File d = new File(tmp, "d.txt");
        System.out.println(
                d.canRead()
                        + " "
                        + d.canWrite()
                        + " "
                        + d.setReadOnly()
                        + d.setLastModified(1000000000000L)
                        + d.lastModified()
                        + " "
                        + d.isHidden()
                        + new File(".hid").isHidden());
        System.out.println(
                new File("a/../b//c/").getPath()
                        + " "
                        + new File("/x/y").getParent()
                        + " "
                        + new File("rel").getParent()
                        + " "
                        + new File("/").getName().isEmpty()
                        + " "
                        + new File("/x", "/y")
                        + " "
                        + new File("x").isAbsolute()
                        + new File("/x").isAbsolute()
                        + " "
                        + new File("/x/./y/../z").getCanonicalPath()
                        + " "
                        + new File("a").compareTo(new File("b"))
                        + new File("a").equals(new File("a"))
                        + " "
                        + File.separator
                        + File.pathSeparator
                        + " "
                        + new File("/x y").toURI()
                        + " "
                        + new File(new java.net.URI("file:/p/q")));
        try {
            new FileInputStream(new File(tmp, "missing"));
        } catch (FileNotFoundException e) {
            System.out.println("FileNotFoundException");
        }
        try {
            new FileOutputStream(tmp);
        } catch (FileNotFoundException e) {
            System.out.println("FileNotFoundException");
        }
        try {
            File.createTempFile("ab", null);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        FileWriter fw = new FileWriter(new File(tmp, "w"));
        fw.write("line1\nline2\n");
        fw.close();
        BufferedReader br = new BufferedReader(new FileReader(new File(tmp, "w")));
        System.out.println(br.readLine() + br.readLine() + br.readLine());
        br.close();
        FileInputStream fi = new FileInputStream(new File(tmp, "w"));
        System.out.println(
                fi.skip(4) + " " + fi.available() + " " + (char) fi.read() + fi.getFD().valid());
        fi.close();
        System.out.println(fi.getFD().valid());
        try {
            fi.read();
        } catch (IOException e) {
            System.out.println("closed: IOException");
        }
        FileOutputStream trunc = new FileOutputStream(new File(tmp, "w"));
        trunc.close();
        System.out.println(new File(tmp, "w").length());
        deleteAll(tmp);
        System.out.println(tmp.exists());
    }
}
