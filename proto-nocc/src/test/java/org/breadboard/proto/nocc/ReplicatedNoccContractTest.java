// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import org.breadboard.testkit.TestMix;

/** NOCC with a log to one or two backups of each of three stores. */
class ReplicatedNoccContractTest extends NoccContractTest {
    @Override
    protected TestMix adjusted(TestMix mix, String workload) {
        return super.adjusted(mix, workload)
                .cluster(3, 2, workload.equals("payment") ? 2 : 3)
                .protocol("storeCores", workload.equals("counters") ? 1 : 2);
    }
}
