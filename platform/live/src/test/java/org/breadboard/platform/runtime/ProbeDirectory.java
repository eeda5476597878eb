// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * The smallest memory that hardware watches: exact tags per word, lazy conflicts. A commit squashes whoever else has
 * touched what it writes; while a line is locked, accesses are denied. Owned by one affinity.
 */
final class ProbeDirectory {
    enum Access {
        DONE,
        DENIED,
        SQUASHED
    }

    static final String AFFINITY = "directory";

    private static final double ACCESS_NS = 40;

    private final Region memory;
    private final List<Transaction> transactions = new ArrayList<>();
    private final Hop squash;
    private long lockedAddress = -1;
    private Task locker;

    private static final class Transaction {
        final Task task;
        final Stage stage;
        final long attempt;
        final List<Long> read = new ArrayList<>();
        final List<Long> written = new ArrayList<>();
        final List<byte[]> values = new ArrayList<>();
        boolean squashed;

        Transaction(Step step, Task task) {
            this.task = task;
            this.stage = step.stage();
            this.attempt = task.attempt();
        }
    }

    ProbeDirectory(Region memory) {
        this.memory = memory;
        squash = (transit, message) -> {
            transit.squash((Stage) message.owner(), message.task(), message.attempt());
            transit.release(message);
        };
    }

    /** Locks a line for longer than a step, as a commit that goes over the network does. */
    void lock(Task task, long address) {
        lockedAddress = address;
        locker = task;
    }

    void unlock() {
        lockedAddress = -1;
        locker = null;
    }

    public boolean begin(Step step, Task task) {
        abort(step, task);
        transactions.add(new Transaction(step, task));
        return true;
    }

    public Access load(Step step, Task task, long address, byte[] target, int offset, int lengthBytes) {
        step.busy(ACCESS_NS);
        Transaction mine = find(task);
        if (mine == null || mine.squashed) {
            return Access.SQUASHED;
        }
        if (isDenied(task, address)) {
            return Access.DENIED;
        }
        mine.read.add(address);
        int own = mine.written.lastIndexOf(address);
        if (own >= 0) {
            System.arraycopy(mine.values.get(own), 0, target, offset, lengthBytes);
        } else {
            memory.read(address, target, offset, lengthBytes);
        }
        return Access.DONE;
    }

    public Access store(Step step, Task task, long address, byte[] source, int offset, int lengthBytes) {
        step.busy(ACCESS_NS);
        Transaction mine = find(task);
        if (mine == null || mine.squashed) {
            return Access.SQUASHED;
        }
        if (isDenied(task, address)) {
            return Access.DENIED;
        }
        byte[] value = new byte[lengthBytes];
        System.arraycopy(source, offset, value, 0, lengthBytes);
        mine.written.add(address);
        mine.values.add(value);
        return Access.DONE;
    }

    public Access commit(Step step, Task task) {
        Transaction mine = find(task);
        if (mine == null || mine.squashed) {
            return Access.SQUASHED;
        }
        for (Long address : mine.written) {
            if (isDenied(task, address)) {
                return Access.DENIED;
            }
        }
        for (Transaction other : transactions) {
            if (other != mine && !other.squashed && touches(other, mine.written)) {
                other.squashed = true;
                Message message = step.take(0);
                message.owner(other.stage);
                message.completeTo(other.task, other.attempt);
                step.leave(squash, message);
            }
        }
        for (int i = 0; i < mine.written.size(); i++) {
            memory.write(mine.written.get(i), mine.values.get(i), 0, mine.values.get(i).length);
        }
        transactions.remove(mine);
        return Access.DONE;
    }

    public void abort(Step step, Task task) {
        transactions.removeIf(transaction -> transaction.task == task);
    }

    private boolean isDenied(Task task, long address) {
        return address == lockedAddress && locker != task;
    }

    private static boolean touches(Transaction other, List<Long> written) {
        return written.stream().anyMatch(address -> other.read.contains(address) || other.written.contains(address));
    }

    private Transaction find(Task task) {
        for (Transaction transaction : transactions) {
            if (transaction.task == task && transaction.attempt == task.attempt()) {
                return transaction;
            }
        }
        return null;
    }
}
