// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import java.util.Arrays;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.hw.p4switch.pipeline.Pipeline;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Reassembly;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.program.NoccProgramType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * NOCC's packets: written and read back with the codec, and judged by the program in the switch; the baseline copies
 * the packet's bytes. Nothing allocates: run it with {@code -prof gc} to see.
 */
public class NoccBenchmark extends AverageTime {
    private static final int FRAME_HEADERS_BYTES = 42;
    private static final PipelineLimits TOFINO =
            new PipelineLimits(12, 4, 6_291_456, 32, 4096, FRAME_HEADERS_BYTES, 64);
    private static final int KEY = 5;
    private static final int CLIENT = 1;
    private static final int REQUEST = 4096;

    /** How packets are laid out, and with it which program the switch has. */
    @Param({"NOCC", "VERSIONED"})
    public WireFormat format;

    private final byte[] bytes = new byte[1024];
    private final byte[] copy = new byte[1024];
    private final OpList full = new OpList();
    private final OpList increment = new OpList();
    private Reassembly back;
    private Pipeline pipeline;
    private byte value;

    /** Loads the program and fills the lists. */
    @Setup(Level.Trial)
    public void load() {
        NoccProgramType type = format.hasVersions() ? NoccProgramType.reads() : NoccProgramType.nocc();
        pipeline = ProgramAssembly.load(type.create(Settings.defaultsOf(type.settings())), TOFINO, name -> new Tally());
        back = new Reassembly(format);
        for (int op = 0; op < Wire.MAX_OPS; op++) {
            full.add(op % 2 == 0 ? Wire.VALUE : Wire.WRITE, KEY + op);
        }
        increment.add(Wire.VALUE, KEY);
        increment.add(Wire.WRITE, KEY);
        if (encodeAndDecode() != Wire.MAX_OPS) {
            throw new IllegalStateException("the codec reads something else than it wrote");
        }
        Arrays.fill(bytes, (byte) 0);
        for (int i = 0; i < 2; i++) {
            if (request() != Fate.FORWARD) {
                throw new IllegalStateException("the switch does not forward what is well");
            }
        }
    }

    /** Writes a packet of seven operations, judges it and reads it. */
    @Benchmark
    public int encodeAndDecode() {
        int length = full.encode(format, bytes, Wire.REQUEST, CLIENT, REQUEST, Wire.OK, 0);
        back.begin(REQUEST);
        return format.check(bytes, length) == Wire.Check.WELL && back.add(bytes)
                ? back.ops().count()
                : 0;
    }

    /** Baseline of {@link #encodeAndDecode}. */
    @Benchmark
    public byte copy() {
        System.arraycopy(bytes, 0, copy, 0, format.maxBytes());
        return copy[format.maxBytes() - 1];
    }

    /** A request that compares and writes a cached counter: four passes, with the codec that writes it. */
    @Benchmark
    public Fate request() {
        byte[] values = increment.values();
        values[increment.valueAt(0)] = value++;
        values[increment.valueAt(1)] = value;
        int length = increment.encode(format, copy, Wire.REQUEST, CLIENT, REQUEST, Wire.OK, 0);
        System.arraycopy(copy, 0, bytes, FRAME_HEADERS_BYTES, length);
        int carriedAt = FRAME_HEADERS_BYTES + length;
        Fate fate = pipeline.pass(bytes, FRAME_HEADERS_BYTES, length, Pipeline.FIRST_PASS);
        while (fate == Fate.RECIRCULATE) {
            pipeline.putCarried(bytes, carriedAt);
            fate = pipeline.pass(bytes, FRAME_HEADERS_BYTES, length, carriedAt);
        }
        return fate;
    }
}
