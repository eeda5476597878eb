// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import org.breadboard.testkit.TestMix;

/** The same without a program in the switch. */
class ReplicatedOccContractTest extends ReplicatedNoccContractTest {
    @Override
    protected String protocol() {
        return "occ";
    }

    @Override
    protected TestMix withSwitch(TestMix mix, String workload) {
        return mix;
    }
}
