// Piped streams carry bytes and characters between threads, block when full, and report broken pipes.
import java.io.*;

public class PipedStreams {
    public static void main(String[] args) throws Exception {
        final PipedInputStream in = new PipedInputStream(16);
        final PipedOutputStream out = new PipedOutputStream(in);
        Thread writer =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            for (int i = 0; i < 500; i++) out.write(i & 0xff);
                            out.close();
                        } catch (IOException e) {
                            System.out.println("writer " + e);
                        }
                    }
                };
        writer.start();
        long hash = 0;
        int n = 0;
        for (int b; (b = in.read()) >= 0; n++) hash = hash * 31 + b;
        writer.join();
        System.out.println(n + " " + hash);
        final PipedReader r = new PipedReader();
        final PipedWriter w = new PipedWriter(r);
        Thread text =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            w.write("characters through a pipe €");
                            w.close();
                        } catch (IOException e) {
                        }
                    }
                };
        text.start();
        StringBuilder sb = new StringBuilder();
        for (int c; (c = r.read()) >= 0; ) sb.append((char) c);
        text.join();
        System.out.println(sb);
        PipedInputStream lone = new PipedInputStream();
        try {
            lone.read();
        } catch (IOException e) {
            System.out.println("not connected: IOException");
        }
        PipedOutputStream o2 = new PipedOutputStream(lone);
        try {
            new PipedOutputStream(lone);
        } catch (IOException e) {
            System.out.println("already connected: IOException");
        }
        o2.write(7);
        o2.write(new byte[] {8, 9});
        o2.flush();
        System.out.println(lone.available() + " " + lone.read());
        lone.close();
        try {
            o2.write(1);
            System.out.println("no exception");
        } catch (IOException e) {
            System.out.println("closed: IOException");
        }
        final PipedInputStream dead = new PipedInputStream();
        final PipedOutputStream dying = new PipedOutputStream(dead);
        Thread t =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            dying.write(1);
                        } catch (IOException e) {
                        }
                    }
                };
        t.start();
        t.join();
        System.out.println(dead.read());
        try {
            dead.read();
            System.out.println("no exception");
        } catch (IOException e) {
            System.out.println("writer died: IOException");
        }
        final PipedInputStream oin = new PipedInputStream();
        final PipedOutputStream oout = new PipedOutputStream(oin);
        new Thread() {
            @Override
            public void run() {
                try {
                    ObjectOutputStream os = new ObjectOutputStream(oout);
                    os.writeObject(
                            new java.util.ArrayList<String>(
                                    java.util.Arrays.asList("sent", "whole")));
                    os.close();
                } catch (IOException e) {
                    System.out.println(e);
                }
            }
        }.start();
        System.out.println(new ObjectInputStream(oin).readObject());
    }
}
