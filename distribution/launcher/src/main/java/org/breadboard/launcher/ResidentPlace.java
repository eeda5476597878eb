// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where a {@link Resident} listens, and a {@link LiveHost}: a socket in a folder that is this user's alone, named after
 * all that a run takes from its process. Who differs in any of it never meets: another build or Java, other options,
 * another working folder, environment, umask or limit. The socket of a live cluster is the same for all of a
 * distribution.
 */
final class ResidentPlace {
    /** What the script tells of umask and limits. */
    static final String LIMITS = "breadboard.limits";

    private static final String SUFFIX = ".sock";
    private static final String LIVE = "live-";
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    /** Of the terminal, and of the call itself. */
    private static final Set<String> IGNORED =
            Set.of("_", "SHLVL", "OLDPWD", "COLUMNS", "LINES", "BREADBOARD_RESIDENT", "BREADBOARD_MAIN");

    private static final int NAME_BYTES = 8;

    private final Path folder;
    private final String name;
    private final String live;

    private ResidentPlace(Path folder, String name, String live) {
        this.folder = folder;
        this.name = name;
        this.live = live;
    }

    /**
     * That of this process.
     *
     * @param home the distribution's folder
     * @return nothing if there is no folder that is this user's alone
     */
    static Optional<ResidentPlace> of(Path home) throws IOException {
        Path folder = folder();
        if (Files.notExists(folder)) {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWN));
        }
        return isOwn(folder)
                ? Optional.of(new ResidentPlace(folder, name(home), LIVE + digest(home.toString())))
                : Optional.empty();
    }

    /** Where sockets are. */
    static Path folder() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        return runtime != null && Path.of(runtime).isAbsolute() && Files.isWritable(Path.of(runtime))
                ? Path.of(runtime).resolve("breadboard")
                : Path.of(System.getProperty("java.io.tmpdir"))
                        .resolve("breadboard-resident-" + System.getProperty("user.name"));
    }

    private static boolean isOwn(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)
                || !Files.getPosixFilePermissions(folder).equals(OWN)) {
            return false;
        }
        Path probe;
        try {
            probe = Files.createTempFile(folder, "probe", null);
        } catch (AccessDeniedException another) {
            return false;
        }
        try {
            return Files.getOwner(probe).equals(Files.getOwner(folder));
        } finally {
            Files.delete(probe);
        }
    }

    private static String name(Path home) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String folder : List.of("bundles", "lib")) {
            try (Stream<Path> files = Files.walk(home.resolve(folder), 2)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    text.append(file)
                            .append(' ')
                            .append(Files.size(file))
                            .append(' ')
                            .append(Files.getLastModifiedTime(file).toMillis())
                            .append('\n');
                }
            }
        }
        for (String property : List.of("java.home", "java.vm.version", "user.dir", LIMITS)) {
            text.append(System.getProperty(property)).append('\n');
        }
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.keySet().removeAll(IGNORED);
        text.append(environment);
        return digest(text.toString());
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Where it listens. */
    Path socket() {
        return folder.resolve(name + SUFFIX);
    }

    /** Where the process of the one live cluster of this distribution listens, whoever asks. */
    Path live() {
        return folder.resolve(live + SUFFIX);
    }

    /** What that process says to nobody. */
    Path log() {
        return folder.resolve(live + ".log");
    }

    /** Held by who starts that process. */
    Path liveLock() {
        return folder.resolve(live + ".lock");
    }

    /** Held by who starts a resident. */
    Path lock() {
        return folder.resolve("lock");
    }

    /** Where others of this user listen, or have listened. */
    List<Path> others() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)
                            && !file.equals(socket())
                            && !file.getFileName().toString().startsWith(LIVE))
                    .toList();
        }
    }

    /** A connection to who listens at a socket; null if nobody does. */
    static SocketChannel open(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (IOException nobody) {
            channel.close();
            return null;
        }
    }
}
