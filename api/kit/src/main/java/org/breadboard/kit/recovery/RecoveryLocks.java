// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.runtime.Step;

/**
 * What a primary has locked for transactions that are being recovered, and for how many of them. Members tell it in
 * their own order: one may want a lock before the locks of the configuration before are released, and another one may
 * have decided on a transaction before a third one has told of its locks. Both wait here. The agent's stage only.
 */
final class RecoveryLocks {
    private final RecoverySource source;
    private boolean released;
    private boolean complete;
    private final Map<RecoveryId, List<RecoveredWrite>> early = new LinkedHashMap<>();
    private final List<RecoveryId> closedEarly = new ArrayList<>();
    private final Map<LockUnit, Integer> holders = new HashMap<>();
    private final Map<RecoveryId, List<LockUnit>> locksOf = new HashMap<>();

    private record LockUnit(int table, int partition, long unit) {}

    RecoveryLocks(RecoverySource source) {
        this.source = source;
    }

    /** Goes on releasing those of the configuration before, then takes what was wanted meanwhile. */
    void release(Step step) {
        released = source.release(step);
        if (released) {
            early.forEach((id, writes) -> lock(step, id, writes));
            early.clear();
        }
    }

    boolean areReleased() {
        return released;
    }

    /** Locks what a transaction wrote, as far as one log has it. */
    void lock(Step step, RecoveryId id, List<RecoveredWrite> writes) {
        if (!released) {
            early.computeIfAbsent(id, first -> new ArrayList<>()).addAll(writes);
            return;
        }
        List<LockUnit> held = locksOf.computeIfAbsent(id, first -> new ArrayList<>());
        for (RecoveredWrite write : writes) {
            LockUnit lock = new LockUnit(write.table(), write.partition(), source.lockUnit(write.table(), write.key()));
            if (!held.contains(lock)) {
                held.add(lock);
                if (holders.merge(lock, 1, Integer::sum) == 1) {
                    source.lock(step, lock.table(), lock.partition(), lock.unit());
                }
            }
        }
    }

    /** All members have told of their locks. */
    void complete(Step step) {
        complete = true;
        closedEarly.forEach(id -> unlock(step, id));
        closedEarly.clear();
    }

    /** A transaction is decided on, and applied. */
    void unlock(Step step, RecoveryId id) {
        if (!complete) {
            closedEarly.add(id);
            return;
        }
        List<LockUnit> held = locksOf.remove(id);
        for (LockUnit lock : held == null ? List.<LockUnit>of() : held) {
            if (holders.merge(lock, -1, Integer::sum) == 0) {
                holders.remove(lock);
                source.unlock(step, lock.table(), lock.partition(), lock.unit());
            }
        }
    }
}
