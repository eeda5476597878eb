// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.hw.p4switch.pipeline.Pipeline;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.runtime.SeededStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/**
 * One pass of a packet of 160 B through a programmable switch's pipeline; the baseline is a program that only looks.
 * Nothing allocates: run it with {@code -prof gc} to see.
 */
public class PipelinePassBenchmark extends AverageTime {
    private static final int FRAME_HEADERS_BYTES = 42;
    private static final PipelineLimits TOFINO =
            new PipelineLimits(12, 4, 6_291_456, 32, 4096, FRAME_HEADERS_BYTES, 64);
    private static final int PAYLOAD_BYTES = 160;
    private static final int HEADER_BYTES = 13;
    private static final int OPERATION_BYTES = 21;
    private static final int OPERATIONS = 7;
    private static final int KEY = 1;
    private static final int VALUE = 5;
    private static final int WORDS = 4;
    private static final int PACKETS = 256;
    private static final int CELLS = 1 << 12;
    private static final int PORT = 9000;

    private final byte[][] packets = new byte[PACKETS][FRAME_HEADERS_BYTES + PAYLOAD_BYTES + 8];
    private Pipeline cache;
    private Pipeline looking;
    private int next;

    /** Loads the programs and draws the packets. */
    @Setup(Level.Trial)
    public void load() {
        cache = ProgramAssembly.load(PipelinePassBenchmark::cache, TOFINO, name -> new Tally());
        looking = ProgramAssembly.load(PipelinePassBenchmark::look, TOFINO, name -> new Tally());
        SeededStream random = new SeededStream(1, 1);
        for (byte[] packet : packets) {
            for (int i = 0; i < packet.length; i++) {
                packet[i] = (byte) random.nextInt(1 << Byte.SIZE);
            }
        }
    }

    /** Looks up the operation's key, and writes its value to the cell in four stages. */
    private static void cache(Assembly assembly) {
        assembly.ports(PORT, 1);
        Field type = assembly.header("type", 0, 8);
        Field at = assembly.carried("at", 8);
        HeaderStack operations = assembly.stack("operations", HEADER_BYTES, OPERATION_BYTES, OPERATIONS, at);
        Field key = operations.field("key", KEY, 32);
        Field cell = assembly.metadata("cell", 32);
        Field hit = assembly.metadata("hit", 8);
        Field differs = assembly.metadata("differs", 8);
        assembly.stage(0).when().hash(cell, key);
        assembly.stage(1)
                .access(assembly.register("key", 1, CELLS, 32), cell)
                .when()
                .ifIs(key, hit)
                .set(key);
        for (int word = 0; word < WORDS; word++) {
            int stage = 2 + word;
            Field value = operations.field("value" + word, VALUE + 4 * word, 32);
            Field old = assembly.metadata("old" + word, 32);
            assembly.stage(stage)
                    .access(assembly.register("value" + word, stage, CELLS, 32), cell)
                    .when()
                    .old(old)
                    .set(value);
            assembly.stage(stage + 1).when(hit.is(1), old.isNot(value)).set(differs, 1);
        }
        int last = 2 + WORDS + 1;
        assembly.stage(last).when().add(at, 1);
        assembly.stage(last).when(differs.is(1)).count("differs");
        assembly.stage(last).when(type.isNot(0)).then(Fate.RECIRCULATE);
    }

    private static void look(Assembly assembly) {
        assembly.ports(PORT, 1);
        assembly.stage(0).when(assembly.header("type", 0, 8).is(0)).then(Fate.DROP);
    }

    /** A pass that touches five registers, and the carried fields behind the packet. */
    @Benchmark
    public Fate cachePass() {
        byte[] packet = packets[next++ & PACKETS - 1];
        Fate fate = cache.pass(packet, FRAME_HEADERS_BYTES, PAYLOAD_BYTES, Pipeline.FIRST_PASS);
        cache.putCarried(packet, FRAME_HEADERS_BYTES + PAYLOAD_BYTES);
        return fate;
    }

    /** Baseline: a pass that matches once. */
    @Benchmark
    public Fate lookingPass() {
        return looking.pass(packets[next++ & PACKETS - 1], FRAME_HEADERS_BYTES, PAYLOAD_BYTES, Pipeline.FIRST_PASS);
    }
}
