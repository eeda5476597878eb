// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.platform.project.Project;

/**
 * Has a {@link LiveHost} run what is about a live cluster, from any process of this user: {@code live start} starts
 * one, and what follows finds it. Any thread.
 *
 * <p>It takes a map of classes of the JDK, since shells within Felix call it: {@code words} (List of String: the verb
 * and its words), {@code out} and {@code err} (streams), {@code terminals} (String: which of the streams are terminals,
 * and how wide), {@code key} and {@code stop} (BooleanSupplier: whether a key was pressed, and whether it is to stop).
 * It gives the exit code, or null if this is nothing for the process of a live cluster.
 */
final class LiveClient implements Function<Map<String, Object>, Integer> {
    private static final int FAILED = 1;
    /** No exit code: its time was over when it was asked. */
    private static final int ENDED = -1;
    /** No exit code: this is nothing for it. */
    private static final int ELSEWHERE = -2;

    private static final String LIVE = "live";
    private static final String PLUGIN = "plugin";
    private static final String START = "start";
    private static final String WATCH = "watch";
    /** What takes a jar. */
    private static final Set<String> TAKES = Set.of("install", "update");
    /** What changes plug-ins has to be known where they run. */
    private static final Set<String> CHANGES = Set.of("install", "update", START, "stop", "remove");

    private static final Set<String> HELP = Set.of("--help", "-h");
    private static final long START_S = 30;
    private static final long LOOK_MS = 20;
    /** A line that was asked to stop ends by itself; a process that hangs does not. */
    private static final long STOP_NS = 10_000_000_000L;

    private final Path home;
    private final Path plugins;
    private final boolean debug;

    /** Of a distribution, which works with the plug-ins of a folder. */
    LiveClient(Distribution distribution, boolean debug) {
        home = distribution.home();
        plugins = distribution.plugins();
        this.debug = debug;
    }

    /** Whether a line may be about a live cluster. */
    static boolean mayTake(List<String> words) {
        return words.size() > 1
                && words.stream().noneMatch(HELP::contains)
                && (words.get(0).equals(LIVE) || words.get(0).equals(PLUGIN) && has(words, CHANGES));
    }

    /** Whether one of its words is one of these, wherever options stand. */
    private static boolean has(List<String> words, Set<String> any) {
        return words.stream().skip(1).anyMatch(any::contains);
    }

    @Override
    public Integer apply(Map<String, Object> call) {
        @SuppressWarnings("unchecked") // as the contract above has it
        List<String> words = (List<String>) call.get("words");
        if (!mayTake(words)) {
            return null;
        }
        OutputStream err = (OutputStream) call.get("err");
        try {
            ResidentPlace place = ResidentPlace.of(home).orElse(null);
            if (place == null) {
                return words.get(0).equals(LIVE)
                        ? told(
                                err,
                                ResidentPlace.folder() + " is not this user's alone, so no live cluster can be reached"
                                        + " there; give it mode 700, or remove it.")
                        : null;
            }
            return ask(words, call, place);
        } catch (IOException | UnsupportedOperationException broken) {
            return told(err, "The process of the live cluster could not be asked: " + broken.getMessage() + ".");
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private Integer ask(List<String> words, Map<String, Object> call, ResidentPlace place)
            throws IOException, InterruptedException {
        boolean starts = words.get(0).equals(LIVE) && words.contains(START);
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_S);
        while (System.nanoTime() < untilNs) {
            SocketChannel channel = starts ? started(place, untilNs) : ResidentPlace.open(place.live());
            if (channel == null && starts) {
                break;
            }
            if (channel == null) {
                return null;
            }
            try (Line line = new Line(new Frames(channel), words, call, place)) {
                int status = line.run();
                if (status != ENDED) {
                    return status == ELSEWHERE ? null : (Integer) status;
                }
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return told(
                (OutputStream) call.get("err"),
                "The process of the live cluster did not start; " + place.log() + " has what it said.");
    }

    private static int told(OutputStream err, String sentence) {
        try {
            err.write((sentence + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
            err.flush();
        } catch (IOException closed) {
            // Nobody reads it.
        }
        return FAILED;
    }

    /** A line that a host runs. */
    private final class Line implements AutoCloseable {
        private final Frames frames;
        private final List<String> words;
        private final Map<String, Object> call;
        private final ResidentPlace place;
        private final OutputStream err;
        private final Thread wishes = new Thread(this::pass, "live wishes");
        private volatile boolean left;

        Line(Frames frames, List<String> words, Map<String, Object> call, ResidentPlace place) {
            this.frames = frames;
            this.words = words;
            this.call = call;
            this.place = place;
            err = (OutputStream) call.get("err");
        }

        /** The exit code, or what became of it instead. */
        int run() {
            boolean taken = false;
            try {
                List<String> line = Stream.concat(
                                Stream.of((String) call.get("terminals"), plugins.toString(), Boolean.toString(debug)),
                                words.stream().map(this::found))
                        .toList();
                frames.write(Frames.Kind.REQUEST, String.join("\0", line).getBytes(StandardCharsets.UTF_8));
                wishes.setDaemon(true);
                wishes.start();
                for (Frames.Frame frame = frames.read(); frame != null; frame = frames.read()) {
                    switch (frame.kind()) {
                        case TAKEN -> taken = true;
                        case OUT -> copy(frame, (OutputStream) call.get("out"));
                        case ERR -> copy(frame, err);
                        case EXIT -> {
                            return frame.bytes()[0];
                        }
                        case COLD -> {
                            return ELSEWHERE;
                        }
                        case LEAVE -> {
                            return ENDED;
                        }
                        default -> throw new IOException("it sent a frame of kind " + frame.kind());
                    }
                }
            } catch (IOException broken) {
                // As if it had said nothing more.
            }
            if (left) {
                return told(
                        err, "The process of the live cluster does not answer; what it was asked for goes on there.");
            }
            return taken
                    ? told(err, "The process of the live cluster has died; " + place.log() + " has what it said.")
                    : ENDED;
        }

        private void copy(Frames.Frame frame, OutputStream stream) throws IOException {
            stream.write(frame.bytes());
            stream.flush();
        }

        /** A jar that is named from here is one that the other process finds. */
        private String found(String word) {
            boolean jar = words.get(0).equals(PLUGIN) && has(words, TAKES) && word.endsWith(".jar");
            return jar && Files.isRegularFile(Path.of(word))
                    ? Path.of(word).toAbsolutePath().normalize().toString()
                    : word;
        }

        /** Passes on what a person wants meanwhile; keys are of what waits for one alone. */
        private void pass() {
            BooleanSupplier key = words.contains(WATCH) ? (BooleanSupplier) call.get("key") : () -> false;
            BooleanSupplier stop = (BooleanSupplier) call.get("stop");
            long stoppedNs = 0;
            try {
                while (true) {
                    TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                    if (stoppedNs == 0 && stop.getAsBoolean()) {
                        stoppedNs = System.nanoTime();
                        frames.write(Frames.Kind.STOP);
                    } else if (stoppedNs != 0 && System.nanoTime() - stoppedNs > STOP_NS) {
                        left = true;
                        frames.close();
                        return;
                    } else if (key.getAsBoolean()) {
                        frames.write(Frames.Kind.KEY);
                    }
                }
            } catch (IOException | InterruptedException over) {
                // The line has ended.
            }
        }

        @Override
        public void close() throws IOException, InterruptedException {
            // Who reads keys next has them all.
            wishes.interrupt();
            wishes.join();
            frames.close();
        }
    }

    /** A connection to a host, which is started if there is none; null if none comes up. */
    private SocketChannel started(ResidentPlace place, long untilNs) throws IOException, InterruptedException {
        try (FileChannel file =
                FileChannel.open(place.liveLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (System.nanoTime() < untilNs) {
                SocketChannel there = ResidentPlace.open(place.live());
                if (there != null) {
                    return there;
                }
                try (FileLock lock = file.tryLock()) {
                    if (lock != null) {
                        return start(place, untilNs);
                    }
                } catch (OverlappingFileLockException held) {
                    // Another line of this process starts one.
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
            return null;
        }
    }

    private SocketChannel start(ResidentPlace place, long untilNs) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(apart());
        command.add(home.resolve("bin").resolve("breadboard").toString());
        String project = System.getProperty(Project.PROPERTY);
        if (project != null) {
            command.addAll(List.of("--project", project));
        }
        String results = System.getProperty(Project.RESULTS_PROPERTY);
        if (results != null) {
            command.addAll(List.of("--results", results));
        }
        command.add(place.live().toString());
        ProcessBuilder starts = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.to(place.log().toFile()))
                .redirectErrorStream(true);
        starts.environment().put("BREADBOARD_MAIN", LiveHost.class.getName());
        Process process = starts.start();
        while (process.isAlive() && System.nanoTime() < untilNs) {
            SocketChannel channel = ResidentPlace.open(place.live());
            if (channel != null) {
                return channel;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return null;
    }

    /** What begins a command that the end of a terminal, or Ctrl-C there, does not reach. */
    private static List<String> apart() {
        boolean session = Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, "setsid")));
        return session ? List.of("setsid") : List.of("sh", "-c", "trap '' HUP INT; exec \"$0\" \"$@\"");
    }
}
