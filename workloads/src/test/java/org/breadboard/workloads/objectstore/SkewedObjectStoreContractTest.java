// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.objectstore;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class SkewedObjectStoreContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new ObjectStore();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("reads", 5)
                .with("writes", 3)
                .with("binomialWrites", false)
                .with("valueBytes", 29)
                .with("requestDistribution", "zipfian");
    }
}
