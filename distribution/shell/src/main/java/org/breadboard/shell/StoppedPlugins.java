package org.breadboard.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The plug-ins that the user has stopped, until they are started again: the file {@code stopped} among the plug-ins,
 * with a line {@code SYMBOLIC-NAME ID} for each. Read anew at each call, since several processes share it.
 */
public final class StoppedPlugins {
    private static final String NAME = "stopped";

    private final Path file;

    /** Those of a folder of plug-ins, which need not exist. */
    public StoppedPlugins(Path pluginFolder) {
        file = pluginFolder.resolve(NAME);
    }

    /** Whether there is any. */
    public boolean any() {
        return !idByName().isEmpty();
    }

    /** Whether the bundle of a symbolic name is among them. */
    public boolean contains(String symbolicName) {
        return idByName().containsKey(symbolicName);
    }

    /** The id that a stopped bundle's plug-in had. */
    Optional<String> id(String symbolicName) {
        return Optional.ofNullable(idByName().get(symbolicName));
    }

    void add(String symbolicName, String id) throws IOException {
        Map<String, String> names = idByName();
        names.put(symbolicName, id);
        write(names);
    }

    void remove(String symbolicName) throws IOException {
        Map<String, String> names = idByName();
        if (names.remove(symbolicName) != null) {
            write(names);
        }
    }

    private Map<String, String> idByName() {
        Map<String, String> names = new TreeMap<>();
        if (Files.isRegularFile(file)) {
            try {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.strip().split("\\s+", -1);
                    if (words.length == 2) {
                        names.put(words[0], words[1]);
                    }
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return names;
    }

    private void write(Map<String, String> names) throws IOException {
        if (names.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        Path draft = Files.createTempFile(file.getParent(), ".stopped-", ".part");
        Files.write(
                draft,
                names.entrySet().stream()
                        .map(each -> each.getKey() + ' ' + each.getValue())
                        .toList());
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
