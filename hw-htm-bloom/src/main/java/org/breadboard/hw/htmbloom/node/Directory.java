package org.breadboard.hw.htmbloom.node;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.hw.htmbloom.LlcGeometry;
import org.breadboard.hw.htmbloom.cache.AddressSpace;
import org.breadboard.hw.htmbloom.cache.Caches;
import org.breadboard.hw.htmbloom.cache.LastLevelCache;

/**
 * A node's directory (HADES IV.C, V.B): caches, the filters of the node's own transactions and of others', partial locks. It finds who
 * conflicts with a transaction that commits, and squashes them. A transaction's number is its node's times the tags of a node, plus its tag.
 * One thread: that of the node's stages.
 */
final class Directory {
    final int node;
    final NodeParameters parameters;
    final AddressSpace space;
    final Outlet outlet = new Outlet();

    private final int nodes;
    private final FilterTally tally;
    private final Counter localSquashes;
    private final Counter remoteSquashes;
    private final Counter lockSquashes;
    private final Counter evictionSquashes;
    private final Counter refusals;
    private final Counter denials;
    private final Counter refusedReads;
    private final Counter stalls;
    private final List<NodeTracker> trackers = new ArrayList<>();
    private final List<Stage> cores = new ArrayList<>();
    private List<Message> parked = new ArrayList<>();
    private List<Message> trying = new ArrayList<>();
    private boolean triesAgain;
    private boolean unlockedMeanwhile;
    private final RemoteTransaction[] remotes;
    private Nic nic;

    private Caches caches;
    private FilterPairs own;
    private FilterPairs declared;
    private FilterPairs others;
    private PartialLocks locks;
    private ReadLocks readLocks;

    Directory(HardwareContext context, NodeParameters parameters) {
        this.parameters = parameters;
        node = context.node();
        nodes = context.nodes();
        space = new AddressSpace(node);
        tally = new FilterTally(context, parameters);
        localSquashes = context.counter("squash.byLocalAccess");
        remoteSquashes = context.counter("squash.byCommit");
        lockSquashes = context.counter("squash.byLock");
        evictionSquashes = context.counter("squash.byEviction");
        refusals = context.counter("squash.learntFromOtherNode");
        denials = context.counter("directory.denials");
        refusedReads = context.counter("directory.refusedReads");
        stalls = context.counter("directory.stalledWrites");
        remotes = new RemoteTransaction[nodes * parameters.tags];
        for (int i = 0; i < remotes.length; i++) {
            remotes[i] = new RemoteTransaction(i);
        }
    }

    void connect(Nic newNic) {
        nic = newNic;
    }

    Nic nic() {
        return nic;
    }

    int nodes() {
        return nodes;
    }

    /** The number of the core that runs a stage. */
    int core(Stage stage) {
        if (!cores.contains(stage)) {
            if (cores.size() == Caches.MOST_CORES) {
                throw new RefusedException("Node " + node + " would have more than " + Caches.MOST_CORES
                        + " cores, which is what a directory's entry can name: use fewer threads");
            }
            cores.add(stage);
        }
        return cores.indexOf(stage);
    }

    /** Gives a tracker its tag. */
    int add(NodeTracker tracker) {
        if (trackers.size() == parameters.tags) {
            throw new RefusedException("Node " + node + " would run more than " + parameters.tags
                    + " transactions at a time, which is what tags of "
                    + Integer.numberOfTrailingZeros(parameters.tags)
                    + " bits can name: lower load.contexts or cluster.threads, or raise hardware.tagBits");
        }
        trackers.add(tracker);
        return trackers.size() - 1;
    }

    /** Builds what depends on how many cores and transactions there are, once all of them are known. */
    Caches caches() {
        if (caches == null) {
            int most = Math.max(1, trackers.size());
            LlcGeometry llc = new LlcGeometry(parameters.llcSliceSets, Math.max(1, cores.size()));
            caches = new Caches(llc, parameters.caches, cores.size(), this::evicted);
            own = new FilterPairs(
                    parameters.coreReadFilter(),
                    parameters.coreWriteFilter(llc),
                    parameters.corePairs == 0 ? most : parameters.corePairs,
                    tally);
            declared = new FilterPairs(parameters.nicFilter(), parameters.nicFilter(), most, tally);
            int perTransaction = parameters.remoteNodes == 0 ? nodes : parameters.remoteNodes;
            others = new FilterPairs(parameters.nicFilter(), parameters.nicFilter(), most * perTransaction, tally);
            int reads = remotes.length;
            locks = new PartialLocks(
                    parameters.lockingBuffers == 0 ? remotes.length + most + reads : parameters.lockingBuffers);
            readLocks = new ReadLocks(
                    locks,
                    new FilterPairs(parameters.nicFilter(), parameters.nicFilter(), reads, tally),
                    reads,
                    parameters.breakage == Breakage.TORN_READS);
        }
        return caches;
    }

    /** Filters of this node's transactions over its lines. */
    FilterPairs own() {
        return own;
    }

    /** Filters that the NIC builds of what this node's transactions declare (HADES-H). */
    FilterPairs declared() {
        return declared;
    }

    /** Filters of other nodes' transactions over this node's lines. */
    FilterPairs others() {
        return others;
    }

    FilterTally tally() {
        return tally;
    }

    PartialLocks locks() {
        return locks;
    }

    ReadLocks readLocks() {
        return readLocks;
    }

    RemoteTransaction remote(int transaction) {
        return remotes[transaction];
    }

    /** Notes that an access was denied. */
    void denied() {
        denials.add(1);
    }

    /** Keeps a request until some lock is gone. */
    void park(Message message) {
        denials.add(1);
        parked.add(message);
    }

    /** Keeps a read of another node, of which a committing transaction holds lines, or which has found no locking buffer. */
    void refuseRead(Message message) {
        refusedReads.add(1);
        park(message);
    }

    /** Notes that writes of a commit wait for reads that are in progress (HADES V.B). */
    void stalled() {
        stalls.add(1);
    }

    /** Keeps what a commit writes until such reads are over. */
    void stall(Message message) {
        stalls.add(1);
        parked.add(message);
    }

    /** Tries again what was denied, in its order, after a locking buffer was cleared. One of them may clear another: then all that is left comes once more. */
    void tryAgain() {
        unlockedMeanwhile = true;
        if (triesAgain) {
            return;
        }
        triesAgain = true;
        Hop again = nic.again();
        while (unlockedMeanwhile) {
            unlockedMeanwhile = false;
            List<Message> waiting = parked;
            parked = trying;
            trying = waiting;
            for (int i = 0; i < waiting.size(); i++) {
                outlet.leave(again, waiting.get(i));
            }
            waiting.clear();
        }
        triesAgain = false;
    }

    /**
     * Squashes whoever conflicts with a transaction that has the directory's lock.
     *
     * @param written the lines that it writes here
     * @param read null, or lines that it is going to read: whoever writes them is squashed too (HADES VI)
     */
    void detect(int self, LineList written, LineList read) {
        detect(others, self, written, read);
        detect(own, self, written, read);
    }

    /**
     * The same for one of this node's transactions whose stores were watched. Those that conflict with it on this node were found when they
     * accessed the line (Table II, "Local Read/Write"), so only other nodes' are left.
     */
    void detectOthers(int self, LineList written) {
        detect(others, self, written, null);
    }

    private void detect(FilterPairs bank, int self, LineList written, LineList read) {
        if (parameters.breakage == Breakage.UNMARKED_CONFLICTS) {
            return;
        }
        // Whoever gets this far asks for the first time.
        tally.again(false);
        for (int i = 0; i < written.size(); i++) {
            squashClaimants(bank, written.get(i), self, true);
        }
        for (int i = 0; read != null && i < read.size(); i++) {
            squashClaimants(bank, read.get(i), self, false);
        }
    }

    private void squashClaimants(FilterPairs bank, long line, int self, boolean readers) {
        for (int pair = bank.nextWriter(0, line); pair != FilterPairs.NONE; pair = bank.nextWriter(pair + 1, line)) {
            squash(bank, pair, self);
        }
        if (readers) {
            for (int pair = bank.nextReader(0, line);
                    pair != FilterPairs.NONE;
                    pair = bank.nextReader(pair + 1, line)) {
                squash(bank, pair, self);
            }
        }
    }

    private void squash(FilterPairs bank, int pair, int self) {
        int owner = bank.owner(pair);
        if (owner == self) {
            return;
        }
        if (bank == own) {
            NodeTracker other = trackers.get(owner % parameters.tags);
            // Who holds its lines by address is claimed here by its filters, and falsely.
            if (other.lock().hasLockedFirst()) {
                return;
            }
            other.squashedByOther(remoteSquashes, AbortReason.SQUASHED);
        } else {
            squash(remotes[owner]);
        }
    }

    private void squash(RemoteTransaction other) {
        if (other.state == RemoteTransaction.State.EXECUTING) {
            remoteSquashes.add(1);
            other.state = RemoteTransaction.State.SQUASHED;
            release(other);
            nic.tell(Wire.SQUASH, other.tracker, other.attempt);
            if (parameters.breakage == Breakage.FORGOTTEN_SQUASH) {
                other.attempt--;
            }
        }
    }

    /** Gives back a transaction's filters, and its lock; whoever waits for that has to {@link #tryAgain}. */
    void release(RemoteTransaction other) {
        if (other.pair == FilterPairs.NONE) {
            return;
        }
        if (other.state == RemoteTransaction.State.LOCKED) {
            locks.remove(others, other.pair);
        }
        others.release(other.pair);
        other.pair = FilterPairs.NONE;
    }

    Counter localSquashes() {
        return localSquashes;
    }

    Counter refusals() {
        return refusals;
    }

    Counter lockSquashes() {
        return lockSquashes;
    }

    private void evicted(long line, long sharers, int writer) {
        trackers.get(writer).evicted(evictionSquashes);
    }

    /** The tag of whoever wrote a line here and has not committed, or {@link LastLevelCache#NONE}. */
    int writer(long line) {
        int entry = caches.llc().find(line);
        return entry == LastLevelCache.NONE ? LastLevelCache.NONE : caches.llc().writer(entry);
    }
}
