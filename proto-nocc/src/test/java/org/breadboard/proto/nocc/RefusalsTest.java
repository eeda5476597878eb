package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /** What a switch has no room for is said of program and switch, with the key and what would be right. */
    @Test
    void shouldRefuseAProgramThatItsSwitchCannotRun() {
        String who = "Program 'nocc' cannot run in the mix's switches, profile 'tofino': ";
        assertEquals(
                who
                        + "switch.maxPasses=4 would drop packets of this program, which may need 21 passes: it takes 21 or more.",
                refusal(NoccRuns.mix("nocc", "counters").switchHardware("maxPasses", 4)));
        String cache = refusal(NoccRuns.mix("nocc", "counters").program("cacheEntries", 100_000_000));
        assertTrue(
                cache.startsWith(who + "switch.cacheEntries=100000000 is more than this switch has room for"), cache);
        String stages = refusal(NoccRuns.mix("nocc", "counters").switchHardware("stages", 11));
        assertEquals(who + "NOCC's program has 12 stages, but this pipeline has 11; take a switch with more.", stages);
    }

    @Test
    void shouldRefuseReplication() {
        assertEquals(
                "NOCC's store is not replicated, so it cannot keep 2 copies of each record; cluster.replication: 1 is right.",
                refusal(NoccRuns.mix("occ", "counters").cluster(2, 2, 2)));
    }
}
