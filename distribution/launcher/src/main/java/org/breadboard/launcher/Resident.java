// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.breadboard.platform.runtime.Tainted;

/**
 * A process that runs lines for others, so that they find classes loaded and code compiled: one at a time, as each
 * would have run in a process of its own, with the same bytes and exit codes. It ends when nobody has asked for some
 * minutes, when another one is needed in its place, and after a line that left something behind. {@link ResidentPlace}
 * says who may ask it.
 */
public final class Resident {
    private static final String IDLE_SECONDS = "breadboard.resident.seconds";
    private static final int DEFAULT_IDLE_SECONDS = 600;
    private static final long SETTLE_S = 2;
    /** More than this in use when nothing runs, and it has kept what it should not. */
    private static final long MOST_KEPT_BYTES = 256L << 20;

    private final Path socket;
    private final Properties properties = (Properties) System.getProperties().clone();
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile long usedNs = System.nanoTime();
    private volatile boolean leaves;

    private Resident(Path socket) {
        this.socket = socket;
    }

    /**
     * Listens until its time is over.
     *
     * @param line the path of its socket
     */
    public static void main(String[] line) throws IOException {
        Path home = Path.of(System.getProperty("breadboard.home", ""))
                .toAbsolutePath()
                .normalize();
        ResidentPlace place = ResidentPlace.of(home).orElse(null);
        if (place == null || !place.socket().equals(Path.of(line[0]))) {
            // What decides of its place has changed since it was asked for.
            Runtime.getRuntime().halt(1);
        }
        new Resident(place.socket()).listen(place);
    }

    private void listen(ResidentPlace place) throws IOException {
        Files.deleteIfExists(socket);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            for (Path other : place.others()) {
                sendAway(other);
            }
            thread("idle", this::watch).start();
            while (true) {
                SocketChannel channel = server.accept();
                thread("line", () -> answer(new Frames(channel))).start();
            }
        }
    }

    private static Thread thread(String name, Runnable what) {
        Thread thread = new Thread(what, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Two of them would hold the memory of two. */
    private static void sendAway(Path other) throws IOException {
        SocketChannel channel = ResidentPlace.open(other);
        if (channel == null) {
            Files.deleteIfExists(other);
            return;
        }
        try (Frames frames = new Frames(channel)) {
            frames.write(Frames.Kind.LEAVE);
        }
    }

    private void watch() {
        long idleNs = TimeUnit.SECONDS.toNanos(Integer.getInteger(IDLE_SECONDS, DEFAULT_IDLE_SECONDS));
        long tidiedNs = usedNs;
        while (true) {
            try {
                TimeUnit.MILLISECONDS.sleep(200);
            } catch (InterruptedException never) {
                Thread.currentThread().interrupt();
                return;
            }
            if (busy.get()) {
                continue;
            }
            long sinceNs = System.nanoTime() - usedNs;
            if (leaves || sinceNs > idleNs || !Files.exists(socket)) {
                leave();
            }
            if (tidiedNs != usedNs && sinceNs > TimeUnit.SECONDS.toNanos(SETTLE_S)) {
                tidiedNs = usedNs;
                tidy();
            }
        }
    }

    /** Gives memory back to the system while nobody waits. */
    @SuppressWarnings("GarbageCollection")
    private void tidy() {
        System.gc();
        Runtime memory = Runtime.getRuntime();
        leaves |= memory.totalMemory() - memory.freeMemory() > MOST_KEPT_BYTES;
    }

    private void leave() {
        if (busy.compareAndSet(false, true)) {
            try {
                Files.deleteIfExists(socket);
            } catch (IOException stays) {
                // Nobody listens there: the next one takes its place.
            }
            Runtime.getRuntime().halt(0);
        }
    }

    private void answer(Frames frames) {
        try (frames) {
            Frames.Frame asked = frames.read();
            if (asked == null) {
                return;
            }
            if (asked.kind() == Frames.Kind.LEAVE) {
                leaves = true;
                return;
            }
            if (asked.kind() != Frames.Kind.REQUEST || leaves || !busy.compareAndSet(false, true)) {
                frames.write(Frames.Kind.COLD);
                return;
            }
            try {
                run(frames, List.of(new String(asked.bytes(), StandardCharsets.UTF_8).split("\0", -1)));
            } finally {
                leaves |= !Tainted.all().isEmpty();
                usedNs = System.nanoTime();
                busy.set(false);
            }
        } catch (IOException gone) {
            // The client has died, and with it who wanted to know.
        } catch (Error broken) {
            // A process whose memory ran out is no place for the next line; the client begins again without it.
            Runtime.getRuntime().halt(1);
        }
    }

    /**
     * Runs a line.
     *
     * @param asked the client's terminals, and the words
     */
    private void run(Frames frames, List<String> asked) throws IOException {
        System.setProperties((Properties) properties.clone());
        Interrupts interrupts = new Interrupts();
        Charset charset = Charset.forName(System.getProperty("stdout.encoding", System.getProperty("native.encoding")));
        PrintStream out = new PrintStream(new BufferedOutputStream(frames.stream(Frames.Kind.OUT)), false, charset);
        PrintStream err = new PrintStream(new BufferedOutputStream(frames.stream(Frames.Kind.ERR)), true, charset);
        Main main = new Main(Streams.of(InputStream.nullInputStream(), out, err, asked.get(0)), interrupts);
        Arguments arguments = Arguments.parse(asked.subList(1, asked.size()).toArray(String[]::new));
        if (main.needsFelix(arguments)) {
            frames.write(Frames.Kind.COLD);
            return;
        }
        thread("client watch", () -> stopWhenAsked(frames, interrupts)).start();
        PrintStream ownOut = System.out;
        PrintStream ownErr = System.err;
        System.setOut(out);
        System.setErr(err);
        int status;
        try {
            status = main.run(arguments);
        } finally {
            System.setOut(ownOut);
            System.setErr(ownErr);
        }
        out.flush();
        err.flush();
        frames.write(Frames.Kind.EXIT, (byte) status);
    }

    /** The client says so, or is gone. */
    private static void stopWhenAsked(Frames frames, Interrupts interrupts) {
        try {
            frames.read();
        } catch (IOException gone) {
            // As if it had asked.
        }
        interrupts.signal();
    }
}
