// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What NOCC cannot run, in one sentence each. */
class RefusalsTest {
    private static String refusal(TestMix mix) {
        return assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
    }

    /** Decision 6: operations carry values of 16 B and keys of 4 B. */
    @Test
    void shouldRefuseLongValues() {
        assertEquals(
                "mix 'test': table 'usertable' of workload 'ycsb' has values of 1000 bytes, and protocol 'occ' stores at most"
                        + " 16 bytes.",
                refusal(NoccRuns.mix("occ", "ycsb").workload("fields", 10).workload("fieldBytes", 100)));
    }

    private static TestMix odd(List<TableSpec> tables, long... keys) {
        List<Plugin> plugins = new ArrayList<>(NoccRuns.PLUGINS);
        plugins.add(new OddTables(tables, keys));
        return TestMix.of(plugins, NoccRuns.NIC, "occ", "odd").cluster(1, 4, 1).clients(1, 8);
    }

    private static List<TableSpec> tables(int count) {
        return IntStream.range(0, count)
                .mapToObj(id -> new TableSpec(id, "t" + id, 16, 10, false))
                .toList();
    }

    @Test
    void shouldRefuseMoreTablesThanItsKeysTellApart() {
        assertEquals(
                "the workload has 16 tables, but NOCC's keys of 4 B can tell 15 apart; use a workload of at most as many.",
                refusal(odd(tables(16), 7)));
        NoccRuns.verified(odd(tables(15), 7), 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1 << 28, 1L << 32, -1, Long.MIN_VALUE})
    void shouldRefuseKeysThatDoNotFit(long key) {
        assertEquals(
                "table t0 has key " + key
                        + ", but NOCC's keys of 4 B have room for 0 to 268435455; make the workload smaller.",
                refusal(odd(tables(1), 7, key)));
        NoccRuns.verified(odd(tables(1), 7, (1 << 28) - 1), 1);
    }

    @Test
    void shouldRefuseOrderedTables() {
        assertEquals(
                "mix 'test': workload 'odd' needs its table 'rows' in order, which protocol 'occ' cannot do; no installed"
                        + " protocol can.",
                refusal(odd(List.of(new TableSpec(0, "rows", 16, 10, true)), 7)));
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
}
