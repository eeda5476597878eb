package org.breadboard.hw.htmbloom.node;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.hw.htmbloom.CacheLine;

/**
 * A transaction on its own node (HADES Table II). Its state is its node's: steps of its stage and hops of its node's NIC touch it, which are of one
 * thread.
 */
final class NodeTracker implements Tracker, Place {
    /** Operations that may be on their way, those of attempts that were given up included. */
    static final int MOST_OUTSTANDING = 128;

    private final Directory directory;
    private final Nic nic;
    private final Stage stage;
    private final Task task;
    private final int transaction;
    private final AtomicInteger outstanding = new AtomicInteger();

    private final OwnMemory memory;
    private final LineList declaredReads = new LineList();
    private final LineList declaredWrites = new LineList();
    private final Ranges writes = new Ranges();
    private final Ranges witnesses = new Ranges();
    private final Ranges covered = new Ranges();
    private final boolean[] participants;

    private long attempt;
    private long taskAttempt;
    private boolean active;
    private boolean squashed;
    private boolean agreed;
    private boolean locked;
    private boolean lockedFirst;
    private boolean local;
    private AbortReason reason;
    private int pair = FilterPairs.NONE;
    private int awaited;
    private int ticket;
    private int lockingNode;

    NodeTracker(Directory directory, Stage stage, Task task) {
        this.directory = directory;
        this.nic = directory.nic();
        this.stage = stage;
        this.task = task;
        int core = directory.core(stage);
        int tag = directory.add(this);
        transaction = directory.node * directory.parameters.tags + tag;
        memory = new OwnMemory(directory, this, core, tag);
        participants = new boolean[directory.nodes()];
        stage.reserve(MOST_OUTSTANDING + 1);
    }

    int node() {
        return directory.node;
    }

    Nic nic() {
        return nic;
    }

    /** Whether its own node's memory may be accessed now: an attempt is under way that watches it. */
    boolean watches() {
        return active && local;
    }

    boolean isSquashed() {
        return squashed;
    }

    /** Whether it has the lock of its own node's directory. */
    boolean isLocked() {
        return locked;
    }

    /** Its pair of filters on its own node. */
    int pair() {
        return pair;
    }

    /** The transaction's number in the cluster. */
    int transaction() {
        return transaction;
    }

    // Attempts.

    @Override
    public boolean begin(Step step, boolean watchesLocal) {
        if (active) {
            throw new IllegalStateException("an attempt begins before the one before it was finished or abandoned");
        }
        directory.caches();
        if (watchesLocal) {
            pair = directory.own().take(transaction);
            if (pair == FilterPairs.NONE) {
                return false;
            }
        }
        local = watchesLocal;
        attempt++;
        taskAttempt = task.attempt();
        active = true;
        squashed = false;
        agreed = false;
        memory.begin();
        return true;
    }

    @Override
    public void finish(Step step) {
        if (!active || squashed || awaited > 0) {
            throw new IllegalStateException("a transaction is finished that may not commit");
        }
        directory.outlet.use(step);
        if (!local) {
            step.busy(directory.parameters.postNs);
        }
        memory.publish(step);
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                nic.validate(this, attempt, node, writes, witnesses);
            }
        }
        end();
    }

    @Override
    public void abandon(Step step) {
        if (!active) {
            return;
        }
        directory.outlet.use(step);
        boolean tells = directory.parameters.breakage != Breakage.UNTOLD_NODES;
        for (int node = 0; node < participants.length; node++) {
            if (participants[node] && tells) {
                nic.cancel(this, attempt, node);
            }
        }
        memory.drop();
        end();
    }

    private void end() {
        boolean unlocks = locked;
        if (locked) {
            directory.locks().remove(bank(), pair);
        }
        if (pair != FilterPairs.NONE) {
            bank().release(pair);
        }
        pair = FilterPairs.NONE;
        locked = false;
        lockedFirst = false;
        active = false;
        awaited = 0;
        memory.clear();
        declaredReads.clear();
        declaredWrites.clear();
        writes.clear();
        witnesses.clear();
        covered.clear();
        for (int node = 0; node < participants.length; node++) {
            participants[node] = false;
        }
        if (unlocks) {
            directory.tryAgain();
        }
    }

    private FilterPairs bank() {
        return local ? directory.own() : directory.declared();
    }

    @Override
    public AbortReason reason() {
        return reason;
    }

    /** It gives itself up: its step is told by the answer. */
    Access squash(Counter counter, AbortReason why) {
        counter.add(1);
        squashed = true;
        reason = why;
        memory.drop();
        return Access.SQUASHED;
    }

    /** Somebody else squashes it, if that is still possible: its task is told through the ring. */
    void squashedByOther(Counter counter, AbortReason why) {
        if (active && !squashed && !agreed) {
            squash(counter, why);
            directory.outlet.squash(stage, task, taskAttempt);
        }
    }

    /**
     * A line that it has stored leaves the shared cache. That squashes it, unless all have agreed to its commit: then the line is no longer
     * speculative, and memory may have it early, behind the lock.
     */
    void evicted(Counter counter) {
        if (agreed) {
            memory.writtenBack();
        } else {
            squashedByOther(counter, AbortReason.EXHAUSTED);
        }
    }

    // Its own node's memory.

    @Override
    public Access load(Step step, Region region, long address, byte[] target, int offset, int lengthBytes) {
        directory.outlet.use(step);
        return memory.load(step, region, address, target, offset, lengthBytes);
    }

    @Override
    public Access store(Step step, Region region, long address, byte[] source, int offset, int lengthBytes) {
        directory.outlet.use(step);
        return memory.store(step, region, address, source, offset, lengthBytes);
    }

    @Override
    public boolean isDenied(Step step, Region region, long address, int lengthBytes, boolean isStore) {
        return memory.isDenied(step, region, address, lengthBytes, isStore);
    }

    @Override
    public void declare(Step step, Region region, long address, int lengthBytes, boolean isStore) {
        LineList lines = isStore ? declaredWrites : declaredReads;
        lines.addRange(directory.space.line(region, address), directory.space.line(region, address + lengthBytes - 1));
    }

    // Other nodes' memory.

    @Override
    public void read(
            Step step,
            int node,
            String region,
            long address,
            int lengthBytes,
            long witnessAddress,
            int witnessBytes,
            int newTicket) {
        if (squashed) {
            return;
        }
        participants[node] = true;
        Message message = post(step, Wire.READ, node, lengthBytes + witnessBytes);
        Wire.range(message, nic.regionNumber(region), address, lengthBytes, newTicket);
        Wire.witness(message, witnessAddress, witnessBytes);
        nic.send(message, Wire.RANGE_BYTES);
    }

    @Override
    public boolean prepare(Step step, int node, String region, long address, int lengthBytes, int newTicket) {
        boolean partFirst = address % CacheLine.BYTES != 0;
        boolean partLast = (address + lengthBytes) % CacheLine.BYTES != 0;
        if (squashed || !partFirst && !partLast) {
            return false;
        }
        participants[node] = true;
        Message message = post(step, Wire.PREPARE, node, 2 * CacheLine.BYTES);
        Wire.range(message, nic.regionNumber(region), address, lengthBytes, newTicket);
        nic.send(message, Wire.RANGE_BYTES);
        return true;
    }

    private Message post(Step step, int kind, int node, int capacityBytes) {
        if (outstanding.incrementAndGet() > MOST_OUTSTANDING) {
            throw new IllegalStateException(
                    "more than " + MOST_OUTSTANDING + " operations of one transaction are on" + " their way at a time");
        }
        directory.outlet.use(step);
        step.busy(directory.parameters.postNs);
        Message message = nic.message(kind, this, attempt, node, capacityBytes);
        message.completeTo(task, taskAttempt);
        message.place(this);
        return message;
    }

    @Override
    public void free() {
        outstanding.decrementAndGet();
    }

    @Override
    public void write(
            Step step,
            int node,
            String region,
            long address,
            byte[] source,
            int offset,
            int lengthBytes,
            boolean durable) {
        participants[node] = true;
        writes.add(node, nic.regionNumber(region), address, source, offset, lengthBytes, durable);
    }

    @Override
    public void witness(int node, String region, long address, long value) {
        witnesses.add(node, nic.regionNumber(region), address, nic.word(value), 0, Long.BYTES, false);
    }

    // The commit.

    @Override
    public Access lock(Step step) {
        if (squashed) {
            return Access.SQUASHED;
        }
        directory.outlet.use(step);
        LineList written = local ? memory.findTagged(step) : declaredWrites;
        if (!local && (declaredReads.size() > 0 || declaredWrites.size() > 0) && !declareFilters(step)) {
            return squash(directory.lockSquashes(), AbortReason.EXHAUSTED);
        }
        if (pair == FilterPairs.NONE || bank().isEmpty(pair)) {
            // Nothing of its own node is to be locked, so it needs no buffer there.
            return Access.DONE;
        }
        PartialLocks locks = directory.locks();
        step.stall(directory.parameters.lockNs + written.size() * directory.parameters.probeNs);
        // A lock that came after its own can only claim its lines falsely.
        boolean conflicts = !locked
                && (locks.denies(transaction, written, true)
                        || !local && locks.denies(transaction, declaredReads, false));
        if (conflicts) {
            return squash(directory.lockSquashes(), AbortReason.LOCKED);
        }
        if (!locked && !locks.add(transaction, bank(), pair)) {
            return squash(directory.lockSquashes(), AbortReason.EXHAUSTED);
        }
        locked = true;
        if (local) {
            directory.detectOthers(transaction, written);
        } else {
            // What it declares only now has met no filter yet, and other transactions of the node may be watched.
            directory.detect(transaction, written, null);
        }
        return Access.DONE;
    }

    private boolean declareFilters(Step step) {
        step.busy(directory.parameters.postNs);
        FilterPairs bank = directory.declared();
        if (pair == FilterPairs.NONE) {
            pair = bank.take(transaction);
        }
        if (pair == FilterPairs.NONE) {
            return false;
        }
        for (int i = 0; i < declaredReads.size(); i++) {
            bank.read(pair, declaredReads.get(i));
        }
        for (int i = 0; i < declaredWrites.size(); i++) {
            bank.written(pair, declaredWrites.get(i));
        }
        return true;
    }

    @Override
    public boolean intend(Step step, int newTicket) {
        if (squashed) {
            throw new IllegalStateException("a squashed transaction cannot commit");
        }
        ticket = newTicket;
        awaited = 0;
        directory.outlet.use(step);
        for (int node = 0; node < participants.length; node++) {
            awaited += participants[node] ? 1 : 0;
        }
        if (awaited == 0) {
            agreed = true;
            return false;
        }
        step.busy(directory.parameters.postNs);
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                nic.intend(this, attempt, node, writes);
            }
        }
        return true;
    }

    // Locks before the execution.

    @Override
    public void cover(int node, String region, long address, int lengthBytes, boolean mayWrite) {
        covered.add(node, nic.regionNumber(region), address, lengthBytes, mayWrite);
    }

    @Override
    public boolean lockFirst(Step step, boolean watchesLocal, int newTicket) {
        if (!begin(step, watchesLocal)) {
            return false;
        }
        ticket = newTicket;
        lockingNode = covered.nextNode(-1);
        directory.outlet.use(step);
        step.busy(directory.parameters.postNs);
        askForLock();
        return true;
    }

    private void askForLock() {
        participants[lockingNode] |= lockingNode != directory.node;
        nic.lock(this, attempt, lockingNode, covered);
    }

    /** Locks its own node's lines; false if another transaction holds some of them, or there is no buffer. */
    boolean lockOwn(LineList reads, LineList mayWrite) {
        PartialLocks locks = directory.locks();
        if (locks.denies(transaction, mayWrite, true) || locks.denies(transaction, reads, false)) {
            return false;
        }
        FilterPairs bank = bank();
        int taken = pair == FilterPairs.NONE ? bank.take(transaction) : pair;
        if (taken == FilterPairs.NONE) {
            return false;
        }
        if (!locks.add(transaction, bank, taken)) {
            if (pair == FilterPairs.NONE) {
                bank.release(taken);
            }
            return false;
        }
        pair = taken;
        for (int i = 0; i < reads.size(); i++) {
            bank.read(pair, reads.get(i));
        }
        for (int i = 0; i < mayWrite.size(); i++) {
            bank.written(pair, mayWrite.get(i));
        }
        locked = true;
        lockedFirst = true;
        directory.detect(transaction, mayWrite, reads);
        return true;
    }

    /** Whether its own node's lines are locked since before it executes. */
    boolean hasLockedFirst() {
        return lockedFirst;
    }

    // What its NIC hears; false if it is not for this attempt.

    boolean isCurrent(long ofAttempt) {
        return active && !squashed && attempt == ofAttempt;
    }

    /** A node has agreed; answers whether all have. */
    boolean acknowledged() {
        awaited--;
        agreed = awaited == 0;
        return agreed;
    }

    /** A node has locked its lines; answers whether all have. */
    boolean granted() {
        lockingNode = covered.nextNode(lockingNode);
        if (lockingNode < 0) {
            return true;
        }
        askForLock();
        return false;
    }

    int ticket() {
        return ticket;
    }

    Stage stage() {
        return stage;
    }

    /** Completes the operation that {@code message} answers. */
    void addressTo(Message message) {
        message.completeTo(task, taskAttempt);
    }

    /** A node has not agreed, has squashed it, or has no filter for it. */
    void refused(AbortReason why) {
        squashedByOther(directory.refusals(), why);
    }
}
