// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;

/** This module brings none. */
class EpochStoresTest {
    @Test
    void shouldSayWhatToAddWhereThereAreNone() {
        RefusedException refused = assertThrows(RefusedException.class, EpochStores::find);
        assertEquals(
                "Nothing is here that decides on configurations where machines crash on real threads; add"
                        + " breadboard-platform-zookeeper, or say runtime: sim.",
                refused.getMessage());
    }
}
