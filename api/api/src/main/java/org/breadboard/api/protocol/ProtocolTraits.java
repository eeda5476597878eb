// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.api.protocol.ProtocolType.Grain;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.api.protocol.ProtocolType.Versions;

/**
 * What a protocol promises and survives, and what it wants of a cluster. Built from {@link #promising}, which is the
 * plainest protocol of that promise, by naming what is different. Immutable; any thread.
 *
 * @param promise what is promised of committed transactions
 * @param grain the unit of versions
 * @param versions what versions are, in tables that are not ordered; in ordered ones they may always be shared. The
 *     less they are shared, the more a check of a run's history can see: a version that is missing, a value that is
 *     older than its version. Where they are not shared, the copies of an item have the same version, too
 * @param durability where a write is when its transaction is reported, which is asked of the nodes at that instant
 *     ({@link ProtocolNode#holds})
 * @param tolerates the faults that it survives without a wrong result
 * @param recovers whether it finishes or undoes, once faults have stopped, all that they left half done. If so, a run
 *     in which a transaction does not end is a failed run
 * @param ordered whether it can run ranges, minima and maxima, of keys whose primary is the client's own node, as all
 *     records of ordered tables then have to be
 * @param spreadRanges whether it can also run them over the keys of all partitions, of tables that say so
 *     ({@link org.breadboard.api.workload.TableSpec#spread})
 * @param clientsApart whether its clients run on machines of their own ({@link ProtocolContext#clientNodes}), which
 *     hold no records. Such a protocol is refused without such machines, and any other with them
 * @param adopts whether it can be built on memory that another instance of it, of the same settings, has left: whether
 *     everything that it has of its records is in regions that begin as images ({@link ProtocolContext#image}), and
 *     their layouts' versions tell what it can read. Then a swap of it for its own newer self hands over these regions,
 *     and {@link ProtocolContext#image} fills nothing; otherwise the records pass over one by one
 * @param packetFormat the name of the format of its packets, shared with programs for switches
 *     ({@link org.breadboard.api.pipeline.PipelineProgramType#packetFormat}); empty if no program can read them
 * @param switchProgram the id of the program that the switches get if the mix names none, or empty for plain switches.
 *     A mix can replace it, or set {@code switch: none}; the promise holds all the same. Without a switch that has a
 *     pipeline no program runs
 */
public record ProtocolTraits(
        Promise promise,
        Grain grain,
        Versions versions,
        Durability durability,
        Set<Fault> tolerates,
        boolean recovers,
        boolean ordered,
        boolean spreadRanges,
        boolean clientsApart,
        boolean adopts,
        String packetFormat,
        String switchProgram) {
    /** With all of it said. */
    public ProtocolTraits {
        tolerates = inOrder(tolerates);
    }

    /**
     * A protocol that has versions of records, which several may share, tolerates no fault, runs no ordered tables, has
     * its clients on the machines of the records, and needs no program in switches.
     */
    public static ProtocolTraits promising(Promise promise) {
        return new ProtocolTraits(
                promise,
                Grain.RECORD,
                Versions.SHARED,
                Durability.UNTOLD,
                Set.of(),
                false,
                false,
                false,
                false,
                false,
                "",
                "");
    }

    /** With versions of parts of records. */
    public ProtocolTraits byPart() {
        return new ProtocolTraits(
                promise,
                Grain.PART,
                versions,
                durability,
                tolerates,
                recovers,
                ordered,
                spreadRanges,
                clientsApart,
                adopts,
                packetFormat,
                switchProgram);
    }

    /** With such versions. */
    public ProtocolTraits versioned(Versions ofItems) {
        return new ProtocolTraits(
                promise,
                grain,
                ofItems,
                durability,
                tolerates,
                recovers,
                ordered,
                spreadRanges,
                clientsApart,
                adopts,
                packetFormat,
                switchProgram);
    }

    /** With each write there when its transaction is reported. */
    public ProtocolTraits durable(Durability when) {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                when,
                tolerates,
                recovers,
                ordered,
                spreadRanges,
                clientsApart,
                adopts,
                packetFormat,
                switchProgram);
    }

    /** Surviving these faults, and no others. */
    public ProtocolTraits tolerating(Fault... faults) {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                durability,
                inOrder(List.of(faults)),
                recovers,
                ordered,
                spreadRanges,
                clientsApart,
                adopts,
                packetFormat,
                switchProgram);
    }

    /** Finishing or undoing, once faults have stopped, what they left half done. */
    public ProtocolTraits recovering() {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                durability,
                tolerates,
                true,
                ordered,
                spreadRanges,
                clientsApart,
                adopts,
                packetFormat,
                switchProgram);
    }

    /** Running ordered tables. */
    public ProtocolTraits withOrderedTables() {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                durability,
                tolerates,
                recovers,
                true,
                spreadRanges,
                clientsApart,
                adopts,
                packetFormat,
                switchProgram);
    }

    /** Running ordered tables, and ranges over the keys of all partitions. */
    public ProtocolTraits withSpreadRanges() {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                durability,
                tolerates,
                recovers,
                true,
                true,
                clientsApart,
                adopts,
                packetFormat,
                switchProgram);
    }

    /** With its clients on machines of their own. */
    public ProtocolTraits withClientsApart() {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                durability,
                tolerates,
                recovers,
                ordered,
                spreadRanges,
                true,
                adopts,
                packetFormat,
                switchProgram);
    }

    /**
     * With packets that programs of switches can read, and the program that switches get, or an empty string for none.
     */
    public ProtocolTraits withPackets(String format, String program) {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                durability,
                tolerates,
                recovers,
                ordered,
                spreadRanges,
                clientsApart,
                adopts,
                format,
                program);
    }

    /** Able to be built on the memory that another instance of it has left. */
    public ProtocolTraits adopting() {
        return new ProtocolTraits(
                promise,
                grain,
                versions,
                durability,
                tolerates,
                recovers,
                ordered,
                spreadRanges,
                clientsApart,
                true,
                packetFormat,
                switchProgram);
    }

    private static Set<Fault> inOrder(Collection<Fault> faults) {
        EnumSet<Fault> set = EnumSet.noneOf(Fault.class);
        set.addAll(faults);
        return Collections.unmodifiableSet(set);
    }
}
