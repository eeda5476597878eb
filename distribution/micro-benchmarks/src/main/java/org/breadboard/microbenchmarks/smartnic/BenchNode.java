// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode;

/** One node after the run: what was written to node 0 must be there. */
final class BenchNode implements ProtocolNode {
    private final Region values;
    private final List<Asker> askers;
    private final BenchSettings settings;

    /** {@code values} null: this node was not written to; {@code askers} are those of all nodes, once all are built. */
    BenchNode(Region values, List<Asker> askers, BenchSettings settings) {
        this.values = values;
        this.askers = askers;
        this.settings = settings;
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        // A micro-benchmark has no records.
    }

    @Override
    public List<String> violations() {
        List<String> found = new ArrayList<>();
        if (values != null) {
            askers.forEach(asker -> check(asker, found));
        }
        return found;
    }

    private void check(Asker asker, List<String> found) {
        for (int context = 0; context < asker.contexts(); context++) {
            for (int i = 0; i + Long.BYTES <= settings.valueBytes; i += Long.BYTES) {
                long there = values.getLong(asker.place(context) + i);
                if (there != asker.lastWritten(context) && found.size() < 10) {
                    found.add("Node 0 holds " + Long.toHexString(there) + " at " + (asker.place(context) + i)
                            + " where " + Long.toHexString(asker.lastWritten(context)) + " was written last.");
                }
            }
        }
    }
}
