// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** Records that a transaction updates more than once. The rules that other workloads keep to know no such thing. */
class TwiceTest {
    private static final int TRIES = 2_000;
    private static final int VALUE_BYTES = 16;

    private final RandomStream random = TestParts.random(1, 1);
    private final Transaction transaction = new Transaction();

    private Workload.Generator generator(boolean twice) {
        Contended type = new Contended();
        Settings settings = Settings.defaultsOf(type.settings())
                .with("shape", 3)
                .with("rounds", 1)
                .with("valueBytes", VALUE_BYTES)
                .with("twice", twice);
        return type.create(settings, 2, 1, 1).generator(1, 0, new SpreadPlacement(2, 1));
    }

    /** How many of so many transactions have two accesses that update one record. */
    private int twice(boolean wanted) {
        Workload.Generator generator = generator(wanted);
        int twice = 0;
        for (int i = 0; i < TRIES; i++) {
            generator.next(random, transaction.input());
            twice += hasTwo(transaction.context()) ? 1 : 0;
        }
        return twice;
    }

    private static boolean hasTwo(LogicContext context) {
        int accesses = (int) (context.input(1) & 0xff);
        for (int i = 0; i < accesses; i++) {
            for (int other = 0; other < i; other++) {
                if (Access.updateOne(context.input(2 + i), context.input(2 + other))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void shouldUpdateRecordsTwiceIfAsked() {
        assertEquals(0, twice(false));
        int twice = twice(true);
        assertTrue(twice > TRIES / 10, twice + " of " + TRIES);
    }

    /** So a record to which another update than the last one was kept does not add up. */
    @Test
    void shouldCountInTheLastUpdateAllThoseBefore() {
        Workload.Generator generator = generator(true);
        SignedValue signed = new SignedValue(VALUE_BYTES, false);
        long most = 0;
        for (int i = 0; i < TRIES; i++) {
            generator.next(random, transaction.input());
            transaction.logic().run(0, transaction.context());
            for (int access = 0; access < transaction.accesses(); access++) {
                byte[] value = new byte[VALUE_BYTES];
                signed.fill(transaction.key(access), value);
                transaction.fetched(access, 1, value, 0, VALUE_BYTES);
            }
            transaction.logic().run(1, transaction.context());
            Map<Long, Long> updates = new HashMap<>();
            for (int access = 0; access < transaction.accesses(); access++) {
                if (transaction.written(access)) {
                    long expected = updates.merge(transaction.key(access), 1L, Long::sum);
                    int at = transaction.newAt(access);
                    byte[] value = Arrays.copyOfRange(transaction.values(), at, at + VALUE_BYTES);
                    assertEquals(expected, signed.updates(value));
                    most = Math.max(most, expected);
                }
            }
        }
        assertTrue(most > 1, "some record is updated twice");
    }
}
