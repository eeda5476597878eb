// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files, as it stands in lists and results. */
public final class Digest {
    private Digest() {}

    /**
     * The digest of a file.
     *
     * @return 64 hexadecimal digits
     * @throws IOException if the file cannot be read
     */
    public static String sha256(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file);
                DigestInputStream digesting = new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
            digesting.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
