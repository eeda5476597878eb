// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Message;

/**
 * What a node keeps of decisions to commit, in memory that survives a crash. A transaction may be applied only once its
 * decision is safe: its own log records may be on machines that crash next (FaRM replicates log records for this
 * reason). The agent's stage only.
 */
final class DecisionLog {
    private static final String REGION = "recovery.log";
    private static final Layout LAYOUT = new Layout("kit.recovery", 2);
    /** Pages that nobody writes take no memory. */
    private static final long MOST_BYTES = 1 << 25;

    private static final int EPOCH = 8;
    private static final int FINISHED = 16;
    private static final int FIRST = 24;

    private final Recovery recovery;
    private final Region region;

    DecisionLog(NodeContext scope) {
        recovery = scope.recovery();
        region = scope.region(REGION + "." + scope.epoch(), MOST_BYTES, Lifetime.SURVIVES_CRASH, LAYOUT);
        region.putLong(EPOCH, scope.epoch());
    }

    /** Appends a message that says all of a transaction. */
    void append(Message decision) {
        long used = region.getLong(0);
        long bytes = Long.BYTES + (decision.lengthBytes() + 7L & ~7L);
        if (FIRST + used + bytes > MOST_BYTES) {
            throw new IllegalStateException("the log of decisions is full after " + used + " B");
        }
        region.putLong(FIRST + used, decision.lengthBytes());
        region.write(FIRST + used + Long.BYTES, decision.bytes(), 0, decision.lengthBytes());
        region.putLongRelease(0, used + bytes);
    }

    /** Shows what the logs of earlier epochs have. */
    void forEachKept(BiConsumer<RecoveryId, List<RecoveredWrite>> visitor) {
        for (Region kept : recovery.kept(REGION)) {
            long used = kept.getLong(0);
            for (long at = FIRST; at < FIRST + used; ) {
                byte[] decision = new byte[(int) kept.getLong(at)];
                kept.read(at + Long.BYTES, decision, 0, decision.length);
                visitor.accept(Decisions.id(decision), Decisions.writes(decision));
                at += Long.BYTES + (decision.length + 7L & ~7L);
            }
        }
    }

    /**
     * Before which epoch all is decided and applied, as far as this node knows: others may not have come as far when
     * they stopped, and still have logs of it. 0 if nothing is.
     */
    long finishedBefore() {
        long epoch = 0;
        for (Region kept : recovery.kept(REGION)) {
            epoch = kept.getLong(FINISHED) == 0 ? epoch : Math.max(epoch, kept.getLong(EPOCH));
        }
        return epoch;
    }

    /** All is applied: nobody needs these decisions, nor those of before. */
    void clear() {
        region.putLongRelease(FINISHED, 1);
        region.putLongRelease(0, 0);
        new ArrayList<>(recovery.kept(REGION)).forEach(recovery::drop);
    }
}
