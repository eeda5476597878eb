// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class ContendedContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Contended();
    }
}
