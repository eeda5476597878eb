// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** Clients of a node use the ordered records whose primary it is, whoever's they were at first. */
class MovedTest {
    private static final int NODES = 3;
    private static final int DRAWS = 500;

    private final Workload workload = new Contended()
            .create(
                    Settings.defaultsOf(new Contended().settings())
                            .with("shape", 3)
                            .with("absent", true)
                            .with("ordered", true)
                            .with("pairs", true)
                            .with("keys", 16),
                    NODES,
                    1,
                    1);
    private final Workload.Generator generator = workload.generator(1, 0, new OneIsDown(-1));
    private final RandomStream random = TestParts.random(1, 1);
    private final Transaction transaction = new Transaction();

    /** A partition for each node, whose primary is that node, or the next one while it is down. */
    private final class OneIsDown implements Placement {
        private final int down;

        private OneIsDown(int down) {
            this.down = down;
        }

        @Override
        public int partitions() {
            return NODES;
        }

        @Override
        public int partition(int table, long key) {
            int chosen = workload.partition(table, key, NODES);
            return chosen == Workload.BY_HASH ? (int) (key % NODES) : chosen;
        }

        @Override
        public int replicas() {
            return 1;
        }

        @Override
        public int node(int partition, int index) {
            return (partition == down ? partition + 1 : partition) % NODES;
        }
    }

    /** The partitions of the ordered table that the transaction uses in its first round. */
    private Set<Integer> partitions() {
        Set<Integer> used = new TreeSet<>();
        transaction.run(0);
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.table(access) == ContendedWorkload.SORTED) {
                used.add(workload.partition(ContendedWorkload.SORTED, transaction.key(access), NODES));
            }
        }
        return used;
    }

    private void draw() {
        generator.next(random, transaction.input());
        transaction.reset();
    }

    private Set<Integer> drawn() {
        Set<Integer> used = new TreeSet<>();
        for (int i = 0; i < DRAWS; i++) {
            draw();
            used.addAll(partitions());
        }
        return used;
    }

    @Test
    void shouldUseWhatAPromotedPrimaryHas() {
        assertEquals(Set.of(1), drawn());
        generator.moved(new OneIsDown(0));
        assertEquals(Set.of(0, 1), drawn());
        generator.moved(new OneIsDown(-1));
        assertEquals(Set.of(1), drawn());
    }

    @Test
    void shouldUseNoOrderedRecordsOfANodeThatHasNone() {
        generator.moved(new OneIsDown(1));
        assertEquals(Set.of(), drawn());
    }

    @Test
    void shouldTellWhatNoLongerFits() {
        generator.moved(new OneIsDown(0));
        int moved = 0;
        for (int i = 0; i < DRAWS; i++) {
            draw();
            assertTrue(generator.fits(transaction.input()));
            boolean uses = partitions().contains(0);
            generator.moved(new OneIsDown(-1));
            if (uses) {
                assertFalse(generator.fits(transaction.input()));
                moved++;
            }
            generator.moved(new OneIsDown(0));
        }
        assertTrue(moved > DRAWS / 20, moved + " of " + DRAWS);
    }
}
