// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.counters;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class CountersContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new CounterMix();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("keys", 10)
                .with("zipf", 0.9)
                .with("writeRatio", 0.7);
    }
}
