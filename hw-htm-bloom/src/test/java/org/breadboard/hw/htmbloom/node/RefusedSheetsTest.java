// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Nodes that cannot be built are refused in one sentence. */
class RefusedSheetsTest {
    @Test
    void shouldRefusePrivateCachesThatAreNoPowerOfTwoOfSets() {
        refused(
                "l1Bytes=60000 is not a power of two of sets of 8 lines of 64 B",
                () -> new Nodes(1, 1, Map.of("l1Bytes", 60_000)));
        refused(
                "l2Bytes=786432 is not a power of two of sets of 8 lines of 64 B",
                () -> new Nodes(1, 1, Map.of("l2Bytes", 786_432)));
        refused(
                "L1 of l1Bytes=65536 does not fit into L2 of l2Bytes=32768, which includes it",
                () -> new Nodes(1, 1, Map.of("l2Bytes", 32_768)));
    }

    @Test
    void shouldRefuseFiltersThatCannotBeBuiltBeforeAnythingRuns() {
        for (String bits : List.of("readFilterBits", "writeFilterBits", "nicFilterBits")) {
            refused(
                    "A filter of 1000 bits cannot be built: choose a power of two that is at least 64",
                    () -> new Nodes(1, 1, Map.of(bits, 1000)));
        }
        refused(
                "9 hashes of 10 bits each, for a filter of 1024 bits, cannot be taken from a CRC of 32 bits: choose from 1"
                        + " to 3 hashes",
                () -> new Nodes(1, 1, Map.of("filterHashes", 9)));
        refused(
                "An index section of 4097 bits cannot be built: choose a power of two that is at least 64",
                () -> new Nodes(1, 1, Map.of("indexFilterBits", 4097)));
        refused(
                "An LLC slice of 4000 sets cannot be indexed by address bits: choose a power of two",
                () -> new Nodes(1, 1, Map.of("llcSliceSets", 4000)));
    }

    @Test
    void shouldRefuseMoreTransactionsThanTagsCanName() {
        Nodes nodes = new Nodes(1, 1, Map.of("tagBits", 1));
        nodes.context(0, 0);
        nodes.context(0, 0);
        refused(
                "Node 0 would run more than 2 transactions at a time, which is what tags of 1 bits can name: lower"
                        + " load.contexts or cluster.threads, or raise hardware.tagBits",
                () -> nodes.context(0, 0));
    }

    @Test
    void shouldRefuseMoreQueuePairsThanTheNicHas() {
        Nodes nodes = new Nodes(2, 1, Map.of("queuePairs", 2));
        for (int i = 0; i < 2; i++) {
            nodes.bench.verbs(0).connect(nodes.stage(0, 0), 1, Transport.RC, 4, 1);
        }
        String sentence = assertThrows(
                        RefusedException.class,
                        () -> nodes.bench.verbs(0).connect(nodes.stage(0, 0), 1, Transport.RC, 4, 1))
                .getMessage();
        assertEquals(
                " 2 queue pairs, which is all that its NIC has: use fewer threads or nodes, or raise"
                        + " hardware.queuePairs.",
                sentence.substring(sentence.indexOf(" 2 queue pairs")));
    }

    private static void refused(String sentence, Executable code) {
        assertEquals(sentence, assertThrows(RefusedException.class, code).getMessage());
    }
}
