package org.breadboard.proto.nocc;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.program.NoccProgramType;

/**
 * NOCC and its baseline (NOCC 2, 4): clients that execute on their own copies and validate by value at a store. The two are one code;
 * NOCC has a program in its switches that aborts what looks doomed, OCC has switches that forward.
 *
 * <p><b>Why it is strictly serializable.</b> A transaction takes effect when its store executes it, between the client's request and the
 * answer; there everything that it read has the value that it read. What it would do if it ran at that instant is a function of these
 * values, so it is what it did: that a value was another one in between does not matter, and versions are the store's own count, told
 * beside the wire. A transaction over several shards takes effect when the last of them has prepared it: all its records are locked, with
 * the values that it read. A read transaction that one store answers takes effect there; any other is validated like the rest.
 *
 * <p><b>Faults.</b> An unanswered request is sent again under its number; a store executes a number once, and of several attempts
 * between which only a switch has spoken at most one takes effect ({@link org.breadboard.proto.nocc.packet.RequestId}). What is older
 * than what a store has executed for its client is dropped.
 */
final class NoccType implements ProtocolType {
    private final String id;
    private final String description;
    private final String switchProgram;

    private NoccType(String id, String description, String switchProgram) {
        this.id = id;
        this.description = description;
        this.switchProgram = switchProgram;
    }

    /** With NOCC's program in the switches. */
    static NoccType nocc() {
        return new NoccType(
                "nocc",
                "NOCC: optimistic transactions on a store, which a programmable switch aborts early",
                NoccProgramType.ID);
    }

    /** With plain switches. */
    static NoccType occ() {
        return new NoccType("occ", "OCC: NOCC's clients and store behind a plain switch", "");
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
    public Promise promises() {
        return Promise.STRICT_SERIALIZABLE;
    }

    @Override
    public List<Setting> settings() {
        return NoccOptions.settings();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Collections.singleton(DatagramTransport.class);
    }

    @Override
    public Set<Fault> tolerates() {
        return Collections.unmodifiableSet(EnumSet.of(Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING));
    }

    @Override
    public boolean separatesClients() {
        return true;
    }

    @Override
    public String packetFormat() {
        return NoccProgramType.PACKET_FORMAT;
    }

    @Override
    public String switchProgram() {
        return switchProgram;
    }

    @Override
    public int maxValueBytes() {
        return Wire.VALUE_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        return new NoccProtocol(context);
    }
}
