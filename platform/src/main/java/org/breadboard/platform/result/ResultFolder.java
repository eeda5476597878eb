package org.breadboard.platform.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.catalogue.Digest;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.UnusableFolderException;
import org.breadboard.platform.mix.Folders;

/**
 * The folder of one result while it is written: aside, under a name that begins with a dot, and renamed once it is whole. Closing
 * one that was not finished removes it.
 */
public final class ResultFolder implements AutoCloseable {
    /** The file that says what the others are; written last. */
    public static final String MANIFEST = "manifest.json";

    /** The object that the command prints. */
    public static final String SUMMARY = "summary.json";

    /** The resolved mix, ready to be run again. */
    public static final String MIX = "mix.yaml";

    /** The recorded transactions. */
    public static final String HISTORY = "history";

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS", Locale.ROOT);

    private final Path parent;
    private final String timestamp;
    private final Path draft;
    private boolean finished;

    /**
     * Begins a result.
     *
     * @param results the folder of all results; made if missing
     * @param name the mix's or study's name
     * @throws RefusedException if the name would leave the folder
     */
    public ResultFolder(Path results, String name) throws IOException {
        if (!Folders.isName(name)) {
            throw new RefusedException(
                    "'" + name + "' cannot name a result; names are made of letters, digits, '.', '_' and"
                            + " '-', and begin with a letter or digit.");
        }
        parent = results.resolve(name);
        try {
            Files.createDirectories(parent);
        } catch (IOException refused) {
            throw unusable(parent, refused);
        }
        if (!parent.toRealPath().startsWith(results.toRealPath())) {
            throw new RefusedException(parent + " leads out of " + results + "; remove that link.");
        }
        String now = LocalDateTime.now(ZoneId.systemDefault()).format(TIMESTAMP);
        String unique = now;
        Path made = null;
        for (int attempt = 2; made == null; attempt++) {
            try {
                if (Files.exists(parent.resolve(unique))) {
                    throw new FileAlreadyExistsException(unique);
                }
                made = Files.createDirectory(parent.resolve("." + unique + ".unfinished"));
            } catch (FileAlreadyExistsException taken) {
                unique = now + "-" + attempt;
            } catch (IOException refused) {
                throw unusable(parent, refused);
            }
        }
        timestamp = unique;
        draft = made;
    }

    private static IOException unusable(Path folder, IOException refused) {
        return new UnusableFolderException(
                "Results cannot be kept in " + folder + " (" + FileTrouble.reason(refused)
                        + "); make room or make it writable, or choose another folder with"
                        + " BREADBOARD_OPTS=-Dbreadboard.results=DIR.",
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
        Files.move(link, parent.resolve("latest"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return path;
    }

    private Map<String, String> digests() throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(draft)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                digests.put(draft.relativize(file).toString().replace('\\', '/'), Digest.sha256(file));
            }
        }
        return digests;
    }

    @Override
    public void close() throws IOException {
        if (!finished && Files.exists(draft)) {
            delete(draft);
        }
    }

    private static void delete(Path folder) throws IOException {
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
