// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CrewTest {
    private final Crew.Company company = new Crew.Company();
    private long nowNs;
    private long events;

    /** How many of so many windows one thread ran, where an event takes so long in company and alone. */
    private int alone(int windows, int inCompanyNs, int aloneNs) {
        int count = 0;
        for (int i = 0; i < windows; i++) {
            boolean alone = company.isAlone();
            count += alone ? 1 : 0;
            events += 7;
            nowNs += 7L * (alone ? aloneNs : inCompanyNs);
            company.window(() -> nowNs, events);
        }
        return count;
    }

    @Test
    void shouldStayInCompanyWhereThatIsFaster() {
        int all = Crew.Company.TRIAL * 2 * Crew.Company.KEPT;
        int alone = alone(all, 100, 101);
        assertTrue(alone >= Crew.Company.TRIAL && alone < all / 20, alone + " of " + all + " alone");
    }

    @Test
    void shouldGoAloneWhereThatIsFaster() {
        int all = Crew.Company.TRIAL * 2 * Crew.Company.KEPT;
        int alone = alone(all, 101, 100);
        assertTrue(alone > all * 9 / 10 && alone < all, alone + " of " + all + " alone");
    }

    @Test
    void shouldThinkAgainWhenTheOtherOneBecomesFaster() {
        alone(Crew.Company.TRIAL * 2 * Crew.Company.KEPT, 101, 100);
        alone(Crew.Company.TRIAL * 2 * Crew.Company.KEPT, 50, 100);
        int windows = Crew.Company.TRIAL * Crew.Company.KEPT / 2;
        assertEquals(0, alone(windows, 50, 100) / (windows / 2), "mostly in company by now");
    }
}
