// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.hw.p4switch.pipeline.Pipeline;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;

/** The program on a pipeline as large as a Tofino's, pass by pass, in whatever order a test wants. */
final class TestSwitch {
    private static final PipelineLimits TOFINO = new PipelineLimits(12, 4, 6_291_456, 32, 4096, 42, 64);

    private final Map<String, long[]> counts = new TreeMap<>();
    private final NoccProgram program;
    private final Pipeline pipeline;
    private final WireFormat format;
    private int client = 1;

    TestSwitch(int entries, String eviction) {
        this(entries, eviction, false);
    }

    TestSwitch(int entries, String eviction, boolean revertsOnce) {
        this(entries, eviction, revertsOnce, WireFormat.NOCC);
    }

    TestSwitch(int entries, String eviction, boolean revertsOnce, WireFormat format) {
        this(new NoccProgram(entries, eviction, revertsOnce, 7, format), TOFINO, format);
    }

    TestSwitch(int entries, int mostOps, PipelineLimits limits) {
        this(new NoccProgram(entries, "none", false, mostOps, WireFormat.NOCC), limits, WireFormat.NOCC);
    }

    TestSwitch(int entries, String eviction, PipelineLimits limits) {
        this(new NoccProgram(entries, eviction, false, 7, WireFormat.NOCC), limits, WireFormat.NOCC);
    }

    private TestSwitch(NoccProgram program, PipelineLimits limits, WireFormat format) {
        this.program = program;
        this.format = format;
        pipeline = ProgramAssembly.load(program, limits, this::counter);
    }

    /** Whether packets to or from a port come to the program. */
    boolean sees(int port) {
        return pipeline.sees(port);
    }

    /** Says which client the packets from now on are of. */
    TestSwitch from(int number) {
        client = number;
        return this;
    }

    /** The most passes of a packet, as the program says. */
    int mostPasses() {
        return program.passes();
    }

    long count(String name) {
        return counts.getOrDefault("nocc." + name, new long[1])[0];
    }

    private Counter counter(String name) {
        long[] count = counts.computeIfAbsent(name, n -> new long[1]);
        return new Counter() {
            @Override
            public void add(long n) {
                count[0] += n;
            }

            @Override
            public long value() {
                return count[0];
            }
        };
    }

    /** A packet on its way through. */
    final class Passing {
        final byte[] bytes;
        private final byte[] came;
        private final byte[] carried = new byte[pipeline.carriedBytes()];
        private Fate fate = Fate.RECIRCULATE;
        private int passes;

        private Passing(byte[] packet) {
            bytes = packet.clone();
            came = packet.clone();
        }

        /** One pass. */
        Fate pass() {
            byte[] all = Arrays.copyOf(bytes, bytes.length + carried.length);
            System.arraycopy(carried, 0, all, bytes.length, carried.length);
            fate = pipeline.pass(all, 0, bytes.length, passes++ == 0 ? Pipeline.FIRST_PASS : bytes.length);
            System.arraycopy(all, 0, bytes, 0, bytes.length);
            pipeline.putCarried(carried, 0);
            return fate;
        }

        boolean isUnderWay() {
            return fate == Fate.RECIRCULATE;
        }

        int passes() {
            return passes;
        }

        boolean isUnchanged() {
            return Arrays.equals(came, bytes);
        }

        boolean isOpUnchanged(int op) {
            int at = format.opAt(op);
            return Arrays.equals(came, at, at + format.opBytes(), bytes, at, at + format.opBytes());
        }

        Passing passes(int count) {
            for (int i = 0; i < count; i++) {
                pass();
            }
            return this;
        }

        Fate toEnd() {
            while (isUnderWay()) {
                pass();
            }
            return fate;
        }

        int version(int op) {
            return format.opVersion(bytes, op);
        }

        long value(int op) {
            return bytes[format.opValueAt(op) + 15] & 0xff | (bytes[format.opValueAt(op)] & 0xffL) << 8;
        }
    }

    /** Brings a packet to the switch: its passes are still to come. */
    Passing packet(int flags, int status, long... ops) {
        return packetOf(0, flags, status, ops);
    }

    /** The same, with a version for all operations. */
    Passing packetOf(int version, int flags, int status, long... ops) {
        byte[] bytes = new byte[format.lengthBytes(ops.length)];
        Wire.header(bytes, flags, client, 1, status, ops.length);
        for (int op = 0; op < ops.length; op++) {
            byte[] value = new byte[Wire.VALUE_BYTES];
            value[15] = (byte) ops[op];
            value[0] = (byte) (ops[op] >> 8);
            format.op(bytes, op, (int) (ops[op] >>> 48), (int) (ops[op] >>> 16), value, 0, version);
        }
        return new Passing(bytes);
    }

    Passing bytes(byte[] packet) {
        return new Passing(packet);
    }

    /** A request on its way. */
    Passing request(long... ops) {
        return packet(Wire.REQUEST, Wire.OK, ops);
    }

    /** Sends a request through alone. */
    Passing sent(long... ops) {
        Passing passing = request(ops);
        passing.toEnd();
        return passing;
    }

    /** Sends the store's commit through alone. */
    void committed(long... ops) {
        packet(Wire.RESPONSE | Wire.STORE_COMMIT, Wire.OK, ops).toEnd();
    }

    /** Sends the store's abort through alone. */
    void aborted(long... ops) {
        packet(Wire.RESPONSE, Wire.ABORT, ops).toEnd();
    }

    /** Whether the switch has this value for a key: a compare with it passes, one with another value does not. */
    boolean has(int key, long value) {
        Passing wrong = sent(compare(key, value + 1));
        return wrong.fate == Fate.TURN_ROUND && wrong.value(0) == value;
    }

    static long compare(int key, long value) {
        return (long) Wire.VALUE << 48 | (key & 0xffffffffL) << 16 | value;
    }

    static long write(int key, long value) {
        return (long) Wire.WRITE << 48 | (key & 0xffffffffL) << 16 | value;
    }

    static long read(int key) {
        return (long) Wire.READ << 48 | (key & 0xffffffffL) << 16;
    }

    static long updated(int key, long value) {
        return (long) Wire.UPDATED << 48 | (key & 0xffffffffL) << 16 | value;
    }
}
