// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files, as it stands in lists and results. */
public final class Digest {
    private Digest() {}

    /**
     * The digest of bytes.
     *
     * @return 64 hexadecimal digits
     */
    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /**
     * The digest of a file.
     *
     * @return 64 hexadecimal digits
     * @throws IOException if the file cannot be read
     */
    public static String sha256(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            return sha256(bytes);
        }
    }

    /**
     * The digest of all that is left in a stream, which stays open.
     *
     * @return 64 hexadecimal digits
     * @throws IOException if it cannot be read
     */
    public static String sha256(InputStream bytes) throws IOException {
        DigestOutputStream digesting = new DigestOutputStream(OutputStream.nullOutputStream(), digest());
        bytes.transferTo(digesting);
        return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
