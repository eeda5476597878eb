// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

/** As Xenic 5.5 runs it. */
class NarrowSmallBankContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new SmallBank();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("accountsPerNode", 2_400_000)
                .with("valueBytes", 4);
    }
}
