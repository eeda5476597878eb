// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.result.ResultFolder;

/**
 * A pack as one file: a zip whose entries lie in one folder, are sorted, of one time, and not compressed. So the same
 * files are the same bytes on every machine, whatever library compresses there.
 */
public final class PackArchive {
    /** A zip has no earlier year; of its first instant the library writes the time zone, too. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private static final int BUFFER_BYTES = 1 << 16;

    private PackArchive() {}

    /** What a file of a pack holds. */
    @FunctionalInterface
    public interface Content {
        /** Opens it; the caller closes it. It yields the same bytes each time. */
        InputStream open() throws IOException;
    }

    /**
     * Writes an archive, or nothing: it has its name only when it is whole.
     *
     * @param folder the folder in which its entries lie
     * @param files by their names
     * @throws RefusedException if there are more of them, or more bytes, than an archive may have, or {@link #unpack}
     *     would refuse their names
     */
    public static void write(Path archive, String folder, SortedMap<String, Content> files) throws IOException {
        refuseTooMany(files.size(), archive);
        refuseNames(folder, files.keySet());
        Path part = archive.resolveSibling("." + archive.getFileName() + ".part");
        try {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(part))) {
                zip.setMethod(ZipOutputStream.STORED);
                long bytes = 0;
                for (Map.Entry<String, Content> each : files.entrySet()) {
                    ZipEntry entry = entry(folder + '/' + each.getKey(), each.getValue());
                    bytes += entry.getSize();
                    refuseTooLarge(bytes, archive);
                    zip.putNextEntry(entry);
                    copy(each.getValue(), zip);
                    zip.closeEntry();
                }
            }
            Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** What can be packed can be unpacked on every system. */
    private static void refuseNames(String folder, Set<String> names) {
        Taken taken = new Taken();
        for (String name : names) {
            if (!EntryName.isSound(folder + '/' + name)) {
                throw new RefusedException(
                        name + " has a name that archives do not bear on every system; rename it, or shorten it.");
            }
            if (!taken.take(name, false)) {
                throw new RefusedException(name + " is the same file as another one where capital letters are taken for"
                        + " small ones, so a pack cannot have both; rename one of them.");
            }
        }
    }

    /** A stored entry says how long it is, and its checksum, before its bytes. */
    private static ZipEntry entry(String name, Content content) throws IOException {
        CheckedOutputStream sum = new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
        long bytes = copy(content, sum);
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        entry.setSize(bytes);
        entry.setCompressedSize(bytes);
        entry.setCrc(sum.getChecksum().getValue());
        return entry;
    }

    /** How many bytes a file has. */
    public static long bytes(Content content) throws IOException {
        return copy(content, OutputStream.nullOutputStream());
    }

    /** Its SHA-256, in 64 hexadecimal digits. */
    public static String sha256(Content content) throws IOException {
        try (InputStream in = content.open()) {
            return Digest.sha256(in);
        }
    }

    /** What it begins with, so many bytes at most. */
    public static byte[] beginning(Content content, int bytes) throws IOException {
        try (InputStream in = content.open()) {
            return in.readNBytes(bytes);
        }
    }

    private static long copy(Content content, OutputStream out) throws IOException {
        try (InputStream in = content.open()) {
            return in.transferTo(out);
        }
    }

    /**
     * Writes the same as a folder, or nothing.
     *
     * @throws RefusedException if there are too many of them, or an archive could not have their names
     */
    public static void writeFolder(Path folder, SortedMap<String, Content> files) throws IOException {
        refuseTooMany(files.size(), folder);
        refuseNames(folder.getFileName().toString(), files.keySet());
        Path part = folder.resolveSibling("." + folder.getFileName() + ".part");
        if (Files.exists(part)) {
            ResultFolder.delete(part);
        }
        Files.createDirectory(part);
        try {
            for (Map.Entry<String, Content> each : files.entrySet()) {
                Path file = part.resolve(each.getKey());
                Files.createDirectories(file.getParent());
                try (InputStream in = each.getValue().open()) {
                    Files.copy(in, file);
                }
            }
            Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            if (Files.exists(part)) {
                ResultFolder.delete(part);
            }
        }
    }

    /**
     * Unpacks an archive into a folder that is made for it. An entry that another program has written as a link becomes
     * a file, which no manifest names.
     *
     * @param into does not exist
     * @throws RefusedException if it is no zip, its entries do not lie in one folder, the name of one leads out of it
     *     or stands twice, or there are more of them, or more bytes, than a pack has
     */
    public static void unpack(Path archive, Path into) throws IOException {
        if (Files.exists(into)) {
            throw new FileAlreadyExistsException(into.toString());
        }
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            refuseTooMany(zip.size(), archive);
            Files.createDirectories(into);
            Taken taken = new Taken();
            String top = null;
            long bytes = 0;
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.isDirectory()
                        ? entry.getName().substring(0, entry.getName().length() - 1)
                        : entry.getName();
                if (!EntryName.isSound(name)) {
                    throw unsound(archive, "its entry '" + printable(name) + "' may lead out of the folder");
                }
                if (!taken.take(name, entry.isDirectory())) {
                    throw unsound(archive, "its entry '" + name + "' stands there twice");
                }
                String first = name.substring(0, name.indexOf('/') < 0 ? name.length() : name.indexOf('/'));
                top = top == null ? first : top;
                if (!first.equals(top) || !entry.isDirectory() && first.equals(name)) {
                    throw unsound(archive, "its entries do not lie in one folder");
                }
                if (!entry.isDirectory()) {
                    Path file = into.resolve(name.substring(top.length() + 1));
                    Files.createDirectories(file.getParent());
                    bytes += copy(zip, entry, file, PackFiles.MOST_BYTES - bytes, archive);
                }
            }
        } catch (ZipException damaged) {
            throw unsound(archive, "it is no zip, or is not whole");
        }
    }

    /** Which names are taken, on a system that takes capital letters for small ones, too. */
    private static final class Taken {
        private final Set<String> files = new HashSet<>();
        private final Set<String> folders = new HashSet<>();

        /** Takes one; false if something else has it, or a part of it. */
        boolean take(String name, boolean isFolder) {
            String same = name.toLowerCase(Locale.ROOT);
            boolean free = !files.contains(same) && (isFolder || !folders.contains(same));
            for (int slash = same.indexOf('/'); slash >= 0; slash = same.indexOf('/', slash + 1)) {
                free &= !files.contains(same.substring(0, slash));
                folders.add(same.substring(0, slash));
            }
            (isFolder ? folders : files).add(same);
            return free;
        }
    }

    /** Counts what comes, whatever the archive says of it. */
    private static long copy(ZipFile zip, ZipEntry entry, Path file, long most, Path archive) throws IOException {
        long bytes = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
                if (bytes > most) {
                    refuseTooLarge(Long.MAX_VALUE, archive);
                }
                out.write(buffer, 0, read);
            }
        }
        return bytes;
    }

    private static void refuseTooMany(int files, Path what) {
        if (files > PackFiles.MOST_FILES) {
            throw new RefusedException(
                    what + " would have more than " + PackFiles.MOST_FILES + " files, which no pack has.");
        }
    }

    private static void refuseTooLarge(long bytes, Path what) {
        if (bytes > PackFiles.MOST_BYTES) {
            throw new RefusedException(
                    what + " would have more than " + (PackFiles.MOST_BYTES >> 30) + " GiB, which no pack has.");
        }
    }

    private static RefusedException unsound(Path archive, String why) {
        return new RefusedException(archive + " is not sound: " + why + "; get it anew from those who packed it.");
    }

    private static String printable(String name) {
        return name.replaceAll("\\p{Cc}", "?");
    }
}
