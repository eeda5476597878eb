// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.testkit.WorkloadContract;
import org.junit.jupiter.api.Test;

/** Records in pairs, of which transactions read the one and write the other. */
class PairsTest extends WorkloadContract {
    private static final int TRIES = 2_000;
    private static final int KEYS = 64;

    @Override
    protected WorkloadType type() {
        return new Contended();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("shape", 3)
                .with("absent", true)
                .with("ordered", true)
                .with("pairs", true)
                .with("rounds", 3)
                .with("accesses", 4)
                .with("keys", KEYS);
    }

    /** How many of so many transactions that may write have a pair of which they write one and only read the other. */
    private int skewed(boolean ordered, boolean pairs) {
        Workload workload = type().create(settings().with("ordered", ordered).with("pairs", pairs), 2, 1, 1);
        Workload.Generator generator = workload.generator(1, 0, new SpreadPlacement(2, 1));
        RandomStream random = TestParts.random(1, 1);
        Transaction transaction = new Transaction();
        int skewed = 0;
        for (int i = 0; i < TRIES; i++) {
            generator.next(random, transaction.input());
            List<Long> accesses = accesses(transaction.context());
            boolean has = accesses.stream()
                    .anyMatch(one -> Access.writes(one)
                            && accesses.stream()
                                    .anyMatch(other -> !Access.writes(other) && arePair(one, other, ordered)));
            skewed += has ? 1 : 0;
        }
        return skewed;
    }

    private static List<Long> accesses(LogicContext context) {
        List<Long> accesses = new ArrayList<>();
        for (int i = 0; i < (context.input(1) & 0xff); i++) {
            accesses.add(context.input(2 + i));
        }
        return accesses;
    }

    private static boolean arePair(long one, long other, boolean ordered) {
        long first = number(one);
        long second = number(other);
        return ordered
                ? Access.table(one) != Access.table(other)
                        && first <= second + Access.width(other)
                        && second <= first + Access.width(one)
                : (first ^ 1) == second;
    }

    private static long number(long access) {
        return Access.key(access) & 0xffff_ffffL;
    }

    @Test
    void shouldOftenReadOneOfAPairAndWriteTheOther() {
        for (boolean ordered : new boolean[] {false, true}) {
            int without = skewed(ordered, false);
            int with = skewed(ordered, true);
            assertTrue(with > TRIES / 5 && with > 3 * without, with + " of " + TRIES + ", and without " + without);
        }
    }

    @Test
    void shouldMostlyReadBeforeItWrites() {
        Workload.Generator generator = type().create(settings(), 2, 1, 1).generator(1, 0, new SpreadPlacement(2, 1));
        RandomStream random = TestParts.random(1, 1);
        Transaction transaction = new Transaction();
        int mixed = 0;
        int readFirst = 0;
        for (int i = 0; i < TRIES; i++) {
            generator.next(random, transaction.input());
            List<Boolean> writes =
                    accesses(transaction.context()).stream().map(Access::writes).toList();
            if (writes.contains(true) && writes.contains(false)) {
                mixed++;
                readFirst += writes.lastIndexOf(false) < writes.indexOf(true) ? 1 : 0;
            }
        }
        assertTrue(mixed > TRIES / 5 && readFirst > mixed * 3 / 4, readFirst + " of " + mixed);
    }
}
