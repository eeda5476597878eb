// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Consumer;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.testkit.TestStep;
import org.junit.jupiter.api.Test;

class LookupCostTest {
    private static final int AT_ONCE = 4;

    private static LookupCost cost(Lookups lookups) {
        return new LookupCost(new MemoryCost(100, 25), lookups, AT_ONCE);
    }

    private static double chargedNs(LookupCost cost, Consumer<StallStep> poll) {
        StallStep step = new StallStep();
        poll.accept(step);
        cost.pollEnds();
        return step.stalledNs;
    }

    @Test
    void shouldFetchBucketsOfAPollAtOnceAndWaitForEachValue() {
        LookupCost cost = cost(Lookups.PREFETCHED);
        double four = chargedNs(cost, step -> {
            for (int i = 0; i < AT_ONCE; i++) {
                cost.read(step, 1, true);
            }
        });
        assertEquals(100 + AT_ONCE * 100, four);
    }

    @Test
    void shouldKnowNothingOfTheNextPoll() {
        LookupCost cost = cost(Lookups.PREFETCHED);
        assertEquals(200, chargedNs(cost, step -> cost.read(step, 1, true)));
        assertEquals(200, chargedNs(cost, step -> cost.read(step, 1, true)));
    }

    @Test
    void shouldWaitForLinkedBucketsButForNoValueThatIsNotThere() {
        LookupCost cost = cost(Lookups.PREFETCHED);
        assertEquals(300, chargedNs(cost, step -> cost.read(step, 3, false)));
    }

    @Test
    void shouldWriteForTwiceAsMuch() {
        LookupCost cost = cost(Lookups.PREFETCHED);
        assertEquals(400, chargedNs(cost, step -> cost.write(step, 1)));
    }

    @Test
    void shouldTakeALookupForOneAccessWhereToldTo() {
        LookupCost cost = cost(Lookups.ONE_MISS);
        assertEquals(100, chargedNs(cost, step -> cost.read(step, 1, true)));
        assertEquals(400, chargedNs(cost, step -> cost.write(step, 2)));
    }

    private static final class StallStep extends TestStep {
        private double stalledNs;

        @Override
        public void stall(double ns) {
            stalledNs += ns;
        }
    }
}
