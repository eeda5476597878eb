// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.junit.jupiter.api.Test;

final class WorkloadContractTest {
    /** Not found by JUnit, since it is no top-level class of a test's name. */
    private static final class Churn extends WorkloadContract {
        private final boolean local;

        Churn(boolean local) {
            this.local = local;
        }

        @Override
        protected WorkloadType type() {
            return new OrderedChurn();
        }

        @Override
        protected Settings settings() {
            return super.settings().with("local", local);
        }
    }

    @Test
    void shouldAcceptRangesOfOneNode() {
        new Churn(true).shouldKeepWhatIsOrderedOnTheNodeOfItsClient();
    }

    @Test
    void shouldFindRangesOfSeveralNodesBeforeARunDoes() {
        AssertionError error =
                assertThrows(AssertionError.class, new Churn(false)::shouldKeepWhatIsOrderedOnTheNodeOfItsClient);
        assertTrue(
                error.getMessage().startsWith("Workload.partition has to place the keys of a range together"),
                error.getMessage());
        assertTrue(error.getMessage().contains("of table 'ordered', whose keys are on nodes"), error.getMessage());
    }
}
