// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;

/**
 * Counts what a node's filters do. A check is one line against one filter; it is a false positive if the filter claims
 * a line that was not inserted, whether or not the transaction that has it would have been squashed for another line
 * too. Where a line is checked against all filters of a pool, those of the transaction that asks count as well. The
 * checks of an access are counted once: what it asks again after it was denied is counted apart. One thread.
 */
public final class FilterTally {
    private final Counter checks;
    private final Counter falsePositives;
    private final Counter checksAgain;
    private final Counter falsePositivesAgain;
    private final Counter inserts;
    private final Counter energyFj;
    private final long probeFj;
    private final long insertFj;
    private boolean again;

    FilterTally(NodeScope scope, DirectoryParameters parameters) {
        checks = scope.counter("filter.checks");
        falsePositives = scope.counter("filter.falsePositives");
        checksAgain = scope.counter("filter.checksAgain");
        falsePositivesAgain = scope.counter("filter.falsePositivesAgain");
        inserts = scope.counter("filter.inserts");
        energyFj = scope.counter("filter.energyFj");
        probeFj = Math.round(1000 * (parameters.filterReadPj + parameters.crcPj));
        insertFj = Math.round(1000 * (parameters.filterWritePj + parameters.crcPj));
    }

    /** Whether the checks that follow are those of an access that was denied before: they are counted apart. */
    public void again(boolean isAgain) {
        again = isAgain;
    }

    void probed(int filters) {
        (again ? checksAgain : checks).add(filters);
        energyFj.add(filters * probeFj);
    }

    void claimedFalsely() {
        (again ? falsePositivesAgain : falsePositives).add(1);
    }

    void inserted() {
        inserts.add(1);
        energyFj.add(insertFj);
    }
}
