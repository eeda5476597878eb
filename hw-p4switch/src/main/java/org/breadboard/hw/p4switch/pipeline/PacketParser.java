package org.breadboard.hw.p4switch.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/** Parser and deparser: where a program's fields lie in a packet. Numbers in packets are big-endian. */
final class PacketParser {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final int FIXED = -1;

    private final int[] slots;
    private final int[] stackOf;
    private final int[] offsets;
    private final int[] lengths;
    private final boolean[] written;
    private final int[] metadata;
    private final int[] carried;
    private final int[] carriedLengths;
    private final int carriedBytes;
    private final int[] stackAt;
    private final int[] stackBegins;
    private final int[] stackStrides;
    private final int[] stackCounts;
    /** Where the element of each stack begins that this pass sees, or -1. */
    private final int[] elements;

    private final int lengthSlot;

    PacketParser(ProgramAssembly program) {
        List<PacketField> inPacket = program.fields.stream()
                .filter(field -> field.place == PacketField.Place.HEADER || field.place == PacketField.Place.ELEMENT)
                .toList();
        slots = inPacket.stream().mapToInt(field -> field.slot).toArray();
        stackOf = inPacket.stream()
                .mapToInt(field -> field.stack == null ? FIXED : field.stack.index)
                .toArray();
        offsets = inPacket.stream().mapToInt(field -> field.offsetBytes).toArray();
        lengths = inPacket.stream().mapToInt(PacketField::bytes).toArray();
        written = new boolean[inPacket.size()];
        for (int i = 0; i < written.length; i++) {
            written[i] = inPacket.get(i).isSet();
        }
        metadata = slots(program, PacketField.Place.METADATA);
        carried = slots(program, PacketField.Place.CARRIED);
        carriedLengths = new int[carried.length];
        int sum = 0;
        for (int i = 0; i < carried.length; i++) {
            carriedLengths[i] = program.fields.get(carried[i]).bytes();
            sum += carriedLengths[i];
        }
        carriedBytes = sum;
        stackAt = program.stacks.stream().mapToInt(stack -> stack.at.slot).toArray();
        stackBegins =
                program.stacks.stream().mapToInt(stack -> stack.offsetBytes).toArray();
        stackStrides =
                program.stacks.stream().mapToInt(stack -> stack.strideBytes).toArray();
        stackCounts = program.stacks.stream().mapToInt(stack -> stack.count).toArray();
        elements = new int[stackAt.length];
        lengthSlot = slots(program, PacketField.Place.LENGTH)[0];
    }

    private static int[] slots(ProgramAssembly program, PacketField.Place place) {
        return program.fields.stream()
                .filter(field -> field.place == place)
                .mapToInt(field -> field.slot)
                .toArray();
    }

    int carriedBytes() {
        return carriedBytes;
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
        for (int stack = 0; stack < elements.length; stack++) {
            int number = values[stackAt[stack]];
            boolean within = Integer.compareUnsigned(number, stackCounts[stack]) < 0;
            int begin = within ? stackBegins[stack] + number * stackStrides[stack] : 0;
            elements[stack] = within && begin + stackStrides[stack] <= payloadBytes ? begin : -1;
        }
        for (int i = 0; i < slots.length; i++) {
            int place = place(i, payloadBytes);
            values[slots[i]] = place < 0 ? 0 : get(packet, payloadAt + place, lengths[i]);
        }
    }

    /** Where a field is in the payload, or -1 if it is not. */
    private int place(int field, int payloadBytes) {
        int stack = stackOf[field];
        if (stack != FIXED) {
            return elements[stack] < 0 ? -1 : elements[stack] + offsets[field];
        }
        return offsets[field] + lengths[field] <= payloadBytes ? offsets[field] : -1;
    }

    void deparse(int[] values, byte[] packet, int payloadAt, int payloadBytes) {
        for (int i = 0; i < slots.length; i++) {
            if (written[i]) {
                int place = place(i, payloadBytes);
                if (place >= 0) {
                    put(packet, payloadAt + place, lengths[i], values[slots[i]]);
                }
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
