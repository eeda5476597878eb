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
    /** Who has connected just now is about to ask. */
    private static final long IDLE_NS = 2_000_000_000L;

    private static final long LOOK_MS = 50;
    /** Before the words of a line: the client's terminals, and the folder of its plug-ins. */
    private static final int HEAD = 2;

    private final Path socket;
    private final Function<Map<String, Object>, Integer> entry;
    private final Path plugins;
    private final boolean debug;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicBoolean live = new AtomicBoolean();
    /** Another process may listen there from now on. */
    private volatile boolean ended;

    private volatile long usedNs = System.nanoTime();

    private LiveHost(Path socket, Function<Map<String, Object>, Integer> entry, Path plugins, boolean debug) {
        this.socket = socket;
        this.entry = entry;
        this.plugins = plugins;
        this.debug = debug;
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
        Runtime.getRuntime()
                .exit(main.host(
                        arguments, entry -> host(new LiveHost(socket, entry, main.plugins(), arguments.debug()))));
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
        Files.deleteIfExists(socket);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            Runtime.getRuntime().addShutdownHook(new Thread(this::signalled, "keep what is live"));
            thread("accept", () -> accept(server)).start();
            while (asked.get() > 0 || live.get() || System.nanoTime() - usedNs < IDLE_NS) {
                pause();
            }
            ended = true;
            Files.deleteIfExists(socket);
        }
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

    private void accept(ServerSocketChannel server) {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                usedNs = System.nanoTime();
                asked.incrementAndGet();
                thread("line", () -> {
                            try {
                                answer(new Frames(channel));
                            } finally {
                                usedNs = System.nanoTime();
                                asked.decrementAndGet();
                            }
                        })
                        .start();
            }
        } catch (IOException closed) {
            // It has ended.
        }
    }

    private void answer(Frames frames) {
        try (frames) {
            Frames.Frame request = frames.read();
            if (request == null || request.kind() != Frames.Kind.REQUEST) {
                return;
            }
            List<String> asked = List.of(new String(request.bytes(), StandardCharsets.UTF_8).split("\0", -1));
            List<String> words = asked.subList(HEAD, asked.size());
            if (!words.get(0).equals("live") && !asked.get(1).equals(plugins.toString())) {
                frames.write(Frames.Kind.COLD);
                return;
            }
            PrintStream out = stream(frames, Frames.Kind.OUT);
            PrintStream err = stream(frames, Frames.Kind.ERR);
            Interrupts interrupts = new Interrupts();
            AtomicBoolean key = new AtomicBoolean();
            thread("client watch", () -> listen(frames, interrupts, key)).start();
            int status = run(
                    words,
                    Streams.of(InputStream.nullInputStream(), out, err, asked.get(0)),
                    interrupts::onSignal,
                    () -> key.getAndSet(false));
            out.flush();
            err.flush();
            frames.write(Frames.Kind.EXIT, (byte) status);
        } catch (IOException gone) {
            // The client has died, and with it who wanted to know.
        }
    }

    private static PrintStream stream(Frames frames, Frames.Kind kind) {
        return new PrintStream(new BufferedOutputStream(frames.stream(kind)), true, StandardCharsets.UTF_8);
    }

    private int run(List<String> words, Streams streams, Consumer<Runnable> onInterrupt, BooleanSupplier key) {
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

    /** Somebody ends this process: what it did is kept. */
    private void signalled() {
        if (ended) {
            return;
        }
        try {
            Files.deleteIfExists(socket);
        } catch (IOException stays) {
            // Nobody listens there: the next one takes its place.
        }
        if (live.get()) {
            Streams streams = Streams.ofProcess();
            run(List.of("live", "stop"), streams, action -> {}, () -> false);
            streams.out().flush();
        }
    }
}
