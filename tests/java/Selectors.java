// Non-blocking channels under one selector serve several clients; pipes connect threads.
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

public class Selectors {
    public static void main(String[] args) throws Exception {
        final ServerSocketChannel server = ServerSocketChannel.open();
        server.socket().bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
        server.configureBlocking(false);
        final int port = server.socket().getLocalPort();
        final Selector sel = Selector.open();
        server.register(sel, SelectionKey.OP_ACCEPT);
        final String[] replies = new String[3];
        Thread[] clients = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int id = i;
            clients[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            try {
                                SocketChannel c =
                                        SocketChannel.open(
                                                new InetSocketAddress(
                                                        InetAddress.getByName("127.0.0.1"), port));
                                c.write(ByteBuffer.wrap(("client " + id + "\n").getBytes()));
                                ByteBuffer b = ByteBuffer.allocate(100);
                                while (c.read(b) >= 0) {}
                                replies[id] = new String(b.array(), 0, b.position());
                                c.close();
                            } catch (Exception e) {
                                replies[id] = e.toString();
                            }
                        }
                    };
            clients[i].start();
        }
        int served = 0;
        while (served < 3) {
            sel.select(10000);
            for (Iterator<SelectionKey> it = sel.selectedKeys().iterator(); it.hasNext(); ) {
                SelectionKey k = it.next();
                it.remove();
                if (k.isAcceptable()) {
                    SocketChannel c = server.accept();
                    if (c != null) {
                        c.configureBlocking(false);
                        c.register(sel, SelectionKey.OP_READ, new StringBuilder());
                    }
                } else if (k.isReadable()) {
                    SocketChannel c = (SocketChannel) k.channel();
                    ByteBuffer b = ByteBuffer.allocate(3);
                    StringBuilder sb = (StringBuilder) k.attachment();
                    int n = c.read(b);
                    if (n > 0) sb.append(new String(b.array(), 0, n));
                    if (sb.indexOf("\n") >= 0) k.interestOps(SelectionKey.OP_WRITE);
                } else if (k.isWritable()) {
                    SocketChannel c = (SocketChannel) k.channel();
                    c.write(
                            ByteBuffer.wrap(
                                    ("reply to " + k.attachment().toString().trim()).getBytes()));
                    c.close();
                    served++;
                }
            }
        }
        for (Thread t : clients) t.join();
        for (String r : replies) System.out.println(r);
        System.out.println(
                sel.selectNow()
                        + " "
                        + sel.isOpen()
                        + " "
                        + server.isBlocking()
                        + " "
                        + server.accept());
        server.close();
        sel.close();
        System.out.println(sel.isOpen());
        try {
            sel.select();
        } catch (ClosedSelectorException e) {
            System.out.println("ClosedSelectorException");
        }
        final Pipe pipe = Pipe.open();
        Thread w =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            pipe.sink().write(ByteBuffer.wrap("through the pipe".getBytes()));
                            pipe.sink().close();
                        } catch (Exception e) {
                        }
                    }
                };
        w.start();
        ByteBuffer b = ByteBuffer.allocate(50);
        while (pipe.source().read(b) >= 0) {}
        System.out.println(new String(b.array(), 0, b.position()));
        final Selector wake = Selector.open();
        Thread waker =
                new Thread() {
                    @Override
                    public void run() {
                        wake.wakeup();
                    }
                };
        waker.start();
        System.out.println(wake.select(10000));
        wake.close();
        SocketChannel nc = SocketChannel.open();
        try {
            nc.read(ByteBuffer.allocate(1));
        } catch (NotYetConnectedException e) {
            System.out.println("NotYetConnectedException");
        }
        nc.close();
        try {
            nc.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
        } catch (ClosedChannelException e) {
            System.out.println("ClosedChannelException");
        }
    }
}
