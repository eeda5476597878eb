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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A process that holds a live cluster, so that it outlives the shell that has started it. It runs what
 * {@link LiveClient}s ask for, several at once, and ends when no cluster is live any more. A signal ends the cluster,
 * too, and its result is kept.
 */
public final class LiveHost {
    private static final int DEFECT = 3;
    /** Who has started this process is about to ask. */
    private static final long IDLE_NS = 10_000_000_000L;
    /** So long whoever stops the cluster has to judge and keep what it did. */
    private static final long STOPPING_NS = 60_000_000_000L;

    private static final long LOOK_MS = 20;
    /**
     * Before the words of a line: the client's terminals, the folder of its plug-ins, whether it wants stack traces.
     */
    private static final int HEAD = 3;

    private final Path socket;
    private final Function<Map<String, Object>, Integer> entry;
    private final Path plugins;
    private final long beganNs = System.nanoTime();
    private final AtomicInteger lines = new AtomicInteger();
    /** Of these, those that do more than to look. */
    private final AtomicInteger deeds = new AtomicInteger();

    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean live = new AtomicBoolean();
    private ServerSocketChannel server;
    private volatile boolean served;
    /** Another process may listen there from now on. */
    private volatile boolean ended;

    private LiveHost(Path socket, Function<Map<String, Object>, Integer> entry, Path plugins) {
        this.socket = socket;
        this.entry = entry;
        this.plugins = plugins;
    }

    /**
     * Hosts until no cluster is live.
     *
     * @param line the options that a shell has, and the path of the socket
     */
    public static void main(String[] line) throws IOException {
        Arguments arguments = Arguments.parse(line);
        Path socket = Path.of(arguments.words().get(0));
        Main main = new Main(Streams.ofProcess(), new Interrupts());
        Runtime.getRuntime().exit(main.host(arguments, entry -> host(new LiveHost(socket, entry, main.plugins()))));
    }

    private static int host(LiveHost host) {
        try {
            host.listen();
            return 0;
        } catch (IOException broken) {
            System.err.println("No socket can be opened at " + host.socket + ": " + broken.getMessage() + ".");
            return 1;
        }
    }

    private void listen() throws IOException {
        bind();
        Runtime.getRuntime().addShutdownHook(new Thread(this::signalled, "keep what is live"));
        while (lines.get() > 0 || live.get() || !served && System.nanoTime() - beganNs < IDLE_NS) {
            pause();
            if (!Files.exists(socket) && !isBoundAgain()) {
                keep();
                break;
            }
        }
        ended = true;
        Files.deleteIfExists(socket);
    }

    /** Somebody has tidied the folder, as a system does when its user's last session ends: nobody would find it. */
    private boolean isBoundAgain() {
        try {
            bind();
            return true;
        } catch (IOException gone) {
            System.err.println("There is no place for the socket " + socket + " any more (" + gone.getMessage()
                    + "), so what is live is stopped, and its result kept.");
            return false;
        }
    }

    private void bind() throws IOException {
        if (server != null) {
            server.close();
        }
        Files.deleteIfExists(socket);
        if (Files.notExists(socket.getParent())) {
            Files.createDirectory(
                    socket.getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        ServerSocketChannel bound = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        bound.bind(UnixDomainSocketAddress.of(socket));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        server = bound;
        thread("accept", () -> accept(bound)).start();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread thread(String name, Runnable what) {
        Thread thread = new Thread(what, name);
        thread.setDaemon(true);
        return thread;
    }

    private void accept(ServerSocketChannel bound) {
        try {
            while (true) {
                SocketChannel channel = bound.accept();
                lines.incrementAndGet();
                thread("line", () -> {
                            try (Frames frames = new Frames(channel)) {
                                answer(frames);
                            } catch (IOException gone) {
                                // The client has died, and with it who wanted to know.
                            } finally {
                                lines.decrementAndGet();
                            }
                        })
                        .start();
            }
        } catch (IOException closed) {
            // It has ended, or another socket has taken its place.
        }
    }

    private void answer(Frames frames) throws IOException {
        Frames.Frame request = frames.read();
        if (request == null || request.kind() != Frames.Kind.REQUEST) {
            return;
        }
        List<String> asked = List.of(new String(request.bytes(), StandardCharsets.UTF_8).split("\0", -1));
        List<String> words = asked.subList(HEAD, asked.size());
        boolean isLive = words.get(0).equals("live");
        if (!isLive && !asked.get(1).equals(plugins.toString())) {
            frames.write(Frames.Kind.COLD);
            return;
        }
        if (isLive && words.contains("start") && !live.get() && !started.compareAndSet(false, true)) {
            // This process is of the folder, the project and the options of who has started it.
            frames.write(Frames.Kind.LEAVE);
            return;
        }
        boolean deed = !words.contains("watch");
        if (deed) {
            deeds.incrementAndGet();
        }
        try {
            frames.write(Frames.Kind.TAKEN);
            frames.write(Frames.Kind.EXIT, (byte) run(frames, asked, words));
        } finally {
            served = true;
            if (deed) {
                deeds.decrementAndGet();
            }
        }
    }

    private int run(Frames frames, List<String> asked, List<String> words) {
        PrintStream out = stream(frames, Frames.Kind.OUT);
        PrintStream err = stream(frames, Frames.Kind.ERR);
        Interrupts interrupts = new Interrupts();
        AtomicBoolean key = new AtomicBoolean();
        thread("client watch", () -> listen(frames, interrupts, key)).start();
        try {
            return run(
                    words,
                    Streams.of(InputStream.nullInputStream(), out, err, asked.get(0)),
                    Boolean.parseBoolean(asked.get(2)),
                    interrupts::onSignal,
                    () -> key.getAndSet(false));
        } catch (RuntimeException | Error defect) {
            defect.printStackTrace();
            err.println("It broke off (" + defect + "); what is live goes on.");
            return DEFECT;
        } finally {
            out.flush();
            err.flush();
        }
    }

    private static PrintStream stream(Frames frames, Frames.Kind kind) {
        return new PrintStream(new BufferedOutputStream(frames.stream(kind)), true, StandardCharsets.UTF_8);
    }

    private int run(
            List<String> words, Streams streams, boolean debug, Consumer<Runnable> onInterrupt, BooleanSupplier key) {
        Map<String, Object> call = new HashMap<>();
        call.put("mode", "verb");
        call.put("arguments", words);
        call.put("in", streams.in());
        call.put("out", streams.out());
        call.put("err", streams.err());
        call.put("terminals", streams.terminals());
        call.put("columns", streams.columns());
        call.put("debug", debug);
        call.put("onInterrupt", onInterrupt);
        call.put("key", key);
        Consumer<Boolean> goesOn = live::set;
        call.put("live", goesOn);
        return entry.apply(call);
    }

    /** The client wants it to stop, or is gone. */
    private static void listen(Frames frames, Interrupts interrupts, AtomicBoolean key) {
        try {
            for (Frames.Frame frame = frames.read(); frame != null; frame = frames.read()) {
                if (frame.kind() == Frames.Kind.KEY) {
                    key.set(true);
                } else {
                    interrupts.signal();
                }
            }
        } catch (IOException gone) {
            // As if it had asked.
        }
        interrupts.signal();
    }

    /** Somebody ends this process: what it did is kept, by who is just stopping it or by this. */
    private void signalled() {
        if (ended) {
            return;
        }
        keep();
        try {
            Files.deleteIfExists(socket);
        } catch (IOException stays) {
            // Nobody listens there: the next one takes its place.
        }
    }

    private void keep() {
        // Whoever else stops it meanwhile is told that nothing is live, and Felix has to stay until this is done.
        lines.incrementAndGet();
        try {
            stopWhatIsLive();
        } finally {
            lines.decrementAndGet();
        }
    }

    private void stopWhatIsLive() {
        long untilNs = System.nanoTime() + STOPPING_NS;
        while (deeds.get() > 0 && System.nanoTime() < untilNs) {
            pause();
        }
        if (live.get()) {
            Streams streams = Streams.ofProcess();
            run(List.of("live", "stop"), streams, false, action -> {}, () -> false);
            streams.out().flush();
        }
    }
}
