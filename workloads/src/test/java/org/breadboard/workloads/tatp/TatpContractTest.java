// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class TatpContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Tatp();
    }

    @Override
    protected double scale() {
        return 0.0001;
    }
}
