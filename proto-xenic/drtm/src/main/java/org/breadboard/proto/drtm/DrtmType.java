// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.table.FixedRecords;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.drtm.log.ReplicaLog;
import org.breadboard.proto.drtm.rpc.DrtmPackets;
import org.breadboard.proto.drtm.rpc.DrtmReader;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.setup.Way;
import org.breadboard.proto.drtm.table.DrtmStore;

/**
 * DrTM+H, DrTM+H without its address cache, its two-sided version, and DrTM+R's use of one-sided verbs under DrTM+H's
 * optimistic protocol (Xenic 5.1).
 *
 * <p><b>Why it is strictly serializable.</b> A transaction takes effect at the instant between the last lock that it
 * takes and the first version that it looks at again. At that instant what it writes is locked, with the version that
 * it read; what it only read is unchanged, for versions never return and a record that is being written is locked; and
 * what it will write is seen by nobody before the primary unlocks it. It is reported when all backups have its log
 * record.
 *
 * <p>What is written is validated like what is only read, with the own lock in its header word (Xenic 5.7, "separate
 * requests to read, lock, and validate"). Either of lock and validation would do, as long as it compares the version.
 * What is locked by the request that reads it needs neither.
 *
 * <p><b>Tables.</b> Hash tables, which every node reaches, hold a fixed set of records. Ordered tables are local to
 * their coordinators, as TPC-C's are (Xenic 5.2): trees in a node's memory that only its CPUs use, with inserts,
 * deletes and ranges ({@link org.breadboard.kit.table.LocalTransaction}). Their locks and inserts come before all
 * validation, as others' locks do, so the argument above holds for them, too. A range over the keys of all partitions
 * asks the others by RPC, and asks once more to validate ({@link org.breadboard.kit.table.SpreadRanges}).
 *
 * <p><b>Backups</b> apply what was logged later, the highest version of each record of a hash table, in any order;
 * under each header of an ordered table, where records come and go, in the order of versions.
 *
 * <p><b>Locks.</b> One-sided compare-and-swaps are not atomic with the CPU's own, so where locks are taken by verbs, a
 * thread takes those of its own node through its NIC, too. The same where cores of NICs handle RPCs ({@code rpcs: nic},
 * off path): they lock by verbs of their own NIC. Whoever holds a lock may unlock by a plain store, since a
 * compare-and-swap that meets a locked word writes nothing.
 */
public final class DrtmType implements ProtocolType {
    private static final int MOST_CONTEXTS = 256;

    private final String id;
    private final String description;
    private final Way execution;
    private final Way writes;
    private final boolean addressCache;

    private DrtmType(String id, String description, Way execution, Way writes, boolean addressCache) {
        this.id = id;
        this.description = description;
        this.execution = execution;
        this.writes = writes;
        this.addressCache = addressCache;
    }

    /** The four kinds that Xenic compares with. */
    public static List<ProtocolType> all() {
        return List.of(
                new DrtmType(
                        "drtmh",
                        "DrTM+H: one-sided reads, validation and log, RPCs to lock and commit (Xenic 5.1)",
                        Way.ONE_SIDED,
                        Way.RPC,
                        true),
                new DrtmType(
                        "drtmh-nc",
                        "DrTM+H without its cache of remote addresses: reads walk the hash table (Xenic 5.1)",
                        Way.ONE_SIDED,
                        Way.RPC,
                        false),
                new DrtmType(
                        "drtmh-rpc",
                        "DrTM+H's two-sided version, RPCs for every phase, which Xenic calls FaSST (Xenic 5.1)",
                        Way.RPC,
                        Way.RPC,
                        true),
                new DrtmType(
                        "drtmr",
                        "DrTM+R's use of one-sided verbs for every phase, with DrTM+H's protocol (Xenic 5.1)",
                        Way.ONE_SIDED,
                        Way.ONE_SIDED,
                        true));
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
        // Backups that are asked to log apply at once, which nothing takes back after a crash.
        Fault[] faults = execution == Way.RPC
                ? new Fault[] {Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING}
                : new Fault[] {Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING, Fault.CRASH};
        ProtocolTraits traits = ProtocolTraits.promising(Promise.STRICT_SERIALIZABLE)
                .durable(Durability.BACKUPS)
                .versioned(Versions.COUNTED)
                .tolerating(faults)
                .recovering()
                .withOrderedTables();
        // Trees are searched by RPC, which a protocol of one-sided verbs alone has not.
        return writes == Way.RPC ? traits.withSpreadRanges() : traits;
    }

    @Override
    public List<Setting<?>> settings() {
        return DrtmOptions.settings(execution, writes, addressCache);
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        Set<Class<? extends Capability>> required = new LinkedHashSet<>();
        required.add(DatagramTransport.class);
        required.add(OneSidedVerbs.class);
        return required;
    }

    @Override
    public PacketDescription packets(Settings settings) {
        return DrtmPackets.of(id, new DrtmOptions(settings));
    }

    @Override
    public int maxContexts(Settings settings, int nodes, int threads) {
        return MOST_CONTEXTS;
    }

    @Override
    public int maxValueBytes() {
        return ReplicaLog.MAX_VALUE_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        DrtmOptions options = new DrtmOptions(context.settings());
        if (!options.addressCache && options.read == Way.RPC && options.needsAddresses()) {
            throw new RefusedException(
                    "read=rpc tells a coordinator no addresses, which one-sided lock, validate or commit need:"
                            + " set addressCache=true, or these to rpc");
        }
        List<TableImages> images = new ArrayList<>();
        for (TableSpec spec : context.tables()) {
            FixedRecords.refuseOthers(context, spec, "the hash tables of " + id(), "");
            images.add(TableImages.of(
                    context,
                    spec,
                    (records, valueBytes) -> DrtmStore.of(records, valueBytes, options.buckets),
                    "use a smaller scale"));
        }
        TableImages[] all = images.toArray(TableImages[]::new);
        return new Protocol() {
            private NicCores nic;

            @Override
            public ProtocolNode build(NodeContext scope) {
                nic = options.rpcs == RpcPlace.NIC ? RpcPlace.alike(nic, scope) : null;
                return new DrtmNode(scope, context, options, all);
            }

            @Override
            public MessageReader reader() {
                return new DrtmReader(context.tables());
            }
        };
    }
}
