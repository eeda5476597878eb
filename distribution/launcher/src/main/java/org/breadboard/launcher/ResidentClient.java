// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process's entry that has a {@link Resident} run the line, and starts one if there is none. Where that cannot be, or
 * the resident dies, the line runs in a process of its own, as without.
 */
public final class ResidentClient {
    private static final int FAILED = 1;
    private static final long START_S = 20;
    private static final long LOOK_MS = 5;
    private static final long PATIENCE_S = 20;

    private final Path home;
    private final List<String> words;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile Frames resident;
    private volatile Process cold;
    private volatile int status = FAILED;

    private ResidentClient(Path home, List<String> words) {
        this.home = home;
        this.words = words;
    }

    private static final PrintStream OUT = Streams.standardOutput();

    /**
     * Runs the line and ends the process with its exit code.
     *
     * @param line the command line
     */
    public static void main(String[] line) throws InterruptedException {
        Path home = Path.of(System.getProperty("breadboard.home", ""))
                .toAbsolutePath()
                .normalize();
        ResidentClient client = new ResidentClient(home, List.of(line));
        Runtime.getRuntime().addShutdownHook(new Thread(client::stop, "stop what runs"));
        Signals.listen();
        try {
            client.status = client.warm().isPresent() ? client.status : client.cold();
        } catch (IOException broken) {
            System.err.println("Breadboard could not start: " + broken.getMessage() + ".");
        }
        client.status = Streams.status(OUT, client.status);
        client.finished.countDown();
        Runtime.getRuntime().exit(client.status);
    }

    /** The exit code, if a resident did it. */
    private Optional<Integer> warm() throws InterruptedException {
        try {
            Optional<ResidentPlace> place = ResidentPlace.of(home);
            if (place.isEmpty()) {
                System.err.println(
                        ResidentPlace.folder() + " is not this user's alone, so no resident process does this:"
                                + " give it mode 700, remove it, or set BREADBOARD_RESIDENT=0.");
                return Optional.empty();
            }
            SocketChannel channel = connect(place.get());
            if (channel == null) {
                return Optional.empty();
            }
            try (Frames frames = new Frames(channel)) {
                resident = frames;
                return ask(frames);
            } finally {
                resident = null;
            }
        } catch (IOException | UnsupportedOperationException | SecurityException none) {
            return Optional.empty();
        }
    }

    private Optional<Integer> ask(Frames frames) {
        boolean said = false;
        try {
            frames.write(
                    Frames.Kind.REQUEST,
                    (System.getProperty(Streams.TERMINALS, "") + '\0' + String.join("\0", words))
                            .getBytes(StandardCharsets.UTF_8));
            for (Frames.Frame frame = frames.read(); frame != null; frame = frames.read()) {
                switch (frame.kind()) {
                    case OUT -> copy(frame, OUT);
                    case ERR -> {
                        copy(frame, System.err);
                        said = true;
                    }
                    case EXIT -> {
                        status = frame.bytes()[0];
                        return Optional.of(status);
                    }
                    case COLD -> {
                        return Optional.empty();
                    }
                    default -> throw new IOException("a frame of kind " + frame.kind());
                }
            }
        } catch (IOException gone) {
            // As if it had said nothing more.
        }
        if (said) {
            System.err.println();
        }
        System.err.println("The process that was to do this has died; it begins again without it.");
        return Optional.empty();
    }

    private static void copy(Frames.Frame frame, PrintStream stream) {
        stream.write(frame.bytes(), 0, frame.bytes().length);
        stream.flush();
    }

    /** A connection to the resident of this place, which is started if there is none; null if there cannot be one. */
    private SocketChannel connect(ResidentPlace place) throws IOException, InterruptedException {
        SocketChannel there = ResidentPlace.open(place.socket());
        if (there != null) {
            return there;
        }
        try (FileChannel file = FileChannel.open(place.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            return lock == null ? null : start(place.socket());
        } catch (OverlappingFileLockException held) {
            return null;
        }
    }

    private SocketChannel start(Path socket) throws IOException, InterruptedException {
        SocketChannel meanwhile = ResidentPlace.open(socket);
        if (meanwhile != null) {
            return meanwhile;
        }
        // In a session of its own: what is typed here is no signal to it.
        ProcessBuilder starts = new ProcessBuilder("setsid", program(), socket.toString())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        starts.environment().put("BREADBOARD_MAIN", Resident.class.getName());
        Process process = starts.start();
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_S);
        while (process.isAlive() && System.nanoTime() < untilNs) {
            SocketChannel channel = ResidentPlace.open(socket);
            if (channel != null) {
                return channel;
            }
            Thread.sleep(LOOK_MS);
        }
        return null;
    }

    private String program() {
        return home.resolve("bin").resolve("breadboard").toString();
    }

    private int cold() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program()));
        command.addAll(words);
        ProcessBuilder starts = new ProcessBuilder(command).inheritIO();
        starts.environment().put("BREADBOARD_RESIDENT", "0");
        cold = starts.start();
        return cold.waitFor();
    }

    /**
     * Ctrl-C or SIGTERM: what runs is asked to stop, keeps what it measured, and its exit code, or the signal's, is
     * this process's.
     */
    private void stop() {
        if (finished.getCount() == 0) {
            return;
        }
        Frames frames = resident;
        Process process = cold;
        try {
            if (frames != null) {
                frames.write(Frames.Kind.STOP);
            } else if (process != null) {
                process.destroy();
            }
            if (finished.await(PATIENCE_S, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(Signals.status(status));
            }
        } catch (IOException gone) {
            // Nobody is there to stop.
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(Signals.status(FAILED));
    }
}
