// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class YcsbContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Ycsb();
    }
}
