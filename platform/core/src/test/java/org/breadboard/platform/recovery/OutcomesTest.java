// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.api.txn.Transaction;
import org.breadboard.platform.recovery.Outcomes.Fate;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    private static final int AUTHOR = 5;
    private static final int TABLE = 1;

    private final Outcomes outcomes = new Outcomes();

    private static Transaction attempt(long key) {
        Transaction attempt = new Transaction();
        attempt.input().begin(0, null);
        attempt.author(AUTHOR);
        int insert = attempt.context().insert(TABLE, key);
        attempt.missing(insert, 2);
        attempt.context().newValue(insert, 16);
        attempt.installed(insert, 3);
        return attempt;
    }

    /** Otherwise a run in which machines crash for hours would remember what recovered in each crash. */
    @Test
    void shouldForgetTransactionsThatNobodyAsksFor() {
        outcomes.begin();
        outcomes.committed(1, AUTHOR, TABLE, 10, 3);
        outcomes.committed(2, AUTHOR, TABLE, 20, 3);
        outcomes.finish();
        assertEquals(Fate.COMMITTED, outcomes.of(1, attempt(10)));
        outcomes.forgetBefore(2);
        assertEquals(Fate.ABORTED, outcomes.of(1, attempt(10)));
        assertEquals(Fate.COMMITTED, outcomes.of(2, attempt(20)));
    }
}
