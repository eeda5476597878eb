// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.member.Configuration;
import org.junit.jupiter.api.Test;

class NodePlacementTest {
    private static final int NODES = 5;

    @Test
    void shouldFollowTheWorkloadWhereItCares() {
        NodePlacement chosen = new NodePlacement(Configuration.first(NODES, 3), new HalfPlaced());
        NodePlacement hashed = new NodePlacement(Configuration.first(NODES, 3), null);
        for (long key = 0; key < 1000; key++) {
            assertEquals(key % NODES, chosen.partition(0, key), "table 0 is placed by its workload");
            assertEquals(hashed.partition(1, key), chosen.partition(1, key), "table 1 is not");
        }
        assertEquals(4, chosen.primary(0, 4));
        assertEquals(1, chosen.node(4, 2), "backups are the next nodes, around the ring");
    }

    @Test
    void shouldSpreadKeysByTheirHash() {
        NodePlacement hashed = new NodePlacement(Configuration.first(NODES, 3), null);
        int[] keys = new int[NODES];
        for (long key = 0; key < 10_000; key++) {
            keys[hashed.partition(0, key)]++;
        }
        for (int count : keys) {
            assertTrue(Math.abs(count - 2000) < 200, count + " of 10000 keys");
        }
    }

    private static final class HalfPlaced implements Workload {
        @Override
        public int partition(int table, long key, int partitions) {
            return table == 0 ? (int) (key % partitions) : BY_HASH;
        }

        @Override
        public List<TableSpec> tables() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Population population(int table) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<TransactionLogic> transactions() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Generator generator(int node, int thread, Placement placement) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Invariant> invariants() {
            throw new UnsupportedOperationException();
        }
    }
}
