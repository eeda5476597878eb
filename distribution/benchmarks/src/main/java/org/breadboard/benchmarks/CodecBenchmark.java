// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.breadboard.proto.fasst.rpc.RpcWire;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Writes and reads a FaSST message of coalesced entries of 24 B; the baseline is the same layout through a
 * {@link ByteBuffer}.
 */
public class CodecBenchmark extends AverageTime {
    private static final int PAYLOAD_BYTES = 24;
    private static final int COROUTINE = 7;
    private static final int MACHINE = 9;

    /** How many requests share a message. */
    @Param({"1", "4"})
    public int entries;

    private final byte[] message = new byte[4096];
    private final byte[] payload = new byte[PAYLOAD_BYTES];
    private final byte[] received = new byte[PAYLOAD_BYTES];
    private final ByteBuffer buffer = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    private int immediate;

    /** Writes both forms once, so that there is something to read. */
    @Setup
    public void fill() {
        immediate = encode();
        encodeIntoBuffer();
        if (decode() != decodeFromBuffer()) {
            throw new IllegalStateException("the baseline reads another message");
        }
    }

    /** Writes all entries, and the immediate data that says whose they are. */
    @Benchmark
    public int encode() {
        int at = 0;
        for (int i = 0; i < entries; i++) {
            RpcWire.putEntry(message, at, i, PAYLOAD_BYTES);
            System.arraycopy(payload, 0, message, at + RpcWire.ENTRY_HEADER_BYTES, PAYLOAD_BYTES);
            at += RpcWire.ENTRY_HEADER_BYTES + PAYLOAD_BYTES;
        }
        return RpcWire.immediate(true, entries, 0, MACHINE, COROUTINE);
    }

    /** Reads all entries as the immediate data counts them, each checked and its payload copied. */
    @Benchmark
    public int decode() {
        int sum = RpcWire.machine(immediate) + RpcWire.coroutine(immediate);
        int at = 0;
        for (int left = RpcWire.count(immediate); left > 0; left--) {
            int entry = RpcWire.entry(message, at);
            int length = RpcWire.lengthBytes(entry);
            System.arraycopy(message, at + RpcWire.ENTRY_HEADER_BYTES, received, 0, length);
            sum += RpcWire.kind(entry);
            at += RpcWire.ENTRY_HEADER_BYTES + length;
        }
        return sum;
    }

    /** Baseline of {@link #encode}. */
    @Benchmark
    public int encodeIntoBuffer() {
        buffer.clear();
        for (int i = 0; i < entries; i++) {
            buffer.putShort((short) i).putShort((short) PAYLOAD_BYTES).put(payload);
        }
        return buffer.position();
    }

    /** Baseline of {@link #decode}. */
    @Benchmark
    public int decodeFromBuffer() {
        int sum = MACHINE + COROUTINE;
        buffer.position(0);
        for (int left = entries; left > 0; left--) {
            sum += buffer.getShort();
            int length = buffer.getShort();
            buffer.get(received, 0, length);
        }
        return sum;
    }
}
