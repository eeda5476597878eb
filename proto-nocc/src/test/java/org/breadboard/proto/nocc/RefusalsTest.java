package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;

/** What NOCC cannot run, in one sentence each. */
class RefusalsTest {
    private static String refusal(TestMix mix) {
        return assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
    }

    /** Decision 6: operations carry values of 16 B and keys of 4 B. */
    @Test
    void shouldRefuseLongValues() {
        assertEquals(
                "table usertable has values of 1000 B, but NOCC's operations carry 16 B; use a workload with shorter ones.",
                refusal(NoccRuns.mix("occ", "ycsb").workload("fields", 10).workload("fieldBytes", 100)));
    }
}
