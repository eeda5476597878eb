// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;

/**
 * Waits until a change in the folder of plug-ins has been seen: who copies a jar and then sends a command wants that
 * plug-in. File Install looks twice a second, and takes a file that was the same for one look. Any thread.
 */
final class SettledFolder {
    /** As long as two looks, and some time to start what came. */
    private static final long SEEN_AFTER_MS = 1500;

    private final Path folder;
    private final long begunMs;

    /**
     * A folder, which need not exist.
     *
     * @param begunMs since when changes are waited for: what was there then, the first look brings in, in ms since 1970
     */
    SettledFolder(Path folder, long begunMs) {
        this.folder = folder;
        this.begunMs = begunMs;
    }

    /** Returns once the last change is long enough ago, at once as a rule; and whether there was one. */
    boolean await() {
        try {
            long leftMs = leftMs(System.currentTimeMillis());
            if (leftMs > 0) {
                Thread.sleep(leftMs);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        return hasChanged();
    }

    /** How long there is to wait at an instant, in ms; 0 or less if nothing has changed. */
    long leftMs(long nowMs) {
        long changedMs = lastChangeMs();
        return changedMs < begunMs ? 0 : Math.min(SEEN_AFTER_MS, SEEN_AFTER_MS - (nowMs - changedMs));
    }

    private boolean hasChanged() {
        return lastChangeMs() >= begunMs;
    }

    /**
     * When the folder, a jar in it or the list of stopped ones changed: a copy may have its original's time of
     * modification. Long ago where there is no folder.
     */
    private long lastChangeMs() {
        try (Stream<Path> files = Files.list(folder)) {
            long last = changedMs(folder);
            for (Path file : files.filter(SettledFolder::isSeen).toList()) {
                last = Math.max(last, changedMs(file));
            }
            return last;
        } catch (IOException none) {
            return Long.MIN_VALUE;
        }
    }

    private static boolean isSeen(Path file) {
        return PluginFolder.isJar(file) || file.endsWith(StoppedPlugins.NAME);
    }

    private static long changedMs(Path path) throws IOException {
        try {
            return ((FileTime) Files.getAttribute(path, "unix:ctime")).toMillis();
        } catch (UnsupportedOperationException | IllegalArgumentException elsewhere) {
            return Files.getLastModifiedTime(path).toMillis();
        }
    }
}
