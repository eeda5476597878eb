// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.objectstore;

import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class ObjectStoreContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new ObjectStore();
    }
}
