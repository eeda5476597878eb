// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.FieldLayout;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.Place;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.StackLayout;

/** Parser and deparser: where a program's fields lie in a packet. Numbers in packets are big-endian. */
final class PacketParser {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    /** Added to an offset, it is beyond every packet. */
    private static final int NOWHERE = 1 << 30;

    private static final int FIELD_WORDS = 4;
    private static final int KIND_WORDS = 3;

    /**
     * Four words for each field of the packet: its slot, which of {@code bases} it counts from, its offset, and its
     * length in bytes.
     */
    private final int[] parsed;

    /** The same of those that the program sets. */
    private final int[] written;

    /** Three words for each field of the message's kind: its slot, how far up it begins, and its length in bits. */
    private final int[] kinds;

    private final int[] metadata;
    private final int[] carried;
    private final int[] carriedLengths;
    private final int carriedBytes;
    private final int[] stackAt;
    private final int[] stackBegins;
    private final int[] stackStrides;
    private final int[] stackCounts;
    /** Of the payload: where it begins, 0; and where the element of each stack begins that this pass sees. */
    private final int[] bases;

    private final int lengthSlot;

    PacketParser(List<FieldLayout> fields, List<StackLayout> stacks) {
        parsed = words(fields, field -> true);
        written = words(fields, FieldLayout::isSet);
        Code kindWords = new Code();
        for (int slot : slots(fields, Place.KIND)) {
            FieldLayout field = fields.get(slot);
            kindWords.addAll(slot, Integer.SIZE - field.offsetBytes() * Byte.SIZE - field.bits(), field.bits());
        }
        kinds = kindWords.toArray();
        metadata = slots(fields, Place.METADATA);
        carried = slots(fields, Place.CARRIED);
        carriedLengths =
                Arrays.stream(carried).map(slot -> fields.get(slot).bytes()).toArray();
        carriedBytes = Arrays.stream(carriedLengths).sum();
        stackAt = stacks.stream().mapToInt(StackLayout::at).toArray();
        stackBegins = stacks.stream().mapToInt(StackLayout::offsetBytes).toArray();
        stackStrides = stacks.stream().mapToInt(StackLayout::strideBytes).toArray();
        stackCounts = stacks.stream().mapToInt(StackLayout::count).toArray();
        bases = new int[1 + stackAt.length];
        lengthSlot = slots(fields, Place.LENGTH)[0];
    }

    private static int[] words(List<FieldLayout> fields, Predicate<FieldLayout> wanted) {
        Code words = new Code();
        for (int slot = 0; slot < fields.size(); slot++) {
            FieldLayout field = fields.get(slot);
            boolean isElement = field.place() == Place.ELEMENT;
            if ((isElement || field.place() == Place.HEADER) && wanted.test(field)) {
                words.addAll(slot, isElement ? 1 + field.stack() : 0, field.offsetBytes(), field.bytes());
            }
        }
        return words.toArray();
    }

    private static int[] slots(List<FieldLayout> fields, Place place) {
        return IntStream.range(0, fields.size())
                .filter(slot -> fields.get(slot).place() == place)
                .toArray();
    }

    int carriedBytes() {
        return carriedBytes;
    }

    void parseKind(int[] values, int kind) {
        for (int field = 0; field < kinds.length; field += KIND_WORDS) {
            values[kinds[field]] = kind >>> kinds[field + 1] & RegisterMemory.mask(kinds[field + 2]);
        }
    }

    /** The kind with what the program has set in it. */
    int deparseKind(int[] values, int kind) {
        int changed = kind;
        for (int field = 0; field < kinds.length; field += KIND_WORDS) {
            int shift = kinds[field + 1];
            int mask = RegisterMemory.mask(kinds[field + 2]) << shift;
            changed = changed & ~mask | values[kinds[field]] << shift;
        }
        return changed;
    }

    void parse(int[] values, byte[] packet, int payloadAt, int payloadBytes, int carriedAt) {
        values[lengthSlot] = payloadBytes;
        for (int slot : metadata) {
            values[slot] = 0;
        }
        int at = carriedAt;
        for (int i = 0; i < carried.length; i++) {
            values[carried[i]] = carriedAt < 0 ? 0 : get(packet, at, carriedLengths[i]);
            at += carriedLengths[i];
        }
        for (int stack = 0; stack < stackAt.length; stack++) {
            int number = values[stackAt[stack]];
            boolean within = Integer.compareUnsigned(number, stackCounts[stack]) < 0;
            int begin = within ? stackBegins[stack] + number * stackStrides[stack] : NOWHERE;
            bases[1 + stack] = begin + stackStrides[stack] <= payloadBytes ? begin : NOWHERE;
        }
        for (int field = 0; field < parsed.length; field += FIELD_WORDS) {
            int place = bases[parsed[field + 1]] + parsed[field + 2];
            int bytes = parsed[field + 3];
            values[parsed[field]] = place + bytes <= payloadBytes ? get(packet, payloadAt + place, bytes) : 0;
        }
    }

    void deparse(int[] values, byte[] packet, int payloadAt, int payloadBytes) {
        for (int field = 0; field < written.length; field += FIELD_WORDS) {
            int place = bases[written[field + 1]] + written[field + 2];
            int bytes = written[field + 3];
            if (place + bytes <= payloadBytes) {
                put(packet, payloadAt + place, bytes, values[written[field]]);
            }
        }
    }

    void putCarried(int[] values, byte[] packet, int begin) {
        int at = begin;
        for (int i = 0; i < carried.length; i++) {
            put(packet, at, carriedLengths[i], values[carried[i]]);
            at += carriedLengths[i];
        }
    }

    private static int get(byte[] packet, int at, int bytes) {
        return switch (bytes) {
            case 1 -> packet[at] & 0xff;
            case 2 -> (short) SHORT.get(packet, at) & 0xffff;
            default -> (int) INT.get(packet, at);
        };
    }

    private static void put(byte[] packet, int at, int bytes, int value) {
        switch (bytes) {
            case 1 -> packet[at] = (byte) value;
            case 2 -> SHORT.set(packet, at, (short) value);
            default -> INT.set(packet, at, value);
        }
    }
}
