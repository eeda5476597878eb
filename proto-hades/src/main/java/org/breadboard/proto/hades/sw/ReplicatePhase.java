// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.cost.CpuCategory;

/**
 * Writes the new records to the copies that back them up, while they are locked at their primaries, and waits: so the
 * copies of a record are written one version after another. Nobody reads them before a failure.
 */
final class ReplicatePhase extends SwPhase {
    private static final int FIRST_BACKUP = 1;

    private int copy;

    ReplicatePhase(SwAttempt attempt) {
        super(attempt);
    }

    @Override
    CpuCategory category() {
        return CpuCategory.OTHER;
    }

    @Override
    protected void begin(Step step) {
        copy = FIRST_BACKUP;
    }

    @Override
    protected boolean post(Step step, int access) {
        if (!attempt().isLastWrite(access)) {
            return true;
        }
        while (copy < setup().placement().copies(attempt().footprint().partition(access))) {
            int node = setup().placement().node(attempt().footprint().partition(access), copy);
            if (node == setup().node()) {
                writeHere(step, access);
            } else if (!attempt().verbs().writeCopy(metered(step, CpuCategory.OTHER), attempt(), access, node)) {
                return false;
            }
            copy++;
        }
        copy = FIRST_BACKUP;
        return true;
    }

    private void writeHere(Step step, int access) {
        int slotBytes = attempt().format(access).slotBytes();
        byte[] slot = attempt().slot(slotBytes);
        attempt().encode(access, slot);
        Region region = attempt().table(access).region(attempt().footprint().partition(access));
        long address = attempt().footprint().address(access);
        setup().memory().store(metered(step, CpuCategory.OTHER), region, address, slotBytes);
        region.write(address, slot, 0, slotBytes);
    }
}
