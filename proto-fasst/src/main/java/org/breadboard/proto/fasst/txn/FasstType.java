// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
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
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.proto.fasst.rpc.RpcOptions;

/**
 * FaSST's transactions: optimistic concurrency control, two-phase commit and primary-backup replication over datagram
 * RPCs (FaSST 5).
 *
 * <p><b>Why it is strictly serializable.</b> A transaction takes effect at the instant between the last lock that it
 * takes and the first version that it validates; for one that reads a single key, at that read. At that instant (1)
 * what it writes is locked, so nobody else changes it until its own writes are in place; (2) what it read is what is
 * there: each version was read before the instant and found unchanged and unlocked after it, versions never return, and
 * a header's version changes whenever any record under it does, so this covers records that are absent, too; (3) what
 * it will write is seen by nobody before it unlocks, and by everybody who reads afterwards, since value, version and
 * unlocking become visible together. So the instants order all committed transactions, and each instant lies between
 * the transaction's invocation and its completion. Backups get the writes of one header in that order, because the
 * header stays locked until all of them have answered.
 *
 * <p><b>Versions.</b> Several keys share a header. A transaction that writes several of them installs one version for
 * all, one above the version that it locked; a read of a key has the version of its header, which is the version of the
 * key's latest write or above it.
 *
 * <p><b>Ordered tables</b> are none of FaSST's; here they are trees that are local to their coordinators, as Xenic has
 * them where it compares TPC-C with FaSST (Xenic 5.2). A coordinator uses them directly; backups get their writes by
 * the same RPCs, in the same order. Its locks and inserts come before all validation
 * ({@link org.breadboard.kit.table.LocalTransaction}), so that the instant above is theirs, too. A range over the keys
 * of all partitions asks each of them by RPC, and asks again in the validation phase, whether anything has come, gone
 * or changed ({@link org.breadboard.kit.table.SpreadRanges}).
 *
 * <p><b>RPCs on NICs</b> ({@code rpcs: nic}). Nothing of the argument changes: a header's word is in the NIC's memory
 * then, which its cores change atomically, and nobody else looks at it, since coordinators ask their own node by RPC,
 * too. A lock is taken before the record is read from host memory, and given up after the DMA that writes it is
 * complete, which is when it is in host memory; what is read without a lock is read between two looks at the word.
 *
 * <p><b>Switches.</b> A switch that knows of a newer version may send a request back that checks, or locks, an older
 * one ({@link FasstPackets}); all requests of that message are refused then, and none of them was served. So what was
 * locked is what answers say, as ever.
 *
 * <p><b>Faults.</b> A lost packet leaves its worker waiting until the master retires it: the transaction's outcome is
 * unknown, its locks stay, and there is no recovery (FaSST 5.1). Nothing that arrives late can be taken for something
 * else, because a retired worker is never used again. Messages need no order. Duplicates would be executed twice, since
 * requests have no numbers, so that fault is not among those it tolerates.
 */
public final class FasstType implements ProtocolType {
    /**
     * The MTU of 4096 B less 36 B of a commit record: 4 B entry header, 8 B record header, 24 B write header (FaSST
     * 5.2).
     */
    static final int MAX_VALUE_BYTES = 4060;

    /** The kind; it has no state. */
    public FasstType() {}

    @Override
    public String id() {
        return "fasst";
    }

    @Override
    public String description() {
        return "FaSST: optimistic transactions over two-sided datagram RPCs, primary-backup replication";
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.STRICT_SERIALIZABLE)
                .durable(Durability.COPIES)
                .tolerating(Fault.LOSS, Fault.REORDERING, Fault.CRASH)
                .withSpreadRanges()
                .adopting();
    }

    @Override
    public List<Setting<?>> settings() {
        return FasstOptions.settings();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Collections.singleton(DatagramTransport.class);
    }

    @Override
    public PacketDescription packets(Settings settings) {
        if (settings.get(RpcPlace.RPCS) == RpcPlace.NIC) {
            throw new RefusedException(
                    "'" + id() + "' sends its requests to cores of NICs here, several in a packet that"
                            + " no program of a switch can read; set protocol.rpcs=host");
        }
        return FasstPackets.description();
    }

    @Override
    public int maxContexts(Settings settings, int nodes, int threads) {
        return new RpcOptions(settings).maxWorkers(nodes);
    }

    @Override
    public int maxValueBytes() {
        return MAX_VALUE_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        return new FasstProtocol(context);
    }
}
