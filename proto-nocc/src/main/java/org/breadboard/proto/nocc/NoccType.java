// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.NoccPackets;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.program.NoccProgramType;

/**
 * NOCC and its baseline (NOCC 2, 4): clients that execute on their own copies and validate by value at a store. The two
 * are one code; NOCC has a program in its switches that aborts what looks doomed, OCC has switches that forward.
 *
 * <p><b>Why it is strictly serializable.</b> A transaction takes effect when its store executes it, between the
 * client's request and the answer; there everything that it read has the value that it read. What it would do if it ran
 * at that instant is a function of these values, so it is what it did: that a value was another one in between does not
 * matter, and versions are the store's own count, told beside the wire. A transaction over several shards takes effect
 * when the last of them has prepared it: all its records are locked, with the values that it read. A read transaction
 * that one store answers takes effect there; any other is validated like the rest.
 *
 * <p><b>Reads from the switch.</b> A read transaction of one record that a switch answers has read a version that the
 * store once committed, if an old one: it takes its place between the write of that version and the next one. That is
 * serializable, but not strictly so, nor does a client always see what it saw before. Whatever a transaction with more
 * than this one read has from a switch is compared at the store like the rest. Of a client's reads at a store, some go
 * there all the same, so that nobody looks at the past for ever.
 *
 * <p><b>Copies.</b> With replication, a store numbers its writes as it executes them and sends them to its backups,
 * which apply them in this order. Requests do not wait for that: the next one executes on what the last one wrote.
 * Answers do: whatever shows a value, be it an abort, leaves when all backups have all that was written before it. So a
 * copy never lacks what anybody has seen. NOCC has one store; this is ours.
 *
 * <p><b>Crashes.</b> Where machines may crash, stores and backups log what took effect, by client, and recover from
 * that ({@link org.breadboard.proto.nocc.shard.StoreRecovery}). NOCC does not say how.
 *
 * <p><b>Faults.</b> An unanswered request is sent again under its number; a store executes a number once, and of
 * several attempts between which only a switch has spoken at most one takes effect
 * ({@link org.breadboard.proto.nocc.packet.RequestId}). What is older than what a store has executed for its client is
 * dropped. An entry that a backup lacks is sent until it is acknowledged.
 */
final class NoccType implements ProtocolType {
    private final String id;
    private final String description;
    private final WireFormat format;
    private final String switchProgram;

    private NoccType(String id, String description, WireFormat format, String switchProgram) {
        this.id = id;
        this.description = description;
        this.format = format;
        this.switchProgram = switchProgram;
    }

    /** With NOCC's program in the switches. */
    static NoccType nocc() {
        return new NoccType(
                "nocc",
                "NOCC: optimistic transactions on a store, which a programmable switch aborts early",
                WireFormat.NOCC,
                NoccProgramType.ID);
    }

    /** With plain switches. */
    static NoccType occ() {
        return new NoccType("occ", "OCC: NOCC's clients and store behind a plain switch", WireFormat.NOCC, "");
    }

    /** With NOCC's program and what it names as future work: the switch also answers reads of hot records. */
    static NoccType reads() {
        return new NoccType(
                "nocc-reads",
                "NOCC whose switch also serves hot reads: a committed version each, not always the newest",
                WireFormat.VERSIONED,
                NoccProgramType.READS_ID);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(format.hasVersions() ? Promise.SERIALIZABLE : Promise.STRICT_SERIALIZABLE)
                .versioned(Versions.COUNTED)
                .durable(Durability.BACKUPS)
                .tolerating(Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING, Fault.CRASH)
                .recovering()
                .withClientsApart()
                .withPackets(format.word(), switchProgram);
    }

    @Override
    public List<Setting<?>> settings() {
        return NoccOptions.settings();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Collections.singleton(DatagramTransport.class);
    }

    @Override
    public PacketDescription packets(Settings settings) {
        return NoccPackets.of(format, Addresses.STORE_PORT, NoccOptions.MAX_STORE_CORES);
    }

    @Override
    public int maxValueBytes() {
        return Wire.VALUE_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        return new NoccProtocol(context, format);
    }
}
