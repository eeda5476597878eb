// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Stage;
import org.breadboard.hw.htmbloom.cache.AddressSpace;
import org.breadboard.hw.htmbloom.cache.Caches;
import org.breadboard.hw.htmbloom.cache.LastLevelCache;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;

/**
 * A node's directory (HADES IV.C, V.B): caches, the filters of the node's own transactions and of others', partial
 * locks. A transaction's number is its node's times the tags of a node, plus its tag. One thread: that of the node's
 * stages.
 */
public final class Directory {
    private final int node;
    private final int nodes;
    private final long firstAttempt;
    private final DirectoryParameters parameters;
    private final AddressSpace space;
    private final FilterTally tally;
    private final SquashCounters squashes;
    private final List<OwnTransaction> transactions = new ArrayList<>();
    private final List<Stage> cores = new ArrayList<>();
    private final List<RecordedBits> recorded = new ArrayList<>();

    private Caches caches;
    private FilterPairs own;
    private FilterPairs declared;
    private FilterPairs others;
    private PartialLocks locks;
    private ReadLocks readLocks;

    /** As the node's data sheet says. */
    public Directory(HardwareContext context) {
        node = context.node();
        nodes = context.nodes();
        firstAttempt = Integer.toUnsignedLong(context.firstNumber());
        parameters = new DirectoryParameters(context.profile());
        space = new AddressSpace(node);
        tally = new FilterTally(context, parameters);
        squashes = new SquashCounters(context);
    }

    /** This node's number. */
    public int node() {
        return node;
    }

    /** How many nodes the cluster has. */
    public int nodes() {
        return nodes;
    }

    /** The number before that of each transaction's first attempt; attempts are named in 64 bits, and never wrap. */
    long firstAttempt() {
        return firstAttempt;
    }

    /** The number of the core that runs a stage. */
    public int core(Stage stage) {
        if (!cores.contains(stage)) {
            if (cores.size() == Caches.MOST_CORES) {
                throw new RefusedException("Node " + node + " would have more than " + Caches.MOST_CORES
                        + " cores, which is what a directory's entry can name: use fewer threads");
            }
            cores.add(stage);
        }
        return cores.indexOf(stage);
    }

    /** Gives a transaction its tag. */
    int add(OwnTransaction transaction) {
        if (transactions.size() == parameters.tags) {
            throw new RefusedException("Node " + node + " would run more than " + parameters.tags
                    + " transactions at a time, which is what tags of "
                    + Integer.numberOfTrailingZeros(parameters.tags)
                    + " bits can name: lower load.contexts or cluster.threads, or raise hardware.tagBits");
        }
        transactions.add(transaction);
        return transactions.size() - 1;
    }

    /** The number in the cluster of this node's transaction with a tag. */
    int number(int tag) {
        return node * parameters.tags + tag;
    }

    /** This node's transaction with that number in the cluster. */
    public OwnTransaction ownTransaction(int number) {
        return transactions.get(number % parameters.tags);
    }

    /** How many transactions the cluster can have at a time. */
    int transactions() {
        return nodes * parameters.tags;
    }

    /** The filter bits of a core's private caches. */
    public RecordedBits recordedBits(int core) {
        while (recorded.size() <= core) {
            recorded.add(new RecordedBits(parameters.smt, parameters.tags));
        }
        return recorded.get(core);
    }

    /** Builds what depends on how many cores and transactions there are, once all of them are known. */
    public void complete() {
        if (caches == null) {
            int most = Math.max(1, transactions.size());
            LlcGeometry llc = new LlcGeometry(parameters.caches.llcSliceSets, Math.max(1, cores.size()));
            caches = new Caches(llc, parameters.caches, cores.size(), this::evicted);
            own = new FilterPairs(
                    parameters.coreReadFilter(),
                    parameters.coreWriteFilter(llc),
                    parameters.corePairs == 0 ? most : parameters.corePairs,
                    tally);
            declared = new FilterPairs(parameters.nicFilter(), parameters.nicFilter(), most, tally);
            int perTransaction = parameters.remoteNodes == 0 ? nodes : parameters.remoteNodes;
            others = new FilterPairs(parameters.nicFilter(), parameters.nicFilter(), most * perTransaction, tally);
            int reads = transactions();
            locks = new PartialLocks(
                    parameters.lockingBuffers == 0 ? transactions() + most + reads : parameters.lockingBuffers);
            readLocks = new ReadLocks(
                    locks, new FilterPairs(parameters.nicFilter(), parameters.nicFilter(), reads, tally), reads);
        }
    }

    /** The caches, of all cores. */
    public Caches caches() {
        complete();
        return caches;
    }

    private void evicted(long line, long sharers, int writer) {
        transactions.get(writer).evicted(squashes.byEviction());
    }

    /** Filters of this node's transactions over its lines. */
    public FilterPairs own() {
        return own;
    }

    /** Filters that the NIC builds of what this node's transactions declare (HADES-H). */
    public FilterPairs declared() {
        return declared;
    }

    /** Filters of other nodes' transactions over this node's lines. */
    public FilterPairs others() {
        return others;
    }

    /** The locks of transactions that commit, and of reads of several lines. */
    public PartialLocks locks() {
        return locks;
    }

    /** Other nodes' reads of several lines that are in progress. */
    public ReadLocks readLocks() {
        return readLocks;
    }

    /** What the filters' checks are counted by. */
    public FilterTally tally() {
        return tally;
    }

    /** What squashes are counted by. */
    public SquashCounters squashes() {
        return squashes;
    }

    /** The tag of whoever wrote a line here and has not committed, or {@link LastLevelCache#NONE}. */
    public int writer(long line) {
        int entry = caches.llc().find(line);
        return entry == LastLevelCache.NONE ? LastLevelCache.NONE : caches.llc().writer(entry);
    }

    /** Which lines the node's regions have. */
    public AddressSpace space() {
        return space;
    }

    /** The line of a byte of a region. */
    public long line(Region region, long address) {
        return space.line(region, address);
    }

    // What its work takes.

    /** A trip to the shared cache and the directory. */
    public double tripNs() {
        return parameters.caches.llcNs;
    }

    /** So many further lines of one access, when lines overlap. */
    public double furtherNs(long lines) {
        return (double) lines * parameters.caches.lineNs;
    }

    /** Probing filters for so many lines. */
    public double probeNs(long lines) {
        return parameters.probeNs * lines;
    }

    /** Loading a locking buffer, and probing filters for so many lines. */
    public double lockNs(long lines) {
        return parameters.lockNs + probeNs(lines);
    }

    /** Finding so many tagged lines of a transaction in the shared cache. */
    public double findTaggedNs(int lines) {
        return parameters.findTagsNs + lines * parameters.findTagNs;
    }
}
