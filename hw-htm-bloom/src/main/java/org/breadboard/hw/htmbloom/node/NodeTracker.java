package org.breadboard.hw.htmbloom.node;

import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * A transaction on its own node (HADES Table II). Its state is its node's: steps of its stage and hops of its node's NIC touch it, which are of one
 * thread.
 */
final class NodeTracker implements Tracker {
    private final Directory directory;
    private final Nic nic;
    private final Stage stage;
    private final Task task;
    private final int transaction;
    private final OwnMemory memory;
    private final OwnLock lock;
    private final OtherNodes others;
    private final LockFirst lockFirst;

    private long attempt;
    private long taskAttempt;
    private boolean active;
    private boolean squashed;
    private boolean agreed;
    private boolean local;
    private AbortReason reason;
    private int awaited;
    private int ticket;

    NodeTracker(Directory directory, Stage stage, Task task) {
        this.directory = directory;
        this.nic = directory.nic();
        this.stage = stage;
        this.task = task;
        int core = directory.core(stage);
        int tag = directory.add(this);
        transaction = directory.node * directory.parameters.tags + tag;
        memory = new OwnMemory(directory, this, core, tag);
        lock = new OwnLock(directory, transaction);
        others = new OtherNodes(directory, this);
        lockFirst = new LockFirst(directory, this);
        stage.reserve(OtherNodes.MOST_OUTSTANDING + 1);
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

    /** Its filters on its own node, and its lock there. */
    OwnLock lock() {
        return lock;
    }

    /** What other nodes know of it. */
    OtherNodes others() {
        return others;
    }

    long attempt() {
        return attempt;
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
        if (!lock.begin(watchesLocal)) {
            return false;
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
    public boolean isStalled(Step step) {
        LineList stored = local ? memory.stored() : lock.declaredWrites();
        boolean stalls = directory.locks().areRead(transaction, stored);
        if (stalls) {
            directory.stalled();
            step.stall(directory.parameters.caches.llcNs());
        }
        return stalls;
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
        others.validate();
        end();
    }

    @Override
    public void abandon(Step step) {
        if (!active) {
            return;
        }
        directory.outlet.use(step);
        if (directory.parameters.breakage != Breakage.UNTOLD_NODES) {
            others.cancel();
        }
        memory.drop();
        end();
    }

    private void end() {
        boolean unlocks = lock.release();
        active = false;
        awaited = 0;
        memory.clear();
        others.clear();
        lockFirst.clear();
        if (unlocks) {
            directory.tryAgain();
        }
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
        lock.declare(
                directory.space.line(region, address),
                directory.space.line(region, address + lengthBytes - 1),
                isStore);
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
        if (!squashed) {
            others.read(step, node, region, address, lengthBytes, witnessAddress, witnessBytes, newTicket);
        }
    }

    @Override
    public boolean prepare(Step step, int node, String region, long address, int lengthBytes, int newTicket) {
        return !squashed && others.prepare(step, node, region, address, lengthBytes, newTicket);
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
        others.write(node, region, address, source, offset, lengthBytes, durable);
    }

    @Override
    public void witness(int node, String region, long address, long value) {
        others.witness(node, region, address, value);
    }

    @Override
    public void advance(int node, String region, long address, long by) {
        others.advance(node, region, address, by);
    }

    // The commit.

    @Override
    public Access lock(Step step) {
        if (squashed) {
            return Access.SQUASHED;
        }
        directory.outlet.use(step);
        AbortReason failure = lock.take(step, local ? memory.findTagged(step) : null);
        return failure == null ? Access.DONE : squash(directory.lockSquashes(), failure);
    }

    @Override
    public boolean intend(Step step, int newTicket) {
        if (squashed) {
            throw new IllegalStateException("a squashed transaction cannot commit");
        }
        ticket = newTicket;
        directory.outlet.use(step);
        awaited = others.count();
        if (awaited == 0) {
            agreed = true;
            return false;
        }
        step.busy(directory.parameters.postNs);
        others.intend();
        return true;
    }

    // Locks before the execution.

    @Override
    public void cover(int node, String region, long address, int lengthBytes, boolean mayWrite) {
        lockFirst.cover(node, nic.regionNumber(region), address, lengthBytes, mayWrite);
    }

    @Override
    public boolean lockFirst(Step step, boolean watchesLocal, int newTicket) {
        if (!begin(step, watchesLocal)) {
            return false;
        }
        ticket = newTicket;
        directory.outlet.use(step);
        step.busy(directory.parameters.postNs);
        lockFirst.begin();
        return true;
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
        return lockFirst.granted();
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
