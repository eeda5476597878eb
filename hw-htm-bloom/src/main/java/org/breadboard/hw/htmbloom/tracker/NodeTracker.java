// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.tracker;

import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.LineList;
import org.breadboard.hw.htmbloom.directory.OwnTransaction;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Wire;

/**
 * A transaction on its own node (HADES Table II). Its state is its node's: steps of its stage and hops of its node's
 * NIC touch it, which are of one thread.
 */
public final class NodeTracker implements Tracker {
    private final Directory directory;
    private final DeniedRequests denied;
    private final NicPort port;
    private final OwnTransaction own;
    private final OwnMemory memory;
    private final OwnLock lock;
    private final OtherNodes others;
    private final LockFirst lockFirst;

    private int awaited;
    private int ticket;

    NodeTracker(
            Directory directory,
            DeniedRequests denied,
            NicPort port,
            OwnTransaction own,
            OwnMemory memory,
            OwnLock lock,
            OtherNodes others,
            LockFirst lockFirst) {
        this.directory = directory;
        this.denied = denied;
        this.port = port;
        this.own = own;
        this.memory = memory;
        this.lock = lock;
        this.others = others;
        this.lockFirst = lockFirst;
    }

    // Attempts.

    @Override
    public boolean begin(Step step, boolean watchesLocal) {
        if (own.isActive()) {
            throw new IllegalStateException("an attempt begins before the one before it was finished or abandoned");
        }
        directory.complete();
        if (!lock.begin(watchesLocal)) {
            return false;
        }
        own.begin(watchesLocal);
        memory.begin();
        return true;
    }

    @Override
    public boolean isStalled(Step step) {
        LineList stored = own.isWatched() ? own.stores().lines() : lock.declaredWrites();
        boolean stalls = directory.locks().areRead(own.number(), stored);
        if (stalls) {
            denied.stalled();
            step.stall(directory.tripNs());
        }
        return stalls;
    }

    @Override
    public void finish(Step step) {
        if (!own.isActive() || own.isSquashed() || awaited > 0) {
            throw new IllegalStateException("a transaction is finished that may not commit");
        }
        port.use(step);
        if (!own.isWatched()) {
            port.post(step);
        }
        memory.publish(step);
        others.validate();
        end();
    }

    @Override
    public void abandon(Step step) {
        if (!own.isActive()) {
            return;
        }
        port.use(step);
        others.cancel();
        own.drop();
        end();
    }

    private void end() {
        boolean unlocks = lock.release();
        own.end();
        awaited = 0;
        others.clear();
        lockFirst.clear();
        if (unlocks) {
            denied.tryAgain();
        }
    }

    @Override
    public AbortReason reason() {
        return own.reason();
    }

    // Its own node's memory.

    @Override
    public Access load(Step step, Region region, long address, byte[] target, int offset, int lengthBytes) {
        port.use(step);
        return memory.load(step, region, address, target, offset, lengthBytes);
    }

    @Override
    public Access store(Step step, Region region, long address, byte[] source, int offset, int lengthBytes) {
        port.use(step);
        return memory.store(step, region, address, source, offset, lengthBytes);
    }

    @Override
    public boolean isDenied(Step step, Region region, long address, int lengthBytes, boolean isStore) {
        return memory.isDenied(step, region, address, lengthBytes, isStore);
    }

    @Override
    public void declare(Step step, Region region, long address, int lengthBytes, boolean isStore) {
        lock.declare(directory.line(region, address), directory.line(region, address + lengthBytes - 1), isStore);
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
        if (!own.isSquashed()) {
            others.read(step, node, region, address, lengthBytes, witnessAddress, witnessBytes, newTicket);
        }
    }

    @Override
    public boolean prepare(Step step, int node, String region, long address, int lengthBytes, int newTicket) {
        return !own.isSquashed() && others.prepare(step, node, region, address, lengthBytes, newTicket);
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
    public void keep(int node, String region, long address, byte[] source, int offset, int lengthBytes) {
        others.keep(node, region, address, source, offset, lengthBytes);
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
        if (own.isSquashed()) {
            return Access.SQUASHED;
        }
        port.use(step);
        AbortReason failure = lock.take(step, own.isWatched() ? memory.findTagged(step) : null);
        if (failure == null) {
            return Access.DONE;
        }
        own.squash(directory.squashes().byLock(), failure);
        return Access.SQUASHED;
    }

    @Override
    public boolean intend(Step step, int newTicket) {
        if (own.isSquashed()) {
            throw new IllegalStateException("a squashed transaction cannot commit");
        }
        ticket = newTicket;
        port.use(step);
        awaited = others.count();
        if (awaited == 0) {
            own.agree();
            return false;
        }
        port.post(step);
        others.intend();
        return true;
    }

    // Locks before the execution.

    @Override
    public void cover(int node, String region, long address, int lengthBytes, boolean mayWrite) {
        lockFirst.cover(node, region, address, lengthBytes, mayWrite);
    }

    @Override
    public boolean lockFirst(Step step, boolean watchesLocal, int newTicket) {
        if (!begin(step, watchesLocal)) {
            return false;
        }
        ticket = newTicket;
        port.use(step);
        port.post(step);
        lockFirst.begin();
        return true;
    }

    // What its NIC hears.

    /** Locks lines of its own node before it executes; false if that has to wait. */
    public boolean takeLocks(LineList reads, LineList mayWrite) {
        return lock.takeFirst(reads, mayWrite);
    }

    /** It is answered, or told. */
    public void hear(Transit transit, Message message) {
        if (!own.isCurrent(Wire.attempt(message))) {
            transit.release(message);
            return;
        }
        boolean completes = switch (message.kind()) {
            case Wire.DATA -> true;
            case Wire.ACK -> acknowledged();
            case Wire.GRANTED -> lockFirst.granted();
            case Wire.NACK, Wire.SQUASH -> refused(AbortReason.SQUASHED);
            case Wire.REFUSED -> refused(AbortReason.EXHAUSTED);
            default -> throw new IllegalStateException("no answer has kind " + message.kind());
        };
        if (!completes) {
            transit.release(message);
            return;
        }
        if (message.kind() != Wire.DATA) {
            message.lengthBytes(0);
            message.kind(ticket);
            own.addressTo(message);
        } else {
            message.kind(Wire.ticket(message));
        }
        transit.complete(own.stage(), message);
    }

    /** A node has agreed; answers whether all have. */
    private boolean acknowledged() {
        awaited--;
        if (awaited == 0) {
            own.agree();
        }
        return awaited == 0;
    }

    /** A node has not agreed, has squashed it, or has no filter for it. */
    private boolean refused(AbortReason why) {
        own.squashedByOther(directory.squashes().byOtherNode(), why);
        return false;
    }
}
