// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import org.breadboard.testkit.TestMix;

/** The same with reads from the switch. */
class NoccReadsContractTest extends NoccContractTest {
    @Override
    protected String protocol() {
        return "nocc-reads";
    }

    @Override
    protected TestMix withSwitch(TestMix mix, String workload) {
        return mix.switches(1, NoccRuns.SWITCH, "nocc-reads")
                .program("cacheEntries", workload.equals("smallbank") ? 64 : 1024);
    }
}
