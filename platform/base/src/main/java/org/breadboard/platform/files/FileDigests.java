// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** SHA-256 of files, each read once: many points of a study may be about one large file. For one thread. */
public final class FileDigests {
    private final Map<Path, String> known = new HashMap<>();

    /** None yet. */
    public FileDigests() {}

    /**
     * The digest that a file had when it was asked for first.
     *
     * @return 64 hexadecimal digits
     * @throws IOException if the file cannot be read
     */
    public String sha256(Path file) throws IOException {
        String digest = known.get(file);
        if (digest == null) {
            digest = Digest.sha256(file);
            known.put(file, digest);
        }
        return digest;
    }
}
