// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a capture file of the next generation as its draft says, and believes nothing that it does not need. */
record CapturedFile(String comment, List<Link> links, List<Packet> packets) {
    static final int ETHERNET = 1;
    static final int INFINIBAND = 247;
    static final int RECORDS = 197;

    private static final int RECORD_BYTES = 16;

    /** An interface. */
    record Link(String name, String hardware, int type) {}

    /** A packet: bytes as far as they were captured. */
    record Packet(Link on, long atNs, byte[] bytes, int lengthBytes, String comment, int direction) {
        int uint16(int at) {
            return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
        }

        int uint24(int at) {
            return (bytes[at] & 0xff) << 16 | uint16(at + 1);
        }

        boolean isWhole() {
            return bytes.length == lengthBytes;
        }

        /** The number after a word of the comment, as in {@code message 17}. */
        int number(String word) {
            int at = comment.indexOf(word + ' ') + word.length() + 1;
            int end = at;
            while (end < comment.length() && Character.isDigit(comment.charAt(end))) {
                end++;
            }
            return Integer.parseInt(comment.substring(at, end));
        }
    }

    static CapturedFile read(Path file) throws IOException {
        return read(Files.readAllBytes(file));
    }

    static CapturedFile read(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        String comment = null;
        List<Link> links = new ArrayList<>();
        List<Packet> packets = new ArrayList<>();
        while (in.hasRemaining()) {
            int at = in.position();
            int type = in.getInt();
            int length = in.getInt();
            if (length % 4 != 0 || in.getInt(at + length - 4) != length) {
                throw new AssertionError("the block at " + at + " does not end as it begins");
            }
            ByteBuffer body = in.slice(at + 8, length - 12).order(ByteOrder.LITTLE_ENDIAN);
            switch (type) {
                case 0x0a0d0d0a -> {
                    if (at != 0 || body.getInt() != 0x1a2b3c4d || body.getInt() != 1 || body.getLong() != -1) {
                        throw new AssertionError("no section begins at " + at);
                    }
                    comment = text(options(body).get(1));
                }
                case 1 -> {
                    int link = body.getShort() & 0xffff;
                    body.position(8);
                    Map<Integer, byte[]> options = options(body);
                    if (options.get(9)[0] != 9) {
                        throw new AssertionError("times are not ns");
                    }
                    links.add(new Link(text(options.get(2)), text(options.get(3)), link));
                }
                case 6 -> {
                    Link on = links.get(body.getInt());
                    long atNs = (long) body.getInt() << 32 | body.getInt() & 0xffffffffL;
                    int recordBytes = on.type() == RECORDS ? RECORD_BYTES : 0;
                    byte[] bytes = new byte[body.getInt() - recordBytes];
                    int lengthBytes = body.getInt() - recordBytes;
                    body.position(body.position() + recordBytes);
                    body.get(bytes).position((body.position() + 3) / 4 * 4);
                    Map<Integer, byte[]> options = options(body);
                    packets.add(new Packet(on, atNs, bytes, lengthBytes, text(options.get(1)), options.get(2)[0]));
                }
                default -> throw new AssertionError("no such block is written: " + type);
            }
            in.position(at + length);
        }
        return new CapturedFile(comment, links, packets);
    }

    private static Map<Integer, byte[]> options(ByteBuffer body) {
        Map<Integer, byte[]> options = new HashMap<>();
        for (int code = body.getShort(); ; code = body.getShort()) {
            byte[] value = new byte[body.getShort() & 0xffff];
            if (code == 0) {
                return options;
            }
            body.get(value).position((body.position() + 3) / 4 * 4);
            options.put(code, value);
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
