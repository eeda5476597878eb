// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.files.UnusableFolderException;

/**
 * The folder of one result while it is written: aside, under a name that begins with a dot, and renamed once it is
 * whole. Closing one that was not finished removes it, unless it is to be kept. What a killed process leaves is removed
 * when the next result of that name begins, but for the points of a study, which can be resumed.
 */
public final class ResultFolder implements AutoCloseable {
    /** The file that says what the others are; written last. */
    public static final String MANIFEST = "manifest.json";

    /** The object that the command prints. */
    public static final String SUMMARY = "summary.json";

    /** The measured time, slice by slice. */
    public static final String TIMELINE = "timeline.csv";

    /** The resolved mix, ready to be run again. */
    public static final String MIX = "mix.yaml";

    /** The recorded transactions. */
    public static final String HISTORY = "history";

    /** The link beside results that leads to the newest of them. */
    public static final String LATEST = "latest";

    /** The folder of a study's points. */
    public static final String POINTS = "points";

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS", Locale.ROOT);

    private static final Pattern TIME = Pattern.compile("[0-9]{8}T[0-9]{6}\\.[0-9]{3}(-[0-9]+)?");
    private static final Pattern UNFINISHED = Pattern.compile("\\.(.+)\\.unfinished");
    private static final String REMOVED = ".removed";
    private static final String LOCK = ".lock";
    /** A draft is locked much sooner than this after it was made. */
    private static final long LOCKED_BY_NOW_MS = 60_000;

    private final Path parent;
    private final String timestamp;
    private final FileChannel lock;
    private Path draft;
    private boolean finished;
    private boolean kept;

    /**
     * Begins a result.
     *
     * @param results the folder of all results; made if missing
     * @param name the mix's or study's name
     * @throws RefusedException if the name would leave the folder
     */
    public ResultFolder(Path results, String name) throws IOException {
        parent = parent(results, name);
        try {
            Files.createDirectories(parent);
        } catch (IOException refused) {
            throw unusable(parent, refused);
        }
        checkInside(parent, results);
        checkLatest(parent);
        removeKilled(parent);
        String now = LocalDateTime.now(ZoneId.systemDefault()).format(TIMESTAMP);
        String unique = now;
        Path made = null;
        for (int attempt = 2; made == null; attempt++) {
            try {
                if (Files.exists(parent.resolve(unique))) {
                    throw new FileAlreadyExistsException(unique);
                }
                made = Files.createDirectory(draft(parent, unique));
            } catch (FileAlreadyExistsException taken) {
                unique = now + "-" + attempt;
            } catch (IOException refused) {
                throw unusable(parent, refused);
            }
        }
        timestamp = unique;
        draft = made;
        try {
            lock = lock(draft);
        } catch (IOException refused) {
            delete(draft);
            throw unusable(parent, refused);
        }
    }

    private static void checkInside(Path parent, Path results) throws IOException {
        if (!parent.toRealPath().startsWith(results.toRealPath())) {
            throw new RefusedException(parent + " leads out of " + results + "; remove that link.");
        }
    }

    private static void checkLatest(Path parent) {
        Path latest = parent.resolve(LATEST);
        if (Files.exists(latest, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(latest)) {
            throw new RefusedException(latest + " is in the way, since '" + LATEST
                    + "' is the link to the newest result there; rename or remove it.");
        }
    }

    /** Removes what killed runs left; what is being written is locked. */
    private static void removeKilled(Path parent) throws IOException {
        List<Path> drafts;
        try (Stream<Path> entries = Files.list(parent)) {
            drafts = entries.filter(entry ->
                            UNFINISHED.matcher(entry.getFileName().toString()).matches())
                    .filter(draft -> Files.isRegularFile(draft.resolve(LOCK)) && notWhole(draft) == null)
                    .toList();
        }
        for (Path draft : drafts) {
            try (FileChannel channel = FileChannel.open(draft.resolve(LOCK), StandardOpenOption.WRITE)) {
                long ageMs = System.currentTimeMillis()
                        - Files.getLastModifiedTime(draft.resolve(LOCK)).toMillis();
                if (ageMs > LOCKED_BY_NOW_MS && channel.tryLock() != null) {
                    delete(draft);
                }
            } catch (IOException | OverlappingFileLockException taken) {
                // It is written, or somebody else removes it, or there are no locks here to tell.
            }
        }
    }

    private static Path parent(Path results, String ofMix) {
        String name = ofMix.isEmpty() ? ofMix : Folders.tamed(ofMix);
        if (!Folders.isName(name)) {
            throw new RefusedException(
                    "'" + name + "' cannot name a result; names are made of letters, digits, '.', '_' and"
                            + " '-', and begin with a letter or digit.");
        }
        return results.resolve(name);
    }

    private ResultFolder(Path parent, String timestamp, Path draft, FileChannel lock) {
        this.parent = parent;
        this.timestamp = timestamp;
        this.draft = draft;
        this.lock = lock;
        kept = true;
    }

    /**
     * Goes on with the newest result of a study that is not whole: one that was stopped and says that it is partial, or
     * one that was killed. It stays what it is until it is {@link #reopen reopened}, and is {@link #keep kept}.
     *
     * @throws RefusedException if there is none, or it is being written
     */
    public static ResultFolder resume(Path results, String name) throws IOException {
        Path parent = parent(results, name);
        if (Files.isDirectory(parent)) {
            checkInside(parent, results);
            checkLatest(parent);
        }
        String newest = newestNotWhole(parent);
        if (newest == null) {
            throw new RefusedException(
                    "There is nothing to resume: " + parent + " has nothing that was stopped or killed.");
        }
        Path killed = draft(parent, newest);
        Path draft = Files.exists(killed) ? killed : parent.resolve(newest);
        FileChannel lock = lock(draft);
        if (lock == null) {
            throw new RefusedException(draft + " is being written; it can be resumed when that has ended.");
        }
        return new ResultFolder(parent, newest, draft, lock);
    }

    /** Whether there is a result of that name that is not whole. */
    public static boolean isResumable(Path results, String name) throws IOException {
        return newestNotWhole(parent(results, name)) != null;
    }

    private static String newestNotWhole(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return null;
        }
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.map(ResultFolder::notWhole)
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }

    /** Makes a result that is resumed one that is not whole again. */
    public void reopen() throws IOException {
        if (draft.equals(path())) {
            draft = Files.move(path(), draft(parent, timestamp), StandardCopyOption.ATOMIC_MOVE);
            Files.delete(draft.resolve(MANIFEST));
            Path latest = parent.resolve(LATEST);
            if (Files.isSymbolicLink(latest) && !Files.exists(latest)) {
                Files.delete(latest);
            }
        }
    }

    /** The time stamp of a result that is not whole, or null. */
    private static String notWhole(Path entry) {
        Matcher unfinished = UNFINISHED.matcher(entry.getFileName().toString());
        if (unfinished.matches()) {
            return Files.isDirectory(entry.resolve(POINTS)) ? unfinished.group(1) : null;
        }
        Path manifest = entry.resolve(MANIFEST);
        try {
            boolean stopped = !Files.isSymbolicLink(entry)
                    && Files.isDirectory(entry.resolve(POINTS))
                    && Files.isRegularFile(manifest)
                    && StoredResult.isPartial(Json.read(manifest));
            return stopped ? entry.getFileName().toString() : null;
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static Path draft(Path parent, String timestamp) {
        return parent.resolve("." + timestamp + ".unfinished");
    }

    /**
     * Keeps others from writing into a folder until it is closed or this process ends; null if another one writes.
     * Where the file system has no locks, it keeps nobody.
     */
    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException own) {
            // Another study of this process writes.
        } catch (IOException unsupported) {
            return channel;
        }
        channel.close();
        return null;
    }

    /** Closing it leaves what it has, to be resumed. */
    public void keep() {
        kept = true;
    }

    /** That results cannot be kept in a folder, as a sentence. */
    public static UnusableFolderException unusable(Path folder, IOException refused) {
        return new UnusableFolderException(
                "Results cannot be kept in " + folder + " (" + FileTrouble.reason(refused)
                        + "); make room or make it writable, or choose another folder with"
                        + " 'breadboard --results DIR'.",
                refused);
    }

    /** Where files go until {@link #finish}. */
    public Path draft() {
        return draft;
    }

    /** Where the result will be. */
    public Path path() {
        return parent.resolve(timestamp);
    }

    /** Writes a text file. */
    public void write(String name, String text) throws IOException {
        Files.writeString(draft.resolve(name), text, StandardCharsets.UTF_8);
    }

    /**
     * Writes the manifest, with the digests of all files, renames the folder and points {@code latest} at it.
     *
     * @param facts what the manifest says besides
     */
    public Path finish(Map<String, Object> facts) throws IOException {
        Map<String, Object> manifest = new LinkedHashMap<>(facts);
        manifest.put("files", digests());
        write(MANIFEST, Json.text(manifest) + "\n");
        // The link is made first, as long as a full disk can still be told without a result that is there all the same.
        Path link = parent.resolve("." + timestamp + ".latest");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(timestamp));
        Path path = Files.move(draft, path(), StandardCopyOption.ATOMIC_MOVE);
        finished = true;
        Files.deleteIfExists(path.resolve(LOCK));
        Files.move(link, parent.resolve(LATEST), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return path;
    }

    private Map<String, String> digests() throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(draft)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.equals(draft.resolve(LOCK))) {
                    continue;
                }
                digests.put(draft.relativize(file).toString().replace('\\', '/'), Digest.sha256(file));
            }
        }
        return digests;
    }

    @Override
    public void close() throws IOException {
        if (!finished && !kept && Files.exists(draft)) {
            delete(draft);
        } else if (!finished) {
            Files.deleteIfExists(draft.resolve(LOCK));
        }
        lock.close();
    }

    /** Whether a folder is named as results are: by when they began. */
    public static boolean isTime(String name) {
        return TIME.matcher(name).matches();
    }

    /**
     * Removes a result. One that is killed meanwhile leaves a hidden folder, which the next removal there takes along.
     *
     * @return false if it is gone, or somebody goes on with it
     */
    public static boolean remove(Path result) throws IOException {
        try (FileChannel lock = Files.isDirectory(result) ? lock(result) : null) {
            if (lock == null) {
                return false;
            }
            Path aside = result.resolveSibling("." + result.getFileName() + REMOVED);
            Files.move(result, aside, StandardCopyOption.ATOMIC_MOVE);
        }
        List<Path> left;
        try (Stream<Path> entries = Files.list(result.getParent())) {
            left = entries.filter(entry -> entry.getFileName().toString().startsWith(".")
                            && entry.getFileName().toString().endsWith(REMOVED))
                    .toList();
        }
        for (Path each : left) {
            delete(each);
        }
        return true;
    }

    /** Deletes a folder and all in it. */
    public static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failed) throws IOException {
                if (failed != null) {
                    throw failed;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
