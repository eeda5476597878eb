// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.rpc.RpcCost;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.OverlappedMisses;

/** What a run of DrTM+H is set to. Each field is explained by the setting of its name. Immutable; any thread. */
public final class DrtmOptions {
    private static final String RELIABLE = "rc";
    private static final Setting<Way> READ =
            Setting.choice("read", Way.class, "How records of other nodes are read (Xenic 5.1)");
    private static final Setting<Way> LOCK = Setting.choice(
            "lock", Way.class, "How records are locked, with the version that was read (Xenic 5.1, DrTM+H's source)");
    private static final Setting<Way> VALIDATE =
            Setting.choice("validate", Way.class, "How the versions of what was read are looked at again (Xenic 5.1)");
    private static final Setting<Way> LOG =
            Setting.choice("log", Way.class, "How backups get the write set (Xenic 5.1)");
    private static final Setting<Way> COMMIT =
            Setting.choice("commit", Way.class, "How primaries get the write set (Xenic 5.1, DrTM+H's source)");
    private static final Setting<Boolean> ADDRESS_CACHE = Setting.flag(
            "addressCache",
            true,
            "Coordinators know where every record of other nodes stands, so a one-sided read needs one READ (Xenic 5.1)");
    private static final Setting<BucketContents> BUCKETS = Setting.choice(
            "buckets",
            BucketContents.class,
            "What a lookup without an address finds in a bucket: values (Xenic Table 2: one round trip), or addresses, in"
                    + " buckets of 384 B, and reads the value after it (DrTM+H's source, cluster_chaining.hpp"
                    + " HeaderNode and rdma_op_impl.hpp pending_rdma_read_val)");
    private static final Setting<Boolean> CONSOLIDATE = Setting.flag(
            "consolidate",
            false,
            "Whether an RPC that reads what may be written locks it, too, with read=rpc and lock=rpc (Xenic 5.1, of its"
                    + " FaSST; DrTM+H's source, occ.cc read_rpc_handler: items that read and lock)");
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);
    private static final Setting<Reads> READS = Setting.choice(
            "reads",
            Reads.class,
            "Whether a transaction posts a one-sided READ of a record when the one before it is there, or all of a round"
                    + " at once (Xenic 5.2 and 5.7: separate operations; DrTM+H's source, rdma_op_impl.hpp"
                    + " rdma_read_val: yields after each)");
    private static final Setting<Reads> RPC_READS = Setting.choice(
                    "rpcReads",
                    Reads.class,
                    "Whether an RPC asks for a record when the one before it is there, or for all of a round at once (Xenic 5.1"
                            + " has operations share RPCs)")
            .withDefault(Reads.ROUND);
    private static final Setting<Boolean> VALIDATE_WRITES = Setting.flag(
            "validateWrites",
            true,
            "What is written is looked at again by a request of its own, as what is only read (Xenic 5.2 and 5.7;"
                    + " DrTM+H's source does without: its locks compare versions)");
    private static final Setting<String> RPC_TRANSPORT = Setting.choice(
            "rpcTransport",
            List.of("ud", RELIABLE),
            "What carries RPCs: datagrams (DrTM+H's source, and FaSST's RPCs, which Xenic 2.2.2 likens its to), or WRITEs"
                    + " with immediate data over reliable connections, which acknowledge each (its source plans them)");
    private static final Setting<LogRecords> LOG_RECORDS = Setting.choice(
            "logRecords",
            LogRecords.class,
            "Whether a backup is sent the whole record of a transaction, or what it backs up of it (Xenic 2.2.1: \"the"
                    + " transaction record\"; DrTM+H's source, occ.cc log_remote: one buffer to all)");
    private static final Setting<LogAck> LOG_ACK = Setting.choice(
            "logAck",
            LogAck.class,
            "Whether the same buffer follows the log once more, in an RPC whose reply is awaited, before the transaction"
                    + " is reported (DrTM+H's source, occ.cc log_remote and logger.hpp log_ack), or nothing does");
    private static final Setting<CommitRpcs> COMMIT_RPCS = Setting.choice(
            "commitRpcs",
            CommitRpcs.class,
            "Whether an RPC that commits has one record, or all that are at its machine (DrTM+H's source, occ.cc"
                    + " write_back_oneshot: one); with rpcs=nic it has all, since messages share packets there");
    private static final Setting<CommitAcks> COMMIT_ACKS = Setting.choice(
            "commitAcks",
            CommitAcks.class,
            "Whether a coroutine waits until primaries have its writes, or goes on with the next transaction; where machines"
                    + " may crash it has to wait");
    private static final Setting<OwnRecords> OWN_RECORDS = Setting.choice(
            "ownRecords",
            OwnRecords.class,
            "How records of hash tables of the own machine are reached: by its CPU, or as those of others (DrTM+H's source,"
                    + " smallbank/bank_worker.cc: its RPC variant sends all requests)");
    private static final Setting<Integer> QUEUE_PAIRS = Setting.count(
            "queuePairs",
            "queue pairs",
            1,
            1,
            100,
            "Connections of a thread to each node, which its coroutines share out among them (FaSST 3.3.2 emulates larger"
                    + " clusters so)");
    private static final Setting<Double> HOST_SPEED =
            Setting.number("hostSpeed", "", 1, 0.01, 100, "speed of host threads, relative to the reference core");
    private static final Setting<Integer> LOG_SLOTS = Setting.count(
            "logSlots",
            "records",
            64,
            2,
            1 << 16,
            "Records in the ring from one thread to one node (assumed; a record is 2,048 B in DrTM+H's source)");
    private static final Setting<Double> LOG_POLL_NS = Setting.number(
            "logPollNs", "ns", 5_000, 100, 50_000, "How often a thread looks for logged records (assumed)");

    public final Way read;
    public final Way lock;
    public final Way validate;
    public final Way log;
    public final Way commit;
    public final Reads reads;
    public final Reads rpcReads;
    public final LogRecords logRecords;
    public final LogAck logAck;
    public final CommitRpcs commitRpcs;
    public final CommitAcks commitAcks;
    public final OwnRecords ownRecords;
    public final int queuePairs;
    public final double hostSpeed;
    public final boolean validateWrites;
    /** Whether RPCs go over reliable connections, which acknowledge them, and not as datagrams. */
    public final boolean reliableRpcs;

    /** Whether what may be written is locked by the request that reads it. */
    public final boolean consolidate;

    public final boolean addressCache;
    public final BucketContents buckets;
    public final int logSlots;
    public final double logPollNs;
    public final Breakage breakage;
    public final MemoryCost memory;
    public final int missesAtOnce;
    public final RpcPlace rpcs;
    public final RpcCost rpc;

    /** Of a run; the settings include {@link #settings}. */
    public DrtmOptions(Settings settings) {
        read = settings.get(READ);
        lock = settings.get(LOCK);
        validate = settings.get(VALIDATE);
        log = settings.get(LOG);
        commit = settings.get(COMMIT);
        reads = settings.get(READS);
        rpcReads = settings.get(RPC_READS);
        logRecords = settings.get(LOG_RECORDS);
        logAck = settings.get(LOG_ACK);
        commitRpcs = settings.get(COMMIT_RPCS);
        commitAcks = settings.get(COMMIT_ACKS);
        ownRecords = settings.get(OWN_RECORDS);
        queuePairs = settings.get(QUEUE_PAIRS);
        hostSpeed = settings.get(HOST_SPEED);
        validateWrites = settings.get(VALIDATE_WRITES);
        reliableRpcs = RELIABLE.equals(settings.get(RPC_TRANSPORT));
        consolidate = settings.get(CONSOLIDATE);
        addressCache = settings.get(ADDRESS_CACHE);
        buckets = settings.get(BUCKETS);
        logSlots = settings.get(LOG_SLOTS);
        logPollNs = settings.get(LOG_POLL_NS);
        breakage = settings.get(BREAKAGE);
        memory = MemoryCost.of(settings);
        missesAtOnce = settings.get(OverlappedMisses.AT_ONCE);
        rpc = RpcCost.of(settings);
        rpcs = settings.get(RpcPlace.RPCS);
        if (consolidate && (read != Way.RPC || lock != Way.RPC)) {
            throw new RefusedException("protocol.consolidate=true has the RPCs that read records lock them, and here"
                    + " one-sided verbs do one or the other; set protocol.read=rpc and protocol.lock=rpc");
        }
        if (rpcs == RpcPlace.NIC) {
            refuseWhatNoNicHandles();
        }
    }

    private void refuseWhatNoNicHandles() {
        if (log == Way.RPC) {
            throw new RefusedException(
                    "protocol.rpcs=nic handles no requests to log: the backups' records are locked by"
                            + " their CPUs, with which verbs are not atomic; set protocol.log=one-sided");
        }
        if (commitAcks == CommitAcks.PASSIVE) {
            throw new RefusedException("protocol.rpcs=nic has each reply awaited; set protocol.commitAcks=awaited");
        }
        if (consolidate) {
            throw new RefusedException("protocol.rpcs=nic handles no requests that read and lock at once; set"
                    + " protocol.consolidate=false");
        }
        if (reliableRpcs) {
            throw new RefusedException("protocol.rpcs=nic sends requests to cores of NICs, which no reliable connection"
                    + " of an RDMA NIC reaches; set protocol.rpcTransport=ud");
        }
        if (read != Way.RPC && lock != Way.RPC && validate != Way.RPC && commit != Way.RPC) {
            throw new RefusedException("protocol.rpcs=nic is about RPCs, and all phases use one-sided verbs here; set"
                    + " protocol.lock=rpc or protocol.commit=rpc");
        }
    }

    /** Whether the CPU locks records of its own node: not where others lock them by verbs. */
    public boolean locksByCpu() {
        return lock == Way.RPC && rpcs == RpcPlace.HOST;
    }

    /**
     * What a mix can set.
     *
     * @param execution how execution reads, and reads are validated
     * @param writes how records are locked, and written at primaries
     * @param addressCache whether coordinators know addresses
     */
    public static List<Setting<?>> settings(Way execution, Way writes, boolean addressCache) {
        return List.of(
                READ.withDefault(execution),
                LOCK.withDefault(writes),
                VALIDATE.withDefault(execution),
                LOG.withDefault(execution),
                COMMIT.withDefault(writes),
                READS,
                RPC_READS,
                VALIDATE_WRITES,
                CONSOLIDATE.withDefault(execution == Way.RPC && writes == Way.RPC),
                RPC_TRANSPORT,
                ADDRESS_CACHE.withDefault(addressCache),
                BUCKETS,
                MemoryCost.MEMORY_NS,
                MemoryCost.CACHED_NS,
                OverlappedMisses.AT_ONCE,
                RpcCost.SWITCH_NS,
                RpcCost.MESSAGE_NS,
                RpcCost.ENTRY_NS,
                LOG_RECORDS,
                LOG_ACK,
                COMMIT_RPCS,
                COMMIT_ACKS,
                OWN_RECORDS,
                QUEUE_PAIRS,
                HOST_SPEED,
                LOG_SLOTS,
                LOG_POLL_NS,
                RpcPlace.RPCS,
                BREAKAGE);
    }

    /** Whether a phase after the reads goes to a record by its address. */
    public boolean needsAddresses() {
        return lock == Way.ONE_SIDED || validate == Way.ONE_SIDED || commit == Way.ONE_SIDED;
    }
}
