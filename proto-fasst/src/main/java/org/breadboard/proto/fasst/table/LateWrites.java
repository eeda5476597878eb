// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** Writes values some time after their headers were unlocked: a planted fault. */
public final class LateWrites extends Task {
    private static final long DELAY_NS = 2_000;

    private final ArrayDeque<LateWrite> writes = new ArrayDeque<>();

    /** Nothing is to be written yet. */
    public LateWrites() {}

    void add(Step step, Region region, long address, byte[] value, int at, int lengthBytes) {
        if (writes.isEmpty()) {
            step.timer(this, DELAY_NS);
        }
        byte[] copy = Arrays.copyOfRange(value, at, at + lengthBytes);
        writes.add(new LateWrite(step.nowNs() + DELAY_NS, region, address, copy));
    }

    @Override
    protected Next step(Step step) {
        while (!writes.isEmpty() && writes.peek().dueNs <= step.nowNs()) {
            LateWrite write = writes.remove();
            write.region.write(write.address, write.value, 0, write.value.length);
        }
        if (!writes.isEmpty()) {
            step.timer(this, (double) Math.max(1, writes.peek().dueNs - step.nowNs()));
        }
        return Next.AWAIT;
    }

    private record LateWrite(long dueNs, Region region, long address, byte[] value) {}
}
