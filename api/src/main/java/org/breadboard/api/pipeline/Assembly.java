package org.breadboard.api.pipeline;

/**
 * Where a program says what it does: fields first, then what each stage does with them. Everything is checked when the program is
 * loaded: that no pass touches a register twice, that nothing is asked of a field before a stage has set it (there is no way back but
 * {@link Fate#RECIRCULATE}), that headers lie within what the parser reaches, and registers within a stage's memory.
 *
 * <p>Offsets count from the first byte of the datagram's payload; what is before it (Ethernet, IP, UDP) belongs to the pipeline, which
 * shows the program the packets of its own ports only. Fields have 8, 16 or 32 bits and are big-endian; a wider value is several fields.
 *
 * <p>What is said wrongly throws {@link org.breadboard.api.RefusedException}, by the call that says it, or, where only the whole
 * tells, when {@code assemble} has returned. Names are for these sentences; two of a name are two things.
 */
public interface Assembly {
    /** How many stages the pipeline has. */
    int stages();

    /** How large the memory of one stage is, in bits: all registers of the stage share it. */
    long stageMemoryBits();

    /** How far into a payload the parser reaches, in bytes: the header vector bounds it (NOCC 3). */
    int reachBytes();

    /**
     * Which packets the program sees: those to or from these UDP ports, so requests and answers alike. Each call adds some; without one,
     * it sees none. Which ports a protocol uses is part of its packets' format.
     *
     * @param first from 0 to 65535
     * @param count at least 1
     */
    void ports(int first, int count);

    /**
     * How many passes a packet has at most, the one that lets it go included. Without a call, the program does not know, and what goes
     * round more often than the pipeline lets it is dropped, and counted, while it runs.
     *
     * @param most at least 1
     * @throws org.breadboard.api.RefusedException if the pipeline drops packets that have had fewer
     */
    void passes(int most);

    /** The length of the datagram's payload in bytes; cannot be set. */
    Field payloadBytes();

    /**
     * A field of the packet at a fixed place; what is set there is written back when the pass ends, so a packet that recirculates shows
     * it in its next pass. Zero where the packet ends before its end; what is set
     * there then is lost. A field that is set shares no byte with another one.
     */
    Field header(String name, int offsetBytes, int bits);

    /**
     * Headers of one shape that follow each other.
     *
     * @param offsetBytes where the first one begins
     * @param strideBytes from one's begin to the next one's
     * @param count how many the parser has to reach
     * @param at the {@link #carried} field that says which one a pass sees
     */
    HeaderStack stack(String name, int offsetBytes, int strideBytes, int count, Field at);

    /**
     * A field beside the packet that lives for one pass: zero when it begins, and where no match set it. A stage that reads it is behind
     * one that sets it; adding to it is setting it.
     */
    Field metadata(String name, int bits);

    /** A field beside the packet that a recirculating packet takes along: zero in its first pass. Takes room on that way. */
    Field carried(String name, int bits);

    /**
     * An array in a stage's memory.
     *
     * @param stage the only one that can access it, counted from 0
     * @param cells at least 1
     * @param bits of a cell: 8, 16 or 32, and no more than the pipeline's cells have
     */
    Register register(String name, int stage, int cells, int bits);

    /** A stage, counted from 0. */
    Stage stage(int index);
}
