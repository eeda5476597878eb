// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.retwis;

import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class RetwisContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Retwis();
    }
}
