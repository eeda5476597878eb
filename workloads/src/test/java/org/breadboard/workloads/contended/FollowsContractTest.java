// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.testkit.WorkloadContract;
import org.junit.jupiter.api.Test;

/** Transactions whose last access follows from what their first one has read. */
class FollowsContractTest extends WorkloadContract {
    private static final int TRIES = 1_000;
    private static final int VALUE_BYTES = 16;

    @Override
    protected WorkloadType type() {
        return new Contended();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("shape", 2)
                .with("rounds", 2)
                .with("valueBytes", VALUE_BYTES)
                .with("follows", true);
    }

    /** Runs the next transaction, whose first access finds a record that was updated so often; its last access. */
    private static long last(Workload.Generator generator, RandomStream random, Transaction transaction, long updates) {
        generator.next(random, transaction.input());
        LogicContext context = transaction.context();
        byte[] value = new byte[VALUE_BYTES];
        Bytes.putLong(value, 0, updates);
        int fetched = 0;
        for (int round = 0; transaction.logic().run(round, context) == Decision.FETCH; round++) {
            for (; fetched < transaction.accesses(); fetched++) {
                transaction.fetched(fetched, 1, value, 0, VALUE_BYTES);
            }
        }
        int last = transaction.accesses() - 1;
        for (int other = 0; other < last; other++) {
            assertFalse(
                    context.key(other) == context.key(last) && context.table(other) == context.table(last),
                    "one record is accessed twice");
        }
        return context.key(last);
    }

    private static int otherLasts(Settings settings) {
        Workload.Generator generator =
                new Contended().create(settings, 2, 1, 1).generator(1, 0, new SpreadPlacement(2, 1));
        RandomStream random = TestParts.random(1, 1);
        RandomStream same = TestParts.random(1, 1);
        int others = 0;
        for (int i = 0; i < TRIES; i++) {
            long even = last(generator, random, new Transaction(), 2);
            others += last(generator, same, new Transaction(), 3) == even ? 0 : 1;
        }
        return others;
    }

    @Test
    void shouldAccessAnotherRecordLastIfItHasReadSomethingElseFirst() {
        assertEquals(0, otherLasts(settings().with("follows", false)));
        int others = otherLasts(settings());
        assertTrue(others > TRIES / 10, others + " of " + TRIES);
    }
}
