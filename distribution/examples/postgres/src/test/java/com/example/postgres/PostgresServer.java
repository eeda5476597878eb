package com.example.postgres;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of a test's own, in a folder of its own, on a free port of the loopback interface. It does not start as
 * root, so there it runs as the user {@code postgres}, or {@code nobody}. One thread.
 */
final class PostgresServer implements AutoCloseable {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final String SUPERUSER = "bench";
    private static final long PATIENCE_SECONDS = 60;

    private final Path bin;
    private final Path folder;
    private final List<String> asUser;
    private final int port;

    private PostgresServer(Path bin, Path folder, List<String> asUser, int port) {
        this.bin = bin;
        this.folder = folder;
        this.asUser = asUser;
        this.port = port;
    }

    /** Where {@code initdb} and the server are: on the PATH, or where Debian puts them, the newest. */
    static Optional<Path> installed() {
        Stream<Path> path = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1)).map(Path::of);
        return Stream.concat(path, debians().stream())
                .filter(each -> Files.isExecutable(each.resolve("initdb")) && Files.isExecutable(each.resolve("postgres")))
                .findFirst();
    }

    private static List<Path> debians() {
        if (!Files.isDirectory(DEBIAN)) {
            return List.of();
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.sorted(Comparator.comparingInt(PostgresServer::versionOf).reversed())
                    .map(version -> version.resolve("bin"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int versionOf(Path version) {
        String digits = version.getFileName().toString().replaceAll("[^0-9].*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** Makes a database in a new folder and starts its server. */
    static PostgresServer start(Path bin) throws IOException {
        Path folder = Files.createTempDirectory("breadboard-postgres");
        List<String> asUser = List.of();
        if (System.getProperty("user.name").equals("root")) {
            String user = exists("postgres") ? "postgres" : "nobody";
            asUser = List.of("setpriv", "--reuid=" + user, "--regid=" + idOf(user), "--clear-groups");
            run(List.of("chown", user, folder.toString()));
        }
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        PostgresServer server = new PostgresServer(bin, folder, asUser, port);
        server.run("initdb", "--username=" + SUPERUSER, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C");
        server.startAgain();
        return server;
    }

    private static boolean exists(String user) throws IOException {
        return Files.readAllLines(Path.of("/etc/passwd")).stream().anyMatch(line -> line.startsWith(user + ":"));
    }

    private static String idOf(String user) throws IOException {
        return Files.readAllLines(Path.of("/etc/passwd")).stream()
                .filter(line -> line.startsWith(user + ":"))
                .map(line -> line.split(":", -1)[3])
                .findFirst()
                .orElseThrow();
    }

    /** Starts the server on what is in its folder. Nothing is synced to disk: only processes die in these tests. */
    void startAgain() throws IOException {
        String options = "-F -h 127.0.0.1 -p " + port + " -k " + folder + " -c max_connections=60";
        run("pg_ctl", "--wait", "--log=" + folder.resolve("log"), "--options=" + options, "start");
    }

    /** Stops it at once, as if it had crashed. */
    void kill() throws IOException {
        run("pg_ctl", "--wait", "--mode=immediate", "stop");
    }

    /** The number that a query answers. */
    long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), user(), "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Executes a statement. */
    void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), user(), "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What a mix says to connect to it. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Whom a mix connects as. */
    String user() {
        return SUPERUSER;
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(asUser);
        words.add(bin.resolve(program).toString());
        words.add("--pgdata=" + folder.resolve("data"));
        words.addAll(List.of(arguments));
        run(words);
    }

    /** Runs a program to its end; its output goes to a file, which a server that it starts keeps open. */
    private static void run(List<String> words) throws IOException {
        Path output = Files.createTempFile("breadboard-postgres", ".out");
        try {
            Process process = new ProcessBuilder(words)
                    .directory(new File("/"))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(words + " failed: " + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(words + " was interrupted", e);
        } finally {
            Files.delete(output);
        }
    }

    /** Stops it, and deletes its folder. */
    @Override
    public void close() throws IOException {
        if (Files.exists(folder.resolve("data").resolve("postmaster.pid"))) {
            run("pg_ctl", "--wait", "--mode=fast", "stop");
        }
        run(List.of("rm", "-r", folder.toString()));
    }
}
