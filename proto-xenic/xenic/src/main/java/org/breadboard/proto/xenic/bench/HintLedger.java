// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import org.breadboard.proto.xenic.store.Placements;

/**
 * What a SmartNIC that knows all would know of each segment while its table fills, and how often that changes in the
 * last part of the filling (Xenic 4.1.3): by how many insertions a segment's highest displacement grows, and by how
 * many one grows by more than one. Records that go to overflow buckets are counted apart, since the NIC knows of those
 * by their address.
 */
final class HintLedger implements Placements {
    private final int[] known;
    private final int limit;
    private boolean measuring;
    private int mostRaised;
    private boolean overflowed;
    private long insertions;
    private long raised;
    private long raisedByMore;
    private long overflown;

    HintLedger(int segments, int limit) {
        known = new int[segments];
        this.limit = limit;
    }

    @Override
    public void placed(int segment, int displacement) {
        if (displacement >= limit) {
            overflowed = true;
        } else if (displacement > known[segment]) {
            mostRaised = Math.max(mostRaised, displacement - known[segment]);
            known[segment] = displacement;
        }
    }

    /** Counts from here on. */
    void measure() {
        measuring = true;
    }

    /** An insertion is complete. */
    void inserted() {
        if (measuring) {
            insertions++;
            raised += mostRaised > 0 ? 1 : 0;
            raisedByMore += mostRaised > 1 ? 1 : 0;
            overflown += overflowed ? 1 : 0;
        }
        mostRaised = 0;
        overflowed = false;
    }

    long insertions() {
        return insertions;
    }

    long raised() {
        return raised;
    }

    long raisedByMore() {
        return raisedByMore;
    }

    long overflown() {
        return overflown;
    }
}
