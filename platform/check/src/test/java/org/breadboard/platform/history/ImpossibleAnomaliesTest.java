// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

class ImpossibleAnomaliesTest {
    private static Verdict check(HistoryModel model) {
        return HistoryChecker.check(
                model.recorded(), CheckOptions.serializable().withStrict(true), model, model.finalState());
    }

    @Test
    void shouldSayWhatTransactionsCouldNotHaveShown() {
        HistoryModel model = new HistoryModel().initially(0, 1, 0, 0).initially(0, 2, 0, 0);
        model.tx(1, 10, 20).write(0, 1, 1, 1);
        model.tx(2, 30, 40).read(0, 1, 1, 1).write(0, 2, 1, 1);
        assertEquals(
                Set.of(AnomalyKind.LOST_UPDATE, AnomalyKind.G2_ITEM),
                check(model).impossible());
        // Each read what the other wrote, one after the other.
        model.tx(3, 50, 60).read(0, 2, 1, 1).write(0, 1, 2, 2);
        model.tx(4, 70, 80).read(0, 1, 2, 2).write(0, 2, 2, 2);
        assertEquals(Set.of(AnomalyKind.LOST_UPDATE), check(model).impossible());
        model.tx(5, 90, 100).read(0, 1, 2, 2).write(0, 1, 3, 3);
        model.tx(6, 110, 120)
                .read(0, 1, 3, 3)
                .write(0, 1, 4, 4)
                .scan(0, 1, 9)
                .row(0, 1, 3, 3)
                .row(0, 2, 2, 2);
        assertEquals(Set.of(AnomalyKind.PHANTOM), check(model).impossible());
        model.tx(7, 130, 140).insert(0, 5, 1, 5);
        assertEquals(Set.of(), check(model).impossible());
    }
}
