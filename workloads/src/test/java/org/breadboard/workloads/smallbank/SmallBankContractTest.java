// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class SmallBankContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new SmallBank();
    }
}
