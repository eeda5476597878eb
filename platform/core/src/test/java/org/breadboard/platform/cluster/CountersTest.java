// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.breadboard.api.observe.Counter;
import org.junit.jupiter.api.Test;

class CountersTest {
    @Test
    void shouldShowWhatIsUnexpectedOnlyWhereItHasCounted() {
        Counters first = new Counters();
        first.add("sent");
        Counter malformed = first.addUnexpected("malformed");
        assertEquals(Map.of("sent", 0L), first.sums());

        Counters second = first.next();
        second.add("sent");
        assertEquals(Map.of("sent", 0L), second.sums());
        malformed.add(2);
        assertEquals(Map.of("sent", 0L, "malformed", 2L), first.next().sums());
    }

    /** A run of many configurations must not keep what each of them counted with. */
    @Test
    void shouldGoOnFromSumsAndLetGoOfWhatCounted() {
        Counters first = new Counters();
        Counter ofTheFirst = first.add("sent");
        Counter ofTheRun = first.addLasting("crashed");
        ofTheFirst.add(3);
        ofTheRun.add(1);

        Counters second = first.next();
        second.add("sent").add(4);
        ofTheFirst.add(100);
        ofTheRun.add(1);
        assertEquals(Map.of("sent", 7L, "crashed", 2L), second.sums());

        ofTheRun.add(1);
        assertEquals(Map.of("sent", 7L, "crashed", 3L), second.next().sums());
    }
}
