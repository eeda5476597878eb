// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stands between a client and a server on this machine, and cuts the connection in place of an answer. */
final class CuttingProxy implements AutoCloseable {
    /** An answer to a ping: nothing but a header. */
    private static final int PING_BYTES = 20;

    private final int target;
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicBoolean cut = new AtomicBoolean();

    CuttingProxy(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    String connectString() {
        return "127.0.0.1:" + door.getLocalPort();
    }

    /** Cuts at the next answer that tells something, which the client then does not get. */
    void cutNextAnswer() {
        cut.set(true);
    }

    /** Whether that is still to come. */
    boolean isToCut() {
        return cut.get();
    }

    @Override
    public void close() throws IOException {
        door.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException over) {
                // One of the two has hung up.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server;
            try {
                server = new Socket(InetAddress.getLoopbackAddress(), target);
            } catch (IOException down) {
                client.close();
                continue;
            }
            start(() -> copy(client, server, false));
            start(() -> copy(server, client, true));
        }
    }

    private void copy(Socket from, Socket to, boolean answers) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (answers && count > PING_BYTES && cut.getAndSet(false)) {
                    return;
                }
                out.write(bytes, 0, count);
            }
        }
    }
}
