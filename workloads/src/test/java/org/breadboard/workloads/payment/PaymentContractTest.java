// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.payment;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class PaymentContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Payments();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings()).with("historyRows", 20);
    }
}
