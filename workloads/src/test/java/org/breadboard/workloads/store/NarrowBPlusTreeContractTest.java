// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.Settings;
import org.breadboard.api.store.StoreType;
import org.breadboard.testkit.StoreContract;

/** With the smallest nodes, so that there are many levels, and values that are no multiple of 8 B. */
class NarrowBPlusTreeContractTest extends StoreContract {
    @Override
    protected StoreType type() {
        return new BPlusTreeType();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings()).with("fanout", 4);
    }

    @Override
    protected int valueBytes() {
        return 17;
    }
}
