// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.tracing.MixTrace;
import org.breadboard.platform.tracing.TraceRequest;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Captures are what the trace of the same part of a run says, packet by packet, and tshark opens them. */
@Tag("slow")
final class CaptureTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final int PATIENCE_S = 120;
    /** Preamble, gap and check sequence, which no capture of Ethernet has. */
    private static final int UNCAPTURED_BYTES = 8 + 12 + 4;

    private static PluginRegistry registry;

    @TempDir
    static Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A mix of each kind of hardware, small enough to be captured in seconds. */
    enum Kind {
        DATAGRAMS("fasst-smallbank", CapturedFile.RECORDS, 10, "cluster.nodes=3", "cluster.threads=4"),
        DATAGRAMS_OVER_ETHERNET(
                "fasst-smallbank",
                CapturedFile.ETHERNET,
                10,
                "cluster.nodes=3",
                "cluster.threads=4",
                "hardware.profile=connectx5"),
        CONNECTIONS("drtmh-smallbank", CapturedFile.ETHERNET, 10, "cluster.nodes=3", "cluster.threads=4"),
        VERBS("rdma-verbs", CapturedFile.RECORDS, 2),
        SEVERAL_PACKETS(
                "rdma-verbs",
                CapturedFile.ETHERNET,
                40,
                "hardware.frameBytes=82",
                "protocol.verb=WRITE",
                "protocol.valueBytes=9001"),
        LOSSES(
                "drtmh-smallbank",
                CapturedFile.ETHERNET,
                10,
                "cluster.nodes=3",
                "cluster.threads=4",
                "network.loss=0.02"),
        SMARTNIC("xenic-retwis", CapturedFile.ETHERNET, 5, "cluster.nodes=3"),
        SMARTNIC_LOSSES("xenic-retwis", CapturedFile.ETHERNET, 100, "cluster.nodes=3", "network.loss=0.02"),
        SMARTNIC_OFF_PATH("smartnic-offpath-bench", CapturedFile.ETHERNET, 60),
        HADES("hades-smallbank", CapturedFile.ETHERNET, 10),
        SWITCH("nocc-payment", CapturedFile.ETHERNET, 3000);

        private final String mix;
        private final int type;
        private final int forUs;
        private final String sets;

        Kind(String mix, int type, int forUs, String... sets) {
            this.mix = mix;
            this.type = type;
            this.forUs = forUs;
            boolean isScaled = !mix.contains("verbs") && !mix.contains("bench");
            this.sets = String.join(" ", sets) + (isScaled ? " cluster.scale=0.02" : "");
        }

        private String[] sets() {
            return sets.isBlank() ? new String[0] : sets.strip().split(" ");
        }
    }

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(CaptureTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    private Console console() {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
    }

    private ExitStatus write(String mix, Path trace, Path packets, long forUs, String... sets) {
        return write(mix, trace, packets, true, forUs, sets);
    }

    private ExitStatus write(String mix, Path trace, Path packets, boolean records, long forUs, String... sets) {
        Console console = console();
        TraceRequest request =
                new TraceRequest(mix, List.of(sets), trace, packets, records, OptionalLong.empty(), forUs);
        return new Board(DIST, registry).call("run " + mix, mix, console, scope -> {
            new MixTrace(scope.plugins(), scope.folders(), scope.patience(), console).write(request);
            return ExitStatus.DONE;
        });
    }

    private Path captured(Kind kind) {
        Path file = temp.resolve(kind + ".pcapng");
        assertEquals(
                ExitStatus.DONE,
                write(kind.mix, temp.resolve(kind + ".json"), file, kind.forUs, kind.sets()),
                err::toString);
        return file;
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldThePacketsOfTheTrace(Kind kind) throws IOException {
        CapturedFile file = CapturedFile.read(captured(kind));
        assertTrue(file.comment().startsWith("mix " + kind.mix + ", seed "), file.comment());
        assertTrue(file.packets().size() > 100, file.packets().size() + " packets");
        LinkMessages found = new LinkMessages();
        long before = 0;
        for (CapturedFile.Packet packet : file.packets()) {
            assertEquals(kind.type, packet.on().type());
            assertTrue(packet.atNs() >= before, "in the order of time");
            before = packet.atNs();
            assertEquals(packet.on().name().endsWith("link.up") ? 2 : 1, packet.direction());
            int uncaptured = kind.type == CapturedFile.ETHERNET ? UNCAPTURED_BYTES : 0;
            found.add(packet.on().name(), packet.number("message"), packet.atNs(), packet.lengthBytes() + uncaptured);
            if (kind.type == CapturedFile.ETHERNET) {
                checkHeaders(packet);
            }
        }
        assertEquals(LinkMessages.ofTrace(temp.resolve(kind + ".json")).toString(), found.toString());
        long whole =
                file.packets().stream().filter(CapturedFile.Packet::isWhole).count();
        assertTrue(whole > 0.5 * file.packets().size(), whole + " packets have all of their bytes");
        assertTrue(
                file.packets().stream()
                                .anyMatch(packet -> packet.comment().matches("transaction \\d.*, stage node\\d.*"))
                        || kind.mix.matches(".*(verbs|bench)"),
                "whose they are");
    }

    /** Ethernet, IPv4 and UDP. */
    private static void checkHeaders(CapturedFile.Packet packet) {
        assertEquals(0x0800, packet.uint16(12));
        assertEquals(0x45, packet.bytes()[14]);
        int sum = 0;
        for (int at = 14; at < 34; at += 2) {
            sum += packet.uint16(at);
        }
        assertEquals(0xffff, (sum & 0xffff) + (sum >> 16), "the checksum of the IP header");
        int ipBytes = packet.uint16(16);
        assertTrue(packet.lengthBytes() == 14 + ipBytes || packet.lengthBytes() == 60 && ipBytes < 46);
        assertEquals(17, packet.bytes()[23]);
        assertEquals(ipBytes - 20, packet.uint16(38));
        assertEquals(0, packet.uint16(40), "no checksum of UDP");
        boolean leaves = packet.on().name().endsWith("link.up");
        int node = Integer.parseInt(packet.on().name().replaceAll("\\D", ""));
        assertEquals(node, packet.uint16(leaves ? 10 : 4), "the MAC address of its node");
        assertEquals(node, packet.uint16(leaves ? 28 : 32), "the IP address of its node");
    }

    @Test
    void shouldNumberTheRequestsOfAConnectionOneByOne() throws IOException {
        CapturedFile file = CapturedFile.read(captured(Kind.CONNECTIONS));
        Map<String, List<Integer>> requests = new TreeMap<>();
        Set<Integer> opcodes = new TreeSet<>();
        for (CapturedFile.Packet packet : file.packets()) {
            assertEquals(4791, packet.uint16(36));
            int opcode = packet.bytes()[42] & 0xff;
            opcodes.add(opcode);
            boolean asks = opcode < 0x0d || opcode == 0x13 || opcode == 0x14;
            if (asks && packet.on().name().endsWith("link.up")) {
                requests.computeIfAbsent(
                                packet.uint16(28) + " to " + packet.uint16(32) + "/" + packet.uint24(47),
                                any -> new ArrayList<>())
                        .add(packet.uint24(51));
            }
        }
        assertTrue(opcodes.containsAll(Set.of(0x0c, 0x10, 0x11)), "READ, its response, acknowledgement: " + opcodes);
        assertTrue(requests.size() > 10, requests.keySet()::toString);
        int sent = 0;
        int left = 0;
        for (Map.Entry<String, List<Integer>> connection : requests.entrySet()) {
            List<Integer> sorted = connection.getValue().stream().sorted().toList();
            assertEquals(sorted.size(), Set.copyOf(sorted).size(), connection.getKey() + " has a number twice");
            sent += sorted.size();
            left += sorted.get(sorted.size() - 1) - sorted.get(0) + 1 - sorted.size();
        }
        assertTrue(20 * left < sent, "but for requests that others overtook at an end of the capture: " + left);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeOpenedByTshark(Kind kind) throws Exception {
        assumeTrue(starts("tshark", "--version"), "The capture is not opened with tshark, for there is none.");
        Path path = captured(kind);
        CapturedFile file = CapturedFile.read(path);
        List<String> fields = List.of(
                "frame.len",
                "frame.cap_len",
                "frame.time_relative",
                "frame.interface_name",
                "frame.comment",
                "_ws.malformed",
                "ip.checksum.status",
                "frame.protocols");
        List<String> command = new ArrayList<>(List.of("tshark", "-r", path.toString(), "-T", "fields"));
        command.addAll(List.of("-o", "ip.check_checksum:TRUE"));
        // With the options that were printed: it would guess what payloads are, and find some malformed.
        Matcher option = Pattern.compile("--disable-heuristic [a-z_]+").matcher(err.toString(StandardCharsets.UTF_8));
        while (option.find()) {
            command.addAll(List.of(option.group().split(" ", -1)));
        }
        fields.forEach(field -> command.addAll(List.of("-e", field)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), "it did not end");
        assertEquals(0, process.exitValue());
        assertEquals(file.packets().size(), lines.size());
        long firstNs = file.packets().get(0).atNs();
        String transport = kind.type == CapturedFile.RECORDS ? "erf:infiniband" : "eth:ethertype:ip:udp";
        for (int i = 0; i < lines.size(); i++) {
            CapturedFile.Packet packet = file.packets().get(i);
            String[] found = lines.get(i).split("\t", -1);
            assertEquals(Integer.toString(packet.lengthBytes()), found[0]);
            assertEquals(Integer.toString(packet.bytes().length), found[1]);
            assertEquals(packet.atNs() - firstNs, Math.round(Double.parseDouble(found[2]) * 1e9));
            assertEquals(packet.on().name(), found[3]);
            assertEquals(packet.comment(), found[4]);
            assertEquals("", found[5], () -> "malformed: " + packet + " " + found[7]);
            assertEquals(kind.type == CapturedFile.RECORDS ? "" : "1", found[6]);
            assertTrue(found[7].startsWith(transport), found[7]);
        }
    }

    private static boolean starts(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(PATIENCE_S, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void shouldGiveInfinibandItsLinkTypeUnlessRecordsAreAskedFor() throws IOException {
        Path file = temp.resolve("link-type.pcapng");
        assertEquals(ExitStatus.DONE, write("rdma-verbs", null, file, false, 2), err::toString);
        assertTrue(err.toString(StandardCharsets.UTF_8)
                .contains("with --pcap-erf Wireshark and tshark open it, with --disable-heuristic rpcrdma_infiniband"
                        + " --disable-heuristic eth_over_ib, so that they"));
        CapturedFile own = CapturedFile.read(file);
        CapturedFile records = CapturedFile.read(captured(Kind.VERBS));
        assertEquals(
                Set.of(CapturedFile.INFINIBAND),
                own.links().stream().map(CapturedFile.Link::type).collect(Collectors.toSet()));
        assertEquals(records.packets().size(), own.packets().size());
        for (int i = 0; i < own.packets().size(); i++) {
            assertArrayEquals(
                    records.packets().get(i).bytes(), own.packets().get(i).bytes());
        }
    }

    /** Whatever the two words for it look like; none of both is written then. */
    @Test
    void shouldRefuseOneFileForTraceAndPackets() throws IOException {
        Path file = Files.writeString(temp.resolve("one.json"), "before");
        Path link = Files.createSymbolicLink(temp.resolve("one-link.json"), file);
        Path around = Files.createSymbolicLink(temp.resolve("around"), temp);
        Path nothing = Files.createSymbolicLink(temp.resolve("nothing.json"), temp.resolve("new.json"));
        List<List<Path>> pairs = List.of(
                List.of(file, file),
                List.of(file, Path.of(temp + "/./one.json")),
                List.of(file, link),
                List.of(around.resolve("one.json"), link),
                List.of(around.resolve("new.json"), temp.resolve("new.json")),
                List.of(temp.resolve("new.json"), nothing));
        for (List<Path> pair : pairs) {
            err.reset();
            Folders folders = new Folders(DIST, null, temp.resolve("none"));
            List<String> words = List.of(
                    "run",
                    "rdma-verbs",
                    "--trace",
                    pair.get(0).toString(),
                    "--pcap",
                    pair.get(1).toString());
            assertEquals(ExitStatus.USER_MISTAKE, RootCommand.execute(new Board(folders, registry), console(), words));
            assertTrue(
                    err.toString(StandardCharsets.UTF_8).contains("--trace and --pcap need two files"), err::toString);
        }
        assertEquals("before", Files.readString(file));
        assertFalse(Files.exists(temp.resolve("new.json")));
        assertFalse(Files.exists(temp.resolve("none")), "nothing has run");
    }

    @Test
    void shouldKeepWhoMayReadTheFile() throws IOException {
        Path file = Files.writeString(temp.resolve("mode.pcapng"), "");
        Set<PosixFilePermission> before = PosixFilePermissions.fromString("rw-r-----");
        Files.setPosixFilePermissions(file, before);
        assertEquals(ExitStatus.DONE, write("rdma-verbs", null, file, 2), err::toString);
        assertEquals(before, Files.getPosixFilePermissions(file));
        assertTrue(Files.size(file) > 0);
    }

    @Test
    void shouldWriteWhatALinkLeadsToThoughItIsNotThere() throws IOException {
        Path far = temp.resolve("not-there-yet.pcapng");
        Path link = Files.createSymbolicLink(temp.resolve("dangling.pcapng"), Path.of("not-there-yet.pcapng"));
        assertEquals(ExitStatus.DONE, write("rdma-verbs", null, link, 2), err::toString);
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(CapturedFile.read(far).packets().size() > 0);
    }

    /** Exit code 1, of which a process that a signal stopped makes the signal's. */
    @Test
    void shouldFailAndNotBlameTheUserWhoStoppedIt() {
        Cancellation stopped = new Cancellation();
        stopped.cancel("Ctrl-C was pressed");
        for (String option : List.of("--pcap", "--trace")) {
            Path file = temp.resolve("stopped");
            Console console = new Console(
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    false,
                    80,
                    true,
                    stopped);
            assertEquals(
                    ExitStatus.FAILED,
                    RootCommand.execute(
                            new Board(new Folders(DIST, null, temp.resolve("none")), registry),
                            console,
                            List.of("run", "rdma-verbs", option, file.toString())));
            assertEquals(
                    "Stopped; nothing was drawn or written.",
                    err.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
            assertFalse(Files.exists(file));
            err.reset();
        }
    }

    @Test
    void shouldBeginWithTheRun() throws IOException {
        Path file = temp.resolve("from-0.pcapng");
        Folders folders = new Folders(DIST, null, temp.resolve("results"));
        List<String> words = List.of(
                "run",
                "rdma-verbs",
                "--pcap",
                file.toString(),
                "--trace-from-us",
                "0",
                "--trace-for-us",
                "2",
                "--set",
                "time.warmupUs=10",
                "--set",
                "time.measureUs=20");
        assertEquals(
                ExitStatus.DONE, RootCommand.execute(new Board(folders, registry), console(), words), err::toString);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains(" packets of 0 to 2 us are "), err::toString);
        assertTrue(CapturedFile.read(file).packets().size() > 0);
    }

    @Test
    void shouldWriteTheSameBytesForTheSameSeed() throws IOException {
        byte[] first = Files.readAllBytes(captured(Kind.CONNECTIONS));
        assertArrayEquals(first, Files.readAllBytes(captured(Kind.CONNECTIONS)));
    }

    @Test
    void shouldWriteToStandardOutputAndTheResultBesideIt() {
        Folders folders = new Folders(DIST, null, temp.resolve("results"));
        List<String> words = new ArrayList<>(List.of("run", "xenic-retwis", "--pcap", "-", "--trace-for-us", "5"));
        Stream.of("cluster.nodes=3", "cluster.scale=0.02", "time.measureUs=100")
                .forEach(set -> words.addAll(List.of("--set", set)));
        assertEquals(
                ExitStatus.DONE, RootCommand.execute(new Board(folders, registry), console(), words), err::toString);
        assertTrue(CapturedFile.read(out.toByteArray()).packets().size() > 100, err::toString);
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("us are on standard output; Wireshark and tshark open it."), said);
        assertTrue(said.contains("\nverdict     Verified"), said);
    }

    @Test
    void shouldRefuseWhatItCannotCaptureInOneSentence() {
        Path file = temp.resolve("refused.pcapng");
        refused(
                "Mix 'fasst-smallbank' runs on real threads, and only what runs in virtual time can be captured: add"
                        + " --set runtime=sim.",
                write("fasst-smallbank", null, file, 20, "runtime=live"));
        refused(
                "Packets of hardware 'rdma', profile 'connectx5', cannot be captured: frameBytes=30 is neither 26, what"
                        + " InfiniBand's headers take, nor 82, what RoCE v2's take, so nobody knows what its packets"
                        + " look like.",
                write("drtmh-smallbank", null, file, 20, "hardware.frameBytes=30"));
        refused(
                "The capture cannot be written to '" + temp + "': that is a folder.",
                write("fasst-smallbank", null, temp, 20));
        assertFalse(Files.exists(file), "nothing half-written");
        if (Files.exists(Path.of("/dev/full"))) {
            ExitStatus full = write("rdma-verbs", null, Path.of("/dev/full"), 2);
            assertEquals(ExitStatus.FAILED, full);
            assertEquals(
                    "The capture could not be written to '/dev/full': No space left on device.",
                    err.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
        }
    }

    private void refused(String sentence, ExitStatus status) {
        assertEquals(ExitStatus.USER_MISTAKE, status);
        assertEquals(
                sentence,
                err.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
        err.reset();
    }
}
