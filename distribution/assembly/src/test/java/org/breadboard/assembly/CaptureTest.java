// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.breadboard.platform.console.ExitStatus;
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
    private static final int PATIENCE_S = 120;
    /** Preamble, gap and check sequence, which no capture of Ethernet has. */
    private static final int UNCAPTURED_BYTES = 8 + 12 + 4;

    private static TestBoard board;

    @TempDir
    static Path temp;

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
        board = new TestBoard();
    }

    @AfterAll
    static void close() {
        board.close();
    }

    private Path captured(Kind kind) {
        Path file = temp.resolve(kind + ".pcapng");
        assertEquals(
                ExitStatus.DONE,
                Captures.write(board, kind.mix, temp.resolve(kind + ".json"), file, kind.forUs, kind.sets()),
                board::err);
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

    /** Alone a capture knows what began before its part, too. */
    @Test
    void shouldNameTheTransactionOfNearlyAllPackets() throws IOException {
        for (Kind kind : List.of(Kind.DATAGRAMS, Kind.CONNECTIONS, Kind.SMARTNIC, Kind.HADES, Kind.SWITCH)) {
            Path file = temp.resolve(kind + "-alone.pcapng");
            assertEquals(
                    ExitStatus.DONE, Captures.write(board, kind.mix, null, file, kind.forUs, kind.sets()), board::err);
            List<CapturedFile.Packet> packets = CapturedFile.read(file).packets();
            long unknown = packets.stream()
                    .filter(packet -> packet.comment().startsWith("transaction not known"))
                    .count();
            assertTrue(unknown <= packets.size() / 50, kind + ": " + unknown + " of " + packets.size());
        }
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
        Matcher option = Pattern.compile("--disable-heuristic [a-z_]+").matcher(board.err());
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
        assertEquals(ExitStatus.DONE, Captures.write(board, "rdma-verbs", null, file, false, 2), board::err);
        assertTrue(board.err()
                .contains("with --pcap-erf Wireshark and tshark open it, with --disable-heuristic rpcrdma_infiniband"
                        + " --disable-heuristic eth_over_ib, so that they"));
        CapturedFile own = CapturedFile.read(file);
        Path other = temp.resolve("records.pcapng");
        assertEquals(ExitStatus.DONE, Captures.write(board, "rdma-verbs", null, other, 2), board::err);
        CapturedFile records = CapturedFile.read(other);
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
    void shouldWriteTheSameBytesForTheSameSeed() throws IOException {
        byte[] first = Files.readAllBytes(captured(Kind.CONNECTIONS));
        assertArrayEquals(first, Files.readAllBytes(captured(Kind.CONNECTIONS)));
    }
}
