// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Where a program declares what it does: fields first, then what each stage does with them. Everything is checked when
 * the program is loaded: no pass accesses a register twice, no field is read before a stage has set it (the only way
 * back is {@link Fate#RECIRCULATE}), headers lie within the parser's reach, and registers fit into a stage's memory.
 *
 * <p>Offsets count from the first byte of the datagram's payload; the headers before it (Ethernet, IP, UDP) belong to
 * the pipeline, which shows the program only the packets of its ports. Fields have 8, 16 or 32 bits and are big-endian;
 * a wider value is several fields.
 *
 * <p>An illegal declaration throws {@link org.breadboard.api.RefusedException}: in the call that makes it, or after
 * {@code assemble} has returned, where only the whole program shows it. Names serve these messages only; two
 * declarations with one name are two things.
 */
@ConsumerType
public interface Assembly {
    /** How many stages the pipeline has. */
    int stages();

    /** How many registers a stage can have. */
    int registersPerStage();

    /** How large the memory of one stage is, in bits: all registers of the stage share it. */
    long stageMemoryBits();

    /** How far into a payload the parser reaches, in bytes: the header vector bounds it (NOCC 3). */
    int reachBytes();

    /**
     * Which packets the program sees: those to or from these UDP ports, that is, requests and answers. Each call adds
     * ports; without a call the program sees no packet. The ports that a protocol uses are part of its packets' format.
     *
     * @param first from 0 to 65535
     * @param count at least 1
     */
    void ports(int first, int count);

    /**
     * How many passes a packet needs at most, including the last one. Without a call the number is unknown, and a
     * packet that recirculates more often than the pipeline allows is dropped and counted.
     *
     * @param most at least 1
     * @throws org.breadboard.api.RefusedException if the pipeline drops packets sooner
     */
    void passes(int most);

    /** The length of the datagram's payload in bytes; cannot be set. */
    Field payloadBytes();

    /**
     * A field of the 4 B that a transport carries in a header of its own, beside the payload
     * ({@link org.breadboard.api.runtime.Message#kind}; over RDMA, immediate data): the highest byte has offset 0. A
     * program that asks for one has the parser take the transport's headers, 24 B of the header vector (InfiniBand's
     * BTH, DETH and immediate data).
     */
    Field kind(String name, int offsetBytes, int bits);

    /**
     * A field of the packet at a fixed offset. A value that is set is written back when the pass ends, so a packet that
     * recirculates shows it in its next pass. If the packet ends before the field does, the field is zero and a value
     * set there is lost. A field that is set shares no byte with another one.
     */
    Field header(String name, int offsetBytes, int bits);

    /**
     * Headers of one shape that follow each other.
     *
     * @param offsetBytes where the first one begins
     * @param strideBytes from the beginning of one to that of the next
     * @param count how many of them the parser has to reach
     * @param at the {@link #carried} field with the number of the one that a pass sees
     */
    HeaderStack stack(String name, int offsetBytes, int strideBytes, int count, Field at);

    /**
     * A field beside the packet that lives for one pass. It is zero until a match sets it. Only a stage behind one that
     * sets it may read it; adding to it counts as setting it.
     */
    Field metadata(String name, int bits);

    /**
     * A field beside the packet that a recirculating packet takes along: zero in its first pass. Takes bandwidth of the
     * recirculation path.
     */
    Field carried(String name, int bits);

    /**
     * An array in a stage's memory.
     *
     * @param stage the only one that can access it, counted from 0
     * @param cells at least 1
     * @param bits of a cell: 8, 16 or 32, and at most as many as the pipeline's cells have
     */
    Register register(String name, int stage, int cells, int bits);

    /** A stage, counted from 0. */
    Stage stage(int index);
}
