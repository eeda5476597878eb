// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class WideSmallBankContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new SmallBank();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings()).with("valueBytes", 27).with("invertedHotSet", true);
    }
}
