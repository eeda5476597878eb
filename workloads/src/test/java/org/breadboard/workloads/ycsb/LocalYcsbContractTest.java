// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

/** Mostly reads, of few small fields that end within a word, mostly near by. */
class LocalYcsbContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Ycsb();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("writeFraction", 0.05)
                .with("fields", 3)
                .with("fieldBytes", 17)
                .with("store", "btree")
                .with("local", 0.8);
    }
}
