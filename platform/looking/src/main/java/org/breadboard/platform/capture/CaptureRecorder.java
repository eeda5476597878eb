// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.capture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.api.runtime.Message;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.trace.Place;
import org.breadboard.platform.trace.Span;
import org.breadboard.platform.trace.TraceRecorder;

/**
 * Gathers the packets on all machines' links while a run is recorded: each once on its way from the sender to a switch,
 * and once from there to its target, if it gets there. A packet is there when its first bit is on the link; those of
 * one message follow each other in the time that the message takes. By the engine's thread, then by its reader's.
 */
public final class CaptureRecorder implements TraceRecorder.Passing {
    /** So many bytes of packets are all that is gathered. */
    private static final long MOST_BYTES = 1L << 29;
    /** The longest comment, in characters. */
    private static final int MOST_COMMENT = 2000;

    // A frame of Ethernet with IPv4 and UDP, by its bytes.
    private static final int TYPE_AT = 12;
    private static final int IPV4 = 0x0800;
    private static final int PROTOCOL_AT = 23;
    private static final byte UDP = 17;
    private static final int ROCE_AT = 36;
    private static final int ROCE = 4791;

    private final Map<HardwareType, PacketCapture> captures = new LinkedHashMap<>();
    private final List<Machine> machines = new ArrayList<>();
    private final Map<PcapngFile.Interface, Integer> interfaces = new LinkedHashMap<>();
    private final List<PcapngFile.Packet> packets = new ArrayList<>();
    private final long fromNs;
    private final long toNs;
    private long bytes;

    /** How a machine's packets look; {@code hardware} names its device for people. */
    private record Machine(PacketCapture capture, PacketCapture.Link link, String hardware) {}

    /**
     * Of nothing yet.
     *
     * @param mix that runs
     * @param parts its hardware
     * @param fromNs packets that begin earlier are not gathered
     * @param toNs nor are those that begin then, or later
     * @throws RefusedException if hardware of the mix does not say what its packets look like
     */
    public CaptureRecorder(Mix mix, MixParts parts, long fromNs, long toNs) {
        this.fromNs = fromNs;
        this.toNs = toNs;
        for (int node = 0; node < mix.cluster().machines(); node++) {
            int group = mix.hardware().groupOf(node);
            machines.add(
                    group < 0
                            ? machine(
                                    node,
                                    parts.machine(),
                                    mix.hardware().profile(),
                                    mix.hardware().settings())
                            : machine(
                                    node,
                                    parts.groups().get(group),
                                    mix.hardware().groups().get(group).profile(),
                                    mix.hardware().groups().get(group).settings()));
        }
    }

    private Machine machine(int node, HardwareType type, String profile, Settings settings) {
        String name = type.id() + "/" + profile;
        PacketCapture capture = captures.computeIfAbsent(type, HardwareType::capture);
        if (capture == null) {
            throw new RefusedException(
                    "Packets of hardware '" + type.id() + "' cannot be captured: its plug-in does not"
                            + " say what they look like (HardwareType.capture).");
        }
        try {
            return new Machine(capture, capture.attach(node, settings), name);
        } catch (RefusedException refused) {
            throw new RefusedException("Packets of hardware '" + type.id() + "', profile '" + profile
                    + "', cannot be captured: " + refused.getMessage());
        }
    }

    @Override
    public void passes(Message message, Span span, Place from) {
        if (!span.place().isLink() || span.beganNs() < fromNs || span.beganNs() >= toNs || isFull()) {
            return;
        }
        boolean leaves = span.place().name().equals(Place.UP);
        Machine sender = machines.get(message.sourceNode());
        List<byte[]> contents = new ArrayList<>(1);
        List<Integer> lengths = new ArrayList<>(1);
        sender.capture().packets(message, leaves, (content, lengthBytes) -> {
            contents.add(content);
            lengths.add(lengthBytes);
        });
        int uncaptured = sender.link().uncapturedBytes();
        double allBytes = 0;
        for (int lengthBytes : lengths) {
            allBytes += lengthBytes + uncaptured;
        }
        int on = on(span.place(), sender.link(), !leaves);
        String comment = comment(span, from);
        double before = 0;
        for (int i = 0; i < contents.size(); i++) {
            long atNs = Math.round(span.beganNs() + (span.endedNs() - span.beganNs()) * before / allBytes);
            packets.add(new PcapngFile.Packet(on, atNs, contents.get(i), lengths.get(i), comment));
            before += lengths.get(i) + uncaptured;
            bytes += contents.get(i).length + comment.length();
        }
    }

    private int on(Place place, PacketCapture.Link link, boolean arrives) {
        String hardware = machines.get(place.node()).hardware();
        String name = nodeName(place) + "/" + place.name();
        if (machines.get(place.node()).link() != link) {
            name += link == PacketCapture.Link.ETHERNET ? "/ethernet" : "/infiniband";
        }
        return interfaces.computeIfAbsent(
                new PcapngFile.Interface(name, hardware, link, arrives), any -> interfaces.size());
    }

    private static String nodeName(Place place) {
        return "node" + place.node();
    }

    /** Whose it is, which stage sent it, what it says, and which message of the trace it is. */
    private static String comment(Span span, Place from) {
        String transactions = span.parts().stream()
                .filter(part -> part.transaction() != 0)
                .map(part -> Integer.toString(part.transaction()))
                .distinct()
                .collect(Collectors.joining(", "));
        String words = span.parts().stream()
                .map(Span.Part::words)
                .filter(each -> each != null)
                .distinct()
                .collect(Collectors.joining("; "));
        String all = "transaction " + (transactions.isEmpty() ? "not known" : transactions)
                + ", stage " + (from == null ? "not known" : nodeName(from) + "/" + from.name())
                + ", message " + span.message() + (words.isEmpty() ? "" : ": " + words);
        return all.substring(0, Math.min(all.length(), MOST_COMMENT));
    }

    /** Whether there were more packets than it gathers. */
    public boolean isFull() {
        return bytes > MOST_BYTES;
    }

    /** Ends the recording; the interfaces that captured anything. Once, before {@link #packets}. */
    public List<PcapngFile.Interface> end() {
        captures.values().forEach(PacketCapture::end);
        packets.sort(Comparator.comparingLong(PcapngFile.Packet::atNs));
        return List.copyOf(interfaces.keySet());
    }

    /** Whether there are packets of InfiniBand's transport: on its links, or in datagrams to the port of RoCE v2. */
    public boolean hasTransport() {
        List<PcapngFile.Interface> all = List.copyOf(interfaces.keySet());
        return packets.stream()
                .anyMatch(packet ->
                        all.get(packet.on()).link() == PacketCapture.Link.INFINIBAND || isRoce(packet.bytes()));
    }

    private static boolean isRoce(byte[] frame) {
        return frame.length > ROCE_AT + 1
                && frame[PROTOCOL_AT] == UDP
                && (frame[TYPE_AT] & 0xff) << 8 == IPV4
                && ((frame[ROCE_AT] & 0xff) << 8 | frame[ROCE_AT + 1] & 0xff) == ROCE;
    }

    /** All packets, in the order of time. */
    public List<PcapngFile.Packet> packets() {
        return packets;
    }
}
