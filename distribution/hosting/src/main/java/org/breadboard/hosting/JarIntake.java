// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.hosting.PluginBoard.Place;
import org.breadboard.platform.files.Digest;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Takes a user's jar into the folder of plug-ins, or says why not and leaves everything as it was. */
final class JarIntake {
    private static final String SHA256 = "[0-9a-f]{64}";

    private final BundleContext context;
    private final Path folder;
    private final PluginFolder files;
    private final BundleFaults faults;
    private final PluginBoard board;

    JarIntake(BundleContext context, Path folder, PluginFolder files, BundleFaults faults, PluginBoard board) {
        this.context = context;
        this.folder = folder;
        this.files = files;
        this.faults = faults;
        this.board = board;
    }

    /** Where a jar goes; refuses what can be none. */
    Path destination(Path file) {
        String text = file.toString();
        if (text.matches("[A-Za-z][A-Za-z+.-]+:/.*")) {
            throw new RefusedException(
                    "'" + text + "' is no file; plug-ins are installed from local files only, so fetch it first.");
        }
        if (!Files.isRegularFile(file)) {
            throw new RefusedException("There is no file '" + text + "'; name a jar.");
        }
        if (!text.endsWith(".jar")) {
            throw new RefusedException("'" + text + "' is not a jar, whose name ends with .jar.");
        }
        return folder.resolve(file.getFileName().toString());
    }

    /**
     * Takes a copy of a file into the folder.
     *
     * @param fails how a sentence begins that says why nothing has changed
     * @param id the id that the plug-in must have, or null
     * @param room is made for a file that looks sound
     */
    Place put(Path file, String sha256, Path jar, String fails, String id, Room room) throws IOException {
        Path fresh = Files.createTempFile(folder, ".plugin-", ".part");
        try {
            BundleName name = JarCheck.name(file);
            Files.copy(file, fresh, StandardCopyOption.REPLACE_EXISTING);
            checkDigest(fresh, sha256);
            JarCheck.content(fresh);
            Optional<Bundle> twin = name.twin(context, jar);
            if (twin.isPresent()) {
                throw new RefusedException(fails + ": " + BundleName.taken(twin.get(), folder) + '.');
            }
            room.make();
            PluginFolder.Placed placed = files.put(fresh, jar, bundle -> faults.of(bundle, id));
            if (placed.bundle().isPresent()) {
                return board.of(placed.bundle().get());
            }
            if (placed.lost() != null && id != null) {
                throw new RefusedException("Plug-in '" + id + "' is not updated: " + placed.why()
                        + "; the jar of before is back, but does not start: " + placed.lost() + '.');
            }
            throw new RefusedException(fails + ": " + placed.why() + '.');
        } catch (JarCheck.UnsoundJarException | java.util.zip.ZipException unsound) {
            throw new RefusedException(fails + ": " + why(unsound) + '.');
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            throw new RefusedException(fails + ", since you pressed Ctrl-C.");
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** What is done before a jar takes its place. */
    interface Room {
        void make() throws IOException;
    }

    private static String why(IOException unsound) {
        return unsound instanceof JarCheck.UnsoundJarException
                ? unsound.getMessage()
                : "the jar cannot be read (" + unsound.getMessage() + "); copy it again";
    }

    private static void checkDigest(Path file, String said) throws IOException {
        if (said == null) {
            return;
        }
        String expected = said.toLowerCase(Locale.ROOT);
        if (!expected.matches(SHA256)) {
            throw new RefusedException("--sha256: '" + said + "' is no SHA-256, which has 64 hexadecimal digits.");
        }
        String digest = Digest.sha256(file);
        if (!digest.equals(expected)) {
            throw new JarCheck.UnsoundJarException(
                    "its SHA-256 is " + digest + ", not the one that you gave; fetch it again");
        }
    }
}
