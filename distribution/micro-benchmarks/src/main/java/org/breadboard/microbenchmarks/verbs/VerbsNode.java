// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode;

/** One node after the run: what was written must be there, and atomics must add up. */
final class VerbsNode implements ProtocolNode {
    private final int node;
    private final Region region;
    private final VerbsSettings settings;
    private final List<Region> regions;
    private final List<VerbsClient> clients;

    /** {@code regions} and {@code clients} are those of all nodes, once all are built. */
    VerbsNode(int node, Region region, VerbsSettings settings, List<Region> regions, List<VerbsClient> clients) {
        this.node = node;
        this.region = region;
        this.regions = regions;
        this.settings = settings;
        this.clients = clients;
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        // A micro-benchmark has no records.
    }

    /** Each node's own bytes; the sum of atomics over all nodes is node 0's to judge. */
    @Override
    public List<String> violations() {
        List<String> found = new ArrayList<>();
        switch (settings.verb()) {
            case WRITE -> clients.forEach(client -> checkWrites(client, found));
            case CAS, FAA -> checkSum(found);
            default -> {}
        }
        return found;
    }

    private void checkSum(List<String> found) {
        if (node != 0) {
            return;
        }
        long sum = 0;
        for (Region words : regions) {
            for (long address = 0; address < words.sizeBytes(); address += Long.BYTES) {
                sum += words.getLong(address);
            }
        }
        long expected = clients.stream().mapToLong(VerbsClient::succeeded).sum();
        if (sum != expected) {
            found.add("Atomics that succeeded are " + expected + ", but the words add up to " + sum + ".");
        }
    }

    private void checkWrites(VerbsClient client, List<String> found) {
        for (int index = 0; index < settings.batch(); index++) {
            int last = client.lastWritten(node, index);
            long expected = last == 0 ? 0 : Pattern.written(client.ordinal(), last);
            for (int i = 0; i + Long.BYTES <= settings.valueBytes(); i += Long.BYTES) {
                long there = region.getLong(client.place(index) + i);
                boolean right = settings.transport() == Transport.UC
                        ? there == 0 || there >>> Integer.SIZE == client.ordinal()
                        : there == expected;
                if (!right && found.size() < 10) {
                    found.add("Node " + node + " holds " + Long.toHexString(there) + " at " + (client.place(index) + i)
                            + " where client " + client.ordinal() + " last wrote " + Long.toHexString(expected) + ".");
                }
            }
        }
    }
}
