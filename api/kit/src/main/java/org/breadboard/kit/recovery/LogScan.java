// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/** Goes through the logs that earlier configurations left on a node, some slots of them in a step. One thread. */
public final class LogScan {
    /** A log of an earlier configuration, in slots: whatever is looked at in one go. */
    @ConsumerType
    public interface SlottedLog {
        /** Where it lies. */
        Region region();

        /** How many slots it has; 0 where its configuration ended before it was laid out. */
        long slots();

        /** Shows what a slot, counted from 0, holds; not at all if that is not whole. */
        void show(long slot, RecoverySource.LogSink sink);
    }

    private final Recovery recovery;
    private final String prefix;
    private final Function<Region, SlottedLog> reader;
    private final int slotsPerStep;
    private final double slotNs;
    private List<SlottedLog> logs;
    private int log;
    private long slot;

    /**
     * Nothing is looked at yet.
     *
     * @param prefix what names of regions with logs begin with
     * @param reader reads a log that lies in a region
     * @param slotsPerStep at how many slots a step looks at most
     * @param slotNs how long memory keeps the CPU waiting for a slot, in ns
     */
    public LogScan(
            Recovery recovery, String prefix, Function<Region, SlottedLog> reader, int slotsPerStep, double slotNs) {
        this.recovery = recovery;
        this.prefix = prefix;
        this.reader = reader;
        this.slotsPerStep = slotsPerStep;
        this.slotNs = slotNs;
    }

    /** Looks at some more; true when all has been shown. */
    public boolean go(Step step, RecoverySource.LogSink sink) {
        for (int left = slotsPerStep; log < logs().size(); left--) {
            if (slot == logs().get(log).slots()) {
                slot = 0;
                log++;
            } else if (left <= 0) {
                return false;
            } else {
                step.stall(slotNs);
                logs().get(log).show(slot++, sink);
            }
        }
        return true;
    }

    /** Gives all of them back: nothing in them is needed any more. */
    public void drop() {
        logs().forEach(each -> recovery.drop(each.region()));
    }

    /** Found when they are first asked for, since copies of tables may come with theirs. */
    private List<SlottedLog> logs() {
        if (logs == null) {
            logs = new ArrayList<>();
            recovery.kept(prefix).forEach(region -> logs.add(reader.apply(region)));
        }
        return logs;
    }
}
