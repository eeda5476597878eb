// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.File;
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
    /** No exit code: it broke off. */
    private static final int DIED = -1;
    /** No exit code: its time was over when it was asked. */
    private static final int ENDED = -2;
    /** No exit code: it works with other plug-ins. */
    private static final int ELSEWHERE = -3;

    private static final String LIVE = "live";
    private static final String START = "start";
    /** What changes plug-ins has to be known where they run. */
    private static final Set<String> CHANGES = Set.of("install", "update", "start", "stop", "remove");

    private static final Set<String> HELP = Set.of("--help", "-h");
    private static final long START_S = 30;
    private static final long LOOK_MS = 20;

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
                && (words.get(0).equals(LIVE) || words.get(0).equals("plugin") && CHANGES.contains(words.get(1)));
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
            boolean starts = words.get(0).equals(LIVE) && words.get(1).equals(START);
            if (place == null) {
                return starts
                        ? told(
                                err,
                                ResidentPlace.folder() + " is not this user's alone, so no live cluster can be reached"
                                        + " there; give it mode 700, or remove it.")
                        : null;
            }
            return ask(words, call, place, starts);
        } catch (IOException | UnsupportedOperationException broken) {
            return told(err, "The process of the live cluster could not be asked: " + broken.getMessage() + ".");
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private Integer ask(List<String> words, Map<String, Object> call, ResidentPlace place, boolean starts)
            throws IOException, InterruptedException {
        OutputStream err = (OutputStream) call.get("err");
        for (int attempt = 0; ; attempt++) {
            SocketChannel channel = ResidentPlace.open(place.live());
            if (channel == null && starts) {
                channel = start(place);
                if (channel == null) {
                    return told(
                            err,
                            "The process of the live cluster did not start; " + place.log() + " has what it said.");
                }
            }
            if (channel == null) {
                return null;
            }
            try (Frames frames = new Frames(channel)) {
                int status = ask(frames, words, call);
                if (status == DIED || status == ENDED && attempt > 0) {
                    return told(err, "The process of the live cluster has died; " + place.log() + " has what it said.");
                }
                if (status == ELSEWHERE) {
                    return null;
                }
                if (status != ENDED) {
                    return status;
                }
            }
        }
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

    /** The exit code, or what became of it instead. */
    private int ask(Frames frames, List<String> words, Map<String, Object> call) throws IOException {
        String request = call.get("terminals") + "\0" + plugins + '\0'
                + String.join("\0", words.stream().map(LiveClient::found).toList());
        frames.write(Frames.Kind.REQUEST, request.getBytes(StandardCharsets.UTF_8));
        Thread keys = new Thread(
                () -> pass(frames, (BooleanSupplier) call.get("key"), (BooleanSupplier) call.get("stop")), "live keys");
        keys.setDaemon(true);
        keys.start();
        OutputStream out = (OutputStream) call.get("out");
        OutputStream err = (OutputStream) call.get("err");
        int without = ENDED;
        try {
            for (Frames.Frame frame = frames.read(); frame != null; frame = frames.read()) {
                without = DIED;
                switch (frame.kind()) {
                    case OUT -> copy(frame, out);
                    case ERR -> copy(frame, err);
                    case EXIT -> {
                        return frame.bytes()[0];
                    }
                    case COLD -> {
                        return ELSEWHERE;
                    }
                    default -> throw new IOException("it sent a frame of kind " + frame.kind());
                }
            }
        } finally {
            keys.interrupt();
        }
        return without;
    }

    private static void copy(Frames.Frame frame, OutputStream stream) throws IOException {
        stream.write(frame.bytes());
        stream.flush();
    }

    /** A jar that is named from here is one that the other process finds. */
    private static String found(String word) {
        return word.endsWith(".jar") && word.contains(File.separator) && Files.exists(Path.of(word))
                ? Path.of(word).toAbsolutePath().normalize().toString()
                : word;
    }

    /** Passes on what a person wants while the line runs there. */
    private static void pass(Frames frames, BooleanSupplier key, BooleanSupplier stop) {
        boolean stopped = false;
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                if (!stopped && stop.getAsBoolean()) {
                    stopped = true;
                    frames.write(Frames.Kind.STOP);
                } else if (key.getAsBoolean()) {
                    frames.write(Frames.Kind.KEY);
                }
            }
        } catch (IOException | InterruptedException over) {
            // The line has ended.
        }
    }

    /** A connection to a host that was not there before; null if none comes up. */
    private SocketChannel start(ResidentPlace place) throws IOException, InterruptedException {
        try (FileChannel file = FileChannel.open(place.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            SocketChannel meanwhile = ResidentPlace.open(place.live());
            return lock == null || meanwhile != null ? meanwhile : started(place);
        } catch (OverlappingFileLockException held) {
            return null;
        }
    }

    private SocketChannel started(ResidentPlace place) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("setsid", home.resolve("bin").resolve("breadboard").toString()));
        String project = System.getProperty(Project.PROPERTY);
        if (project != null) {
            command.addAll(List.of("--project", project));
        }
        String results = System.getProperty(Project.RESULTS_PROPERTY);
        if (results != null) {
            command.addAll(List.of("--results", results));
        }
        if (debug) {
            command.add("--debug");
        }
        command.add(place.live().toString());
        // In a session of its own: what ends the terminal is no signal to it.
        ProcessBuilder starts = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.to(place.log().toFile()))
                .redirectErrorStream(true);
        starts.environment().put("BREADBOARD_MAIN", LiveHost.class.getName());
        Process process = starts.start();
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_S);
        while (process.isAlive() && System.nanoTime() < untilNs) {
            SocketChannel channel = ResidentPlace.open(place.live());
            if (channel != null) {
                return channel;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return null;
    }
}
