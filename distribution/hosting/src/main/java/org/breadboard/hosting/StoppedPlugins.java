// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.FileTrouble;
import org.osgi.framework.Bundle;

/**
 * The plug-ins that the user has stopped, until they are started again: the file {@code stopped} among the plug-ins,
 * with a line {@code SYMBOLIC-NAME VERSION ID} for each. Read anew at each call, since several processes share it; a
 * file that cannot be read is a {@link RefusedException}.
 */
public final class StoppedPlugins {
    /** The file in the folder. */
    static final String NAME = "stopped";

    private static final int WORDS = 3;

    private final Path file;

    /** Those of a folder of plug-ins, which need not exist. */
    public StoppedPlugins(Path pluginFolder) {
        file = pluginFolder.resolve(NAME);
    }

    /** Whether there is any. */
    public boolean any() {
        return !idByName().isEmpty();
    }

    /** Whether a bundle is among them. */
    public boolean contains(Bundle bundle) {
        return all().id(BundleName.of(bundle)).isPresent();
    }

    /** All of them as they are now. */
    Names all() {
        return new Names(idByName());
    }

    /** Whether a file is the one that they stand in. */
    boolean isIn(Path other) {
        return file.equals(other);
    }

    /** Those of one moment. */
    record Names(Map<String, String> idByName) {
        /** The id that a stopped bundle's plug-in had. */
        Optional<String> id(BundleName bundle) {
            return Optional.ofNullable(idByName.get(key(bundle)));
        }
    }

    void add(BundleName bundle, String id) throws IOException {
        Map<String, String> ids = idByName();
        ids.put(key(bundle), id);
        write(ids);
    }

    void remove(BundleName bundle) throws IOException {
        Map<String, String> ids = idByName();
        if (ids.remove(key(bundle)) != null) {
            write(ids);
        }
    }

    private static String key(BundleName bundle) {
        return bundle.symbolicName() + ' ' + bundle.version();
    }

    private Map<String, String> idByName() {
        Map<String, String> ids = new TreeMap<>();
        if (Files.isRegularFile(file)) {
            try {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.strip().split("\\s+", -1);
                    if (words.length == WORDS) {
                        ids.put(words[0] + ' ' + words[1], words[2]);
                    }
                }
            } catch (IOException unreadable) {
                throw new RefusedException("The list of stopped plug-ins, " + file + ", cannot be read ("
                        + FileTrouble.describe(unreadable)
                        + "); have its owner make it readable, or delete it to start them all.");
            }
        }
        return ids;
    }

    private void write(Map<String, String> ids) throws IOException {
        if (ids.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        // Not a temporary file of the JDK's, which nobody else may read.
        Path draft = file.resolveSibling(".stopped-" + UUID.randomUUID() + ".part");
        try {
            Files.write(
                    draft,
                    ids.entrySet().stream()
                            .map(each -> each.getKey() + ' ' + each.getValue())
                            .toList());
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
