// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.breadboard.api.hardware.PacketCapture.Link;

/**
 * Writes packets as a capture file of the next generation (pcapng, IETF draft-ietf-opsawg-pcapng): a section header, an
 * interface for each direction of each link, and a block for each packet. Little-endian; times are ns since the run
 * began. InfiniBand has link type 247, which Wireshark 4.0 does not read; in records of ERF (197) it does.
 */
public final class PcapngFile implements AutoCloseable {
    private static final int SECTION = 0x0a0d0d0a;
    private static final int BYTE_ORDER = 0x1a2b3c4d;
    private static final int INTERFACE = 1;
    private static final int PACKET = 6;

    private static final int ETHERNET = 1;
    private static final int INFINIBAND = 247;
    private static final int RECORDS = 197;

    // A record of ERF, Endace's format.
    private static final int RECORD_BYTES = 16;
    private static final byte RECORD_OF_INFINIBAND = 21;
    private static final byte VARYING_LENGTH = 4;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    // Options, of which 0 ends a list.
    private static final int COMMENT = 1;
    private static final int APPLICATION = 4;
    private static final int NAME = 2;
    private static final int DESCRIPTION = 3;
    private static final int RESOLUTION = 9;
    private static final int FLAGS = 2;

    private static final byte NANOSECONDS = 9;
    private static final int INBOUND = 1;
    private static final int OUTBOUND = 2;

    private static final int MOST_OPTION_BYTES = 0xffff;
    private static final int WORD_BYTES = 4;
    /** Type and both lengths of a block. */
    private static final int BLOCK_BYTES = 12;

    private final OutputStream out;
    private final boolean records;

    /**
     * Begins a file.
     *
     * @param comment what a reader should know of the run
     * @param records whether InfiniBand's packets are in records of ERF; otherwise they have a link type of their own
     */
    public PcapngFile(OutputStream out, String comment, boolean records) throws IOException {
        this.out = out;
        this.records = records;
        ByteBuffer body = body(16, option(comment) + option("Breadboard") + WORD_BYTES);
        body.putInt(BYTE_ORDER).putShort((short) 1).putShort((short) 0).putLong(-1);
        put(body, COMMENT, comment.getBytes(StandardCharsets.UTF_8));
        put(body, APPLICATION, "Breadboard".getBytes(StandardCharsets.UTF_8));
        block(SECTION, body.putInt(0));
    }

    /**
     * One direction of a link, as an interface that captures.
     *
     * @param name unique in the file
     * @param description of the hardware
     * @param link what packets begin with
     * @param arrives whether packets arrive there; otherwise they leave
     */
    public record Interface(String name, String description, Link link, boolean arrives) {}

    /**
     * A packet.
     *
     * @param on the index of its interface
     * @param atNs when its first bit is on the link
     * @param bytes as far as they are captured
     * @param lengthBytes of the whole packet
     * @param comment on it
     */
    public record Packet(int on, long atNs, byte[] bytes, int lengthBytes, String comment) {}

    /** Adds all that was captured; the packets in the order of time. Once. */
    public void add(List<Interface> interfaces, List<Packet> packets) throws IOException {
        for (Interface each : interfaces) {
            add(each);
        }
        for (Packet each : packets) {
            add(each, interfaces.get(each.on()));
        }
    }

    private void add(Interface added) throws IOException {
        int optionBytes = option(added.name()) + option(added.description()) + option("9") + WORD_BYTES;
        ByteBuffer body = body(8, optionBytes);
        body.putShort((short) type(added.link())).putShort((short) 0).putInt(0);
        put(body, NAME, added.name().getBytes(StandardCharsets.UTF_8));
        put(body, DESCRIPTION, added.description().getBytes(StandardCharsets.UTF_8));
        put(body, RESOLUTION, new byte[] {NANOSECONDS});
        block(INTERFACE, body.putInt(0));
    }

    private int type(Link link) {
        return link == Link.ETHERNET ? ETHERNET : records ? RECORDS : INFINIBAND;
    }

    private void add(Packet packet, Interface on) throws IOException {
        byte[] bytes = packet.bytes();
        int recordBytes = records && on.link() == Link.INFINIBAND ? RECORD_BYTES : 0;
        int optionBytes = option(packet.comment()) + 2 * WORD_BYTES + WORD_BYTES;
        ByteBuffer body = body(20 + padded(recordBytes + bytes.length), optionBytes);
        body.putInt(packet.on()).putInt((int) (packet.atNs() >>> Integer.SIZE)).putInt((int) packet.atNs());
        body.putInt(recordBytes + bytes.length).putInt(recordBytes + packet.lengthBytes());
        if (recordBytes > 0) {
            record(packet, body);
        }
        body.put(bytes);
        pad(body);
        put(body, COMMENT, packet.comment().getBytes(StandardCharsets.UTF_8));
        body.putShort((short) FLAGS).putShort((short) WORD_BYTES).putInt(on.arrives() ? INBOUND : OUTBOUND);
        block(PACKET, body.putInt(0));
    }

    private static void record(Packet packet, ByteBuffer body) {
        long seconds = packet.atNs() / NS_PER_SECOND;
        long fraction = (packet.atNs() % NS_PER_SECOND << Integer.SIZE) / NS_PER_SECOND;
        body.putLong(seconds << Integer.SIZE | fraction)
                .put(RECORD_OF_INFINIBAND)
                .put(VARYING_LENGTH);
        body.order(ByteOrder.BIG_ENDIAN);
        body.putShort((short) (RECORD_BYTES + packet.bytes().length)).putShort((short) 0);
        body.putShort((short) packet.lengthBytes());
        body.order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer body(int fixedBytes, int optionBytes) {
        return ByteBuffer.allocate(fixedBytes + optionBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** What an option of a text takes. */
    private static int option(String text) {
        return WORD_BYTES + padded(text.getBytes(StandardCharsets.UTF_8).length);
    }

    private static int padded(int bytes) {
        return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
    }

    private static void put(ByteBuffer body, int option, byte[] value) {
        if (value.length > MOST_OPTION_BYTES) {
            throw new IllegalArgumentException("an option of " + value.length + " B");
        }
        body.putShort((short) option).putShort((short) value.length).put(value);
        pad(body);
    }

    private static void pad(ByteBuffer body) {
        body.position(padded(body.position()));
    }

    private void block(int type, ByteBuffer body) throws IOException {
        int lengthBytes = BLOCK_BYTES + body.position();
        ByteBuffer block = ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        block.putInt(type).putInt(lengthBytes);
        block.put(body.flip()).putInt(lengthBytes);
        out.write(block.array());
    }

    /** Ends the file; the stream is closed. */
    @Override
    public void close() throws IOException {
        out.close();
    }
}
