// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;
import org.breadboard.workloads.store.BPlusTreeType;
import org.junit.jupiter.api.Test;

/** Ordered keys that are so far apart that their records share header words. */
class ApartTest extends WorkloadContract {
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
                .with("apart", true)
                .with("keys", KEYS);
    }

    /** How many header words the keys of one node have in a store with room for some more. */
    private int headers(boolean apart) {
        Population sorted =
                type().create(settings().with("apart", apart), 2, 1, 1).population(1);
        Store store = BPlusTreeType.create(8 * KEYS, 16, BPlusTreeType.DEFAULT_FANOUT);
        Set<Long> headers = new HashSet<>();
        for (int i = 0; i < KEYS; i++) {
            headers.add(store.headerAddress(sorted.key(i)));
        }
        return headers.size();
    }

    @Test
    void shouldShareHeaderWordsIfAsked() {
        assertEquals(KEYS, headers(false));
        int shared = headers(true);
        assertTrue(shared <= KEYS / 4, shared + " words");
    }
}
